// Templates about named things: an entity is what a source's title names. Passages mention entities by name.

// name: entity_by_name
// Things known by these words, with how often they are mentioned
// group: entities
// param: name words of entity_full_name: the name or words of it
// param: limit integer = 20: at most so many things
// returns: entity, name, mentions, titled_sources, score
CALL db.index.fulltext.queryNodes('entity_full_name', $name, {limit: 1000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0
RETURN node.key AS entity, node.full_name AS name, COUNT { (node)<-[:MENTIONS]-() } AS mentions,
       COUNT { (node)<-[:TITLED]-() } AS titled_sources, score
ORDER BY score DESC, entity LIMIT $limit;

// name: claims_about_entity
// What is claimed about a thing, by all names that a person called the same: claims about it and claims quoted where
// it is named, but for those about a namesake; those that name it themselves come first
// group: entities
// param: entity entity: the thing, by its name or key
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, names_it
MATCH (e:Entity {key: $entity}) WHERE e.namespace = $namespace
MATCH (x:Entity {canonical_key: e.canonical_key}) WHERE x.namespace = $namespace
CALL (x) {
  MATCH (x)<-[:ABOUT]-(c:Claim)
  RETURN c
UNION
  MATCH (x)<-[:MENTIONS]-(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
  RETURN c
UNION
  MATCH (x)<-[:TITLED]-(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
  RETURN c
}
WITH DISTINCT c, x
WHERE EXISTS { (c)-[:ABOUT]->(x) } OR NOT EXISTS {
  MATCH (c)-[:ABOUT]->(o:Entity) WHERE o.norm_name = x.norm_name AND o.canonical_key <> x.canonical_key
}
WITH c, toLower(c.text) CONTAINS toLower(trim(split(x.full_name, '(')[0])) AS names_it
RETURN c.key AS claim, c.text AS text, c.status AS status, max(names_it) AS names_it
ORDER BY names_it DESC, claim LIMIT $limit;

// name: sources_for_entity
// Who writes about a thing: sources whose current text names it, most mentions first
// group: entities
// param: entity entity: the thing, by its name or key
// param: limit integer = 50: at most so many sources
// returns: source, title, publisher, url, published_at, passages
MATCH (e:Entity {key: $entity}) WHERE e.namespace = $namespace
MATCH (x:Entity {canonical_key: e.canonical_key}) WHERE x.namespace = $namespace
CALL (x) {
  MATCH (x)<-[:MENTIONS]-(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion {state: 'current'})<-[:HAS_VERSION]-(s:Source)
  RETURN s, v, p
UNION
  MATCH (x)<-[:TITLED]-(s:Source)-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})-[:HAS_PASSAGE]->(p:Passage)
  WHERE p.ordinal = 0
  RETURN s, v, p
}
RETURN s.key AS source, coalesce(v.title, s.source_id) AS title, v.publisher AS publisher, v.url AS url,
       v.published_at AS published_at, count(DISTINCT p) AS passages
ORDER BY passages DESC, source LIMIT $limit;

// name: entity_neighbourhood
// Things that are named together with a thing, in how many passages and under how many claims
// group: entities
// param: entity entity: the thing, by its name or key
// param: limit integer = 50: at most so many things
// returns: entity, name, shared_passages, shared_claims
MATCH (e:Entity {key: $entity}) WHERE e.namespace = $namespace
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(p:Passage)-[:MENTIONS]->(o:Entity)
  RETURN o, p
UNION
  MATCH (e)<-[:TITLED]-(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(p:Passage)-[:MENTIONS]->(o:Entity)
  RETURN o, p
UNION
  MATCH (e)<-[:MENTIONS]-(p:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)-[:TITLED]->(o:Entity)
  RETURN o, p
}
WITH e, o, p WHERE o <> e
OPTIONAL MATCH (p)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN o.key AS entity, o.full_name AS name, count(DISTINCT p) AS shared_passages, count(DISTINCT c) AS shared_claims
ORDER BY shared_claims DESC, shared_passages DESC, entity LIMIT $limit;
