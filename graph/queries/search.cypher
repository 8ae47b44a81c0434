// Finding passages. Two statements a search, however many queries: first what each arm finds and the links around it,
// for the walk in the client; then what a citation needs of the passages that came out best. Vectors are never returned.

// fragment: language
// form: calendar
// SEARCH is of Cypher 25; nothing else here needs it
CYPHER 25

// fragment: seeds_by_words
// By words, by pieces of words, and by the names in the question: these lead to the first passage of what they title, or
// what a name titles that a person called the same.
// What more sources are titled than a search gives hits tells none of them by its name, here and along the links
UNWIND range(0, size($queries) - 1) AS query
WITH query, $queries[query] AS q
CALL (q) {
  WITH q WHERE q.text <> ''
  CALL db.index.fulltext.queryNodes('passage_text', q.text, {limit: $candidates}) YIELD node, score
  WITH node, score WHERE score > 0
  WITH node, score ORDER BY score DESC, node.key
  WITH collect([node, score]) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i][0] AS p, 'text' AS arm, i + 1 AS rank, found[i][1] AS score, null AS name
UNION ALL
  WITH q WHERE q.grams <> ''
  CALL db.index.fulltext.queryNodes('passage_grams', q.grams, {limit: $candidates}) YIELD node, score
  WITH node, score WHERE score > 0
  WITH node, score ORDER BY score DESC, node.key
  WITH collect([node, score]) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i][0] AS p, 'grams' AS arm, i + 1 AS rank, found[i][1] AS score, null AS name
UNION ALL
  MATCH (n:Entity) WHERE n.namespace = $namespace AND n.norm_name IN q.names
  MATCH (e:Entity {canonical_key: n.canonical_key})<-[:TITLED]-(s:Source) WHERE e.namespace = $namespace
    AND COUNT { (e)<-[:TITLED]-() } <= $namesakes
  WITH DISTINCT n.norm_name AS name, s ORDER BY s.key, name LIMIT $candidates
  MATCH (p:Passage:Current {key: s.lead})
  RETURN p, 'name' AS arm, 1 AS rank, 1.0 AS score, name

// fragment: nearest
// form: calendar
// What is near a query's vector, by the index that filters by namespace
MATCH (node:Current)
    SEARCH node IN (VECTOR INDEX {{passage_index}} FOR vector WHERE node.namespace = $namespace LIMIT $candidates) SCORE AS score
  WITH node, score WHERE score >= $floor

// fragment: nearest
// form: lts
// What near_passages has found: [key, score]
UNWIND vector AS near
  MATCH (node:Passage:Current {key: near[0]})
  WITH node, near[1] AS score WHERE node.namespace = $namespace

// fragment: links
// Two steps along names from the best seeds. A link joins a passage and a source whose title it mentions; a source
// stands for its first passage and, in the client, for those of it that the query found
WITH query, p, collect([arm, rank, score, name]) AS arms
MATCH (p)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source)
WITH query, collect([p, s, arms]) AS found
WITH query, [f IN found | [f[0].key, f[1].key, f[0].search_grams IS NOT NULL, f[2]]] AS seeds,
     [f IN found WHERE any(a IN f[2] WHERE a[1] <= $roots) | f[0]] AS roots,
     [f IN found WHERE any(a IN f[2] WHERE a[1] <= $roots) | f[1]] AS sources
CALL (roots, sources) {
  CALL (roots) {
    UNWIND roots AS a
    CALL (a) {
      MATCH (a)-[:MENTIONS]->(e:Entity) WHERE COUNT { (e)<-[:TITLED]-() } <= $namesakes
      MATCH (e)<-[:TITLED]-(t:Source)
      WITH a, t WHERE $fan > 0 AND t.lead IS NOT NULL
      RETURN t ORDER BY t.key LIMIT $fan
    }
    MATCH (b:Passage:Current {key: t.lead})
    RETURN collect(DISTINCT [a.key, t.key, t.lead]) AS out, collect(DISTINCT b) AS leads
  }
  CALL (sources) {
    UNWIND sources AS s
    WITH DISTINCT s
    CALL (s) {
      MATCH (s)-[:TITLED]->(e:Entity)<-[:MENTIONS]-(b:Current) WHERE COUNT { (e)<-[:TITLED]-() } <= $namesakes
      WITH s, b WHERE $fan > 0
      RETURN b ORDER BY b.key LIMIT $fan
    }
    RETURN collect(DISTINCT [b.key, s.key, s.lead]) AS back, collect(DISTINCT b) AS mentioning
  }
  RETURN out + back AS first, leads + mentioning AS reached
}
CALL (roots, reached) {
  UNWIND reached AS a
  WITH DISTINCT a, roots WHERE NOT a IN roots
  CALL (a) {
    MATCH (a)-[:MENTIONS]->(e:Entity) WHERE COUNT { (e)<-[:TITLED]-() } <= $namesakes
    MATCH (e)<-[:TITLED]-(t:Source)
    WITH a, t WHERE t.lead IS NOT NULL
    RETURN [a.key, t.key, t.lead] AS link ORDER BY t.key LIMIT $fan
  UNION ALL
    MATCH (a)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(s:Source) WHERE a.ordinal = 0
    MATCH (s)-[:TITLED]->(e:Entity)<-[:MENTIONS]-(c:Current) WHERE COUNT { (e)<-[:TITLED]-() } <= $namesakes
    RETURN [c.key, s.key, s.lead] AS link ORDER BY c.key LIMIT $fan
  }
  RETURN collect(DISTINCT link) AS second
}
RETURN query, seeds, first + second AS links;

// name: search_graph
// What each arm finds for each query, and the links by names around it
// params: queries, namespace, candidates, floor, roots, fan, namesakes
// returns: query, seeds, links
{{> language}}
{{> seeds_by_words}}
UNION ALL
  WITH q.vector AS vector WHERE vector IS NOT NULL
  {{> nearest}}
  WITH node, score ORDER BY score DESC, node.key
  WITH collect([node, score]) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i][0] AS p, 'vector' AS arm, i + 1 AS rank, found[i][1] AS score, null AS name
}
{{> links}};

// name: search_graph_by_words
// The same where no embedding model is configured
// params: queries, namespace, candidates, roots, fan, namesakes
// returns: query, seeds, links
{{> seeds_by_words}}
}
{{> links}};

// name: search_passages
// What a citation needs of these passages
// params: keys, namespace
// returns: passage, ordinal, char_start, char_end, text, heading, page, version, source, source_id, title, url, publisher, published_at, fetched_at, language, flags, without_vector, unlinked
UNWIND $keys AS key
MATCH (p:Passage:Current {key: key})<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source) WHERE p.namespace = $namespace
RETURN p.key AS passage, p.ordinal AS ordinal, p.char_start AS char_start, p.char_end AS char_end, p.text AS text,
       p.heading AS heading, p.page AS page, v.key AS version, s.key AS source, s.source_id AS source_id, s.title AS title,
       s.url AS url, s.publisher AS publisher, s.published_at AS published_at, v.fetched_at AS fetched_at,
       p.language AS language, coalesce(p.flags, []) AS flags, p.{{embedding}} IS NULL AS without_vector, v.linked IS NULL AS unlinked;
