// An import beyond single kinds: what it withholds from a file until all that it hangs on is there, and is found anew.

// name: import_assessments
// The history of claims that this import brought; that of a claim which was there before is its own
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim}) WHERE c.namespace = r.properties.namespace AND c.status_reason = 'importing'
MERGE (a:Assessment {key: r.key})
ON CREATE SET a += r.properties
MERGE (c)-[:HAS_ASSESSMENT]->(a);

// name: versions_to_settle
// Versions that an import brought and that are not found yet, with their texts and their sources
// params: keys
// returns: version, source, content_sha256, text
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key, state: 'incoming'})
RETURN v.key AS version, s.key AS source, v.content_sha256 AS content_sha256,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(p:Passage) RETURN p.text ORDER BY p.ordinal } AS text;

// name: settle_versions
// Brings versions to the state that a file says, whole as they are now; where the source has another current text here,
// that one stays current, and what was forgotten here stays forgotten
// params: rows
// returns: version, state
UNWIND $rows AS r
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: r.version, state: 'incoming'})
SET v.state = CASE WHEN s.forgotten_at IS NOT NULL THEN 'removed'
                   WHEN r.state = 'current' AND EXISTS { (s)-[:HAS_VERSION]->(:SourceVersion {state: 'current'}) }
                   THEN 'superseded' ELSE r.state END
WITH v, r
CALL (v) {
  MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE v.state = 'current'
  SET p:Current
  RETURN count(p) AS found
}
CALL (v, r) {
  MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE v.state = 'removed' AND r.state <> 'removed'
  SET p.name = 'forgotten'
  REMOVE p.text, p.heading, p.flags, p.search_text, p.search_grams
  FOREACH (k IN [k IN keys(p) WHERE k STARTS WITH 'embedding_'] | SET p[k] = null)
  RETURN count(p) AS forgotten
}
RETURN v.key AS version, v.state AS state;

// name: erased_among
// Those of these sources that were erased and not added again since
// params: keys
// returns: source, namespace, deletion, erased_at
UNWIND $keys AS key
MATCH (s:Source {key: key})<-[:FORGOT]-(d:Deletion {state: 'complete'})
WHERE d.erases AND NOT EXISTS { (s)-[:HAS_VERSION]->(:SourceVersion {state: 'current'}) }
WITH s, d ORDER BY d.ended_at
WITH s, collect(d)[-1] AS last
RETURN s.key AS source, s.namespace AS namespace, last.key AS deletion, last.ended_at AS erased_at ORDER BY source;

// name: sources_beside
// How many sources the namespace holds
// params: namespace
// returns: sources
MATCH (s:Source) USING INDEX s:Source(namespace, source_id) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL
RETURN count(s) AS sources;

// name: unlink_versions
// Current versions and the names of their titles are to be looked for anew, beside texts that they were not stored with
// params: keys
// returns: version
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key, state: 'current'})
REMOVE v.linked, v.compared
WITH s, v
CALL (s) {
  MATCH (s)-[:TITLED]->(e:Entity)
  REMOVE e.linked
  RETURN count(e) AS names
}
RETURN v.key AS version;

// name: citations_to_settle
// Citations that an import brought, with the text around them that their quotes must be found in
// params: keys
// returns: citation, claim, claim_text, claim_waits, quote, quote_match, char_start, char_end, state, title, heading, passages, around, opening, ending
UNWIND $keys AS key
MATCH (ci:Citation {key: key, reason: 'importing'})-[:FOR_CLAIM]->(c:Claim)
MATCH (ci)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)
RETURN ci.key AS citation, c.key AS claim, c.text AS claim_text, c.status_reason = 'importing' AS claim_waits,
       ci.quote AS quote, ci.quote_match AS quote_match, ci.char_start AS char_start, ci.char_end AS char_end,
       v.state AS state, v.title AS title, p.heading AS heading,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage) WHERE n.char_end > ci.char_start AND n.char_start < ci.char_end
                 RETURN {text: n.text, char_start: n.char_start} ORDER BY n.ordinal } AS passages,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage)
                 WHERE n.char_end > ci.char_start - 2000 AND n.char_start < ci.char_end + 1500
                 RETURN {text: n.text, char_start: n.char_start} ORDER BY n.ordinal } AS around,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage) RETURN coalesce(n.text, '') ORDER BY n.ordinal LIMIT 1 } AS opening,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage)
                 RETURN coalesce(n.text, '') ORDER BY n.ordinal DESC LIMIT 1 } AS ending
ORDER BY citation;

// name: settle_citations
// What was found of citations that an import brought
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (ci:Citation {key: r.citation, reason: 'importing'})
SET ci.verdict = r.verdict, ci.quote_match = r.quote_match, ci.checker = r.checker, ci.reason = r.reason
FOREACH (_ IN CASE WHEN r.verdict <> r.said AND r.verdict IN ['rejected', 'stale', 'removed'] THEN [1] ELSE [] END |
  SET ci:Broken)
FOREACH (_ IN CASE WHEN r.verdict <> r.said AND r.verdict = 'unchecked' THEN [1] ELSE [] END | REMOVE ci:Broken);

// name: settle_claims
// The statuses that a file says of claims that an import brought; they are recomputed in the same transaction
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim}) WHERE c.status_reason = 'importing'
OPTIONAL MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment)
WITH c, r, max(a.ordinal) AS last
REMOVE c:Supported:Conflicting:Unsupported:Unreviewed
SET c.status = r.status, c.status_reason = r.reason, c:$(r.marks),
    c.assessments = CASE WHEN last > coalesce(c.assessments, 0) THEN last ELSE c.assessments END;

// name: next_namespaces
// The namespaces that come next, by a page of the entries of each index of sources, questions, claims and conversations
// params: after, limit
// returns: names, last, more
MATCH (n:Source) USING INDEX n:Source(namespace, source_id) WHERE n.namespace > $after AND n.source_id IS NOT NULL
WITH n.namespace AS namespace ORDER BY namespace LIMIT $limit
RETURN collect(DISTINCT namespace) AS names, max(namespace) AS last, count(*) = $limit AS more
UNION
MATCH (n:Question) USING INDEX n:Question(namespace) WHERE n.namespace > $after
WITH n.namespace AS namespace ORDER BY namespace LIMIT $limit
RETURN collect(DISTINCT namespace) AS names, max(namespace) AS last, count(*) = $limit AS more
UNION
MATCH (n:Claim) USING INDEX n:Claim(namespace, created_at) WHERE n.namespace > $after AND n.created_at IS NOT NULL
WITH n.namespace AS namespace ORDER BY namespace LIMIT $limit
RETURN collect(DISTINCT namespace) AS names, max(namespace) AS last, count(*) = $limit AS more
UNION
MATCH (n:Turn) USING INDEX n:Turn(namespace, answered_at_ms) WHERE n.namespace > $after AND n.answered_at_ms IS NOT NULL
WITH n.namespace AS namespace ORDER BY namespace LIMIT $limit
RETURN collect(DISTINCT namespace) AS names, max(namespace) AS last, count(*) = $limit AS more;

// name: embedding_models_whole
// The embedding models whose vectors the graph holds with all that is known of them, the one in use first
// params: -
// returns: model, dimension, query_prefix, passage_prefix, file_sha256, max_tokens, min_similarity
MATCH (m:EmbeddingModel) WHERE m.key STARTS WITH 'embeddingmodel.'
RETURN m.model AS model, m.dimension AS dimension, m.query_prefix AS query_prefix, m.passage_prefix AS passage_prefix,
       m.file_sha256 AS file_sha256, m.max_tokens AS max_tokens, m.min_similarity AS min_similarity
ORDER BY coalesce(m.in_use, false) DESC, m.created_at, m.key;
