// Reading again what is stored: which sources, how they stood, and what of their old quotes still stands.

// name: sources_to_refresh
// How sources stand that are to be read again: where they lie, what their server said, how many quotes rest on them;
// `is_whole` says that nothing of the version is missing, so that its server's word is enough
// params: keys, linker, namespace
// returns: source, kind, address, place, locator, title, version, etag, last_modified, truncated, is_whole, seen_at, seen_at_ms, gone_at, citations
UNWIND $keys AS key
MATCH (s:Source {key: key})-[:HAS_VERSION]->(v:SourceVersion {state: 'current'}) WHERE s.namespace = $namespace
RETURN s.key AS source, s.kind AS kind, s.source_id AS address, s.place AS place, s.locator AS locator,
       coalesce(v.title, s.source_id) AS title, v.key AS version, v.etag AS etag, v.last_modified AS last_modified,
       v.truncated AS truncated,
       coalesce(v.linked, 0) >= $linker AND ('{{embedding}}' = 'embedding_none'
         OR NOT EXISTS { MATCH (v)-[:HAS_PASSAGE]->(p:Passage) WHERE p.{{embedding}} IS NULL }) AS is_whole,
       v.seen_at AS seen_at, v.seen_at_ms AS seen_at_ms, v.gone_at AS gone_at,
       COUNT { (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation) } AS citations
ORDER BY citations DESC, seen_at_ms, source;

// name: sources_seen_before
// Sources whose text was last looked at before a moment, or at one still to come: their clock was set back
// params: before_ms, ahead_ms, namespace
// returns: source
CALL () {
  MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
  WHERE v.namespace = $namespace AND v.seen_at_ms < $before_ms AND v.state = 'current'
  RETURN v
UNION
  MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
  WHERE v.namespace = $namespace AND v.seen_at_ms > $ahead_ms AND v.state = 'current'
  RETURN v
}
MATCH (v)<-[:HAS_VERSION]-(s:Source)
RETURN DISTINCT s.key AS source ORDER BY source;

// name: sources_half_refreshed
// Sources whose text is new and whose old quotes were not looked for in it yet, or whose names and copies were not: who
// read them was stopped between
// params: namespace
// returns: source
CALL () {
  MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
  WHERE v.namespace = $namespace AND v.seen_at_ms IS NOT NULL AND v.state = 'superseded'
  MATCH (v)<-[:HAS_VERSION]-(s:Source)-[:HAS_VERSION]->(w:SourceVersion {state: 'current'})
  WHERE EXISTS {
    MATCH (v)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation {verdict: 'stale'})
    WHERE ci.checked_at > coalesce(w.carried_at, '')
  }
  RETURN s
UNION
  MATCH (w:SourceVersion) USING INDEX w:SourceVersion(namespace, seen_at_ms)
  WHERE w.namespace = $namespace AND w.seen_at_ms IS NOT NULL AND w.state = 'current'
    AND (w.linked IS NULL OR w.compared IS NULL)
  MATCH (w)<-[:HAS_VERSION]-(s:Source)
  RETURN s
}
RETURN DISTINCT s.key AS source ORDER BY source;

// name: mark_carried
// In these texts old quotes were looked for: noted where no earlier look saw them all, as late as the last of them
// params: keys, now
// returns: -
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})
WHERE v.carried_at IS NULL OR EXISTS {
  MATCH (v)<-[:HAS_VERSION]-(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation {verdict: 'stale'})
  WHERE ci.checked_at > v.carried_at
}
WITH v, COLLECT { MATCH (v)<-[:HAS_VERSION]-(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation {verdict: 'stale'})
                  WHERE ci.checked_at > $now RETURN ci.checked_at ORDER BY ci.checked_at DESC LIMIT 1 } AS ahead
SET v.carried_at = coalesce(head(ahead), $now);

// name: sources_of_claim
// The sources that a claim quotes
// params: claim, namespace
// returns: source
MATCH (c:Claim {key: $claim})<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE c.namespace = $namespace
RETURN DISTINCT s.key AS source ORDER BY source;

// name: record_gone
// Versions whose source is not there any more: kept, with the moment that was first seen
// params: keys, now
// returns: -
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key}) WHERE v.gone_at IS NULL
SET v.gone_at = $now;

// name: quotes_to_carry
// Quotes of earlier texts of these sources, stale, that the current text may still hold: newest text first
// params: keys, namespace
// returns: citation, claim, claim_text, stance, quote, prefix, suffix, char_start, char_end, quote_match, checker, reason, verdict_before, checked_before, person_verdict, said_at, passage_text, passage_start, heading, title, fetched_at, source, version
UNWIND $keys AS key
MATCH (s:Source {key: key})-[:HAS_VERSION]->(w:SourceVersion {state: 'current'}) WHERE s.namespace = $namespace
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion {state: 'superseded'})-[:HAS_PASSAGE]->(p:Passage)<-[:QUOTES]-(ci:Citation {verdict: 'stale'})-[:FOR_CLAIM]->(c:Claim)
WHERE ci.char_start IS NOT NULL AND NOT EXISTS {
  MATCH (c)<-[:FOR_CLAIM]-(n:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(w)
  WHERE n.quote_sha256 = ci.quote_sha256 AND n.stance = ci.stance
}
RETURN ci.key AS citation, c.key AS claim, c.text AS claim_text, ci.stance AS stance, ci.quote AS quote,
       ci.prefix AS prefix, ci.suffix AS suffix, ci.char_start AS char_start, ci.char_end AS char_end,
       ci.quote_match AS quote_match, ci.checker AS checker, ci.reason AS reason, ci.verdict_before AS verdict_before,
       ci.checked_before AS checked_before, ci.person_verdict AS person_verdict,
       coalesce(ci.checked_before, ci.checked_at) AS said_at, p.text AS passage_text,
       p.char_start AS passage_start, p.heading AS heading, v.title AS title, v.fetched_at AS fetched_at,
       s.key AS source, w.key AS version
ORDER BY v.fetched_at_ms DESC, citation;

// name: words_to_carry
// What people said of quotes of these versions and of others of their sources, and when: one of a text that was replaced
// is to hold of the new one where that has the same words. Last what was said last, and of the text that is current
// params: keys, namespace
// returns: citation, claim, claim_text, assessments, stance, quote, prefix, suffix, char_start, char_end, quote_sha256, quote_match, checker, reason, said_at, person_verdict, passage_text, passage_start, heading, title, source, version, is_own
UNWIND $keys AS key
MATCH (w:SourceVersion {key: key})<-[:HAS_VERSION]-(s:Source)
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)-[:HAS_PASSAGE]->(p:Passage)<-[:QUOTES]-(ci:Citation)-[:FOR_CLAIM]->(c:Claim)
WHERE s.namespace = $namespace AND v.state <> 'removed' AND w.state <> 'removed'
  AND ci.person_verdict IS NOT NULL AND ci.char_start IS NOT NULL AND ci.erased_at IS NULL
RETURN ci.key AS citation, c.key AS claim, c.text AS claim_text, coalesce(c.assessments, 0) AS assessments,
       ci.stance AS stance, ci.quote AS quote, ci.prefix AS prefix, ci.suffix AS suffix, ci.char_start AS char_start,
       ci.char_end AS char_end, ci.quote_sha256 AS quote_sha256, ci.quote_match AS quote_match, ci.checker AS checker,
       ci.reason AS reason,
       CASE ci.verdict WHEN 'stale' THEN coalesce(ci.checked_before, ci.checked_at) ELSE ci.checked_at END AS said_at,
       ci.person_verdict AS person_verdict, p.text AS passage_text, p.char_start AS passage_start,
       p.heading AS heading, v.title AS title, s.key AS source, w.key AS version, v = w AS is_own
ORDER BY version, claim, said_at, v.state = 'current', v.seen_at_ms, citation;

// name: passages_to_quote
// The passages of these versions in reading order, with their text and what stands above them
// params: keys, namespace
// returns: version, title, passage, text, char_start, char_end, heading
UNWIND $keys AS key
MATCH (v:SourceVersion {key: key})-[:HAS_PASSAGE]->(p:Passage) WHERE v.namespace = $namespace
RETURN v.key AS version, v.title AS title, p.key AS passage, p.text AS text, p.char_start AS char_start,
       p.char_end AS char_end, p.heading AS heading
ORDER BY version, p.ordinal;

// name: carry_citations
// Quotes that the current text of their source still holds, with what was found of them; one that is there stays, but for
// a person's word that is not the one on it
// params: rows, namespace, now
// returns: citation
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim})
MATCH (p:Passage {key: r.passage})<-[:HAS_PASSAGE]-(:SourceVersion {state: 'current'})
MERGE (ci:Citation {key: r.key})
ON CREATE SET ci.namespace = $namespace, ci.name = r.name, ci.created_at = $now, ci.quote = r.quote, ci.prefix = r.prefix,
              ci.suffix = r.suffix, ci.char_start = r.char_start, ci.char_end = r.char_end,
              ci.quote_sha256 = r.quote_sha256, ci.quote_match = r.quote_match, ci.stance = r.stance,
              ci.verdict = r.verdict, ci.checker = r.checker, ci.reason = r.reason,
              ci.checked_at = coalesce(r.checked_at, $now), ci.person_verdict = r.person_verdict,
              ci.carried_from = r.carried_from
FOREACH (_ IN CASE WHEN coalesce(ci.person_verdict, '') <> coalesce(r.person_verdict, ci.person_verdict, '') THEN [1] ELSE [] END |
  SET ci.verdict = r.verdict, ci.checker = r.checker, ci.reason = r.reason, ci.checked_at = r.checked_at,
      ci.person_verdict = r.person_verdict, ci.carried_from = r.carried_from
  REMOVE ci:Broken)
FOREACH (_ IN CASE WHEN ci.verdict = 'rejected' OR ci.quote_match = 'none' THEN [1] ELSE [] END | SET ci:Broken)
FOREACH (_ IN CASE WHEN ci.stance = 'refutes' THEN [1] ELSE [] END | SET ci:Refuting)
MERGE (ci)-[f:FOR_CLAIM]->(c)
ON CREATE SET f.stance = r.stance
MERGE (ci)-[:QUOTES]->(p)
RETURN ci.key AS citation;

// name: record_words_carried
// Whose word stands on a new text: on the Assessment of the status that moved with it, else on one of its own
// params: rows, by, now, now_ms
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim})
CALL (c, r) {
  WITH c, r WHERE coalesce(c.assessments, 0) = r.before
  SET c.assessments = r.before + 1
  CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {
    key: 'assessment.' + split(c.key, '.')[1] + '.' + toString(c.assessments), namespace: c.namespace, name: c.status,
    ordinal: c.assessments, from_status: c.status, to_status: c.status, reason: c.status_reason, by: $by,
    created_at: $now, created_at_ms: $now_ms})
}
WITH c, r
MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment {ordinal: c.assessments})
SET a.why = r.why;

// name: claims_left_stale
// Claims that nothing current bears on any more since these sources have another text
// params: keys, namespace
// returns: source, claim, text, status, reason
UNWIND $keys AS key
MATCH (s:Source {key: key})-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation {verdict: 'stale'})-[:FOR_CLAIM]->(c:Claim)
WHERE s.namespace = $namespace AND c.status = 'unreviewed' AND c.status_reason IN ['evidence_superseded', 'cannot_check']
RETURN DISTINCT s.key AS source, c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason
ORDER BY source, claim;
