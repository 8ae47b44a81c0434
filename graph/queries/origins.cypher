// Who says a claim: what is needed to count how many say it independently of each other.

// name: told_by_citations
// The sources of these quotes as far as they are valid, each with the passage that its quote begins in
// params: keys, namespace
// returns: citation, source, title, publisher, url, origin_group, text
UNWIND $keys AS key
MATCH (ci:Citation {key: key})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE ci.namespace = $namespace AND ci.verdict = 'valid' AND ci.stance = 'supports'
RETURN ci.key AS citation, s.key AS source, coalesce(v.title, s.title, s.source_id) AS title, v.publisher AS publisher,
       v.url AS url, s.origin_group AS origin_group, p.text AS text
ORDER BY citation;

// name: origins_of_claim
// The sources whose quotes bear a claim out, each with the passage that its quote begins in
// params: claim, namespace
// returns: citation, source, title, publisher, url, origin_group, text
MATCH (c:Claim {key: $claim}) WHERE c.namespace = $namespace
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(p:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN ci.key AS citation, s.key AS source, coalesce(v.title, s.title, s.source_id) AS title, v.publisher AS publisher,
       v.url AS url, s.origin_group AS origin_group, p.text AS text
ORDER BY citation;

// name: mark_refuting
// The label of the quotes that refute
// params: keys
// returns: -
UNWIND $keys AS key
MATCH (ci:Citation {key: key, stance: 'refutes'})
SET ci:Refuting;

// name: origins_of_web_sources
// The origins that these sources are of, as far as they are web pages
// params: keys, namespace
// returns: source, origin_group
UNWIND $keys AS key
MATCH (s:Source {key: key, kind: 'web'}) WHERE s.namespace = $namespace AND s.origin_group IS NOT NULL
RETURN s.key AS source, s.origin_group AS origin_group ORDER BY source;

// name: told_of_claims
// The current sources that support these claims, with their quotes
// params: claims, namespace
// returns: claim, source, title, url, origin_group, work_group, quote
UNWIND $claims AS key
MATCH (c:Claim {key: key}) WHERE c.namespace = $namespace
MATCH (c)<-[:FOR_CLAIM]-(ci:Citation {stance: 'supports'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion {state: 'current'})<-[:HAS_VERSION]-(s:Source)
RETURN c.key AS claim, s.key AS source, coalesce(v.title, s.source_id) AS title, v.url AS url,
       s.origin_group AS origin_group, s.work_group AS work_group, ci.quote AS quote ORDER BY claim, source, quote;
