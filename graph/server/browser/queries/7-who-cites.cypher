// 7 Reports that cite a source
// Put a part of its address or title, or its key, into the first quotes.
WITH 'part of its address' AS words, '' AS namespace
MATCH (s:Source)
WHERE namespace IN ['', s.namespace]
  AND (s.key STARTS WITH words OR s.url CONTAINS words OR toLower(s.title) CONTAINS toLower(words))
WITH s LIMIT 1
OPTIONAL MATCH p = (s)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)<-[:CITES]-(:Statement)<-[:HAS_STATEMENT]-(:Report)
RETURN s, p LIMIT 200
