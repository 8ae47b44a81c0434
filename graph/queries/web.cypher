// What the live web needs of the graph: which pages are young enough to be used again, and what fresh pages hold.

// name: stored_pages
// The current versions of these sources that are there in every way, with vectors and names; when they were seen, and
// what their server said of them
// params: keys, linker, namespace
// returns: source, version, title, url, address, fetched_at_ms, seen_at, seen_at_ms, etag, last_modified, truncated, passages
UNWIND $keys AS key
MATCH (s:Source {key: key})-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})
WHERE s.namespace = $namespace AND v.linked >= $linker
  AND ('{{embedding}}' = 'embedding_none'
       OR NOT EXISTS { MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE p.{{embedding}} IS NULL })
RETURN s.key AS source, v.key AS version, v.title AS title, v.url AS url, s.source_id AS address,
       v.fetched_at_ms AS fetched_at_ms, v.seen_at AS seen_at, v.seen_at_ms AS seen_at_ms, v.etag AS etag,
       v.last_modified AS last_modified, v.truncated AS truncated, COUNT { (v)-[:HAS_PASSAGE]->() } AS passages
ORDER BY source;

// name: web_pages_seen_before
// Which of these sources are web pages whose current version was last seen before a moment, or at one still to come
// params: keys, before_ms, ahead_ms, namespace
// returns: source, address, title, seen_at
UNWIND $keys AS key
MATCH (s:Source {key: key, kind: 'web'})-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})
WHERE s.namespace = $namespace AND (v.seen_at_ms < $before_ms OR v.seen_at_ms > $ahead_ms)
RETURN s.key AS source, s.source_id AS address, v.title AS title, v.seen_at AS seen_at
ORDER BY source;

// name: passages_of_versions
// The passages of these versions in reading order, as they are searched: with what stands above them
// params: keys, namespace
// returns: passage, version, ordinal, search_text, language
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})-[:HAS_PASSAGE]->(p:Passage) WHERE p.namespace = $namespace
RETURN p.key AS passage, v.key AS version, p.ordinal AS ordinal, p.search_text AS search_text, p.language AS language
ORDER BY version, ordinal;

// name: texts_of_versions
// The whole texts of these versions with what names their work, and the groups their sources are in already
// params: keys, namespace
// returns: source, version, kind, url, title, same_as, text, work_group, origin_group
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key}) WHERE v.namespace = $namespace
RETURN s.key AS source, v.key AS version, s.kind AS kind, coalesce(v.url, s.source_id) AS url,
       coalesce(v.title, '') AS title, coalesce(v.same_as, []) AS same_as,
       reduce(whole = '', part IN COLLECT { MATCH (v)-[:HAS_PASSAGE]->(p:Passage) RETURN p.text ORDER BY p.ordinal } | whole + part) AS text,
       s.work_group AS work_group, s.origin_group AS origin_group
ORDER BY source;

// name: groups_of_versions
// The groups that the sources of these versions are in, and the words that their copies are found by
// params: keys, namespace
// returns: source, version, kind, kin, work_group, origin_group
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key})
WHERE v.namespace = $namespace AND v.state IN ['current', 'snippet']
RETURN s.key AS source, v.key AS version, s.kind AS kind, v.kin AS kin, s.work_group AS work_group,
       s.origin_group AS origin_group ORDER BY source;

// name: kin_of_texts
// The texts that have words of their kin in common with these, those with most of them first
// params: kin, limit, namespace
// returns: version, found, state, kin
UNWIND $kin AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('version_kin', asked.words, {limit: $limit}) YIELD node
  WITH node WHERE node.namespace = $namespace AND node.key <> asked.version
  RETURN node
}
RETURN asked.version AS version, node.key AS found, node.state AS state, node.kin AS kin;

// name: members_of_origins
// The sources that these origins are made of, by their current texts
// params: groups, namespace
// returns: source, version, kind, kin, work_group, origin_group
MATCH (s:Source) USING INDEX s:Source(namespace, origin_group) WHERE s.namespace = $namespace AND s.origin_group IN $groups
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion) WHERE v.state IN ['current', 'snippet']
RETURN s.key AS source, v.key AS version, s.kind AS kind, v.kin AS kin, s.work_group AS work_group,
       s.origin_group AS origin_group ORDER BY source;

// name: record_kin
// What the copies of these versions are found by
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (v:SourceVersion {key: r.key})
SET v.kin = r.kin;

// name: record_compared
// These versions were compared with everything stored
// params: keys, grouper
// returns: -
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})
SET v.compared = $grouper;

// name: mark_snippets
// Versions that are what a search said of pages that were not read: they are never searchable, and support nothing
// params: keys
// returns: -
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key}) WHERE v.state <> 'removed'
SET v.state = 'snippet', s.title = v.title, s.url = v.url;

// name: sources_of_works
// The current sources that are these works
// params: groups, namespace
// returns: source, work_group, title, url
MATCH (s:Source) USING INDEX s:Source(namespace, work_group) WHERE s.namespace = $namespace AND s.work_group IN $groups
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})
RETURN s.key AS source, s.work_group AS work_group, coalesce(v.title, s.source_id) AS title, v.url AS url ORDER BY source;

// name: record_groups
// Which sources are one work, and which say one thing after one pen: a work is named by its source with the most text,
// an origin by the least key
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (s:Source {key: r.source})
SET s.work_group = r.work_group, s.origin_group = r.origin_group;
