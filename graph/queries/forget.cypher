// Forgetting sources: what hangs on them, taking their text away batch by batch, and what is left of it.

// name: sources_by_keys
// Which of these sources there are, and what they are called
// params: keys, namespace
// returns: source, source_id, title
MATCH (s:Source) WHERE s.key IN $keys AND s.namespace = $namespace
RETURN s.key AS source, s.source_id AS source_id, coalesce(s.title, s.source_id) AS title ORDER BY source;

// name: held_by_sources
// What is stored of sources, when each was last seen, and the deletion of it that was not ended
// params: keys, namespace
// returns: source, source_id, title, kind, url, seen_at, forgotten_at, versions, passages, searchable, citations, deletion, erases
MATCH (s:Source) WHERE s.key IN $keys AND s.namespace = $namespace
CALL (s) {
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)
  OPTIONAL MATCH (v)-[:HAS_PASSAGE]->(p:Passage)
  OPTIONAL MATCH (p)<-[:QUOTES]-(ci:Citation)
  RETURN max(v.seen_at) AS seen_at, count(DISTINCT CASE WHEN v.state <> 'removed' THEN v END) AS versions,
         count(DISTINCT CASE WHEN p.text IS NOT NULL THEN p END) AS passages,
         count(DISTINCT CASE WHEN p:Current THEN p END) AS searchable,
         count(CASE WHEN ci.verdict <> 'removed' THEN 1 END) AS citations
}
OPTIONAL MATCH (d:Deletion {state: 'incomplete'})-[:FORGOT]->(s)
WITH s, seen_at, versions, passages, searchable, citations, max(d.key) AS deletion, any(e IN collect(d.erases) WHERE e) AS erases
RETURN s.key AS source, s.source_id AS source_id, coalesce(s.title, s.source_id) AS title, s.kind AS kind, s.url AS url,
       seen_at, s.forgotten_at AS forgotten_at, versions, passages, searchable, citations, deletion, erases
ORDER BY source;

// name: claims_citing
// The claims that cite sources
// params: sources, namespace
// returns: claim
MATCH (s:Source) WHERE s.key IN $sources AND s.namespace = $namespace
WITH s
MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN DISTINCT c.key AS claim ORDER BY claim;

// name: claims_resting_on
// Claims with all quotes for and against each, the other sides of its open conflicts, and on which sources those rest
// params: claims, namespace
// returns: claim, text, status, reason, citations, opponents, opposed_by
UNWIND $claims AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
RETURN c.key AS claim, c.text AS text, c.status AS status, c.status_reason AS reason,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(o:Source)
                 RETURN {citation: ci.key, stance: ci.stance, verdict: ci.verdict, checker: ci.checker,
                         quote_match: ci.quote_match, source: o.key, title: coalesce(v.title, o.title, o.source_id),
                         publisher: v.publisher, url: v.url, origin_group: o.origin_group, text: coalesce(p.text, '')}
                 ORDER BY ci.key } AS citations,
       COLLECT { MATCH (c)<-[:BETWEEN]-(:Conflict {state: 'open'})-[:BETWEEN]->(x:Claim) WHERE x <> c
                 RETURN DISTINCT x.key ORDER BY x.key } AS opponents,
       COLLECT { MATCH (c)<-[:BETWEEN]-(:Conflict {state: 'open'})-[:BETWEEN]->(x:Claim) WHERE x <> c
                 MATCH (x)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(o:Source)
                 RETURN DISTINCT o.key ORDER BY o.key } AS opposed_by
ORDER BY claim;

// name: reports_resting_on
// Final reports that cite sources, newest first, and in how many sentences
// params: sources, namespace
// returns: report, run, question, statements, accepted_by, answered_at
UNWIND $sources AS source
MATCH (s:Source {key: source}) WHERE s.namespace = $namespace
CALL (s) {
  MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)<-[:CITES]-(st:Statement)
  RETURN DISTINCT st
}
WITH DISTINCT st
CALL (st) {
  MATCH (st)<-[:HAS_STATEMENT]-(rep:Report)<-[:PRODUCED]-(r:Run)-[:ANSWERS]->(q:Question)
  WHERE rep.is_final
  RETURN rep, r, q
}
RETURN rep.key AS report, r.run_key AS run, q.text AS question, count(DISTINCT st) AS statements,
       r.accepted_by AS accepted_by, r.ended_at AS answered_at
ORDER BY answered_at DESC, report;

// name: sources_unseen_since
// Sources that nobody has seen since a moment and that still have text, oldest first
// params: before_ms, namespace
// returns: source, source_id, seen_at
MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
WHERE v.namespace = $namespace AND v.seen_at_ms < $before_ms AND v.state <> 'removed'
MATCH (v)<-[:HAS_VERSION]-(s:Source)
WITH s, max(v.seen_at) AS seen_at
WHERE NOT EXISTS { MATCH (s)-[:HAS_VERSION]->(w:SourceVersion) WHERE w.seen_at_ms >= $before_ms AND w.state <> 'removed' }
RETURN s.key AS source, s.source_id AS source_id, seen_at ORDER BY seen_at, source;

// name: begin_deletion
// The record of a deletion, and from that moment its source is forgotten: nothing of it can arrive any more but by adding
// it again. `blocks` keeps runs from reading it again, `said` are hashes of what it was called by whoever began it
// params: said, deletion, source, blocks, namespace, now, now_ms
// returns: erases
MATCH (s:Source {key: $source}) WHERE s.namespace = $namespace
MERGE (d:Deletion {key: $deletion.key})
ON CREATE SET d.namespace = $namespace, d.name = $deletion.name, d.created_at = $now, d.kind = $deletion.kind,
              d.target = $deletion.target, d.target_id = $deletion.target_id, d.state = 'incomplete',
              d.reason = $deletion.reason, d.by = $deletion.by, d.erases = $deletion.erases, d.started_at = $now,
              d.started_at_ms = $now_ms, d.versions = 0, d.passages = 0, d.citations = 0, d.claims = 0, d.redacted = 0
SET d.erases = d.erases OR $deletion.erases
SET d.said_sha256 = CASE WHEN size($said) = 0 THEN d.said_sha256
                         ELSE [h IN coalesce(d.said_sha256, []) WHERE NOT h IN $said] + $said END
MERGE (d)-[:FORGOT]->(s)
FOREACH (_ IN CASE WHEN $blocks THEN [1] ELSE [] END | SET s.forgotten_at = $now)
WITH d, s
CALL (d, s) {
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion) WHERE v.state <> 'removed'
  SET v.state = 'removed', d.versions = d.versions + 1
  REMOVE v.kin, v.compared, v.linked
}
RETURN d.erases AS erases;

// name: passages_with_text
// The passages of sources that still have text or can be found
// params: sources, namespace
// returns: passage
MATCH (s:Source) USING INDEX s:Source(key) WHERE s.key IN $sources AND s.namespace = $namespace
WITH s
MATCH (s)-[:HAS_VERSION]->(v:SourceVersion {state: 'removed'})-[:HAS_PASSAGE]->(p:Passage)
WHERE (p.text IS NOT NULL OR p:Current)
RETURN p.key AS passage ORDER BY passage;

// name: claims_of_passages
// The claims that quote these passages
// params: keys
// returns: claim
UNWIND $keys AS key
MATCH (:Passage {key: key})<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
RETURN DISTINCT c.key AS claim;

// name: forget_passages
// Passages lose all that any search finds them by, and their text unless `keeps_text`; their quotes are removed evidence
// params: keys, keeps_text, deletion, now
// returns: citations
MATCH (d:Deletion {key: $deletion})
UNWIND $keys AS key
MATCH (p:Passage {key: key})
REMOVE p:Current, p.search_text, p.search_grams
FOREACH (k IN [k IN keys(p) WHERE k STARTS WITH 'embedding_'] | SET p[k] = null)
FOREACH (_ IN CASE WHEN $keeps_text THEN [] ELSE [1] END | SET p.name = 'forgotten' REMOVE p.text, p.heading, p.flags)
WITH d, p
CALL (p) {
  MATCH (p)-[m:MENTIONS]->(:Entity)
  DELETE m
}
CALL (p) {
  MATCH (p)<-[:QUOTES]-(ci:Citation) WHERE ci.verdict <> 'removed'
  SET ci.verdict = 'removed', ci.checked_at = $now, ci:Broken
  RETURN count(ci) AS removed
}
WITH d, count(p) AS passages, sum(removed) AS citations
SET d.passages = d.passages + CASE WHEN $keeps_text THEN 0 ELSE passages END, d.citations = d.citations + citations
RETURN citations;

// name: left_of_sources
// What is still there of forgotten sources: passages that are found or have text, quotes that still count, and claims that
// are called supported without a valid quote
// params: sources, namespace
// returns: passages, citations, supported
MATCH (s:Source) WHERE s.key IN $sources AND s.namespace = $namespace
CALL (s) {
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)-[:HAS_PASSAGE]->(p:Passage)
  OPTIONAL MATCH (p)<-[:QUOTES]-(ci:Citation)
  OPTIONAL MATCH (ci)-[:FOR_CLAIM]->(c:Claim)
  RETURN count(DISTINCT CASE WHEN p:Current OR p.text IS NOT NULL OR p.search_text IS NOT NULL OR v.state <> 'removed' THEN p END) AS passages,
         count(DISTINCT CASE WHEN ci.verdict <> 'removed' THEN ci END) AS citations,
         count(DISTINCT CASE WHEN c.status = 'supported'
               AND NOT EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'}) } THEN c END) AS supported
}
RETURN sum(passages) AS passages, sum(citations) AS citations, sum(supported) AS supported;

// name: words_left_of_source
// What is still there of an erased source and goes as a whole: quotes, these claims of its own, titles
// params: source, claims, namespace
// returns: claims, quotes, titles
MATCH (s:Source {key: $source}) WHERE s.namespace = $namespace
CALL (s) {
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)
  OPTIONAL MATCH (v)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation)
  RETURN count(DISTINCT CASE WHEN ci.erased_at IS NULL THEN ci END) AS quotes,
         count(DISTINCT CASE WHEN v.title IS NOT NULL OR v.publisher IS NOT NULL THEN v END) AS titles
}
RETURN COUNT { UNWIND $claims AS key MATCH (c:Claim {key: key}) WHERE c.erased_at IS NULL RETURN c } AS claims, quotes,
       titles + CASE WHEN s.title IS NULL AND s.publisher IS NULL THEN 0 ELSE 1 END AS titles;

// name: end_deletion
// A deletion that was verified; what was typed for its source is known no more
// params: deletion, now
// returns: state, versions, passages, citations, claims, redacted
MATCH (d:Deletion {key: $deletion})
REMOVE d.said_sha256
SET d.state = 'complete', d.ended_at = $now,
    d.claims = COUNT { MATCH (d)-[:FORGOT]->(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim) RETURN DISTINCT c }
RETURN d.state AS state, d.versions AS versions, d.passages AS passages, d.citations AS citations, d.claims AS claims,
       d.redacted AS redacted;

// name: incomplete_deletions
// Deletions that were begun and not ended: the same command goes on with them
// params: namespace
// returns: deletion, kind, target, target_id, erases, started_at, by, said
MATCH (d:Deletion) WHERE d.namespace = $namespace AND d.state = 'incomplete'
RETURN d.key AS deletion, d.kind AS kind, d.target AS target, d.target_id AS target_id, d.erases AS erases,
       d.started_at AS started_at, d.by AS by, coalesce(d.said_sha256, []) AS said ORDER BY started_at, deletion;

// name: forgotten_among
// Locks these sources and returns those that are forgotten, or are being forgotten
// params: keys
// returns: source, forgotten_at, is_being_forgotten
UNWIND $keys AS key
MATCH (s:Source {key: key})
SET s:Source
WITH s, EXISTS { (s)<-[:FORGOT]-(:Deletion {state: 'incomplete'}) } AS is_being_forgotten
WHERE s.forgotten_at IS NOT NULL OR is_being_forgotten
RETURN s.key AS source, s.forgotten_at AS forgotten_at, is_being_forgotten ORDER BY source;

// name: words_of_sources
// The next passages of sources that still have text, in the order of keys
// params: sources, after, limit, namespace
// returns: passage, text, heading
MATCH (s:Source) USING INDEX s:Source(key) WHERE s.key IN $sources AND s.namespace = $namespace
WITH s
MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(p:Passage)
WHERE p.key > $after AND p.text IS NOT NULL
RETURN p.key AS passage, p.text AS text, p.heading AS heading ORDER BY passage LIMIT $limit;

// name: quotes_of_sources
// The next quotes of sources in the order of keys
// params: sources, after, limit, namespace
// returns: citation, quote, prefix, suffix
MATCH (s:Source) USING INDEX s:Source(key) WHERE s.key IN $sources AND s.namespace = $namespace
WITH s
MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(ci:Citation)
WHERE ci.key > $after
RETURN ci.key AS citation, ci.quote AS quote, ci.prefix AS prefix, ci.suffix AS suffix ORDER BY citation LIMIT $limit;

// name: names_of_sources
// What sources are called in words, and by keys and addresses
// params: sources, namespace
// returns: source, names, addresses, entities
MATCH (s:Source) WHERE s.key IN $sources AND s.namespace = $namespace
CALL (s) {
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)
  RETURN collect(v.title) AS titles, collect(v.key) AS versions, collect(v.url) AS urls
}
RETURN s.key AS source, [t IN titles + [s.title] WHERE t IS NOT NULL] AS names,
       [a IN versions + urls + [s.key, s.url, s.source_id] WHERE a IS NOT NULL] AS addresses,
       COLLECT { MATCH (s)-[:TITLED]->(e:Entity)
                 WHERE NOT EXISTS { MATCH (o:Source)-[:TITLED]->(e) WHERE NOT o.key IN $sources }
                 RETURN e.key ORDER BY e.key } AS entities
ORDER BY source;

// name: claims_to_erase
// Claims with what other sources that stay say for them, whether one of those bears them out, and what was read from them
// params: claims, sources, namespace
// returns: claim, text, is_erased, is_cited, is_borne_out, quotes, facets
UNWIND $claims AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
WITH c, COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(o:Source)
                  WHERE ci.verdict <> 'removed' AND ci.quote IS NOT NULL AND NOT o.key IN $sources
                  RETURN {quote: ci.quote, bears: ci.stance = 'supports' AND ci.verdict <> 'rejected'} } AS others
RETURN c.key AS claim, c.text AS text, c.erased_at IS NOT NULL AS is_erased,
       EXISTS { (c)<-[:FOR_CLAIM]-(:Citation) } AS is_cited, any(o IN others WHERE o.bears) AS is_borne_out,
       [o IN others | o.quote] AS quotes, [f IN [c.subject, c.predicate] WHERE f IS NOT NULL] AS facets
ORDER BY claim;

// name: statements_of_claims
// Sentences that say these claims, with all claims that each says
// params: claims, namespace
// returns: statement, text, name, claims
UNWIND $claims AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
MATCH (c)<-[:ASSERTS]-(s:Statement)
WITH DISTINCT s
RETURN s.key AS statement, s.text AS text, s.name AS name,
       COLLECT { MATCH (s)-[:ASSERTS]->(o:Claim) RETURN DISTINCT o.key ORDER BY o.key } AS claims
ORDER BY statement;

// name: runs_resting_on
// Runs that found sources, said something by them, or hold their keys or addresses in what a step of them gave
// params: sources, addresses, namespace
// returns: run
CALL () {
  MATCH (s:Source) USING INDEX s:Source(key) WHERE s.key IN $sources AND s.namespace = $namespace
  WITH s
  MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:RETRIEVED]-(:Step)<-[:HAS_STEP]-(r:Run)
  RETURN r
UNION
  MATCH (s:Source) USING INDEX s:Source(key) WHERE s.key IN $sources AND s.namespace = $namespace
  WITH s
  MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)<-[:CITES]-(:Statement)<-[:HAS_STATEMENT]-(:Report)<-[:PRODUCED]-(r:Run)
  RETURN r
UNION
  MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL
  MATCH (r)-[:HAS_STEP]->(st:Step) WHERE any(a IN $addresses WHERE st.output_json CONTAINS a)
  RETURN DISTINCT r
}
WITH r WHERE r.namespace = $namespace
RETURN r.key AS run ORDER BY run;

// name: texts_of_kind
// The next nodes of a kind with those of these properties that they have; `after` and `before` hold their keys apart from
// those of other kinds
// params: after, before, properties, limit, namespace
// returns: key, texts
MATCH (n:{{> any_label}}) WHERE n.key > $after AND n.key < $before AND n.namespace = $namespace
WITH n ORDER BY n.key LIMIT $limit
RETURN n.key AS key, [name IN $properties WHERE n[name] IS NOT NULL | [name, n[name]]] AS texts ORDER BY key;

// name: where_texts_stand
// Of which run nodes are, which claims they are about, whether they rest on a source or on none, and what a person asked
// params: keys, source, namespace
// returns: key, run, claims, is_own, is_asked, question
UNWIND $keys AS key
MATCH (n:{{> any_label}}) WHERE n.key = key AND n.namespace = $namespace
RETURN n.key AS key,
       CASE WHEN n:Run THEN n.key
            ELSE head(COLLECT { MATCH (r:Run)-[:HAS_STEP|PRODUCED|HAS_REFLECTION|LEARNED|PLANNED]->(n) RETURN r.key ORDER BY r.key }
                      + COLLECT { MATCH (r:Run)-[:PRODUCED]->(:Report)-[:HAS_STATEMENT]->(n) RETURN r.key ORDER BY r.key }) END AS run,
       COLLECT { MATCH (n)-[:BETWEEN]->(c:Claim) RETURN c.key } + COLLECT { MATCH (n)<-[:HAS_ASSESSMENT]-(c:Claim) RETURN c.key } AS claims,
       NOT n:Statement OR NOT EXISTS { (n)-[:CITES]->(:Citation) }
         OR EXISTS { MATCH (n)-[:CITES]->(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source) WHERE s.key = $source } AS is_own,
       n:Question AND NOT n:SubQuestion AS is_asked, CASE WHEN n:Turn OR n:Reflection THEN n.question END AS question
ORDER BY key;

// name: kept_of_run
// What a run was asked, the parts of its plan, and what other sources say that its reports cite: not a source's own words,
// whoever says it too
// params: run, source, namespace
// returns: asked, parts, quotes
MATCH (r:Run {key: $run}) WHERE r.namespace = $namespace
RETURN COLLECT { MATCH (r)-[:ANSWERS]->(q:Question) RETURN DISTINCT q.text } AS asked,
       COLLECT { MATCH (r)-[:PLANNED]->(q:Question) RETURN DISTINCT q.text } AS parts,
       COLLECT { MATCH (r)-[:PRODUCED]->(:Report)-[:HAS_STATEMENT]->(:Statement)-[:CITES]->(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                 WHERE s.key <> $source AND ci.verdict <> 'removed' AND ci.quote IS NOT NULL
                 RETURN DISTINCT ci.quote } AS quotes;

// name: erase_quotes
// Quotes give way to a mark; that there was one, where and of what length, stays
// params: keys, mark, deletion, now
// returns: -
MATCH (d:Deletion {key: $deletion})
UNWIND $keys AS key
MATCH (ci:Citation {key: key}) WHERE ci.erased_at IS NULL
SET ci.quote = $mark, ci.name = $mark, ci.erased_at = $now, d.redacted = d.redacted + 1
REMOVE ci.prefix, ci.suffix, ci.quote_sha256, ci.reason;

// name: erase_claims
// Claims in a source's own words give way to a mark, with all that was read from the words
// params: keys, mark, deletion, now
// returns: -
MATCH (d:Deletion {key: $deletion})
UNWIND $keys AS key
MATCH (c:Claim {key: key}) WHERE c.erased_at IS NULL
SET c.text = $mark, c.name = $mark, c.erased_at = $now, d.redacted = d.redacted + 1
REMOVE c.subject, c.predicate, c.polarity, c.value, c.unit, c.scope, c.valid_from, c.valid_to, c.valid_precision
FOREACH (k IN [k IN keys(c) WHERE k STARTS WITH 'embedding_'] | SET c[k] = null)
WITH c
MATCH (c)<-[:BETWEEN]-(x:Conflict)
SET x.rationale = $mark, x.name = x.kind;

// name: names_of_others
// Which of these titles stand in texts of other sources too, or in what was asked; the source itself is found no more
// params: words, namespace
// returns: name
CALL () {
  MATCH (p:Passage:Current) WHERE p.namespace = $namespace
  UNWIND $words AS name
  WITH p, name WHERE toLower(p.search_text) CONTAINS toLower(name)
  RETURN DISTINCT name
UNION
  MATCH (q:Question) WHERE q.namespace = $namespace
  UNWIND $words AS name
  WITH q, name WHERE toLower(q.text) CONTAINS toLower(name)
  RETURN DISTINCT name
}
RETURN name ORDER BY name;

// name: reasons_of_same
// Pairs of names that may be one thing's, with the words that this rests on
// params: namespace
// returns: one, other, why
MATCH (a:Entity) WHERE a.namespace = $namespace AND a.norm_name IS NOT NULL
MATCH (a)-[r:SAME_AS]->(b:Entity) WHERE r.why IS NOT NULL
RETURN a.key AS one, b.key AS other, r.why AS why ORDER BY one, other;

// name: erase_reasons_of_same
// The words that pairs of names rest on give way to a mark
// params: rows, mark, deletion
// returns: -
MATCH (d:Deletion {key: $deletion})
UNWIND $rows AS r
MATCH (:Entity {key: r.one})-[s:SAME_AS]->(:Entity {key: r.other})
SET s.why = $mark, d.redacted = d.redacted + 1;

// name: redact_nodes
// Texts of any nodes as they are without a source's words
// params: rows, deletion
// returns: -
MATCH (d:Deletion {key: $deletion})
UNWIND $rows AS r
MATCH (n:{{> any_label}}) WHERE n.key = r.key
SET n += r.texts, d.redacted = d.redacted + 1;

// name: erase_sources
// What sources say of themselves: titles, publishers, other addresses; what only they name is no name any more, and what
// claims in their words were about is not told either
// params: sources, entities, mark, now
// returns: -
CALL () {
  UNWIND $sources AS key
  MATCH (s:Source {key: key})
  SET s.name = $mark
  REMOVE s.title, s.publisher, s.published_at, s.published_precision, s.published_proof, s.lead
  WITH s
  CALL (s) {
    MATCH (s)-[t:TITLED]->(:Entity)
    DELETE t
  }
  CALL (s) {
    MATCH (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
    WHERE c.erased_at IS NOT NULL
    MATCH (c)-[a:ABOUT]->(:Entity)
    DELETE a
  }
  MATCH (s)-[:HAS_VERSION]->(v:SourceVersion)
  SET v.erased_at = coalesce(v.erased_at, $now)
  REMOVE v.title, v.publisher, v.same_as, v.published_at, v.published_precision, v.url
}
CALL () {
  UNWIND $entities AS key
  MATCH (e:Entity {key: key})
  DETACH DELETE e
};

// name: nodes_of_kind
// The next nodes of a kind in the order of keys; `after` and `before` hold their keys apart from those of other kinds
// params: after, before, limit, namespace
// returns: key
MATCH (n:{{> any_label}}) WHERE n.key > $after AND n.key < $before AND n.namespace = $namespace
RETURN n.key AS key ORDER BY key LIMIT $limit;

// name: delete_nodes
// Nodes with all that joins them
// params: keys, deletion
// returns: -
MATCH (d:Deletion {key: $deletion})
UNWIND $keys AS key
MATCH (n:{{> any_label}}) WHERE n.key = key
DETACH DELETE n
WITH d, count(*) AS gone
SET d.redacted = d.redacted + gone;

// name: begin_emptying
// The record of a whole namespace's deletion
// params: deletion, namespace, now, now_ms
// returns: -
MERGE (d:Deletion {key: $deletion.key})
ON CREATE SET d.namespace = $namespace, d.name = $deletion.name, d.created_at = $now, d.kind = 'namespace',
              d.target = $deletion.target, d.target_id = $deletion.target, d.state = 'incomplete',
              d.reason = $deletion.reason, d.by = $deletion.by, d.erases = true, d.started_at = $now,
              d.started_at_ms = $now_ms, d.versions = 0, d.passages = 0, d.citations = 0, d.redacted = 0;
