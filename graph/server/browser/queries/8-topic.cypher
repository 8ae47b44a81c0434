// 8 Claims about a topic
// Put a name or words of claims, or the key of a name, into the first quotes.
WITH 'name of the topic' AS words, '' AS namespace
CALL (words, namespace) {
  MATCH (c:Claim) WHERE namespace IN ['', c.namespace] AND toLower(c.text) CONTAINS toLower(words)
  WITH c LIMIT 40
  OPTIONAL MATCH p = (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)-[:MENTIONS]->(e:Entity)
  WHERE toLower(e.full_name) CONTAINS toLower(words)
  RETURN c, p
UNION
  MATCH (e:Entity)
  WHERE namespace IN ['', e.namespace] AND (e.key STARTS WITH words OR toLower(e.full_name) CONTAINS toLower(words))
  WITH e LIMIT 3
  MATCH p = (e)<-[:TITLED]-(:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
  RETURN c, p LIMIT 60
UNION
  MATCH (e:Entity)
  WHERE namespace IN ['', e.namespace] AND (e.key STARTS WITH words OR toLower(e.full_name) CONTAINS toLower(words))
  WITH e LIMIT 3
  MATCH p = (e)<-[:MENTIONS]-(:Passage)<-[:QUOTES]-(:Citation)-[:FOR_CLAIM]->(c:Claim)
  RETURN c, p LIMIT 60
}
OPTIONAL MATCH q = (c)<-[:BETWEEN]-(:Conflict)-[:BETWEEN]->(:Claim)
RETURN c, p, q LIMIT 200
