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
