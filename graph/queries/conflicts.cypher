// Claims that contradict each other: what may speak of the same, the conflicts there are, and writing one.

// name: claims_alike
// Claims that share words with others, each with the places where unbroken quotes bear it out; `like` are Lucene queries
// params: like, namespace, limit
// returns: claim, text, origins
UNWIND $like AS q
CALL (q) {
  CALL db.index.fulltext.queryNodes('claim_text', q, {limit: 200}) YIELD node, score
  WITH node, score WHERE node.namespace = $namespace AND score > 0
  RETURN node ORDER BY score DESC, node.key LIMIT $limit
}
WITH DISTINCT node AS c ORDER BY c.key LIMIT 500
WITH c, COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports'})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                  WHERE ci.verdict IN ['valid', 'unchecked']
                  RETURN {source: s.key, version: v.key, title: coalesce(v.title, ''), heading: coalesce(p.heading, ''),
                          publisher: coalesce(v.publisher, ''), published_at: v.published_at, language: p.language,
                          text_sha256: v.content_sha256} ORDER BY s.key, v.key, p.key LIMIT 20 } AS origins
WHERE size(origins) > 0
RETURN c.key AS claim, c.text AS text, origins ORDER BY claim;

// name: quotes_of_claims
// The quotes that bear claims out, valid, newest source first
// params: claims, namespace
// returns: claim, text, citation, quote, quote_match, char_start, char_end, passage, version, source, published_at
MATCH (c:Claim)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
USING INDEX c:Claim(key)
WHERE c.key IN $claims AND c.namespace = $namespace AND ci.char_start IS NOT NULL
RETURN c.key AS claim, c.text AS text, ci.key AS citation, ci.quote AS quote, ci.quote_match AS quote_match,
       ci.char_start AS char_start, ci.char_end AS char_end, p.key AS passage, v.key AS version, s.key AS source,
       v.published_at AS published_at
ORDER BY claim, published_at DESC, citation;

// name: conflicts_of_claims
// The conflicts that claims stand in, each seen from the claim that was asked for
// params: claims, namespace
// returns: conflict, kind, state, rationale, resolution, claim, other, other_text, other_status
MATCH (a:Claim) USING INDEX a:Claim(key) WHERE a.key IN $claims AND a.namespace = $namespace
MATCH (a)<-[:BETWEEN]-(x:Conflict)-[:BETWEEN]->(b:Claim) WHERE b <> a
RETURN x.key AS conflict, x.kind AS kind, x.state AS state, x.rationale AS rationale, x.resolution AS resolution,
       a.key AS claim, b.key AS other, b.text AS other_text, b.status AS other_status
ORDER BY conflict, claim;

// name: conflict_states
// What conflicts are now, and what a person said of them
// params: keys, namespace
// returns: conflict, state, resolution, resolved_by
MATCH (x:Conflict) WHERE x.key IN $keys AND x.namespace = $namespace
RETURN x.key AS conflict, x.state AS state, x.resolution AS resolution, x.resolved_by AS resolved_by
ORDER BY conflict;

// name: settle_replaced
// Open conflicts in which one value replaced the other since; what a person said of one stays as it is
// params: keys, by, why, namespace, now
// returns: conflict
MATCH (x:Conflict) WHERE x.key IN $keys AND x.namespace = $namespace AND x.state = 'open'
  AND coalesce(x.resolved_by, $by) = $by
SET x.state = 'resolved', x.resolution = $why, x.resolved_by = $by, x.resolved_at = $now
RETURN x.key AS conflict ORDER BY conflict;

// name: record_conflicts
// Pairs of claims that cannot both hold; one that is there keeps its state, whoever set it, unless only rules had settled it
// params: rows, by, rule, namespace, now
// returns: conflict, state
UNWIND $rows AS r
MATCH (a:Claim {key: r.first}), (b:Claim {key: r.second}) WHERE a.namespace = $namespace AND b.namespace = $namespace
MERGE (x:Conflict {key: r.key})
ON CREATE SET x.namespace = $namespace, x.name = r.name, x.created_at = $now, x.kind = r.kind, x.state = 'open',
              x.rationale = r.rationale, x.detected_by = $by
ON MATCH SET x.state = CASE WHEN x.state = 'resolved' AND x.resolved_by = $rule THEN 'open' ELSE x.state END
MERGE (x)-[:BETWEEN]->(a)
MERGE (x)-[:BETWEEN]->(b)
RETURN x.key AS conflict, x.state AS state ORDER BY conflict;

// name: claims_to_compare
// Claims with the places where unbroken quotes bear them out
// params: keys, namespace
// returns: claim, text, origins
MATCH (c:Claim) WHERE c.key IN $keys AND c.namespace = $namespace
RETURN c.key AS claim, c.text AS text,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports'})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
                 WHERE ci.verdict IN ['valid', 'unchecked']
                 RETURN {source: s.key, version: v.key, title: coalesce(v.title, ''), heading: coalesce(p.heading, ''),
                         publisher: coalesce(v.publisher, ''), published_at: v.published_at, language: p.language,
                         text_sha256: v.content_sha256} ORDER BY s.key, v.key, p.key LIMIT 20 } AS origins
ORDER BY claim;
