// What a new question meets of earlier ones: who asked it, what was answered, whether that still stands.

// name: questions_like
// Earlier questions that are this one or share words with it, each with its newest run that answered it and that
// nobody rejected; a run dated ahead of the clock, which was set back since, comes after all others
// params: question, query, apart, limit, ahead_ms, namespace
// returns: question, text, run, run_key, report, mode, options_json, covered, started_at, ended_at, score
CALL () {
  MATCH (q:Question {key: $question}) WHERE q.namespace = $namespace
  RETURN q, 1000.0 AS score
UNION ALL
  CALL db.index.fulltext.queryNodes('question_text', $query, {limit: 200}) YIELD node, score
  WITH node, score WHERE node.namespace = $namespace AND NOT node:SubQuestion AND node.key <> $question
  RETURN node AS q, score ORDER BY score DESC, node.key LIMIT $limit
}
CALL (q) {
  MATCH (q)<-[:ANSWERS]-(r:Run {state: 'completed'})-[:PRODUCED]->(rep:Report {is_final: true})
  WHERE r.rejected_by IS NULL AND r.key <> $apart
  RETURN r, rep ORDER BY r.started_at_ms > $ahead_ms, r.started_at_ms DESC, r.key LIMIT 1
}
RETURN q.key AS question, q.text AS text, r.key AS run, r.run_key AS run_key, rep.key AS report, r.mode AS mode,
       r.options_json AS options_json, coalesce(r.coverage_review_passed, false) AS covered,
       r.started_at AS started_at, r.ended_at AS ended_at, score
ORDER BY score DESC, question;

// name: parts_of_run
// The parts of a run's plan
// params: run, namespace
// returns: ordinal, text, expects, queries
MATCH (r:Run {key: $run})-[p:PLANNED]->(q:SubQuestion) WHERE r.namespace = $namespace
RETURN p.ordinal AS ordinal, q.text AS text, q.expects AS expects, q.queries AS queries ORDER BY ordinal;

// name: versions_of_run
// The texts that a run found passages in
// params: run, namespace
// returns: version
MATCH (r:Run {key: $run})-[:HAS_STEP]->(:Step)-[:RETRIEVED]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)
WHERE r.namespace = $namespace
RETURN DISTINCT v.key AS version ORDER BY version;

// name: sentences_of_report
// What a report says, with what its quotes and their sources are now
// params: report, namespace
// returns: ordinal, section, kind, text, subquestion, status_when_written, claims, citations
MATCH (rep:Report {key: $report})-[:HAS_STATEMENT]->(s:Statement) WHERE rep.namespace = $namespace
RETURN s.ordinal AS ordinal, s.section AS section, s.kind AS kind, s.text AS text, s.subquestion AS subquestion,
       s.status_when_written AS status_when_written,
       COLLECT { MATCH (s)-[:ASSERTS]->(c:Claim) RETURN {claim: c.key, status: c.status} ORDER BY c.key } AS claims,
       COLLECT { MATCH (s)-[:CITES]->(ci:Citation)-[:FOR_CLAIM]->(c:Claim)
                 MATCH (ci)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(src:Source)
                 RETURN {citation: ci.key, claim: c.key, claim_text: c.text, quote_match: ci.quote_match,
                         verdict: ci.verdict, char_start: ci.char_start, char_end: ci.char_end, passage: p.key,
                         version: v.key, state: v.state, source: src.key, url: coalesce(v.url, src.url),
                         title: coalesce(v.title, src.source_id), kind: src.kind, fetched_at: v.fetched_at,
                         seen_at: v.seen_at, seen_at_ms: v.seen_at_ms} ORDER BY c.key, ci.key } AS citations
ORDER BY ordinal;

// name: sightings_of_versions
// When these texts were last found to be what their sources say
// params: keys, namespace
// returns: version, source, kind, title, seen_at, seen_at_ms
UNWIND $keys AS key
MATCH (s:Source)-[:HAS_VERSION]->(v:SourceVersion {key: key}) WHERE v.namespace = $namespace
RETURN v.key AS version, s.key AS source, s.kind AS kind, coalesce(v.title, s.source_id) AS title,
       v.seen_at AS seen_at, v.seen_at_ms AS seen_at_ms
ORDER BY version;
