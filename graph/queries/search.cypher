// Finding passages. One statement a search: both arms limited inside their indexes, fused by rank, one hop to the
// source. The vectors themselves are never returned.

// fragment: language
// form: calendar
// SEARCH is of Cypher 25; nothing else here needs it
CYPHER 25

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

// name: search_hybrid
// Passages near the words and the vector of each query, fused by reciprocal rank, with what a citation needs
// params: queries, namespace, candidates, limit, fusion, floor
// returns: query, passage, ordinal, char_start, char_end, text, heading, page, version, source, source_id, title, url, publisher, published_at, fetched_at, language, without_vector, score, text_rank, text_score, vector_rank, vector_score
{{> language}}
UNWIND range(0, size($queries) - 1) AS query
WITH query, $queries[query].lucene AS lucene, $queries[query].vector AS vector
CALL (lucene, vector) {
  CALL (lucene) {
    WITH lucene WHERE lucene <> ''
    CALL db.index.fulltext.queryNodes('passage_text', lucene, {limit: $candidates}) YIELD node, score
    WITH node, score WHERE score > 0
    WITH node, score ORDER BY score DESC, node.key
    WITH collect([node, score]) AS found
    UNWIND range(0, size(found) - 1) AS i
    RETURN found[i][0] AS p, i + 1 AS text_rank, found[i][1] AS text_score, null AS vector_rank, null AS vector_score
  }
  RETURN p, text_rank, text_score, vector_rank, vector_score
UNION ALL
  CALL (vector) {
    WITH vector WHERE vector IS NOT NULL
    {{> nearest}}
    WITH node, score ORDER BY score DESC, node.key
    WITH collect([node, score]) AS found
    UNWIND range(0, size(found) - 1) AS i
    RETURN found[i][0] AS p, null AS text_rank, null AS text_score, i + 1 AS vector_rank, found[i][1] AS vector_score
  }
  RETURN p, text_rank, text_score, vector_rank, vector_score
}
WITH query, p, max(text_rank) AS text_rank, max(text_score) AS text_score, max(vector_rank) AS vector_rank, max(vector_score) AS vector_score
WITH query, p, text_rank, text_score, vector_rank, vector_score,
     coalesce(1.0 / ($fusion + text_rank), 0.0) + coalesce(1.0 / ($fusion + vector_rank), 0.0) AS score
ORDER BY query, score DESC, coalesce(text_rank, vector_rank), p.key
WITH query, collect([p, score, text_rank, text_score, vector_rank, vector_score])[..$limit] AS hits
UNWIND hits AS hit
WITH query, hit, hit[0] AS p
MATCH (p)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN query, p.key AS passage, p.ordinal AS ordinal, p.char_start AS char_start, p.char_end AS char_end, p.text AS text,
       p.heading AS heading, p.page AS page, v.key AS version, s.key AS source, s.source_id AS source_id, s.title AS title, s.url AS url,
       s.publisher AS publisher, s.published_at AS published_at, v.fetched_at AS fetched_at, p.language AS language,
       p.{{embedding}} IS NULL AS without_vector, hit[1] AS score, hit[2] AS text_rank, hit[3] AS text_score, hit[4] AS vector_rank, hit[5] AS vector_score
ORDER BY query, score DESC, coalesce(text_rank, vector_rank), passage;

// name: search_text
// Passages near the words of each query, where no embedding model is configured
// params: queries, candidates, limit, fusion
// returns: query, passage, ordinal, char_start, char_end, text, heading, page, version, source, source_id, title, url, publisher, published_at, fetched_at, language, score, text_rank, text_score, vector_rank, vector_score
UNWIND range(0, size($queries) - 1) AS query
WITH query, $queries[query].lucene AS lucene
WITH query, lucene WHERE lucene <> ''
CALL (lucene) {
  CALL db.index.fulltext.queryNodes('passage_text', lucene, {limit: $candidates}) YIELD node, score
  WITH node, score WHERE score > 0
  WITH node, score ORDER BY score DESC, node.key
  WITH collect([node, score])[..$limit] AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i][0] AS p, i + 1 AS text_rank, found[i][1] AS text_score
}
MATCH (p)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source)
RETURN query, p.key AS passage, p.ordinal AS ordinal, p.char_start AS char_start, p.char_end AS char_end, p.text AS text,
       p.heading AS heading, p.page AS page, v.key AS version, s.key AS source, s.source_id AS source_id, s.title AS title, s.url AS url,
       s.publisher AS publisher, s.published_at AS published_at, v.fetched_at AS fetched_at, p.language AS language,
       1.0 / ($fusion + text_rank) AS score, text_rank, text_score, null AS vector_rank, null AS vector_score
ORDER BY query, text_rank, passage;
