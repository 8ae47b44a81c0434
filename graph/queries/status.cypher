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
// Sets status and its label by the citations and conflicts there are, and appends an Assessment where they changed. Once
// the last word of a person left a claim without support, what a rule finds for it counts as `cannot_check`
// params: keys, by, now, now_ms
// returns: claim, from_status, to_status, reason
UNWIND $keys AS key
MATCH (c:Claim {key: key})
CALL (c) {
  OPTIONAL MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
  RETURN collect(ci {.stance, .verdict, .checker, .quote_match, .person_verdict}) AS cited
}
WITH c, cited, any(x IN cited WHERE x.stance = 'supports' AND x.person_verdict = 'rejected')
     AND coalesce(head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment)
                           WHERE a.decision IN ['accept', 'reject', 'narrow', 'split', 'undo']
                           RETURN a.to_status ORDER BY a.ordinal DESC LIMIT 1 }) IN ['unsupported', 'unreviewed'], false)
     AS rejected
WITH c, rejected, [x IN cited WHERE x.verdict <> 'unchecked' | x {.*, verdict:
       CASE WHEN rejected AND x.stance = 'supports' AND x.verdict = 'valid'
                 AND NOT coalesce(x.checker, '') STARTS WITH 'person:' AND NOT coalesce(x.checker, '') STARTS WITH 'judge:'
            THEN 'cannot_check' ELSE x.verdict END}] AS checked
WITH c, rejected, checked,
     [x IN checked WHERE x.verdict = 'valid' AND x.stance = 'supports'] AS sup,
     [x IN checked WHERE x.verdict = 'valid' AND x.stance = 'refutes'] AS ref
WITH c, rejected, checked, sup, ref,
     size(sup) > 0 AND EXISTS {
       MATCH (c)<-[:BETWEEN]-(:Conflict {state: 'open'})-[:BETWEEN]->(o:Claim)
       WHERE o <> c AND EXISTS {
         MATCH (o)<-[:FOR_CLAIM]-(y:Citation {stance: 'supports', verdict: 'valid'})
         WHERE y.checker STARTS WITH 'person:' OR y.checker STARTS WITH 'judge:'
           OR NOT EXISTS { (o)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', person_verdict: 'rejected'}) }
           OR NOT coalesce(head(COLLECT { MATCH (o)-[:HAS_ASSESSMENT]->(a:Assessment)
                           WHERE a.decision IN ['accept', 'reject', 'narrow', 'split', 'undo']
                           RETURN a.to_status ORDER BY a.ordinal DESC LIMIT 1 }) IN ['unsupported', 'unreviewed'], false)
       }
     } AS opposed
WITH c, rejected AND size(sup) > 0 AND none(x IN sup WHERE x.checker STARTS WITH 'person:') AS against_person,
  CASE
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
WITH c, against_person, new[0] AS label, toLower(new[0]) AS status, new[1] AS reason, c.status AS was,
     c.status_reason AS was_reason
WHERE was IS NULL OR was <> status OR was_reason <> reason
REMOVE c:Supported:Conflicting:Unsupported:Unreviewed
SET c:$(label), c.status = status, c.status_reason = reason, c.assessments = coalesce(c.assessments, 0) + 1
CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {
  key: 'assessment.' + split(c.key, '.')[1] + '.' + toString(c.assessments), namespace: c.namespace, name: status,
  ordinal: c.assessments, from_status: was, to_status: status, reason: reason, by: $by, created_at: $now,
  created_at_ms: $now_ms,
  why: CASE WHEN against_person THEN 'a judge found it borne out, against the last word of a person' END})
RETURN c.key AS claim, was AS from_status, status AS to_status, reason;
