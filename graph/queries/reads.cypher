// What people and the report renderer read.

// fragment: any_label
// The labels spelled out, so that a key is sought in the index of each; a label as a parameter reads every node on 5.26
Source|SourceVersion|Passage|Entity|Claim|Citation|Conflict|Assessment|Question|Run|Step|Reflection|Report|Statement|Conversation|Turn|Deletion|EmbeddingModel|SchemaMigration

// name: nodes_by_prefix
// Nodes of one label whose key begins so
// params: prefix, label, namespace
// returns: key, name
MATCH (n:{{> any_label}})
WHERE n.key STARTS WITH $prefix AND n.namespace = $namespace AND $label IN labels(n)
RETURN n.key AS key, n.name AS name ORDER BY key LIMIT 6;

// name: runs_by_run_key
// The run that a person named
// params: run_key, namespace
// returns: key
MATCH (r:Run) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL AND r.run_key = $run_key
RETURN r.key AS key LIMIT 1;

// name: run_as_begun
// What a run was begun with: what it needs to go on alike
// params: run, namespace
// returns: question, run_key, mode, state, budgets_json, options_json
MATCH (r:Run {key: $run})-[:ANSWERS]->(q:Question) WHERE r.namespace = $namespace
RETURN q.text AS question, r.run_key AS run_key, r.mode AS mode, r.state AS state, r.budgets_json AS budgets_json,
       r.options_json AS options_json;

// name: report_of_run
// The final report of a run, or its newest draft
// params: run, namespace
// returns: report
MATCH (r:Run {key: $run})-[:PRODUCED]->(rep:Report) WHERE r.namespace = $namespace
RETURN rep.key AS report ORDER BY rep.is_final DESC, rep.round DESC LIMIT 1;

// name: report_head
// What stands above a report
// params: report, namespace
// returns: report, header_json, is_final, round, run, run_key, state, stopped_by, mode, started_at, ended_at, accepted_by, accepted_at, rejected_by, rejected_at, rejected_why, question
MATCH (rep:Report {key: $report})<-[:PRODUCED]-(r:Run)-[:ANSWERS]->(q:Question) WHERE rep.namespace = $namespace
RETURN rep.key AS report, rep.header_json AS header_json, rep.is_final AS is_final, rep.round AS round, r.key AS run,
       r.run_key AS run_key, r.state AS state, r.stopped_by AS stopped_by, r.mode AS mode, r.started_at AS started_at,
       r.ended_at AS ended_at, r.accepted_by AS accepted_by, r.accepted_at AS accepted_at,
       r.rejected_by AS rejected_by, r.rejected_at AS rejected_at, r.rejected_why AS rejected_why, q.text AS question;

// name: rows_of_run
// What a run asked of the graph itself, before it researched anything
// params: run, namespace
// returns: tool, args_json, output_json, outcome
MATCH (r:Run {key: $run})-[:HAS_STEP]->(st:Step {round: 0}) WHERE r.namespace = $namespace
RETURN st.tool AS tool, st.args_json AS args_json, st.output_json AS output_json, st.outcome AS outcome
ORDER BY st.ordinal, st.key;

// name: report_statements
// The sentences of a report with their claims, marks, quotes and sources
// params: report, namespace
// returns: statement, ordinal, section, kind, text, subquestion, status_when_written, claims, citations
MATCH (rep:Report {key: $report})-[:HAS_STATEMENT]->(s:Statement) WHERE rep.namespace = $namespace
RETURN s.key AS statement, s.ordinal AS ordinal, s.section AS section, s.kind AS kind, s.text AS text,
       s.subquestion AS subquestion, s.status_when_written AS status_when_written,
       COLLECT { MATCH (s)-[:ASSERTS]->(c:Claim) RETURN {claim: c.key, status: c.status, reason: c.status_reason} ORDER BY c.key } AS claims,
       COLLECT { MATCH (s)-[l:CITES]->(ci:Citation)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(src:Source)
                 RETURN {citation: ci.key, marker: l.marker, quote: ci.quote, quote_match: ci.quote_match, verdict: ci.verdict,
                         checker: ci.checker, passage: p.key, flags: coalesce(p.flags, []), char_start: ci.char_start, char_end: ci.char_end,
                         version: v.key, source: src.key, url: src.url} ORDER BY l.marker, ci.char_start, ci.key } AS citations
ORDER BY ordinal;

// name: sources_of_report
// The sources a report cites, with the current sources that hold the very same text, and who said it first
// params: report, namespace
// returns: source, source_id, title, publisher, url, published_at, published_precision, updated_at, fetched_at, version, version_state, text_sha256, work_group, origin_group, gone_at, copies
MATCH (rep:Report {key: $report})-[:HAS_STATEMENT]->(:Statement)-[:CITES]->(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE rep.namespace = $namespace
WITH DISTINCT s, v
RETURN s.key AS source, s.source_id AS source_id, coalesce(v.title, s.title, s.source_id) AS title, v.publisher AS publisher,
       v.url AS url, v.published_at AS published_at, v.published_precision AS published_precision,
       v.updated_at AS updated_at, v.fetched_at AS fetched_at, v.key AS version, v.state AS version_state,
       v.content_sha256 AS text_sha256, s.work_group AS work_group, s.origin_group AS origin_group,
       head(COLLECT { MATCH (s)-[:HAS_VERSION]->(w:SourceVersion {state: 'current'}) RETURN w.gone_at }) AS gone_at,
       COLLECT { MATCH (o:Source)-[:HAS_VERSION]->(w:SourceVersion {state: 'current'})
                 WHERE w.namespace = $namespace AND w.content_sha256 = v.content_sha256 AND o <> s
                 RETURN {source: o.key, title: coalesce(o.title, o.source_id), publisher: o.publisher,
                         published_at: o.published_at} ORDER BY o.key LIMIT 50 } AS copies
ORDER BY source, version;

// name: claim_statuses
// What claims are called now
// params: keys, namespace
// returns: claim, status, reason
MATCH (c:Claim) WHERE c.key IN $keys AND c.namespace = $namespace
RETURN c.key AS claim, c.status AS status, c.status_reason AS reason ORDER BY claim;

// name: citation_verdicts
// What was found of the quotes for claims
// params: claims, namespace
// returns: citation, claim, verdict, checker, reason
MATCH (c:Claim)<-[:FOR_CLAIM]-(ci:Citation) WHERE c.key IN $claims AND c.namespace = $namespace
RETURN ci.key AS citation, c.key AS claim, ci.verdict AS verdict, ci.checker AS checker, ci.reason AS reason
ORDER BY citation;

// name: show_node
// Any node with its own properties; vectors are left out
// params: key, label, namespace
// returns: labels, properties
MATCH (n:{{> any_label}}) WHERE n.key = $key AND n.namespace = $namespace AND $label IN labels(n)
RETURN labels(n) AS labels, n {.*} AS properties;

// name: neighbours_of
// What a node is joined to, type by type
// params: key, label, namespace, limit
// returns: type, outgoing, key, labels, name, text
MATCH (n:{{> any_label}}) WHERE n.key = $key AND n.namespace = $namespace AND $label IN labels(n)
MATCH (n)-[r]-(o)
RETURN type(r) AS type, startNode(r) = n AS outgoing, o.key AS key, labels(o) AS labels, o.name AS name,
       coalesce(o.text, o.quote, o.title) AS text
ORDER BY type, outgoing, key LIMIT $limit;

// name: count_nodes
// How much the namespace holds
// params: namespace
// returns: sources, passages, without_vectors, claims, runs
CALL () { MATCH (s:Source) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL RETURN count(s) AS sources }
CALL () { MATCH (p:Passage:Current) WHERE p.namespace = $namespace RETURN count(p) AS passages, sum(CASE WHEN p.{{embedding}} IS NULL THEN 1 ELSE 0 END) AS without_vectors }
CALL () { MATCH (c:Claim) WHERE c.namespace = $namespace AND c.status IS NOT NULL RETURN count(c) AS claims }
CALL () { MATCH (r:Run) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL RETURN count(r) AS runs }
RETURN sources, passages, without_vectors, claims, runs;
