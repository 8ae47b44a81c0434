// Templates about research itself: questions, runs, reports, what they cost and what stayed open.

// name: similar_past_questions
// Whether something like this was asked before: past questions with their newest run and report
// group: runs
// param: question words of question_text: the question or words of it
// param: limit integer = 10: at most so many questions
// returns: question, text, run, report, answered_at, score
CALL db.index.fulltext.queryNodes('question_text', $question, {limit: 1000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0 AND NOT node:SubQuestion
CALL (node) {
  MATCH (node)<-[:ANSWERS]-(r:Run {state: 'completed'})-[:PRODUCED]->(rep:Report {is_final: true})
  RETURN r, rep ORDER BY r.ended_at DESC, r.key LIMIT 1
}
RETURN node.key AS question, node.text AS text, r.run_key AS run, rep.key AS report, r.ended_at AS answered_at, score
ORDER BY score DESC, answered_at DESC, question LIMIT $limit;

// name: open_questions
// Questions that were asked and that no run has answered
// group: runs
// param: limit integer = 50: at most so many questions
// returns: question, text, asked_at, runs
MATCH (q:Question) USING INDEX q:Question(namespace) WHERE q.namespace = $namespace AND NOT q:SubQuestion
  AND NOT EXISTS { MATCH (q)<-[:ANSWERS]-(r:Run) WHERE r.state = 'completed' }
RETURN q.key AS question, q.text AS text, q.created_at AS asked_at,
       COLLECT { MATCH (q)<-[:ANSWERS]-(r:Run) RETURN r.run_key + ': ' + r.state ORDER BY r.started_at_ms } AS runs
ORDER BY asked_at DESC, question LIMIT $limit;

// name: open_gaps
// What finished runs left open: the gaps of each run's last review
// group: runs
// param: limit integer = 50: at most so many runs
// returns: run, question, gaps, open_parts, stop_reason, ended_at
MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL
MATCH (r)-[:ANSWERS]->(q:Question)
CALL (r) {
  MATCH (r)-[:HAS_REFLECTION]->(f:Reflection)
  RETURN f ORDER BY f.round DESC LIMIT 1
}
WITH r, q, f WHERE size(f.gaps) > 0
RETURN r.run_key AS run, q.text AS question, f.gaps AS gaps,
       COLLECT { MATCH (f)-[:ASKED]->(part:Question) RETURN part.text ORDER BY part.text } AS open_parts,
       f.stop_reason AS stop_reason, r.ended_at AS ended_at
ORDER BY r.started_at_ms DESC, r.key LIMIT $limit;

// name: runs_by_state
// Runs with their question, newest first, of one state or of all
// group: runs
// param: state text of running|completed|no_evidence|failed|interrupted = -: only runs in this state
// param: limit integer = 20: at most so many runs
// returns: run, run_key, question, state, stopped_by, mode, error, started_at, ended_at, accepted_by, rejected_by, report
MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL AND ($state IS NULL OR r.state = $state)
OPTIONAL MATCH (r)-[:ANSWERS]->(q:Question)
OPTIONAL MATCH (r)-[:PRODUCED]->(rep:Report {is_final: true})
RETURN r.key AS run, r.run_key AS run_key, q.text AS question, r.state AS state, r.stopped_by AS stopped_by,
       r.mode AS mode, r.error AS error, r.started_at AS started_at, r.ended_at AS ended_at,
       r.accepted_by AS accepted_by, r.rejected_by AS rejected_by, rep.key AS report
ORDER BY r.started_at_ms DESC, run LIMIT $limit;

// name: run_timeline
// What a run did, step by step: tool, outcome, time, rows, errors
// group: runs
// param: run run: the run, by its key or name, or latest
// param: limit integer = 200: at most so many steps
// returns: ordinal, round, tool, outcome, latency_ms, rows, tokens_in, tokens_out, error
MATCH (r:Run {key: $run})-[:HAS_STEP]->(st:Step) WHERE r.namespace = $namespace
RETURN st.ordinal AS ordinal, st.round AS round, st.tool AS tool, st.outcome AS outcome, st.latency_ms AS latency_ms,
       st.rows AS rows, st.tokens_in AS tokens_in, st.tokens_out AS tokens_out, st.error AS error
ORDER BY ordinal, st.key LIMIT $limit;

// name: reflection_trace
// How a run criticised itself, round by round: verdict, gaps, what it asked again, why it stopped
// group: runs
// param: run run: the run, by its key or name, or latest
// returns: round, verdict, gaps, follow_ups, stop_reason
MATCH (r:Run {key: $run})-[:HAS_REFLECTION]->(f:Reflection) WHERE r.namespace = $namespace
RETURN f.round AS round, f.verdict AS verdict, f.gaps AS gaps,
       COLLECT { MATCH (f)-[:ASKED]->(part:Question) RETURN part.text ORDER BY part.text } AS follow_ups,
       f.stop_reason AS stop_reason
ORDER BY round;

// name: citation_chain_for_report
// Every sentence of a report with its quotes, sources and the hash of the text that was read
// group: runs
// param: report report: the report, by its key, its run or latest
// param: limit integer = 200: at most so many rows
// returns: ordinal, section, statement, marker, verdict, quote, title, url, content_sha256
MATCH (rep:Report {key: $report})-[:HAS_STATEMENT]->(s:Statement) WHERE rep.namespace = $namespace
OPTIONAL MATCH (s)-[l:CITES]->(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(src:Source)
RETURN s.ordinal AS ordinal, s.section AS section, s.text AS statement, l.marker AS marker, ci.verdict AS verdict,
       ci.quote AS quote, coalesce(v.title, src.source_id) AS title, v.url AS url, v.content_sha256 AS content_sha256
ORDER BY ordinal, marker, ci.char_start, ci.key LIMIT $limit;

// name: shared_sources_between_runs
// Sources that two runs both found
// group: runs
// param: run_a run: one run, by its key or name
// param: run_b run: the other run
// param: limit integer = 50: at most so many sources
// returns: source, title, url
MATCH (a:Run {key: $run_a}), (b:Run {key: $run_b}) WHERE a.namespace = $namespace AND b.namespace = $namespace
CALL (a) {
  MATCH (a)-[:HAS_STEP]->(:Step)-[:RETRIEVED]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
  RETURN collect(DISTINCT s) AS ours
}
CALL (b) {
  MATCH (b)-[:HAS_STEP]->(:Step)-[:RETRIEVED]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
  RETURN collect(DISTINCT s) AS theirs
}
UNWIND ours AS s
WITH s, theirs WHERE s IN theirs
RETURN s.key AS source, coalesce(s.title, s.source_id) AS title, s.url AS url
ORDER BY source LIMIT $limit;

// name: tool_cost
// What each tool cost since a day: calls, tokens, slow calls, errors
// group: runs
// param: since since: the day, month or year
// returns: tool, calls, tokens, p95_ms, errors
MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms >= $since
MATCH (r)-[:HAS_STEP]->(st:Step)
RETURN st.tool AS tool, count(*) AS calls, sum(coalesce(st.tokens_in, 0) + coalesce(st.tokens_out, 0)) AS tokens,
       percentileCont(st.latency_ms, 0.95) AS p95_ms,
       sum(CASE WHEN st.outcome IN ['ok', 'empty'] THEN 0 ELSE 1 END) AS errors
ORDER BY calls DESC, tool;

// name: changes_since
// What changed since a day: new sources, new texts of sources, new claims, changes of status, runs
// group: runs
// param: since since: the day, month or year
// param: kind text of source|version|claim|status|run = -: only changes of this kind
// param: limit integer = 50: at most so many changes
// returns: at, kind, key, text, detail
CALL () {
  MATCH (v:SourceVersion) WHERE $kind IS NULL OR $kind IN ['source', 'version']
  WITH v WHERE v.namespace = $namespace AND v.seen_at_ms >= $since AND v.fetched_at_ms >= $since
  MATCH (v)<-[:HAS_VERSION]-(s:Source)
  WITH v, s, CASE WHEN EXISTS { (v)-[:REVISION_OF]->() } THEN 'version' ELSE 'source' END AS kind
  WITH v, s, kind WHERE $kind IS NULL OR kind = $kind
  RETURN v.fetched_at AS at, kind, s.key AS key, coalesce(v.title, s.source_id) AS text, v.state AS detail
UNION ALL
  MATCH (c:Claim)-[:HAS_ASSESSMENT]->(a:Assessment) USING INDEX c:Claim(namespace, status)
  WHERE c.namespace = $namespace AND c.status IS NOT NULL AND a.created_at_ms >= $since
  WITH c, a, CASE WHEN a.from_status IS NULL THEN 'claim' ELSE 'status' END AS kind
  WITH c, a, kind WHERE $kind IS NULL OR kind = $kind
  RETURN a.created_at AS at, kind, c.key AS key, c.text AS text,
         coalesce(a.from_status + ' -> ', '') + a.to_status + ' (' + a.reason + ')' AS detail
UNION ALL
  MATCH (r:Run)-[:ANSWERS]->(q:Question) USING INDEX r:Run(namespace, started_at_ms)
  WHERE r.namespace = $namespace AND r.started_at_ms >= $since AND ($kind IS NULL OR $kind = 'run')
  RETURN r.started_at AS at, 'run' AS kind, r.key AS key, q.text AS text, r.state AS detail
}
RETURN at, kind, key, text, detail
ORDER BY at DESC, kind, key LIMIT $limit;

// name: graph_health
// Whether the graph is sound: malformed claims, support without a valid quote, conflicts without two sides, orphans
// group: runs
// returns: claims, malformed, supported_without_evidence, lopsided_conflicts, orphan_passages
CALL () {
  MATCH (c:Claim) USING INDEX c:Claim(namespace, created_at) WHERE c.namespace = $namespace AND c.created_at IS NOT NULL
  RETURN count(c) AS claims, sum(CASE WHEN c.key IS NULL OR c.status IS NULL THEN 1 ELSE 0 END) AS malformed,
         sum(CASE WHEN c.status = 'supported' AND NOT EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid', stance: 'supports'}) } THEN 1 ELSE 0 END) AS supported_without_evidence
}
CALL () {
  MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
  MATCH (c)<-[:BETWEEN]-(x:Conflict) WHERE COUNT { (x)-[:BETWEEN]->() } <> 2
  RETURN count(DISTINCT x) AS lopsided_conflicts
}
CALL () {
  MATCH (p:Passage) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace AND NOT EXISTS { (p)<-[:HAS_PASSAGE]-(:SourceVersion) }
  RETURN count(p) AS orphan_passages
}
RETURN claims, malformed, supported_without_evidence, lopsided_conflicts, orphan_passages;
