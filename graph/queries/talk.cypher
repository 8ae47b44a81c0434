// Conversations: what was asked, how it was answered, and from what.

// name: record_conversation
// A conversation; one of that name that is there already is gone on with
// params: conversation, namespace, now
// returns: key
MERGE (c:Conversation {key: $conversation.key})
ON CREATE SET c.namespace = $namespace, c.name = $conversation.name, c.created_at = $now,
              c.conversation = $conversation.conversation
RETURN c.key AS key;

// name: record_turn
// A question, before anything is done for it; a turn that is there already stays as it was first written
// params: conversation, turn, namespace, now
// returns: question, state
MATCH (c:Conversation {key: $conversation})
MERGE (t:Turn {key: $turn.key})
ON CREATE SET t.namespace = $namespace, t.name = $turn.name, t.created_at = $now, t.ordinal = $turn.ordinal,
              t.question = $turn.question, t.state = 'asked', t.asked_at = $now
MERGE (c)-[:HAS_TURN]->(t)
RETURN t.question AS question, t.state AS state;

// name: record_turn_choice
// What the question was taken to ask, what was remembered for it and which calls were chosen, before they are made
// params: turn, asked, calls_json, memory_json
// returns: -
MATCH (t:Turn {key: $turn}) WHERE t.state = 'asked'
SET t.asked = $asked, t.calls_json = $calls_json, t.memory_json = $memory_json;

// name: record_answer
// What was answered, and the run and report it came from where there are some; the first answer stays
// params: turn, answer, kind, run, report, vector, now, now_ms
// returns: -
MATCH (t:Turn {key: $turn}) WHERE t.state = 'asked'
SET t.state = 'answered', t.answer = $answer, t.kind = $kind, t.answered_at = $now, t.answered_at_ms = $now_ms
FOREACH (_ IN CASE WHEN $vector IS NULL THEN [] ELSE [1] END | SET t.{{embedding}} = $vector)
WITH t
CALL (t) {
  MATCH (r:Run {key: $run})
  MERGE (t)-[:RAN]->(r)
}
CALL (t) {
  MATCH (rep:Report {key: $report})
  MERGE (t)-[:GAVE]->(rep)
};

// name: turns_of_conversation
// The turns of one conversation, in order
// params: conversation, namespace
// returns: turn, ordinal, question, asked, answer, kind, state, asked_at, answered_at, answered_at_ms, calls_json, memory_json, run, report, vector, conversation
MATCH (c:Conversation {key: $conversation})-[:HAS_TURN]->(t:Turn) WHERE c.namespace = $namespace
RETURN t.key AS turn, t.ordinal AS ordinal, t.question AS question, t.asked AS asked, t.answer AS answer, t.kind AS kind,
       t.state AS state, t.asked_at AS asked_at, t.answered_at AS answered_at, t.answered_at_ms AS answered_at_ms,
       t.calls_json AS calls_json, t.memory_json AS memory_json, t.{{embedding}} AS vector, c.conversation AS conversation,
       head(COLLECT { MATCH (t)-[:RAN]->(r:Run) RETURN r.key }) AS run,
       head(COLLECT { MATCH (t)-[:GAVE]->(rep:Report) RETURN rep.key }) AS report
ORDER BY ordinal;

// name: turns_elsewhere
// The newest answers from evidence in other conversations, with their vectors, so that the nearest can be found
// params: conversation, limit, namespace
// returns: turn, ordinal, question, asked, answer, kind, state, asked_at, answered_at, answered_at_ms, calls_json, memory_json, run, report, vector, conversation
MATCH (t:Turn) USING INDEX t:Turn(namespace, answered_at_ms)
WHERE t.namespace = $namespace AND t.answered_at_ms > 0 AND t.kind = 'report' AND t.{{embedding}} IS NOT NULL
MATCH (c:Conversation)-[:HAS_TURN]->(t) WHERE c.key <> $conversation
WITH t, c ORDER BY t.answered_at_ms DESC LIMIT $limit
RETURN t.key AS turn, t.ordinal AS ordinal, t.question AS question, t.asked AS asked, t.answer AS answer, t.kind AS kind,
       t.state AS state, t.asked_at AS asked_at, t.answered_at AS answered_at, t.answered_at_ms AS answered_at_ms,
       t.calls_json AS calls_json, t.memory_json AS memory_json, t.{{embedding}} AS vector, c.conversation AS conversation,
       head(COLLECT { MATCH (t)-[:RAN]->(r:Run) RETURN r.key }) AS run,
       head(COLLECT { MATCH (t)-[:GAVE]->(rep:Report) RETURN rep.key }) AS report
ORDER BY answered_at_ms DESC, turn;

// name: changed_since
// Whether texts, claims or their status came into the graph after a point in time
// params: since, since_ms, namespace
// returns: changed
RETURN EXISTS { MATCH (v:SourceVersion) USING INDEX v:SourceVersion(namespace, seen_at_ms) WHERE v.namespace = $namespace AND v.seen_at_ms > $since_ms AND v.fetched_at_ms > $since_ms }
    OR EXISTS { MATCH (c:Claim) USING INDEX c:Claim(namespace, created_at) WHERE c.namespace = $namespace AND c.created_at >= $since AND c.created_at_ms > $since_ms }
    OR EXISTS { MATCH (r:Run) USING INDEX r:Run(namespace, started_at_ms) WHERE r.namespace = $namespace AND r.started_at_ms > $since_ms }
    AS changed;
