// Templates about claims: what was concluded, how sure it is, what speaks for and against it.

// name: claims_for_question
// What was concluded on a question, with the status of each claim now
// group: claims
// param: question question: the question, by its words or key
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, first_statement, runs
MATCH (q:Question {key: $question})<-[:ANSWERS]-(r:Run)-[:PRODUCED]->(:Report {is_final: true})-[:HAS_STATEMENT]->(s:Statement)-[:ASSERTS]->(c:Claim)
WHERE q.namespace = $namespace
RETURN c.key AS claim, c.text AS text, c.status AS status, min(s.ordinal) AS first_statement,
       collect(DISTINCT r.run_key) AS runs
ORDER BY first_statement, claim LIMIT $limit;

// name: evidence_for_claim
// Why we believe a claim: the quotes for and against it, down to source and date
// group: claims
// param: claim claim: the claim, by its words or key
// param: limit integer = 50: at most so many quotes
// returns: claim, status, citation, stance, verdict, checker, checked_because, quote_match, quote, char_start, char_end, title, url, source, source_id, published_at, fetched_at, version_state
MATCH (c:Claim {key: $claim}) WHERE c.namespace = $namespace
OPTIONAL MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
OPTIONAL MATCH (ci)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN DISTINCT c.text AS claim, c.status AS status, ci.key AS citation, ci.stance AS stance, ci.verdict AS verdict,
       ci.checker AS checker, ci.reason AS checked_because, ci.quote_match AS quote_match, ci.quote AS quote,
       ci.char_start AS char_start, ci.char_end AS char_end, coalesce(v.title, s.title) AS title, v.url AS url, s.key AS source, s.source_id AS source_id,
       v.published_at AS published_at, v.fetched_at AS fetched_at, v.state AS version_state
ORDER BY stance, fetched_at DESC, citation LIMIT $limit;

// name: opposing_claims
// Who says the opposite of a claim: claims in conflict with it and quotes that refute it, with their sources
// group: claims
// param: claim claim: the claim, by its words or key
// param: limit integer = 50: at most so many rows
// returns: how, claim, text, status, quote, title, publisher, published_at, source
MATCH (a:Claim {key: $claim}) WHERE a.namespace = $namespace
CALL (a) {
  MATCH (a)<-[:BETWEEN]-(x:Conflict)-[:BETWEEN]->(b:Claim) WHERE x.state = 'open' AND b <> a
  OPTIONAL MATCH (b)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
  RETURN 'conflict' AS how, b, ci, v, s
UNION ALL
  MATCH (a)<-[:FOR_CLAIM]-(ci:Citation {stance: 'refutes'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
  WHERE ci.verdict IN ['valid', 'unchecked']
  RETURN 'refuting quote' AS how, a AS b, ci, v, s
}
RETURN how, b.key AS claim, b.text AS text, b.status AS status, ci.quote AS quote, coalesce(v.title, s.source_id) AS title,
       v.publisher AS publisher, v.published_at AS published_at, s.key AS source
ORDER BY how, claim, published_at DESC, source, ci.key LIMIT $limit;

// name: conflicting_claims
// Pairs of claims that cannot both hold, side by side, and why
// group: claims
// param: limit integer = 50: at most so many pairs
// returns: conflict, kind, left, left_claim, left_status, right, right_claim, right_status, why, detected_at
MATCH (a:Claim) USING INDEX a:Claim(namespace, status) WHERE a.namespace = $namespace AND a.status IS NOT NULL
MATCH (a)<-[:BETWEEN]-(x:Conflict)-[:BETWEEN]->(b:Claim) WHERE x.state = 'open' AND a.key < b.key
RETURN x.key AS conflict, x.kind AS kind, a.key AS left, a.text AS left_claim, a.status AS left_status, b.key AS right,
       b.text AS right_claim, b.status AS right_status, x.rationale AS why, x.created_at AS detected_at
ORDER BY detected_at DESC, conflict LIMIT $limit;

// name: disputed_claims
// Claims that valid quotes support and valid quotes refute, with the sources of both sides
// group: claims
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, for, against
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status = 'conflicting'
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WITH c, collect(DISTINCT CASE ci.stance WHEN 'supports' THEN coalesce(v.title, s.source_id) END) AS for,
     collect(DISTINCT CASE ci.stance WHEN 'refutes' THEN coalesce(v.title, s.source_id) END) AS against
WHERE size(for) > 0 AND size(against) > 0
RETURN c.key AS claim, c.text AS text, c.status AS status, for, against
ORDER BY claim LIMIT $limit;

// name: claims_by_status
// All claims of one status, newest first, with the reason for it
// group: claims
// param: status text of supported|conflicting|unsupported|unreviewed: the status
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, reason, created_at
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status = $status
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason, c.created_at AS created_at
ORDER BY created_at DESC, claim LIMIT $limit;

// name: claims_with_words
// Claims that say something about these words, best match first
// group: claims
// param: words words of claim_text: words of the claims
// param: limit integer = 20: at most so many claims
// returns: claim, text, status, reason, score
CALL db.index.fulltext.queryNodes('claim_text', $words, {limit: 1000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0
RETURN node.key AS claim, node.text AS text, node.status AS status, node.status_reason AS reason, score
ORDER BY score DESC, claim LIMIT $limit;

// name: single_source_claims
// Supported claims that rest on one source, or on several that say one thing after one pen
// group: claims
// param: limit integer = 50: at most so many claims
// returns: claim, text, sources, titles
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status = 'supported'
MATCH (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE v.state <> 'removed'
WITH c, collect(DISTINCT coalesce(s.origin_group, s.key)) AS origins, collect(DISTINCT s.key) AS sources,
     collect(DISTINCT coalesce(v.title, s.source_id)) AS titles
WHERE size(origins) = 1
RETURN c.key AS claim, c.text AS text, sources, titles
ORDER BY claim LIMIT $limit;

// name: claim_history
// How the status of a claim changed, when, why and by whom
// group: claims
// param: claim claim: the claim, by its words or key
// returns: at, from_status, to_status, reason, by, decision, why
MATCH (c:Claim {key: $claim})-[:HAS_ASSESSMENT]->(a:Assessment) WHERE c.namespace = $namespace
RETURN a.created_at AS at, a.from_status AS from_status, a.to_status AS to_status, a.reason AS reason, a.by AS by,
       a.decision AS decision, a.why AS why
ORDER BY a.ordinal;

// name: claims_known_as_of
// What we believed at the end of a day: every claim there was, with its status then
// group: claims
// param: as_of until: the day, month or year
// param: status text of supported|conflicting|unsupported|unreviewed = -: only claims that had this status then
// param: limit integer = 50: at most so many claims
// returns: claim, text, status_then, since, status_now
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment) WHERE a.created_at_ms <= $as_of
WITH c, a ORDER BY a.ordinal DESC
WITH c, head(collect(a)) AS last
WHERE $status IS NULL OR last.to_status = $status
RETURN c.key AS claim, c.text AS text, last.to_status AS status_then, last.created_at AS since, c.status AS status_now
ORDER BY since DESC, claim LIMIT $limit;

// name: claims_valid_on
// What sources published up to a day bore out: claims with their newest valid support of that time
// group: claims
// param: on date: the day, month or year
// param: limit integer = 50: at most so many claims
// returns: claim, text, status_now, newest_support, sources
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
MATCH (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE v.state <> 'removed' AND left(v.published_at, size($on)) <= $on
RETURN c.key AS claim, c.text AS text, c.status AS status_now, max(v.published_at) AS newest_support,
       collect(DISTINCT coalesce(v.title, s.source_id)) AS sources
ORDER BY newest_support DESC, claim LIMIT $limit;

// name: reusable_evidence
// Quotes that still bear a claim out and whose source was seen unchanged since a day
// group: claims
// param: claim claim: the claim, by its words or key
// param: fresh_after since: the day, month or year
// param: limit integer = 50: at most so many quotes
// returns: claim, citation, quote, passage, source, title, seen_at
MATCH (c:Claim {key: $claim}) WHERE c.namespace = $namespace AND c.status = 'supported'
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {verdict: 'valid', stance: 'supports'})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion {state: 'current'})<-[:HAS_VERSION]-(s:Source)
WHERE v.seen_at_ms >= $fresh_after
RETURN c.text AS claim, ci.key AS citation, ci.quote AS quote, p.key AS passage, s.key AS source,
       coalesce(v.title, s.source_id) AS title, v.seen_at AS seen_at
ORDER BY seen_at DESC, citation LIMIT $limit;

// name: broken_citations
// Quotes that need checking again: not found in the source, rejected, stale or removed
// group: claims
// param: verdict text of rejected|stale|removed|cannot_check = -: only quotes with this verdict
// param: limit integer = 50: at most so many quotes
// returns: citation, verdict, quote_match, reason, quote, claim, text, status, source, title
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)
WHERE (ci.verdict IN ['rejected', 'stale', 'removed', 'cannot_check'] OR ci.quote_match = 'none')
  AND ($verdict IS NULL OR ci.verdict = $verdict)
OPTIONAL MATCH (ci)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN ci.key AS citation, ci.verdict AS verdict, ci.quote_match AS quote_match, ci.reason AS reason, ci.quote AS quote,
       c.key AS claim, c.text AS text, c.status AS status, s.key AS source, coalesce(v.title, s.source_id) AS title
ORDER BY verdict, citation LIMIT $limit;

// name: stale_evidence
// Claims whose quotes are of a text that its source has replaced since, with the version that stands there now
// group: claims
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, stale_quotes, valid_quotes, sources, replaced_at
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
MATCH (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'stale'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
OPTIONAL MATCH (w:SourceVersion {state: 'current'})<-[:HAS_VERSION]-(s)
WITH c, count(*) AS stale_quotes, collect(DISTINCT coalesce(v.title, s.source_id)) AS sources, max(w.fetched_at) AS replaced_at
RETURN c.key AS claim, c.text AS text, c.status AS status, stale_quotes,
       COUNT { (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid'}) } AS valid_quotes, sources, replaced_at
ORDER BY valid_quotes, stale_quotes DESC, claim LIMIT $limit;

// name: path_between_claims
// How two claims hang together: the shortest way over quotes, passages, names and conflicts
// group: claims
// param: claim_a claim: one claim, by its words or key
// param: claim_b claim: the other claim
// returns: hops, length
MATCH (a:Claim {key: $claim_a}), (b:Claim {key: $claim_b})
WHERE a.namespace = $namespace AND b.namespace = $namespace
WITH a, b WHERE a <> b
MATCH p = shortestPath((a)-[:FOR_CLAIM|QUOTES|HAS_PASSAGE|MENTIONS|BETWEEN*..8]-(b))
RETURN [n IN nodes(p) | head([l IN labels(n) WHERE l IN ['Claim', 'Citation', 'Passage', 'SourceVersion', 'Entity', 'Conflict']]) + ': ' + n.name] AS hops,
       length(p) AS length;
