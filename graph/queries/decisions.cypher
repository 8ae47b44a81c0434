// A person's word on claims: verdicts on their quotes, and the Assessment that says who decided what and why.

// name: lock_sources_of_claims
// Locks the sources that these claims quote in key order: none gets another text while somebody decides
// params: keys
// returns: -
MATCH (c:Claim)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
USING INDEX c:Claim(key)
WHERE c.key IN $keys
WITH DISTINCT s ORDER BY s.key
SET s:Source;

// name: claim_to_decide
// A claim with its quotes as they stand, read under its lock
// params: claim, namespace
// returns: claim, text, status, reason, assessments, quotes
MATCH (c:Claim {key: $claim}) WHERE c.namespace = $namespace
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason,
       coalesce(c.assessments, 0) AS assessments,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
                 OPTIONAL MATCH (ci)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)
                 RETURN {citation: ci.key, stance: ci.stance, verdict: ci.verdict, checker: ci.checker,
                         reason: ci.reason, checked_at: ci.checked_at, person_verdict: ci.person_verdict,
                         quote: ci.quote, prefix: ci.prefix, suffix: ci.suffix, char_start: ci.char_start,
                         char_end: ci.char_end, quote_sha256: ci.quote_sha256, quote_match: ci.quote_match,
                         passage: p.key, version: v.key, version_state: v.state} ORDER BY ci.key } AS quotes;

// name: decide_quotes
// A person's verdict on quotes; it is kept apart too, so that it returns with a text that returns
// params: rows, by, now
// returns: -
UNWIND $rows AS r
MATCH (ci:Citation {key: r.citation})
SET ci.verdict = r.verdict, ci.person_verdict = r.verdict, ci.checker = $by, ci.reason = r.reason, ci.checked_at = $now
FOREACH (_ IN CASE WHEN r.verdict = 'rejected' OR ci.quote_match = 'none' THEN [1] ELSE [] END | SET ci:Broken)
FOREACH (_ IN CASE WHEN r.verdict = 'valid' THEN [1] ELSE [] END | REMOVE ci:Broken);

// name: restore_quotes
// Quotes as they stood before a decision that is taken back, but for what changed since
// params: rows
// returns: citation
UNWIND $rows AS r
MATCH (ci:Citation {key: r.citation}) WHERE ci.verdict = r.decided
SET ci.verdict = r.verdict, ci.checker = r.checker, ci.reason = r.reason, ci.checked_at = r.checked_at,
    ci.person_verdict = r.person_verdict
REMOVE ci:Broken
FOREACH (_ IN CASE WHEN r.verdict IN ['rejected', 'stale', 'removed'] OR ci.quote_match = 'none' THEN [1] ELSE [] END | SET ci:Broken)
RETURN ci.key AS citation;

// name: record_decisions
// Who decided what of claims and why: on the Assessment of the status that it moved, else on one of its own
// params: rows, by, now, now_ms
// returns: claim, status, reason, assessments
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim})
CALL (c, r) {
  WITH c, r WHERE coalesce(c.assessments, 0) = r.before
  SET c.assessments = r.before + 1
  CREATE (c)-[:HAS_ASSESSMENT]->(a:Assessment {
    key: 'assessment.' + split(c.key, '.')[1] + '.' + toString(c.assessments), namespace: c.namespace, name: c.status,
    ordinal: c.assessments, from_status: c.status, to_status: c.status, reason: c.status_reason, by: $by,
    created_at: $now, created_at_ms: $now_ms})
}
WITH c, r
MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment {ordinal: c.assessments})
SET a.decision = r.decision, a.why = r.why
RETURN c.key AS claim, c.status AS status, c.status_reason AS reason, c.assessments AS assessments;

// name: claims_in_place
// What people decided of claims, oldest first, each with the claims that it put in their place: these tell in their own
// history, by the same person at the same moment, of which claim they were made, as far as that was not erased
// params: claims, namespace
// returns: claim, by, at, decision, made
UNWIND $claims AS key
MATCH (c:Claim {key: key})-[:HAS_ASSESSMENT]->(a:Assessment)
WHERE c.namespace = $namespace AND a.by STARTS WITH 'person:' AND a.decision IS NOT NULL
RETURN c.key AS claim, a.by AS by, a.created_at AS at, a.decision AS decision,
       CASE WHEN a.decision IN ['narrow', 'split'] THEN
         COLLECT { MATCH (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(n:Claim)
                   WITH DISTINCT c, a, n WHERE n <> c
                   MATCH (n)-[:HAS_ASSESSMENT]->(b:Assessment)
                   WHERE b.decision = a.decision AND b.by = a.by AND b.created_at_ms = a.created_at_ms
                     AND (b.why CONTAINS c.key OR b.why STARTS WITH '[erased ')
                   RETURN {claim: n.key, text: n.text, status: n.status, why: b.why,
                           quotes: COLLECT { MATCH (n)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                                             RETURN {citation: ci.key, verdict: ci.verdict, quote: ci.quote, char_start: ci.char_start, char_end: ci.char_end,
                                                     source: s.key, title: coalesce(v.title, s.title, s.source_id), publisher: v.publisher}
                                             ORDER BY s.key, ci.char_start, ci.key }} ORDER BY n.text }
       ELSE [] END AS made
ORDER BY claim, a.ordinal;

// name: claims_rejected
// Of these claims those that the last word of a person left without support: who said it, when and why
// params: keys, namespace
// returns: claim, by, at, why
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
  AND EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', person_verdict: 'rejected'}) }
WITH c, head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment)
                       WHERE a.decision IN ['accept', 'reject', 'narrow', 'split', 'undo']
                       RETURN a ORDER BY a.ordinal DESC LIMIT 1 }) AS last
WHERE last.to_status IN ['unsupported', 'unreviewed']
RETURN c.key AS claim, last.by AS by, last.created_at AS at, last.why AS why ORDER BY claim;

// name: quotes_taken_back
// The quotes in these passages of which a person said that they do not bear their claims out
// params: keys, namespace
// returns: claim, text, quote, version, char_start, char_end
UNWIND $keys AS key
MATCH (p:Passage {key: key})<-[:QUOTES]-(ci:Citation {person_verdict: 'rejected'})-[:FOR_CLAIM]->(c:Claim)
MATCH (p)<-[:HAS_PASSAGE]-(v:SourceVersion)
WHERE p.namespace = $namespace AND ci.verdict = 'rejected' AND ci.stance = 'supports' AND ci.char_start IS NOT NULL
RETURN DISTINCT c.key AS claim, c.text AS text, ci.quote AS quote, v.key AS version, ci.char_start AS char_start,
       ci.char_end AS char_end
ORDER BY version, char_start, char_end, claim;

// name: conflict_to_decide
// A conflict with its two sides and how long the history of each is
// params: conflict, namespace
// returns: conflict, state, resolution, claims
MATCH (x:Conflict {key: $conflict}) WHERE x.namespace = $namespace
RETURN x.key AS conflict, x.state AS state, x.resolution AS resolution,
       COLLECT { MATCH (x)-[:BETWEEN]->(c:Claim)
                 RETURN {claim: c.key, assessments: coalesce(c.assessments, 0)} ORDER BY c.key } AS claims;

// name: decide_conflict
// What a person says of a conflict; it is kept, whatever is found again
// params: conflict, state, resolution, by, now
// returns: -
MATCH (x:Conflict {key: $conflict})
SET x.state = $state, x.resolution = $resolution, x.resolved_by = $by, x.resolved_at = $now;
