// The history of claims: what moved since a point in time, and what was believed then.

// name: claims_moved
// Claims whose status, quotes or sources are not what they were at a point in time, those that moved last first
// params: keys, since, since_ms, limit, namespace
// returns: claim
MATCH (c:Claim) USING INDEX c:Claim(namespace, status)
WHERE c.namespace = $namespace AND c.status IS NOT NULL AND ($keys IS NULL OR c.key IN $keys)
WITH c,
     COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.created_at_ms >= $since_ms RETURN a.created_at } +
     COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation) WHERE ci.created_at >= $since OR ci.checked_at >= $since
               RETURN CASE WHEN coalesce(ci.checked_at, '') > ci.created_at THEN ci.checked_at ELSE ci.created_at END } +
     COLLECT { MATCH (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)
               WHERE v.gone_at >= $since RETURN v.gone_at } AS times
WHERE size(times) > 0
UNWIND times AS at
WITH c, max(at) AS last
RETURN c.key AS claim ORDER BY last DESC, claim LIMIT $limit;

// name: moves_of_claims
// What happened to claims since a point in time: status by status from the first one since then on, also where a clock
// was set back later, quote by quote, with the source of each
// params: keys, since, since_ms, namespace
// returns: claim, text, status, reason, before, moves, quotes
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
WITH c, head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.created_at_ms >= $since_ms
                       RETURN a.ordinal ORDER BY a.ordinal LIMIT 1 }) AS first
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason,
       head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE first IS NULL OR a.ordinal < first
                      RETURN {status: a.to_status, reason: a.reason, at: a.created_at} ORDER BY a.ordinal DESC LIMIT 1 }) AS before,
       COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.ordinal >= first
                 RETURN {at: a.created_at, from_status: a.from_status, to_status: a.to_status, reason: a.reason, by: a.by,
                         decision: a.decision, why: a.why} ORDER BY a.ordinal } AS moves,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
                 OPTIONAL MATCH (ci)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                 WITH ci, v, s WHERE ci.created_at >= $since OR ci.checked_at >= $since OR v.gone_at >= $since
                 RETURN {citation: ci.key, stance: ci.stance, verdict: ci.verdict, verdict_before: ci.verdict_before,
                         checker: ci.checker, checked_because: ci.reason, quote: ci.quote, created_at: ci.created_at,
                         checked_at: ci.checked_at, carried_from: ci.carried_from, source: s.key,
                         title: coalesce(v.title, s.title, s.source_id), url: v.url, version: v.key,
                         fetched_at: v.fetched_at, gone_at: v.gone_at,
                         replaced_at: head(COLLECT { MATCH (w:SourceVersion)-[:REVISION_OF]->(v) RETURN w.fetched_at ORDER BY w.fetched_at LIMIT 1 })}
                 ORDER BY coalesce(ci.checked_at, ci.created_at), ci.key } AS quotes;

// name: claims_as_of
// What was believed of claims at a point in time: their last Assessment until then, by its ordinal, and the quotes that
// were recorded by then of texts that were read by then
// params: keys, until, until_ms, namespace
// returns: claim, text, status, reason, then, quotes
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
WITH c, head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.created_at_ms <= $until_ms
                       RETURN {status: a.to_status, reason: a.reason, at: a.created_at, by: a.by}
                       ORDER BY a.ordinal DESC LIMIT 1 }) AS then
WHERE then IS NOT NULL
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason, then,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                 WHERE ci.created_at <= $until AND v.fetched_at_ms <= $until_ms
                 RETURN {citation: ci.key, stance: ci.stance, verdict: ci.verdict, verdict_before: ci.verdict_before,
                         checker: ci.checker, checked_at: ci.checked_at, checked_before: ci.checked_before,
                         quote: ci.quote, char_start: ci.char_start, char_end: ci.char_end, source: s.key,
                         title: coalesce(v.title, s.source_id), publisher: v.publisher, url: v.url,
                         published_at: v.published_at, fetched_at: v.fetched_at, version: v.key}
                 ORDER BY ci.stance DESC, v.fetched_at_ms, ci.key } AS quotes;

// name: claims_of_question
// The claims that reports on a question say, in their order
// params: question, namespace
// returns: claim, place
MATCH (q:Question {key: $question})<-[:ANSWERS]-(:Run)-[:PRODUCED]->(:Report)-[:HAS_STATEMENT]->(s:Statement)-[:ASSERTS]->(c:Claim)
WHERE q.namespace = $namespace
RETURN c.key AS claim, min(s.ordinal) AS place ORDER BY place, claim;
