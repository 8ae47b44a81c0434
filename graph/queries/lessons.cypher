// Lessons of runs that failed in whole or in part: written, found, laid aside, deleted. They are never evidence.

// name: record_lessons
// What a run learned, with the part of its plan that it is about where there is one
// params: run, rows, namespace, now, now_ms
// returns: -
MATCH (r:Run {key: $run})
UNWIND $rows AS row
MERGE (f:Reflection {key: row.key})
ON CREATE SET f:Lesson, f.namespace = $namespace, f.name = row.name, f.created_at = $now, f.created_at_ms = $now_ms,
              f.lesson = row.lesson, f.kind = row.kind, f.about = row.about, f.question = row.question,
              f.avoid = row.avoid, f.prefer = row.prefer, f.absent = row.absent, f.outcome = row.outcome
FOREACH (_ IN CASE WHEN row.vector IS NULL THEN [] ELSE [1] END | SET f.{{embedding}} = row.vector)
MERGE (r)-[:LEARNED]->(f)
WITH f, row
CALL (f, row) {
  MATCH (q:Question {key: row.part})
  MERGE (f)-[:ASKED]->(q)
};

// name: lessons_that_hold
// The lessons that still hold, newest first, with how near each is to a vector (0 to 1; null without vectors)
// params: vector, limit, namespace
// returns: lesson_key, lesson, kind, about, question, avoid, prefer, absent, outcome, created_at, created_at_ms, run, run_key, similarity
MATCH (f:Lesson) USING INDEX f:Lesson(namespace, created_at_ms) WHERE f.namespace = $namespace AND f.created_at_ms > 0
WITH f ORDER BY f.created_at_ms DESC, f.key LIMIT $limit
OPTIONAL MATCH (r:Run)-[:LEARNED]->(f)
RETURN f.key AS lesson_key, f.lesson AS lesson, f.kind AS kind, f.about AS about, f.question AS question, f.avoid AS avoid,
       f.prefer AS prefer, f.absent AS absent, f.outcome AS outcome, f.created_at AS created_at,
       f.created_at_ms AS created_at_ms, r.key AS run, r.run_key AS run_key,
       CASE WHEN $vector IS NULL OR f.{{embedding}} IS NULL THEN null
            ELSE vector.similarity.cosine(f.{{embedding}}, $vector) END AS similarity
ORDER BY created_at_ms DESC, lesson_key;

// name: supersede_lessons
// Lessons that no longer hold: they stay as what a run once learned, and no later run finds them
// params: rows, now, namespace
// returns: lesson_key
UNWIND $rows AS row
MATCH (f:Reflection {key: row.key}) WHERE f:Lesson AND f.namespace = $namespace
REMOVE f:Lesson
SET f.superseded_at = $now, f.superseded_why = row.why
RETURN f.key AS lesson_key;

// name: delete_lesson
// A lesson that a person takes away; what other nodes keep of it is that it was used. It is locked first
// params: key, namespace
// returns: deleted
MATCH (f:Reflection {key: $key}) WHERE f.namespace = $namespace AND f.lesson IS NOT NULL
SET f:Reflection
WITH f, f.key AS deleted
DETACH DELETE f
RETURN deleted;
