// The ledger: which claims there are to look at, and everything that bears on each.

// name: ledger_of_run
// The claims that a run's reports say, in their order, then those that it made and left out
// params: run, namespace
// returns: claim, status, created_at_ms, place
MATCH (r:Run {key: $run}) WHERE r.namespace = $namespace
CALL (r) {
  MATCH (r)-[:PRODUCED]->(:Report)-[:HAS_STATEMENT]->(s:Statement)-[:ASSERTS]->(c:Claim)
  RETURN c, s.ordinal AS place
UNION
  MATCH (r)-[:HAS_STEP]->(:Step)-[:RETRIEVED]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
  WHERE EXISTS { (c)-[:HAS_ASSESSMENT]->(:Assessment {by: r.key}) }
  RETURN c, 1000000 AS place
}
RETURN c.key AS claim, c.status AS status, c.created_at_ms AS created_at_ms, min(place) AS place
ORDER BY place, claim;

// name: ledger_of_source
// The claims that quote a source, in the order of its text
// params: source, namespace
// returns: claim, status, created_at_ms, place
MATCH (s:Source {key: $source}) WHERE s.namespace = $namespace
MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN c.key AS claim, c.status AS status, c.created_at_ms AS created_at_ms, min(coalesce(ci.char_start, 0)) AS place
ORDER BY place, claim;

// name: ledger_of_entity
// The claims about a thing, by all names that a person called the same, and those that are quoted where it is named, but
// for those about a namesake
// params: entity, namespace
// returns: claim, status, created_at_ms, place
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
RETURN c.key AS claim, c.status AS status, c.created_at_ms AS created_at_ms,
       min(CASE WHEN toLower(c.text) CONTAINS toLower(trim(split(x.full_name, '(')[0])) THEN 0 ELSE 1 END) AS place
ORDER BY place, claim;

// name: ledger_of_words
// The claims that have these words, best match first
// params: said, namespace
// returns: claim, status, created_at_ms, place
CALL db.index.fulltext.queryNodes('claim_text', $said, {limit: 5000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0
RETURN node.key AS claim, node.status AS status, node.created_at_ms AS created_at_ms, -score AS place
ORDER BY place, claim;

// name: ledger_of_status
// The claims of one status, or all, newest first
// params: status, namespace, limit
// returns: claim, status, created_at_ms, place
MATCH (c:Claim) USING INDEX c:Claim(namespace, status)
WHERE c.namespace = $namespace AND c.status IS NOT NULL AND ($status IS NULL OR c.status = $status)
RETURN c.key AS claim, c.status AS status, c.created_at_ms AS created_at_ms, 0 AS place
ORDER BY created_at_ms DESC, claim LIMIT $limit;

// name: ledger_count
// How many claims there are of each status
// params: namespace
// returns: status, claims
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
RETURN c.status AS status, count(c) AS claims ORDER BY status;

// name: ledger_rows
// Claims with all that bears on them: scope, quotes for and against in context, conflicts with the other side, what
// reports say them, who bears them out, what a person decided last: forgetting a source decides nothing of its claims
// params: keys, namespace
// returns: claim, text, status, reason, created_at, assessments, scope, quotes, conflicts, said, told, word
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason, c.created_at AS created_at,
       coalesce(c.assessments, 0) AS assessments,
       c {.subject, .predicate, .polarity, .value, .unit, .scope, .valid_from, .valid_to} AS scope,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
                 OPTIONAL MATCH (ci)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                 RETURN {citation: ci.key, stance: ci.stance, verdict: ci.verdict, quote_match: ci.quote_match,
                         checker: ci.checker, checked_because: ci.reason, checked_at: ci.checked_at, quote: ci.quote,
                         prefix: ci.prefix, suffix: ci.suffix, char_start: ci.char_start, char_end: ci.char_end,
                         passage: p.key, heading: p.heading, page: p.page, version: v.key, version_state: v.state,
                         source: s.key, source_id: s.source_id, title: coalesce(v.title, s.title, s.source_id),
                         publisher: v.publisher, url: v.url, published_at: v.published_at, fetched_at: v.fetched_at}
                 ORDER BY ci.stance DESC, s.key, ci.char_start, ci.key } AS quotes,
       COLLECT { MATCH (c)<-[:BETWEEN]-(x:Conflict)-[:BETWEEN]->(o:Claim) WHERE o <> c
                 RETURN {conflict: x.key, kind: x.kind, state: x.state, rationale: x.rationale, resolution: x.resolution,
                         claim: o.key, text: o.text, status: o.status,
                         quotes: COLLECT { MATCH (o)<-[:FOR_CLAIM]-(oc:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(ov:SourceVersion)<-[:HAS_VERSION]-(os:Source)
                                           RETURN {quote: oc.quote, title: coalesce(ov.title, os.title, os.source_id), publisher: ov.publisher,
                                                   published_at: ov.published_at, source: os.key} ORDER BY os.key, oc.key LIMIT 5 }}
                 ORDER BY x.state, x.key } AS conflicts,
       COLLECT { MATCH (c)<-[:ASSERTS]-(st:Statement)<-[:HAS_STATEMENT]-(:Report {is_final: true})
                 RETURN DISTINCT st.kind } AS said,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(bp:Passage)<-[:HAS_PASSAGE]-(bv:SourceVersion)<-[:HAS_VERSION]-(bs:Source)
                 RETURN DISTINCT {source: bs.key, title: coalesce(bv.title, bs.title, bs.source_id), publisher: bv.publisher,
                                  url: bv.url, origin_group: bs.origin_group, text: bp.text} LIMIT 100 } AS told,
       head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.by STARTS WITH 'person:' AND a.decision IS NOT NULL
                      RETURN {by: a.by, at: a.created_at, decision: a.decision, why: a.why} ORDER BY a.ordinal DESC LIMIT 1 }) AS word;

// name: reports_of_claim
// The final reports that say a claim, newest first, each with its question
// params: claim, namespace, limit
// returns: report, run, run_key, question, at, kind, sentence, status_when_written
MATCH (c:Claim {key: $claim})<-[:ASSERTS]-(s:Statement)<-[:HAS_STATEMENT]-(rep:Report {is_final: true})<-[:PRODUCED]-(r:Run)-[:ANSWERS]->(q:Question)
WHERE c.namespace = $namespace
RETURN rep.key AS report, r.key AS run, r.run_key AS run_key, q.text AS question, r.started_at AS at, s.kind AS kind,
       s.text AS sentence, s.status_when_written AS status_when_written
ORDER BY r.started_at_ms DESC, rep.key, s.ordinal LIMIT $limit;
