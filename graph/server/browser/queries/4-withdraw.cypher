// 4 If a source is withdrawn
// Put a part of its address or title, or its key, into the first quotes: the claims that lose their only support,
// and the reports that say them.
WITH 'part of its address' AS words, '' AS namespace
MATCH (s:Source)
WHERE namespace IN ['', s.namespace]
  AND (s.key STARTS WITH words OR s.url CONTAINS words OR toLower(s.title) CONTAINS toLower(words))
WITH s LIMIT 1
OPTIONAL MATCH p = (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation {stance: 'supports', verdict: 'valid'})-[:FOR_CLAIM]->(c:Claim)
WHERE NOT EXISTS {
  MATCH (c)<-[:FOR_CLAIM]-(:Citation {stance: 'supports', verdict: 'valid'})-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(other:Source)
  WHERE other <> s
}
OPTIONAL MATCH q = (c)<-[:ASSERTS]-(:Statement)<-[:HAS_STATEMENT]-(:Report {is_final: true})
RETURN s, p, q LIMIT 200
