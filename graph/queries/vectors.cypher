// The vectors of a model on passages of every namespace: an embedding model belongs to the graph.

// name: passages_without_vector
// The next passages in the order of keys that have no vector of a model
// params: after, property, limit
// returns: key, search_text
MATCH (p:Passage) WHERE p.key > $after AND p.search_text IS NOT NULL AND p[$property] IS NULL
RETURN p.key AS key, p.search_text AS search_text ORDER BY p.key LIMIT $limit;

// name: count_vectors
// How many passages there are, and how many of them have a vector of a model
// params: property
// returns: passages, with_vector
MATCH (p:Passage) WHERE p.key STARTS WITH 'passage.' AND p.search_text IS NOT NULL
RETURN count(p) AS passages, count(CASE WHEN p[$property] IS NOT NULL THEN 1 END) AS with_vector;

// name: switch_model
// From now on this model is the one that is searched and written
// params: key, now
// returns: -
MATCH (m:EmbeddingModel) WHERE m.key STARTS WITH 'embeddingmodel.'
SET m.switched_at = CASE WHEN m.key = $key THEN $now ELSE m.switched_at END, m.in_use = (m.key = $key);

// name: drop_vectors
// Take the vectors of a model off the next passages in the order of keys
// params: after, property, limit
// returns: last
MATCH (p:Passage) WHERE p.key > $after AND p[$property] IS NOT NULL
WITH p ORDER BY p.key LIMIT $limit
SET p[$property] = null
RETURN max(p.key) AS last;

// name: forget_model
// Forget a model whose vectors are gone; never the one in use
// params: key
// returns: -
MATCH (m:EmbeddingModel {key: $key}) WHERE NOT coalesce(m.in_use, false)
DELETE m;
