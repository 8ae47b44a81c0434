// What is not as the writers leave it, by kind, and the repairs that need nobody's judgement. Nothing here deletes.

// name: claims_to_examine
// The next claims in the order of keys with what their status hangs on
// params: after, limit, namespace
// returns: claim, status, reason, labels, citations, opposed, rejected
MATCH (c:Claim) USING INDEX c:Claim(key) WHERE c.key > $after AND c.namespace = $namespace
WITH c ORDER BY c.key LIMIT $limit
RETURN c.key AS claim, c.status AS status, c.status_reason AS reason, labels(c) AS labels,
       COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci:Citation) RETURN ci {.stance, .verdict, .checker, .quote_match} } AS citations,
       EXISTS {
         MATCH (c)<-[:BETWEEN]-(:Conflict {state: 'open'})-[:BETWEEN]->(o:Claim)
         WHERE o <> c AND EXISTS {
           MATCH (o)<-[:FOR_CLAIM]-(y:Citation {stance: 'supports', verdict: 'valid'})
           WHERE y.checker STARTS WITH 'person:' OR y.checker STARTS WITH 'judge:'
             OR NOT EXISTS { (o)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', person_verdict: 'rejected'}) }
             OR NOT coalesce(head(COLLECT { MATCH (o)-[:HAS_ASSESSMENT]->(a:Assessment)
                           WHERE a.decision IN ['accept', 'reject', 'narrow', 'split', 'undo']
                           RETURN a.to_status ORDER BY a.ordinal DESC LIMIT 1 }) IN ['unsupported', 'unreviewed'], false)
         }
       } AS opposed,
       EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', person_verdict: 'rejected'}) }
         AND coalesce(head(COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a:Assessment)
                           WHERE a.decision IN ['accept', 'reject', 'narrow', 'split', 'undo']
                           RETURN a.to_status ORDER BY a.ordinal DESC LIMIT 1 }) IN ['unsupported', 'unreviewed'], false) AS rejected
ORDER BY claim;

// name: relabel_claims
// The one label of its status on each claim; a status that nothing sets is taken off, and found anew
// params: keys
// returns: -
UNWIND $keys AS key
MATCH (c:Claim {key: key})
REMOVE c:Supported:Conflicting:Unsupported:Unreviewed
SET c.status = CASE WHEN c.status IN ['supported', 'conflicting', 'unsupported', 'unreviewed'] THEN c.status END
FOREACH (_ IN CASE c.status WHEN 'supported' THEN [1] ELSE [] END | SET c:Supported)
FOREACH (_ IN CASE c.status WHEN 'conflicting' THEN [1] ELSE [] END | SET c:Conflicting)
FOREACH (_ IN CASE c.status WHEN 'unsupported' THEN [1] ELSE [] END | SET c:Unsupported)
FOREACH (_ IN CASE c.status WHEN 'unreviewed' THEN [1] ELSE [] END | SET c:Unreviewed);

// name: misplaced_passages
// Passages that are found though their version is not current, or not found though it is
// params: limit, namespace
// returns: count, keys
MATCH (p:Passage) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace
MATCH (p)<-[:HAS_PASSAGE]-(v:SourceVersion) WHERE (v.state = 'current') <> (p:Current)
WITH p.key AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: place_passages
// Passages are found as far as their version is current
// params: keys
// returns: -
UNWIND $keys AS key
MATCH (p:Passage {key: key})<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
SET s:Source
WITH p, v
FOREACH (_ IN CASE WHEN v.state = 'current' THEN [1] ELSE [] END | SET p:Current)
FOREACH (_ IN CASE WHEN v.state = 'current' THEN [] ELSE [1] END | REMOVE p:Current);

// name: orphan_passages
// Passages of no version
// params: limit, namespace
// returns: count, keys
MATCH (p:Passage) USING INDEX p:Passage(namespace)
WHERE p.namespace = $namespace AND NOT EXISTS { (p)<-[:HAS_PASSAGE]-(:SourceVersion) }
WITH p.key AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: unfinished_versions
// Sources whose text did not arrive whole; what was left lying of one that was found otherwise since is nobody's loss
// params: limit, namespace
// returns: count, keys
MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
WHERE v.namespace = $namespace AND v.seen_at_ms IS NOT NULL AND v.state = 'incoming'
MATCH (s:Source)-[:HAS_VERSION]->(v)
WHERE NOT EXISTS { MATCH (s)-[:HAS_VERSION]->(w:SourceVersion {state: 'current'}) WHERE w.seen_at_ms >= v.seen_at_ms }
WITH DISTINCT s.source_id AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: doubled_versions
// Sources with more than one current text
// params: limit, namespace
// returns: count, keys
MATCH (s:Source) USING INDEX s:Source(namespace, source_id) WHERE s.namespace = $namespace AND s.source_id IS NOT NULL
  AND COUNT { (s)-[:HAS_VERSION]->(:SourceVersion {state: 'current'}) } > 1
WITH s.source_id AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: unlinked_versions
// Current versions whose names were not found yet, or that were not compared with what is stored
// params: linker, grouper, limit, namespace
// returns: count, keys
MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms)
WHERE v.namespace = $namespace AND v.seen_at_ms IS NOT NULL AND v.state = 'current'
  AND (coalesce(v.linked, 0) < $linker OR coalesce(v.compared, 0) <> $grouper)
WITH v.key AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: lopsided_conflicts
// Open conflicts that do not stand between two claims
// params: limit, namespace
// returns: count, keys
MATCH (x:Conflict) USING INDEX x:Conflict(key)
WHERE x.key STARTS WITH 'conflict.' AND x.namespace = $namespace AND x.state = 'open'
  AND COUNT { (x)-[:BETWEEN]->(:Claim) } <> 2
WITH x.key AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: claims_of_conflicts
// The claims that conflicts stand between
// params: keys
// returns: claim
MATCH (x:Conflict)-[:BETWEEN]->(c:Claim) WHERE x.key IN $keys
RETURN DISTINCT c.key AS claim ORDER BY claim;

// name: dismiss_lopsided
// Conflicts that do not stand between two claims are none, and say so; what a person said of one stays
// params: keys, why, by, now
// returns: -
MATCH (x:Conflict) WHERE x.key IN $keys AND x.state = 'open' AND COUNT { (x)-[:BETWEEN]->(:Claim) } <> 2
SET x.state = 'dismissed', x.resolution = $why, x.resolved_by = $by, x.resolved_at = $now;

// name: loose_citations
// Quotes for no claim, or from no passage that they could be checked in
// params: limit, namespace
// returns: count, keys
MATCH (ci:Citation) USING INDEX ci:Citation(key) WHERE ci.key STARTS WITH 'citation.' AND ci.namespace = $namespace
  AND (NOT EXISTS { (ci)-[:FOR_CLAIM]->(:Claim) } OR NOT EXISTS { (ci)-[:QUOTES]->(:Passage) })
  AND ci.verdict <> 'cannot_check'
WITH ci.key AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;

// name: claims_of_citations
// The claims that quotes are for
// params: keys
// returns: claim
MATCH (ci:Citation)-[:FOR_CLAIM]->(c:Claim) WHERE ci.key IN $keys
RETURN DISTINCT c.key AS claim ORDER BY claim;

// name: unbind_citations
// Quotes that stand alone bear nothing out, and say why
// params: keys, why, now
// returns: -
MATCH (ci:Citation) WHERE ci.key IN $keys
  AND (NOT EXISTS { (ci)-[:FOR_CLAIM]->(:Claim) } OR NOT EXISTS { (ci)-[:QUOTES]->(:Passage) })
SET ci.verdict = 'cannot_check', ci.checker = 'rule:loose', ci.reason = $why, ci.checked_at = $now;

// name: unfinished_deletions
// Deletions that were not ended, by what they forget
// params: limit, namespace
// returns: count, keys
MATCH (d:Deletion) USING INDEX d:Deletion(namespace, state) WHERE d.namespace = $namespace AND d.state = 'incomplete'
WITH d.target_id AS key ORDER BY key
RETURN count(key) AS count, collect(key)[..$limit] AS keys;
