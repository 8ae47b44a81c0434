// 2 Claim and its evidence
// Put words of the claim as they stand in it, or its key, into the first quotes.
WITH 'words of the claim' AS words, '' AS namespace
MATCH (c:Claim)
WHERE namespace IN ['', c.namespace] AND (c.key STARTS WITH words OR toLower(c.text) CONTAINS toLower(words))
WITH c LIMIT 5
OPTIONAL MATCH p = (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)
RETURN c, p LIMIT 200
