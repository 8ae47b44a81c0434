// 3 Open conflicts, both sides
// The key of a conflict or of a claim in the first quotes draws that one alone, closed ones too.
WITH '' AS words, '' AS namespace
MATCH (x:Conflict)-[:BETWEEN]->(side:Claim)
WHERE namespace IN ['', x.namespace]
  AND CASE words WHEN '' THEN x.state = 'open' ELSE x.key STARTS WITH words OR side.key STARTS WITH words END
WITH DISTINCT x LIMIT 10
MATCH p = (x)-[:BETWEEN]->(c:Claim)
OPTIONAL MATCH q = (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)
RETURN p, q LIMIT 200
