// 5 Claims on one source
// Supported by one source, or by several of one origin.
WITH '' AS namespace
MATCH (c:Claim:Supported)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WHERE namespace IN ['', c.namespace]
WITH c, count(DISTINCT coalesce(s.origin_group, s.key)) AS origins
WHERE origins = 1
WITH c ORDER BY c.created_at DESC LIMIT 50
MATCH p = (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)
RETURN p LIMIT 200
