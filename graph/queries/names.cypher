// Names: what titles name, and the passages that mention it. Written after a source has arrived, so that of two sources
// that arrive at once the later one sees the other: the order of arrival changes nothing.

// name: record_titles
// What the titles of these sources name now, and the passage that links to a source lead to: the first
// params: rows, namespace, now
// returns: -
UNWIND $rows AS r
MATCH (s:Source {key: r.source})-[:HAS_VERSION]->(v:SourceVersion {key: r.version}) WHERE v.state <> 'removed'
OPTIONAL MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE p.ordinal = 0
WITH s, r, min(p.key) AS lead
SET s.lead = lead
WITH s, r
OPTIONAL MATCH (s)-[t:TITLED]->(old:Entity) WHERE r.key IS NULL OR old.key <> r.key
DELETE t
WITH DISTINCT s, r
WITH s, r WHERE r.key IS NOT NULL
MERGE (e:Entity {key: r.key})
ON CREATE SET e.namespace = $namespace, e.name = r.name, e.created_at = $now, e.full_name = r.full_name,
              e.norm_name = r.norm_name, e.first_words = r.first_words, e.aliases = [], e.canonical_key = r.key
ON MATCH SET e.name = CASE WHEN r.full_name < e.full_name THEN r.name ELSE e.name END,
             e.full_name = CASE WHEN r.full_name < e.full_name THEN r.full_name ELSE e.full_name END
MERGE (s)-[:TITLED]->(e);

// name: record_grams
// Pieces of words of passages that an earlier release stored without them
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (p:Passage {key: r.key}) WHERE p.search_grams IS NULL AND p.text IS NOT NULL
SET p.search_grams = r.search_grams;

// name: passages_to_link
// The searchable passages of these versions, whose names are to be found
// params: keys
// returns: passage, text
UNWIND $keys AS key
MATCH (:SourceVersion {key: key})-[:HAS_PASSAGE]->(p:Passage:Current)
RETURN p.key AS passage, p.text AS text;

// name: entities_by_words
// Names that may stand in a text, by how they begin and, as thousands may begin alike, by all their words; a single
// letter may be the ending of a possessive, which texts leave out
// params: namespace, first, wide, words
// returns: entity, full_name
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.first_words IN $first
  AND all(word IN split(e.norm_name, ' ') WHERE size(word) = 1 OR word IN $words)
RETURN e.key AS entity, e.full_name AS full_name
UNION
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.first_words IN $wide
RETURN e.key AS entity, e.full_name AS full_name;

// name: beginnings_of_names
// How the names of this namespace begin, as far as they are few
// params: namespace, limit
// returns: first_words
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.first_words IS NOT NULL
RETURN DISTINCT e.first_words AS first_words
LIMIT $limit;

// name: unlinked_titles
// What these versions' sources name and nobody has yet looked for in the passages that were there before
// params: keys
// returns: entity, full_name
UNWIND $keys AS key
MATCH (:SourceVersion {key: key})<-[:HAS_VERSION]-(:Source)-[:TITLED]->(e:Entity) WHERE e.linked IS NULL
RETURN DISTINCT e.key AS entity, e.full_name AS full_name;

// name: passages_naming
// Passages of other sources that may mention these names; the exact look is the caller's, who has these versions' own
// params: names, versions, limit
// returns: passage, text
UNWIND $names AS n
CALL (n) {
  CALL db.index.fulltext.queryNodes(n.index, n.query, {limit: $limit}) YIELD node
  WITH node, n
  MATCH (node)<-[:HAS_PASSAGE]-(v:SourceVersion) WHERE NOT v.key IN $versions
    AND NOT EXISTS { MATCH (v)<-[:HAS_VERSION]-(:Source)-[:TITLED]->(e:Entity) WHERE e.key = n.entity }
  RETURN node
}
WITH DISTINCT node
RETURN node.key AS passage, node.text AS text;

// name: lock_mentions
// Locks passages in key order and returns what their mentions follow from
// params: keys
// returns: passage, text, char_start, own, there
UNWIND $keys AS key
MATCH (p:Passage {key: key})
SET p:Passage
WITH p
MATCH (p)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source) WHERE p.text IS NOT NULL
RETURN p.key AS passage, p.text AS text, p.char_start AS char_start,
       COLLECT { MATCH (s)-[:TITLED]->(e:Entity) RETURN [e.key, e.full_name] } AS own,
       COLLECT { MATCH (p)-[m:MENTIONS]->(e:Entity) RETURN [e.key, e.full_name, m.char_start, m.char_end] } AS there;

// name: record_mentions
// Names in passages, where they first stand; what nearly everything mentions is a hub and has none
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (e:Entity {key: r.entity}) WHERE e.is_hub IS NULL
MATCH (p:Passage {key: r.passage}) WHERE p.text IS NOT NULL
MERGE (p)-[m:MENTIONS]->(e)
SET m.char_start = r.char_start, m.char_end = r.char_end;

// name: end_mentions
// Names that stand in these passages only inside longer ones now
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (p:Passage {key: r.passage})-[m:MENTIONS]->(e:Entity {key: r.entity})
DELETE m;

// name: cap_mentions
// What more passages mention than a link can tell anything by becomes a hub
// params: keys, cap
// returns: -
UNWIND $keys AS key
MATCH (e:Entity {key: key}) WHERE e.is_hub OR COUNT { (e)<-[:MENTIONS]-() } > $cap
SET e.is_hub = true
WITH e
MATCH (e)<-[m:MENTIONS]-()
DELETE m;

// name: finish_links
// The names of these versions are found, theirs and those in them
// params: entities, versions, linker
// returns: -
CALL () {
  UNWIND $entities AS key
  MATCH (e:Entity {key: key})
  SET e.linked = $linker
}
CALL () {
  UNWIND $versions AS key
  MATCH (v:SourceVersion {key: key})
  SET v.linked = $linker
};
