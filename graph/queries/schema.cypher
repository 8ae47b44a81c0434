// What the server is and what its schema holds; the lock and the record of migrations.

// name: server_version
// Which server this is and which Cypher it speaks
// params: -
// returns: name, versions, edition
CALL dbms.components() YIELD name, versions, edition RETURN name, versions, edition;

// name: show_indexes
// Every index with what a comparison needs
// params: -
// returns: name, type, labels, properties, options, state, constraint
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options, state, owningConstraint
RETURN name, type, labelsOrTypes AS labels, properties, options, state, owningConstraint AS constraint;

// name: applied_migrations
// The schema steps this graph has been through
// params: -
// returns: version, checksum
MATCH (m:SchemaMigration) WHERE m.key STARTS WITH 'schemamigration.' AND m.version IS NOT NULL
RETURN m.version AS version, m.checksum AS checksum ORDER BY version;

// name: lock_migrations
// One process migrates at a time: a second one waits here until the first commits
// params: key, now
// returns: -
MERGE (m:SchemaMigration {key: $key})
ON CREATE SET m.namespace = 'schema', m.name = 'lock', m.created_at = $now
SET m:SchemaMigration;

// name: record_migration
// A schema step that was applied
// params: key, version, title, checksum, code_version, now
// returns: -
MERGE (m:SchemaMigration {key: $key})
ON CREATE SET m.namespace = 'schema', m.name = $title, m.created_at = $now, m.version = $version, m.title = $title,
              m.checksum = $checksum, m.code_version = $code_version;

// name: embedding_models
// The embedding models whose vectors this graph holds, the one in use first
// params: -
// returns: key, model, dimension, file_sha256, switched_at
MATCH (m:EmbeddingModel) WHERE m.key STARTS WITH 'embeddingmodel.'
RETURN m.key AS key, m.model AS model, m.dimension AS dimension, m.file_sha256 AS file_sha256, m.switched_at AS switched_at
ORDER BY coalesce(m.in_use, false) DESC, m.created_at, m.key;

// name: record_embedding_model
// An embedding model whose vectors this graph holds; the first one is in use
// params: key, model, dimension, query_prefix, passage_prefix, file_sha256, max_tokens, min_similarity, name, in_use, now
// returns: -
MERGE (m:EmbeddingModel {key: $key})
ON CREATE SET m.namespace = 'schema', m.name = $name, m.created_at = $now, m.model = $model, m.dimension = $dimension,
              m.query_prefix = $query_prefix, m.passage_prefix = $passage_prefix, m.file_sha256 = $file_sha256,
              m.max_tokens = $max_tokens, m.min_similarity = $min_similarity, m.in_use = $in_use;
