// From what a person calls a node to the node: what a parameter of a template may be instead of a key.

// name: nodes_by_words
// Nodes of the namespace that a full-text index of claims, questions, sources or names finds, best match first
// params: index, words, namespace
// returns: key, text, score
CALL db.index.fulltext.queryNodes($index, $words, {limit: 1000}) YIELD node, score
WITH node, score WHERE node.namespace = $namespace AND score > 0
RETURN node.key AS key, coalesce(node.full_name, node.text, node.title, node.source_id) AS text, score
ORDER BY score DESC, key LIMIT 50;

// name: sources_by_id
// The sources that were added under these words: a path, an address or an id
// params: source_id, namespace
// returns: key, text
MATCH (s:Source) WHERE s.namespace = $namespace AND s.source_id = $source_id
RETURN s.key AS key, coalesce(s.title, s.source_id) AS text ORDER BY key LIMIT 6;

// name: entities_by_name
// The things of exactly this name in the form that questions are compared by
// params: norm_name, namespace
// returns: key, text
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.norm_name = $norm_name
RETURN e.key AS key, e.full_name AS text ORDER BY key LIMIT 6;

// name: latest_run
// The run that was started last
// params: namespace
// returns: key
MATCH (r:Run) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL
RETURN r.key AS key ORDER BY r.started_at_ms DESC, key LIMIT 1;
