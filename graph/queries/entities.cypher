// Things: what claims are about, which names may be of one thing, and what a person decided of that. Nothing is ever
// merged: accepted names share canonical_key, which follows from the accepted SAME_AS alone and goes with them.

// name: lock_about
// Locks claims in key order and returns what they are about follows from, and what it was
// params: keys, namespace
// returns: claim, text, titled, there
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
SET c:Claim
WITH c
RETURN c.key AS claim, c.text AS text,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)-[:TITLED]->(e:Entity)
                 WITH DISTINCT e ORDER BY e.key LIMIT 20
                 RETURN [e.key, e.full_name] } AS titled,
       COLLECT { MATCH (c)-[:ABOUT]->(e:Entity) RETURN e.key } AS there;

// name: record_about
// What claims are about
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (e:Entity {key: r.entity})
MATCH (c:Claim {key: r.claim})
MERGE (c)-[:ABOUT]->(e);

// name: end_about
// What claims are no longer about: a name turned out to be several things', or stands only inside a longer one
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim})-[a:ABOUT]->(e:Entity {key: r.entity})
DELETE a;

// name: claims_naming
// Claims that have all the words of these names; the exact look is the caller's
// params: names, namespace, limit
// returns: claim, text
UNWIND $names AS n
CALL (n) {
  CALL db.index.fulltext.queryNodes('claim_text', n.said, {limit: $limit}) YIELD node
  WITH node WHERE node.namespace = $namespace
  RETURN node
}
WITH DISTINCT node
RETURN node.key AS claim, node.text AS text;

// name: entities_found
// Things by words of their names, best match first, with how often each is named and what may be the same
// params: said, namespace, limit
// returns: entity, name, aliases, claims, mentions, titled, same
CALL db.index.fulltext.queryNodes('entity_full_name', $said, {limit: 1000}) YIELD node AS e, score
WITH e, score WHERE e.namespace = $namespace AND score > 0
WITH e, score ORDER BY score DESC, e.key LIMIT $limit
RETURN e.key AS entity, e.full_name AS name, e.aliases AS aliases, COUNT { (e)<-[:ABOUT]-() } AS claims,
       COUNT { (e)<-[:MENTIONS]-() } AS mentions, COUNT { (e)<-[:TITLED]-() } AS titled,
       COLLECT { MATCH (e)-[r:SAME_AS]-(o:Entity) RETURN {entity: o.key, name: o.full_name, decision: r.decision} ORDER BY o.key } AS same
ORDER BY score DESC, entity;

// name: entities_listed
// The things that most is known of, with how often each is named and what may be the same
// params: namespace, limit
// returns: entity, name, aliases, claims, mentions, titled, same
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name IS NOT NULL
WITH e, COUNT { (e)<-[:ABOUT]-() } AS claims, COUNT { (e)<-[:MENTIONS]-() } AS mentions, COUNT { (e)<-[:TITLED]-() } AS titled
ORDER BY claims DESC, mentions DESC, titled DESC, e.key LIMIT $limit
RETURN e.key AS entity, e.full_name AS name, e.aliases AS aliases, claims, mentions, titled,
       COLLECT { MATCH (e)-[r:SAME_AS]-(o:Entity) RETURN {entity: o.key, name: o.full_name, decision: r.decision} ORDER BY o.key } AS same
ORDER BY claims DESC, mentions DESC, titled DESC, entity;

// name: entities_count
// How many things there are
// params: namespace
// returns: entities
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name IS NOT NULL
RETURN count(e) AS entities;

// name: names_to_compare
// The whole names of things, and what the sources that they title say that they are themselves
// params: namespace, limit
// returns: entity, full_name, same_as
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name IS NOT NULL
WITH e ORDER BY e.key LIMIT $limit
RETURN e.key AS entity, e.full_name AS full_name,
       COLLECT { MATCH (e)<-[:TITLED]-(:Source)-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})
                 UNWIND v.same_as AS same RETURN DISTINCT same LIMIT 20 } AS same_as;

// name: texts_with_abbreviations
// Texts that have a short name in parentheses, with the longer names in them or over them
// params: keys, limit, namespace
// returns: short, long, text, title
UNWIND $keys AS key
MATCH (b:Entity {key: key}) WHERE b.namespace = $namespace
CALL (b) {
  MATCH (b)<-[:MENTIONS]-(p:Current) WHERE p.text CONTAINS '(' + b.full_name OR p.text CONTAINS b.full_name + ')'
  RETURN p LIMIT $limit
}
MATCH (p)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
CALL (p, s) {
  MATCH (p)-[:MENTIONS]->(a:Entity) RETURN a
UNION
  MATCH (s)-[:TITLED]->(a:Entity) RETURN a
}
WITH b, a, p, s WHERE a <> b AND size(a.full_name) > size(b.full_name)
RETURN b.key AS short, a.key AS long, p.text AS text, coalesce(s.title, s.source_id) AS title
ORDER BY short, long, p.key;

// name: texts_with_aliases
// The first passages of sources that may declare other names for what their title names
// params: namespace, pattern
// returns: entity, text
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name IS NOT NULL
MATCH (e)<-[:TITLED]-(s:Source)
MATCH (p:Passage:Current {key: s.lead}) WHERE p.text =~ $pattern
RETURN e.key AS entity, p.text AS text ORDER BY entity, p.key;

// name: same_names
// What is said of pairs of names that may be of one thing, by a rule or by a person
// params: namespace, decisions, limit
// returns: one, one_name, one_claims, other, other_name, other_claims, decision, method, by, at, why
MATCH (a:Entity) WHERE a.namespace = $namespace AND a.norm_name IS NOT NULL
MATCH (a)-[r:SAME_AS]->(b:Entity) WHERE r.decision IN $decisions
RETURN a.key AS one, a.full_name AS one_name, COUNT { (a)<-[:ABOUT]-() } AS one_claims, b.key AS other,
       b.full_name AS other_name, COUNT { (b)<-[:ABOUT]-() } AS other_claims, r.decision AS decision,
       r.method AS method, r.by AS by, r.at AS at, r.why AS why
ORDER BY one_claims + other_claims DESC, one, other LIMIT $limit;

// name: record_proposals
// Names that a rule proposes as one thing's; what a person said of them stays
// params: rows, now, namespace
// returns: -
UNWIND $rows AS r
MATCH (a:Entity {key: r.one}) WHERE a.namespace = $namespace
MATCH (b:Entity {key: r.other}) WHERE b.namespace = $namespace
MERGE (a)-[s:SAME_AS]->(b)
ON CREATE SET s.decision = 'proposed', s.method = r.method, s.by = 'rule:' + r.method, s.at = $now, s.why = r.why;

// name: end_proposals
// Proposals that no rule makes any more, as a namesake came; what a person said stays
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (:Entity {key: r.one})-[s:SAME_AS {decision: 'proposed'}]->(:Entity {key: r.other})
DELETE s;

// name: lock_same
// Locks things in key order and returns what is said of each: the names that are the same by a person's word
// params: keys, namespace
// returns: entity, full_name, canonical, aliases, same
UNWIND $keys AS key
MATCH (e:Entity {key: key}) WHERE e.namespace = $namespace
SET e:Entity
WITH e
RETURN e.key AS entity, e.full_name AS full_name, e.canonical_key AS canonical, e.aliases AS aliases,
       COLLECT { MATCH (e)-[r:SAME_AS]-(o:Entity) RETURN [o.key, r.decision] } AS same;

// name: names_to_settle
// Things that a person's word joins with others, or that are joined without one
// params: namespace
// returns: entity
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name IS NOT NULL
  AND (e.canonical_key <> e.key OR size(e.aliases) > 0 OR EXISTS { (e)-[:SAME_AS {decision: 'accepted'}]-() })
RETURN e.key AS entity ORDER BY entity;

// name: decide_same
// A person's word on two names; what a rule said of them before stays readable in the method
// params: one, other, decision, by, now
// returns: -
MATCH (a:Entity {key: $one})
MATCH (b:Entity {key: $other})
MERGE (a)-[s:SAME_AS]->(b)
ON CREATE SET s.method = 'person'
SET s.decision = $decision, s.by = $by, s.at = $now;

// name: set_canonical
// What joins the accepted names of one thing, computed from the accepted SAME_AS alone
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (e:Entity {key: r.entity})
SET e.canonical_key = r.canonical, e.aliases = r.aliases;
