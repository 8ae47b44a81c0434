// Nearness on a server whose vector index cannot filter by namespace: a statement of its own before the search.

// name: near_passages
// The passages nearest to each vector, best first: all compared in a namespace of at most $exact passages. Above that
// the index is asked; when too few of the namespace are among what it gives, for as many more as their share tells;
// and all are compared when these are too few as well
// form: lts
// params: vectors, namespace, candidates, exact, most, floor
// returns: query, passage, score
CALL () {
  MATCH (p:Passage:Current) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace
  WITH p LIMIT $exact + 1
  RETURN count(p) AS few
}
CALL (few) {
  WITH few WHERE few <= $exact
  MATCH (p:Passage:Current) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace AND p.{{embedding}} IS NOT NULL
  WITH p.key AS passage, p.{{embedding}} AS there
  UNWIND range(0, size($vectors) - 1) AS query
  WITH query, passage, there WHERE $vectors[query] IS NOT NULL
  WITH query, passage, vector.similarity.cosine(there, $vectors[query]) AS score ORDER BY query, score DESC, passage
  WITH query, collect([passage, score])[..$candidates] AS found
  RETURN query, found
UNION ALL
  WITH few WHERE few > $exact
  UNWIND range(0, size($vectors) - 1) AS query
  WITH query WHERE $vectors[query] IS NOT NULL
  CALL (query) {
    WITH query, CASE WHEN $candidates * 4 > $most THEN $most ELSE $candidates * 4 END AS asked
    CALL db.index.vector.queryNodes('{{passage_index}}', asked, $vectors[query]) YIELD node, score
    WITH node, score WHERE node.namespace = $namespace
    WITH node, score ORDER BY score DESC, node.key LIMIT $candidates
    RETURN collect([node.key, score]) AS first
  }
  CALL (query, first) {
    WITH query, first WHERE size(first) < $candidates
    WITH query, $candidates * $candidates * 6 / (size(first) + 1) AS enough
    WITH query, CASE WHEN enough > $most THEN $most ELSE enough END AS asked
    CALL (query, asked) {
      CALL db.index.vector.queryNodes('{{passage_index}}', asked, $vectors[query]) YIELD node, score
      WITH node, score WHERE node.namespace = $namespace
      WITH node, score ORDER BY score DESC, node.key LIMIT $candidates
      RETURN collect([node.key, score]) AS among
    }
    RETURN among
  UNION ALL
    WITH first WHERE size(first) >= $candidates
    RETURN first AS among
  }
  CALL (query, among) {
    WITH query WHERE size(among) < $candidates
    MATCH (p:Passage:Current) USING INDEX p:Passage(namespace) WHERE p.namespace = $namespace AND p.{{embedding}} IS NOT NULL
    WITH query, p.key AS passage, vector.similarity.cosine(p.{{embedding}}, $vectors[query]) AS score
    ORDER BY score DESC, passage LIMIT $candidates
    WITH query, collect([passage, score]) AS found
    RETURN found
  UNION ALL
    WITH among WHERE size(among) >= $candidates
    RETURN among AS found
  }
  RETURN query, found
}
UNWIND found AS near
WITH query, near[0] AS passage, near[1] AS score WHERE score >= $floor
RETURN query, passage, score ORDER BY query, score DESC, passage;
