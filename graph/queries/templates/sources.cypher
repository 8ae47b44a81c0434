// Templates about sources: who says what, what changed, what hangs on a source.

// name: stored_counts
// How much is stored: sources, passages that can be searched, claims and how many have each status, questions, runs
// group: sources
// returns: sources, passages, claims, supported, conflicting, unsupported, unreviewed, questions, runs
CALL () {
  MATCH (s:Source) USING INDEX s:Source(namespace, source_id) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL
  RETURN count(s) AS sources
}
CALL () {
  MATCH (p:Passage) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace AND p:Current
  RETURN count(p) AS passages
}
CALL () {
  MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
  RETURN count(c) AS claims, count(CASE WHEN c.status = 'supported' THEN 1 END) AS supported,
         count(CASE WHEN c.status = 'conflicting' THEN 1 END) AS conflicting,
         count(CASE WHEN c.status = 'unsupported' THEN 1 END) AS unsupported,
         count(CASE WHEN c.status = 'unreviewed' THEN 1 END) AS unreviewed
}
CALL () {
  MATCH (q:Question) USING INDEX q:Question(namespace) WHERE q.namespace = $namespace AND NOT q:SubQuestion
  RETURN count(q) AS questions
}
CALL () {
  MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL
  RETURN count(r) AS runs
}
RETURN sources, passages, claims, supported, conflicting, unsupported, unreviewed, questions, runs;

// name: claims_by_source
// Everything taken from one source, with the status of each claim now
// group: sources
// param: source source: the source, by its title, address or key
// param: limit integer = 50: at most so many claims
// returns: claim, text, status, stances, last_seen
MATCH (s:Source {key: $source})-[:HAS_VERSION]->(v:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation)-[:FOR_CLAIM]->(c:Claim)
WHERE s.namespace = $namespace
RETURN c.key AS claim, c.text AS text, c.status AS status, collect(DISTINCT ci.stance) AS stances, max(v.fetched_at) AS last_seen
ORDER BY last_seen DESC, claim LIMIT $limit;

// name: impact_of_source
// What falls if a source goes: its claims, how many other origins support each, and which would lose all support
// group: sources
// param: source source: the source, by its title, address or key
// param: limit integer = 50: at most so many claims
// returns: claim, text, status_now, other_origins, would_lose_all_support
MATCH (s:Source {key: $source})-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation {stance: 'supports', verdict: 'valid'})-[:FOR_CLAIM]->(c:Claim)
WHERE s.namespace = $namespace
WITH DISTINCT s, c
OPTIONAL MATCH (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(o:Source)
WHERE v.state <> 'removed' AND coalesce(o.origin_group, o.key) <> coalesce(s.origin_group, s.key)
WITH c, count(DISTINCT coalesce(o.origin_group, o.key)) AS other_origins
RETURN c.key AS claim, c.text AS text, c.status AS status_now, other_origins, other_origins = 0 AS would_lose_all_support
ORDER BY other_origins, claim LIMIT $limit;

// name: reports_citing_source
// Reports and their sentences that cite a source, newest first
// group: sources
// param: source source: the source, by its title, address or key
// param: limit integer = 50: at most so many sentences
// returns: report, run, question, statement, marker, quote, verdict, accepted_by, answered_at
MATCH (s:Source {key: $source})-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation)<-[l:CITES]-(st:Statement)<-[:HAS_STATEMENT]-(rep:Report {is_final: true})<-[:PRODUCED]-(r:Run)-[:ANSWERS]->(q:Question)
WHERE s.namespace = $namespace
RETURN rep.key AS report, r.run_key AS run, q.text AS question, st.text AS statement, l.marker AS marker, ci.quote AS quote,
       ci.verdict AS verdict, r.accepted_by AS accepted_by, r.ended_at AS answered_at
ORDER BY answered_at DESC, report, st.ordinal, ci.key LIMIT $limit;

// name: source_versions
// What was read of a source, and when: its versions, newest first
// group: sources
// param: source source: the source, by its title, address or key
// returns: version, fetched_at, seen_at, content_sha256, state, passages
MATCH (s:Source {key: $source})-[:HAS_VERSION]->(v:SourceVersion) WHERE s.namespace = $namespace
OPTIONAL MATCH (v)-[:HAS_PASSAGE]->(p:Passage)
RETURN v.key AS version, v.fetched_at AS fetched_at, v.seen_at AS seen_at, v.content_sha256 AS content_sha256,
       v.state AS state, count(p) AS passages
ORDER BY fetched_at DESC, version;

// name: copies_of_source
// Sources that are the same work, the same text or after the same pen as a source, so no independent word
// group: sources
// param: source source: the source, by its title, address or key
// param: limit integer = 50: at most so many sources
// returns: source, title, publisher, published_at, same
MATCH (s:Source {key: $source})-[:HAS_VERSION]->(v:SourceVersion {state: 'current'}) WHERE s.namespace = $namespace
CALL (s, v) {
  MATCH (w:SourceVersion)<-[:HAS_VERSION]-(o:Source)
  WHERE w.namespace = $namespace AND w.content_sha256 = v.content_sha256 AND w.state = 'current'
  RETURN o, 'text' AS same
UNION
  MATCH (o:Source) WHERE o.namespace = $namespace AND o.source_id IS NOT NULL AND o.work_group = s.work_group
  RETURN o, 'work' AS same
UNION
  MATCH (o:Source) WHERE o.namespace = $namespace AND o.source_id IS NOT NULL AND o.origin_group = s.origin_group
  RETURN o, 'origin' AS same
}
WITH o, same, s WHERE o <> s
RETURN o.key AS source, coalesce(o.title, o.source_id) AS title, o.publisher AS publisher, o.published_at AS published_at,
       collect(same) AS same
ORDER BY source LIMIT $limit;

// name: passages_by_title
// What a source says, in reading order: the passages of the sources whose title has these words, best title first
// group: sources
// param: title words of source_title: words of the title
// param: limit integer = 20: at most so many passages
// returns: passage, source, title, published_at, ordinal, heading, text
CALL db.index.fulltext.queryNodes('source_title', $title, {limit: 1000}) YIELD node, score
WITH node AS s, score WHERE s.namespace = $namespace AND score > 0
WITH s, score ORDER BY score DESC, s.key LIMIT $limit
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion {state: 'current'})-[:HAS_PASSAGE]->(p:Passage)
RETURN p.key AS passage, s.key AS source, coalesce(v.title, s.source_id) AS title, v.published_at AS published_at,
       p.ordinal AS ordinal, p.heading AS heading, p.text AS text
ORDER BY score DESC, source, ordinal LIMIT $limit;

// name: sources_by_title
// Stored sources whose title, address or publisher has these words, best match first
// group: sources
// param: words words of source_title: words of the title, address or publisher
// param: limit integer = 20: at most so many sources
// returns: source, title, publisher, url, published_at, kind, score
CALL db.index.fulltext.queryNodes('source_title', $words, {limit: 1000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0
RETURN node.key AS source, coalesce(node.title, node.source_id) AS title, node.publisher AS publisher, node.url AS url,
       node.published_at AS published_at, node.kind AS kind, score
ORDER BY score DESC, source LIMIT $limit;

// name: sources_by_publisher
// Sources of one publisher, newest first
// group: sources
// param: publisher text: the publisher or a part of its name
// param: limit integer = 50: at most so many sources
// returns: source, title, publisher, url, published_at, citations
MATCH (s:Source) USING INDEX s:Source(namespace, source_id) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL
  AND toLower(s.publisher) CONTAINS toLower($publisher)
RETURN s.key AS source, coalesce(s.title, s.source_id) AS title, s.publisher AS publisher, s.url AS url,
       s.published_at AS published_at,
       COUNT { (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation) } AS citations
ORDER BY published_at IS NULL, published_at DESC, source LIMIT $limit;

// name: sources_by_date
// Sources published within a time, newest first
// group: sources
// param: since date = -: the first day, month or year
// param: until date = -: the last day, month or year
// param: limit integer = 50: at most so many sources
// returns: source, title, publisher, url, published_at, precision
MATCH (s:Source) USING INDEX s:Source(namespace, source_id) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL AND s.published_at IS NOT NULL
  AND ($since IS NULL OR left(s.published_at, size($since)) >= $since)
  AND ($until IS NULL OR left(s.published_at, size($until)) <= $until)
RETURN s.key AS source, coalesce(s.title, s.source_id) AS title, s.publisher AS publisher, s.url AS url,
       s.published_at AS published_at, s.published_precision AS precision
ORDER BY published_at DESC, source LIMIT $limit;

// name: sources_changed_since
// Sources whose text is another one than before a day, newest change first
// group: sources
// param: since since: the day, month or year
// param: limit integer = 50: at most so many sources
// returns: source, title, url, changed_at, version, before, stale_quotes
MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms) WHERE v.namespace = $namespace AND v.seen_at_ms >= $since AND v.fetched_at_ms >= $since
MATCH (v)-[:REVISION_OF]->(old:SourceVersion), (v)<-[:HAS_VERSION]-(s:Source)
RETURN s.key AS source, coalesce(v.title, s.source_id) AS title, v.url AS url, v.fetched_at AS changed_at, v.key AS version,
       old.key AS before,
       COUNT { (old)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation {verdict: 'stale'}) } AS stale_quotes
ORDER BY changed_at DESC, version, before LIMIT $limit;

// name: stale_sources
// Sources not looked at since a day, most cited first: what to read again
// group: sources
// param: older_than since: the day, month or year
// param: limit integer = 50: at most so many sources
// returns: source, title, url, seen_at, citations
MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms) WHERE v.namespace = $namespace AND v.seen_at_ms < $older_than AND v.state = 'current'
MATCH (v)<-[:HAS_VERSION]-(s:Source)
RETURN s.key AS source, coalesce(v.title, s.source_id) AS title, v.url AS url, v.seen_at AS seen_at,
       COUNT { (v)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation) } AS citations
ORDER BY citations DESC, seen_at, source LIMIT $limit;

// name: most_cited_sources
// Sources that most claims rest on: where the risk is concentrated
// group: sources
// param: limit integer = 20: at most so many sources
// returns: source, title, publisher, claims, supporting, refuting
MATCH (c:Claim) USING INDEX c:Claim(namespace, status) WHERE c.namespace = $namespace AND c.status IS NOT NULL
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN s.key AS source, coalesce(s.title, s.source_id) AS title, s.publisher AS publisher, count(DISTINCT c) AS claims,
       sum(CASE ci.stance WHEN 'supports' THEN 1 ELSE 0 END) AS supporting,
       sum(CASE ci.stance WHEN 'refutes' THEN 1 ELSE 0 END) AS refuting
ORDER BY claims DESC, source LIMIT $limit;
