// 6 Unsupported claims
// With the quotes that did not hold and the reports that say them.
WITH '' AS namespace
MATCH (c:Claim:Unsupported)
WHERE namespace IN ['', c.namespace]
WITH c ORDER BY c.created_at DESC LIMIT 50
OPTIONAL MATCH p = (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)
OPTIONAL MATCH q = (c)<-[:ASSERTS]-(:Statement)<-[:HAS_STATEMENT]-(:Report {is_final: true})
RETURN c, p, q LIMIT 200
