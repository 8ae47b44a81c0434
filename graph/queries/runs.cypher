// Writing what research did and found: question, run, plan, steps, claims, verdicts, reviews, reports.

// name: record_run
// A run and the question it answers; a run key that is there already is gone on with
// params: run, question, namespace, now, now_ms
// returns: state, question, mode, started_at_ms, options_json
MERGE (q:Question {key: $question.key})
ON CREATE SET q.namespace = $namespace, q.name = $question.name, q.created_at = $now, q.text = $question.text
MERGE (r:Run {key: $run.key})
ON CREATE SET r.namespace = $namespace, r.name = $run.name, r.created_at = $now, r.run_key = $run.run_key,
              r.state = 'running', r.mode = $run.mode, r.started_at = $now, r.started_at_ms = $now_ms,
              r.budgets_json = $run.budgets_json, r.code_version = $run.code_version, r.models = $run.models,
              r.prompts = $run.prompts, r.options_json = $run.options_json
WITH q, r
OPTIONAL MATCH (r)-[:ANSWERS]->(other:Question) WHERE other <> q
FOREACH (_ IN CASE WHEN other IS NULL THEN [1] ELSE [] END | MERGE (r)-[:ANSWERS]->(q))
RETURN r.state AS state, coalesce(other.text, q.text) AS question, r.mode AS mode,
       r.started_at_ms AS started_at_ms, r.options_json AS options_json;

// name: reopen_run
// An interrupted or failed run goes on
// params: key
// returns: -
MATCH (r:Run {key: $key}) WHERE r.state IN ['interrupted', 'failed']
SET r.state = 'running'
REMOVE r.error, r.ended_at;

// name: record_subquestions
// The parts of a plan, fixed for the whole run
// params: run, question, rows, namespace, now
// returns: -
MATCH (r:Run {key: $run}), (q:Question {key: $question})
UNWIND $rows AS row
MERGE (s:Question {key: row.key})
ON CREATE SET s:SubQuestion, s.namespace = $namespace, s.name = row.name, s.created_at = $now, s.text = row.text,
              s.expects = row.expects, s.queries = row.queries
MERGE (r)-[p:PLANNED]->(s)
ON CREATE SET p.ordinal = row.ordinal
MERGE (s)-[:SUBQUESTION_OF]->(q);

// name: record_steps
// Tool calls with their outcomes; a step of the same arguments in the same round is one step, as first written
// params: run, steps, namespace, now
// returns: key, outcome, output_json
MATCH (r:Run {key: $run})
UNWIND $steps AS step
MERGE (st:Step {key: step.key})
ON CREATE SET st.namespace = $namespace, st.name = step.name, st.created_at = $now, st.ordinal = step.ordinal,
              st.round = step.round, st.tool = step.tool, st.args_json = step.args_json,
              st.request_sha256 = step.request_sha256, st.output_json = step.output_json, st.outcome = step.outcome,
              st.error = step.error, st.latency_ms = step.latency_ms, st.rows = step.rows,
              st.tokens_in = step.tokens_in, st.tokens_out = step.tokens_out
MERGE (r)-[:HAS_STEP]->(st)
RETURN st.key AS key, st.outcome AS outcome, st.output_json AS output_json;

// name: record_retrieved
// What a step found
// params: step, rows
// returns: -
MATCH (st:Step {key: $step})
UNWIND $rows AS row
MATCH (p:Passage {key: row.passage})
MERGE (st)-[f:RETRIEVED]->(p)
ON CREATE SET f.rank = row.rank, f.score = row.score, f.arm = row.arm;

// name: steps_of_run
// The steps a run has taken, with the passages each found: what a second start goes on from
// params: run, namespace
// returns: step, ordinal, round, tool, args_json, request_sha256, output_json, outcome, latency_ms, tokens_in, tokens_out, passages
MATCH (r:Run {key: $run})-[:HAS_STEP]->(st:Step) WHERE r.namespace = $namespace
RETURN st.key AS step, st.ordinal AS ordinal, st.round AS round, st.tool AS tool, st.args_json AS args_json, st.request_sha256 AS request_sha256,
       st.output_json AS output_json, st.outcome AS outcome, st.latency_ms AS latency_ms,
       st.tokens_in AS tokens_in, st.tokens_out AS tokens_out,
       COLLECT { MATCH (st)-[f:RETRIEVED]->(p:Passage) RETURN {passage: p.key, rank: f.rank, score: f.score, arm: f.arm} ORDER BY f.rank, p.key } AS passages
ORDER BY ordinal, step;

// name: evidence_of_passages
// Passages with their neighbours and what a citation says of their source; none whose text was forgotten
// params: keys, namespace
// returns: passage, version, source, text, char_start, char_end, ordinal, before, before_key, after, after_key, heading, title, publisher, url, source_id, published_at, fetched_at, language, text_sha256, state, flags, work_group, char_len
UNWIND $keys AS key
MATCH (p:Passage {key: key})<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE p.namespace = $namespace AND p.text IS NOT NULL
OPTIONAL MATCH (b:Passage)-[:NEXT]->(p)
OPTIONAL MATCH (p)-[:NEXT]->(a:Passage)
RETURN p.key AS passage, v.key AS version, s.key AS source, p.text AS text, p.char_start AS char_start,
       p.char_end AS char_end, p.ordinal AS ordinal, coalesce(b.text, '') AS before, b.key AS before_key,
       coalesce(a.text, '') AS after, a.key AS after_key, p.heading AS heading, coalesce(v.title, s.source_id) AS title,
       v.publisher AS publisher, v.url AS url, s.source_id AS source_id, v.published_at AS published_at,
       v.fetched_at AS fetched_at, p.language AS language, v.content_sha256 AS text_sha256,
       v.state AS state, coalesce(p.flags, []) AS flags, s.work_group AS work_group, v.char_len AS char_len;

// name: record_claims
// Claims with what they are about, unreviewed until something is checked
// params: rows, namespace, now, now_ms
// returns: -
UNWIND $rows AS r
MERGE (c:Claim {key: r.key})
ON CREATE SET c += coalesce(r.scope, {}), c.namespace = $namespace, c.name = r.name, c.created_at = $now, c.created_at_ms = $now_ms,
              c.text = r.text;

// name: restore_claims
// Claims whose words were erased with their source have them again where a text that is there says them
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.key}) WHERE c.erased_at IS NOT NULL
  AND EXISTS { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion {state: 'current'}) WHERE ci.erased_at IS NULL }
SET c += coalesce(r.scope, {}), c.text = r.text, c.name = r.name
REMOVE c.erased_at;

// name: record_citations
// The quotes for and against claims, each unchecked; a quote of what was superseded meanwhile is stale from the start,
// and one of a snippet can never be checked: the page was not read. One that was erased is made anew where its text is
// there again; of a version that was erased no words are kept
// params: rows, namespace, now
// returns: -
UNWIND $rows AS r
MATCH (c:Claim {key: r.claim})
MATCH (p:Passage {key: r.passage})<-[:HAS_PASSAGE]-(v:SourceVersion)
MERGE (ci:Citation {key: r.key})
ON CREATE SET ci.namespace = $namespace, ci.name = r.name, ci.created_at = $now, ci.quote = r.quote, ci.prefix = r.prefix,
              ci.suffix = r.suffix, ci.char_start = r.char_start, ci.char_end = r.char_end,
              ci.quote_sha256 = r.quote_sha256, ci.quote_match = r.quote_match, ci.stance = r.stance,
              ci.verdict = CASE v.state WHEN 'current' THEN 'unchecked' WHEN 'removed' THEN 'removed' WHEN 'snippet' THEN 'cannot_check'
                                        ELSE 'stale' END,
              ci.checker = CASE v.state WHEN 'snippet' THEN 'rule:snippet' END,
              ci.reason = CASE v.state WHEN 'snippet' THEN 'only what a search said of the page was read, not the page' END
FOREACH (_ IN CASE WHEN ci.erased_at IS NOT NULL AND v.state = 'current' THEN [1] ELSE [] END |
  SET ci.name = r.name, ci.quote = r.quote, ci.prefix = r.prefix, ci.suffix = r.suffix, ci.quote_sha256 = r.quote_sha256,
      ci.quote_match = r.quote_match, ci.verdict = 'unchecked'
  REMOVE ci:Broken, ci.erased_at, ci.person_verdict)
FOREACH (_ IN CASE WHEN v.erased_at IS NULL THEN [] ELSE [1] END |
  SET ci.name = 'erased', ci.quote = 'erased', ci.erased_at = v.erased_at
  REMOVE ci.prefix, ci.suffix, ci.quote_sha256)
FOREACH (_ IN CASE WHEN ci.verdict IN ['stale', 'removed'] THEN [1] ELSE [] END | SET ci:Broken)
MERGE (ci)-[f:FOR_CLAIM]->(c)
ON CREATE SET f.stance = r.stance
MERGE (ci)-[:QUOTES]->(p);

// name: record_verdicts
// What a checker found of citations that are still unchecked; a person's word and an earlier finding stay
// params: rows, now
// returns: -
UNWIND $rows AS r
MATCH (ci:Citation {key: r.citation, verdict: 'unchecked'})
SET ci.verdict = r.verdict, ci.quote_match = r.quote_match, ci.checker = r.checker, ci.reason = r.reason,
    ci.checked_at = $now
FOREACH (_ IN CASE WHEN r.verdict = 'rejected' OR r.quote_match = 'none' THEN [1] ELSE [] END | SET ci:Broken);

// name: unchecked_citations
// Citations that wait for a check, with the text around them that they must be found in
// params: claims, versions, namespace
// returns: citation, claim, claim_text, quote, quote_match, char_start, char_end, passages, version, title, publisher, published_at, heading, around, opening, ending
CALL () {
  UNWIND $claims AS key
  MATCH (c:Claim {key: key})<-[:FOR_CLAIM]-(ci:Citation {verdict: 'unchecked'})
  RETURN c, ci
UNION
  UNWIND $versions AS key
  MATCH (:SourceVersion {key: key})-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation {verdict: 'unchecked'})-[:FOR_CLAIM]->(c:Claim)
  RETURN c, ci
}
MATCH (ci)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion) WHERE c.namespace = $namespace
RETURN ci.key AS citation, c.key AS claim, c.text AS claim_text, ci.quote AS quote, ci.quote_match AS quote_match,
       ci.char_start AS char_start, ci.char_end AS char_end, v.key AS version, v.title AS title, v.publisher AS publisher,
       v.published_at AS published_at, p.heading AS heading,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage) WHERE n.char_end > ci.char_start AND n.char_start < ci.char_end
                 RETURN {text: n.text, char_start: n.char_start} ORDER BY n.ordinal } AS passages,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage)
                 WHERE n.char_end > ci.char_start - 2000 AND n.char_start < ci.char_end + 1500
                 RETURN {text: n.text, char_start: n.char_start} ORDER BY n.ordinal } AS around,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage) RETURN coalesce(n.text, '') ORDER BY n.ordinal LIMIT 1 } AS opening,
       COLLECT { MATCH (v)-[:HAS_PASSAGE]->(n:Passage)
                 RETURN coalesce(n.text, '') ORDER BY n.ordinal DESC LIMIT 1 } AS ending
ORDER BY citation;

// name: record_reflection
// The critique of one round
// params: run, reflection, subquestions, namespace, now
// returns: -
MATCH (r:Run {key: $run})
MERGE (f:Reflection {key: $reflection.key})
ON CREATE SET f.namespace = $namespace, f.name = $reflection.name, f.created_at = $now, f.round = $reflection.round,
              f.verdict = $reflection.verdict, f.gaps = $reflection.gaps, f.stop_reason = $reflection.stop_reason
MERGE (r)-[:HAS_REFLECTION]->(f)
WITH f
UNWIND $subquestions AS key
MATCH (q:Question {key: key})
MERGE (f)-[:ASKED]->(q);

// name: record_report
// A draft or the final report, without its sentences; `there` says that it was written before, whole, and stays
// params: run, report, namespace, now
// returns: there
MATCH (r:Run {key: $run})
SET r:Run
WITH r
OPTIONAL MATCH (old:Report {key: $report.key})
WITH r, old IS NOT NULL AS there
MERGE (rep:Report {key: $report.key})
ON CREATE SET rep.namespace = $namespace, rep.name = $report.name, rep.created_at = $now, rep.round = $report.round,
              rep.is_final = false, rep.header_json = $report.header_json
MERGE (r)-[:PRODUCED]->(rep)
RETURN there;

// name: record_statements
// The sentences of a report
// params: report, rows, namespace, now
// returns: -
MATCH (rep:Report {key: $report})
UNWIND $rows AS r
MERGE (s:Statement {key: r.key})
ON CREATE SET s.namespace = $namespace, s.name = r.name, s.created_at = $now, s.ordinal = r.ordinal, s.section = r.section,
              s.kind = r.kind, s.text = r.text, s.subquestion = r.subquestion,
              s.status_when_written = r.status_when_written
MERGE (rep)-[:HAS_STATEMENT]->(s)
WITH s, r
CALL (s, r) {
  UNWIND r.claims AS key
  MATCH (c:Claim {key: key})
  MERGE (s)-[:ASSERTS]->(c)
}
CALL (s, r) {
  UNWIND r.citations AS cited
  MATCH (ci:Citation {key: cited.citation})
  MERGE (s)-[l:CITES]->(ci)
  ON CREATE SET l.marker = cited.marker
};

// name: finish_run
// The end of a run, whatever it was; the last draft alone is the report. A run that came to its end keeps it
// params: run, state, stopped_by, coverage_review_passed, needs_review, used_json, error, report, now
// returns: -
MATCH (r:Run {key: $run}) WHERE NOT r.state IN ['completed', 'no_evidence']
SET r.state = $state, r.stopped_by = $stopped_by, r.coverage_review_passed = $coverage_review_passed,
    r.needs_review = $needs_review, r.used_json = $used_json, r.error = $error, r.ended_at = $now
WITH r
MATCH (r)-[:PRODUCED]->(rep:Report) WHERE $report IS NOT NULL
SET rep.is_final = (rep.key = $report);

// name: accept_run
// A person accepts the final report
// params: run, by, now, namespace
// returns: run, state
MATCH (r:Run {key: $run}) WHERE r.namespace = $namespace AND r.state = 'completed'
SET r.accepted_by = $by, r.accepted_at = $now, r.needs_review = false
REMOVE r.rejected_by, r.rejected_at, r.rejected_why
RETURN r.key AS run, r.state AS state;

// name: reject_run
// A person rejects the final report and says why; an acceptance is taken back by it
// params: run, by, why, now, namespace
// returns: run, state
MATCH (r:Run {key: $run}) WHERE r.namespace = $namespace AND r.state = 'completed'
SET r.rejected_by = $by, r.rejected_at = $now, r.rejected_why = $why, r.needs_review = false
REMOVE r.accepted_by, r.accepted_at
RETURN r.key AS run, r.state AS state;
