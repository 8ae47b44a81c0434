// A claim's status, in the transaction of the change. The rule itself is graph/status.py; a test holds them together.

// name: lock_claims
// Locks the claims and their conflict partners in key order; SET of a label that is there locks and writes nothing
// params: keys
// returns: keys
MATCH (c:Claim) WHERE c.key IN $keys
OPTIONAL MATCH (c)<-[:BETWEEN]-(:Conflict)-[:BETWEEN]->(o:Claim)
WITH collect(DISTINCT c) + collect(DISTINCT o) AS all
UNWIND all AS x
WITH DISTINCT x ORDER BY x.key
SET x:Claim
RETURN collect(x.key) AS keys;

// name: recompute_status
// Sets status and its label by the citations and conflicts there are, and appends an Assessment where they changed
// params: keys, by, now, now_ms
// returns: claim, from_status, to_status, reason
UNWIND $keys AS key
MATCH (c:Claim {key: key})
CALL (c) {
  OPTIONAL MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
  RETURN [x IN collect(ci {.stance, .verdict, .checker, .quote_match}) WHERE x.verdict <> 'unchecked'] AS checked
}
WITH c, checked,
     [x IN checked WHERE x.verdict = 'valid' AND x.stance = 'supports'] AS sup,
     [x IN checked WHERE x.verdict = 'valid' AND x.stance = 'refutes'] AS ref
WITH c, checked, sup, ref,
     size(sup) > 0 AND EXISTS {
       MATCH (c)<-[:BETWEEN]-(:Conflict {state: 'open'})-[:BETWEEN]->(o:Claim)
       WHERE o <> c AND EXISTS { (o)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'}) }
     } AS opposed
WITH c, CASE
    WHEN size(checked) = 0 THEN ['Unreviewed', 'not_checked']
    WHEN size(sup) > 0 AND size(ref) > 0 THEN ['Conflicting', 'opposing_evidence']
    WHEN opposed THEN ['Conflicting', 'open_conflict']
    WHEN any(x IN sup WHERE x.checker STARTS WITH 'person:') THEN ['Supported', 'person']
    WHEN any(x IN sup WHERE x.checker STARTS WITH 'judge:') THEN ['Supported', 'judged']
    WHEN size(sup) > 0 THEN ['Supported', 'verbatim']
    WHEN size(ref) > 0 THEN ['Unsupported', 'refuted']
    WHEN all(x IN checked WHERE x.verdict = 'stale') THEN ['Unreviewed', 'evidence_superseded']
    WHEN all(x IN checked WHERE x.verdict IN ['stale', 'cannot_check']) THEN ['Unreviewed', 'cannot_check']
    WHEN any(x IN checked WHERE x.verdict = 'removed') THEN ['Unsupported', 'evidence_removed']
    WHEN any(x IN checked WHERE x.quote_match = 'none') THEN ['Unsupported', 'quote_not_found']
    WHEN any(x IN checked WHERE x.verdict = 'rejected') THEN ['Unsupported', 'rejected']
    ELSE ['Unsupported', 'no_evidence'] END AS new
WITH c, new[0] AS label, toLower(new[0]) AS status, new[1] AS reason, c.status AS was, c.status_reason AS was_reason
WHERE was IS NULL OR was <> status OR was_reason <> reason
REMOVE c:Supported:Conflicting:Unsupported:Unreviewed
SET c:$(label), c.status = status, c.status_reason = reason, c.assessments = coalesce(c.assessments, 0) + 1
CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {
  key: 'assessment.' + split(c.key, '.')[1] + '.' + toString(c.assessments), namespace: c.namespace, name: status,
  ordinal: c.assessments, from_status: was, to_status: status, reason: reason, by: $by, created_at: $now,
  created_at_ms: $now_ms})
RETURN c.key AS claim, was AS from_status, status AS to_status, reason;
