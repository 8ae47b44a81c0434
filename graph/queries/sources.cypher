// Writing what was read: a source arrives in steps, and nothing of it is found before the last one.

// name: version_states
// Which of these sources and versions are there already, and in what state; `unembedded` is a current version that was
// added without the model in use: adding it again gives its passages their vectors; `unlinked` one whose names are still
// to be found, because it was added by an earlier release or its adding was cut short; `retold` one whose text is the
// same and that says otherwise of itself now: another title, date or address
// params: rows, linker
// returns: source, version, known, state, compared, passages, place, locator
UNWIND $rows AS r
OPTIONAL MATCH (s:Source {key: r.source})
OPTIONAL MATCH (v:SourceVersion {key: r.version})
RETURN r.source AS source, r.version AS version, s IS NOT NULL AS known,
       CASE WHEN v.state = 'current'
                 AND any(k IN keys(r.said) WHERE NOT coalesce(v[k] = r.said[k], v[k] IS NULL AND r.said[k] IS NULL))
            THEN 'retold'
            WHEN v.state = 'current' AND '{{embedding}}' <> 'embedding_none'
                 AND EXISTS { MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE p.{{embedding}} IS NULL }
            THEN 'unembedded'
            WHEN v.state = 'current' AND coalesce(v.linked, 0) < $linker THEN 'unlinked'
            ELSE v.state END AS state, v.compared AS compared,
       COUNT { (v)-[:HAS_PASSAGE]->() } AS passages, s.place AS place, s.locator AS locator;

// name: touch_versions
// The one write of an unchanged add: when it was last found so; and the marks of its server, where those are others now;
// what was gone is there again
// params: rows, now, now_ms
// returns: -
UNWIND $rows AS r
MATCH (v:SourceVersion {key: r.key})
SET v.seen_at = $now, v.seen_at_ms = $now_ms
REMOVE v.gone_at
FOREACH (_ IN CASE WHEN coalesce(v.etag, '') <> coalesce(r.etag, '')
                        OR coalesce(v.last_modified, '') <> coalesce(r.last_modified, '') THEN [1] ELSE [] END |
  SET v.etag = r.etag, v.last_modified = r.last_modified);

// name: record_sources
// Sources, as first seen
// params: rows, namespace, now
// returns: -
UNWIND $rows AS r
MERGE (s:Source {key: r.key})
ON CREATE SET s.namespace = $namespace, s.name = r.name, s.created_at = $now, s.kind = r.kind, s.source_id = r.source_id,
              s.place = r.place, s.locator = r.locator;

// name: record_places
// Where sources lie now, to be read again from there
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (s:Source {key: r.key})
SET s.place = r.place, s.locator = r.locator;

// name: record_versions
// Versions, incoming until every passage is there; so is one whose text was forgotten
// params: rows, namespace, now, now_ms
// returns: -
UNWIND $rows AS r
MERGE (v:SourceVersion {key: r.key})
ON CREATE SET v.namespace = $namespace, v.name = left($now, 10), v.created_at = $now, v.state = 'incoming',
              v.content_sha256 = r.content_sha256, v.char_len = r.char_len, v.truncated = r.truncated,
              v.content_type = r.content_type, v.extractor = r.extractor, v.extractor_version = r.extractor_version,
              v.fetched_at = $now, v.fetched_at_ms = $now_ms, v.seen_at = $now, v.seen_at_ms = $now_ms,
              v.title = r.title, v.publisher = r.publisher, v.url = r.url, v.published_at = r.published_at,
              v.published_precision = r.published_precision, v.updated_at = r.updated_at, v.etag = r.etag,
              v.last_modified = r.last_modified, v.same_as = r.same_as
FOREACH (_ IN CASE WHEN v.state = 'removed' THEN [1] ELSE [] END | SET v.state = 'incoming' REMOVE v.erased_at)
WITH v, r
MATCH (s:Source {key: r.source})
REMOVE s.forgotten_at
MERGE (s)-[:HAS_VERSION]->(v);

// name: record_passages
// Passages of incoming versions, not yet searchable; one whose text was forgotten, or is another than the version's, gets
// its own. Of a version that was forgotten meanwhile nothing is written
// params: rows, namespace, now
// returns: -
UNWIND $rows AS r
MATCH (v:SourceVersion {key: r.version})
SET v:SourceVersion
WITH v, r WHERE v.state <> 'removed'
MERGE (p:Passage {key: r.key})
ON CREATE SET p.namespace = $namespace, p.name = r.name, p.created_at = $now, p.ordinal = r.ordinal, p.text = r.text,
              p.char_start = r.char_start, p.char_end = r.char_end, p.heading = r.heading, p.page = r.page,
              p.language = r.language, p.search_text = r.search_text, p.search_grams = r.search_grams,
              p.search_ns = r.search_ns, p.flags = r.flags
FOREACH (_ IN CASE WHEN coalesce(p.text, '') <> r.text THEN [1] ELSE [] END |
  SET p.name = r.name, p.text = r.text, p.char_start = r.char_start, p.char_end = r.char_end, p.heading = r.heading,
      p.search_text = r.search_text, p.search_grams = r.search_grams, p.flags = r.flags
  FOREACH (k IN [k IN keys(p) WHERE k STARTS WITH 'embedding_'] | SET p[k] = null))
MERGE (v)-[:HAS_PASSAGE]->(p);

// name: record_vectors
// The vectors of passages that have none yet of this model
// params: rows, property
// returns: -
UNWIND $rows AS r
MATCH (p:Passage {key: r.key}) WHERE p[$property] IS NULL AND p.text IS NOT NULL
CALL db.create.setNodeVectorProperty(p, $property, r.vector);

// name: retell_passages
// What the indexes hold of passages whose source says otherwise of itself now; where that is new their vectors are not
// theirs any more, and names are to be found again
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (v:SourceVersion)-[:HAS_PASSAGE]->(p:Passage {key: r.key})
REMOVE v.linked
WITH r, p WHERE p.search_text <> r.search_text
SET p.search_text = r.search_text, p.heading = r.heading
FOREACH (k IN [k IN keys(p) WHERE k STARTS WITH 'embedding_'] | SET p[k] = null);

// name: link_passages
// Reading order
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (a:Passage {key: r.before}), (b:Passage {key: r.after})
MERGE (a)-[:NEXT]->(b);

// name: lock_sources
// Locks sources in key order, so that of two versions arriving at once one is current in the end
// params: keys
// returns: -
UNWIND $keys AS key
MATCH (s:Source {key: key})
SET s:Source;

// name: lock_sources_of_passages
// Locks the sources of these passages in key order: what is cited now is superseded before or after, never meanwhile
// params: keys
// returns: -
MATCH (p:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source) USING INDEX p:Passage(key) WHERE p.key IN $keys
WITH DISTINCT s ORDER BY s.key
SET s:Source;

// name: claims_touched_by_arrival
// Claims that cite what these versions replace, or cite these versions themselves
// params: keys
// returns: claim
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})<-[:HAS_VERSION]-(:Source)-[:HAS_VERSION]->(w:SourceVersion)
WHERE w <> v AND w.state = 'current'
MATCH (w)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN DISTINCT c.key AS claim
UNION
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN DISTINCT c.key AS claim;

// name: supersede_versions
// What these versions replace: out of the search, its citations stale, kept for the history
// params: keys, now
// returns: source
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})<-[:HAS_VERSION]-(s:Source)-[:HAS_VERSION]->(w:SourceVersion {state: 'current'})
WHERE w <> v AND v.state <> 'removed'
SET w.state = 'superseded'
FOREACH (_ IN CASE WHEN v.state = 'incoming' THEN [1] ELSE [] END | MERGE (v)-[:REVISION_OF]->(w))
WITH s, w
CALL (w) {
  MATCH (w)-[:HAS_PASSAGE]->(p:Passage)
  REMOVE p:Current
  WITH p
  MATCH (p)<-[:QUOTES]-(ci:Citation) WHERE ci.verdict IN ['unchecked', 'valid', 'rejected', 'cannot_check']
  SET ci.verdict_before = ci.verdict, ci.checked_before = ci.checked_at
  SET ci.verdict = 'stale', ci.checked_at = $now, ci:Broken
  RETURN count(ci) AS stale
}
RETURN DISTINCT s.key AS source;

// name: activate_versions
// The last step: the versions are current, their passages searchable; stale and removed citations of a text that returned
// are what a person called them, else unchecked. A version that was forgotten meanwhile stays so
// params: rows, now, now_ms
// returns: -
UNWIND $rows AS r
MATCH (s:Source {key: r.source})-[:HAS_VERSION]->(v:SourceVersion {key: r.key}) WHERE v.state <> 'removed'
SET v.state = 'current', v.seen_at = $now, v.seen_at_ms = $now_ms, v.title = r.title, v.url = r.url,
    v.publisher = r.publisher, v.published_at = r.published_at, v.published_precision = r.published_precision,
    v.updated_at = r.updated_at, v.etag = r.etag, v.last_modified = r.last_modified, v.same_as = r.same_as,
    v.kin = r.kin, v.compared = null, v.gone_at = null, s.name = r.name, s.title = r.title, s.url = r.url,
    s.publisher = r.publisher, s.published_at = r.published_at, s.published_precision = r.published_precision,
    s.published_proof = r.published_proof, s.updated_at = r.updated_at, s.language = r.language
WITH v
MATCH (v)-[:HAS_PASSAGE]->(p:Passage)
SET p:Current
WITH p
MATCH (p)<-[:QUOTES]-(ci:Citation) WHERE ci.verdict IN ['stale', 'removed'] AND ci.erased_at IS NULL
SET ci.verdict = coalesce(ci.person_verdict, 'unchecked'),
    ci.checked_at = CASE WHEN ci.person_verdict IS NULL THEN ci.checked_at
                         ELSE coalesce(ci.checked_before, ci.checked_at) END
REMOVE ci:Broken, ci.verdict_before, ci.checked_before
FOREACH (_ IN CASE WHEN ci.verdict = 'rejected' THEN [1] ELSE [] END | SET ci:Broken);
