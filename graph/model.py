"""The vocabulary of the graph as declared data: node kinds, relationships, the words their states are drawn from.

Everything the writers store is named here first; a test compares a whole run's graph with these tables, and the
tables of docs/graph.md with this file.
"""

from typing import Literal

from graph.kinds import NodeKind, Relationship
from graph.run_kinds import RUN_KINDS

Status = Literal["supported", "conflicting", "unsupported", "unreviewed"]
Stance = Literal["supports", "refutes", "mentions"]
Verdict = Literal["unchecked", "valid", "rejected", "stale", "removed", "cannot_check"]
VersionState = Literal["incoming", "current", "superseded", "removed"]
DeletionState = Literal["incomplete", "complete"]
DeletionKind = Literal["source", "age", "namespace"]
"""What was named: a source, all that nobody had seen for so long, or a whole namespace."""
LessonKind = Literal["wording", "nothing_found", "limit", "provider", "site"]
"""What a run learned: which words found it, that nothing was found, where a limit cut it, who did not answer."""
SameAs = Literal["proposed", "accepted", "undone"]
"""What is said of two names of one thing: by a rule, or by a person, who may take it back."""
TurnState = Literal["asked", "answered"]
TurnKind = Literal["talk", "given", "report", "rows", "missing"]
"""What an answer was: words alone, an earlier answer again, sentences with quotes, rows of the graph, that it lacks."""
RunState = Literal["running", "completed", "no_evidence", "failed", "interrupted"]

SHARED = ("key", "namespace", "name", "created_at")
"""On every node: the key, its namespace, the short text that Neo4j Browser shows, when it was written (ISO, UTC)."""

NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Source",
        "where text comes from",
        "the file's path, a row's id in its file, or the normalised address",
        (
            "kind",
            "source_id",
            "url",
            "title",
            "publisher",
            "published_at",
            "published_precision",
            "published_proof",
            "updated_at",
            "language",
            "lead",
            "work_group",
            "origin_group",
            "place",
            "locator",
            "forgotten_at",
        ),
    ),
    NodeKind(
        "SourceVersion",
        "what was read, by content",
        "source, sha256 of the stored text",
        (
            "state",
            "content_sha256",
            "char_len",
            "truncated",
            "content_type",
            "extractor",
            "extractor_version",
            "fetched_at",
            "fetched_at_ms",
            "seen_at",
            "seen_at_ms",
            "etag",
            "last_modified",
            "same_as",
            "title",
            "publisher",
            "url",
            "published_at",
            "published_precision",
            "updated_at",
            "linked",
            "kin",
            "compared",
            "carried_at",
            "gone_at",
            "erased_at",
        ),
    ),
    NodeKind(
        "Passage",
        "a stretch of a version; passages tile its text",
        "version, ordinal, splitter version",
        (
            "ordinal",
            "text",
            "char_start",
            "char_end",
            "heading",
            "page",
            "language",
            "search_text",
            "search_grams",
            "search_ns",
            "flags",
        ),
        ("Current",),
    ),
    NodeKind(
        "Claim",
        "one checkable assertion",
        "the normalised text",
        (
            "text",
            "status",
            "status_reason",
            "assessments",
            "created_at_ms",
            "subject",
            "predicate",
            "polarity",
            "value",
            "unit",
            "scope",
            "valid_from",
            "valid_to",
            "valid_precision",
            "erased_at",
        ),
        ("Supported", "Conflicting", "Unsupported", "Unreviewed"),
    ),
    NodeKind(
        "Citation",
        "a claim's exact quote in a passage, with its two findings",
        "claim, version, quote span",
        (
            "quote",
            "prefix",
            "suffix",
            "char_start",
            "char_end",
            "quote_sha256",
            "quote_match",
            "stance",
            "verdict",
            "checker",
            "reason",
            "checked_at",
            "person_verdict",
            "verdict_before",
            "checked_before",
            "carried_from",
            "erased_at",
        ),
        ("Refuting", "Broken"),
    ),
    NodeKind(
        "Conflict",
        "two claims that cannot both hold",
        "the two claim keys in order",
        ("kind", "state", "rationale", "detected_by", "resolution", "resolved_by", "resolved_at"),
    ),
    NodeKind(
        "Assessment",
        "one change of a claim's status",
        "claim, ordinal",
        ("ordinal", "from_status", "to_status", "reason", "by", "created_at_ms", "decision", "why"),
    ),
    *RUN_KINDS,
    NodeKind(
        "Entity",
        "a thing that a source's title names",
        "the whole name in lower case, its parenthesised part kept",
        ("full_name", "norm_name", "first_words", "aliases", "canonical_key", "linked", "is_hub"),
    ),
    NodeKind(
        "Conversation",
        "what was talked about under one name",
        "the conversation's name",
        ("conversation",),
    ),
    NodeKind(
        "Turn",
        "a question of a conversation and what was answered",
        "conversation, ordinal",
        (
            "ordinal",
            "question",
            "asked",
            "answer",
            "kind",
            "state",
            "asked_at",
            "answered_at",
            "answered_at_ms",
            "calls_json",
            "memory_json",
        ),
    ),
    NodeKind(
        "Deletion",
        "what was forgotten, why and by whom",
        "the target, the time it was begun",
        (
            "kind",
            "target",
            "target_id",
            "state",
            "reason",
            "by",
            "said_sha256",
            "erases",
            "started_at",
            "started_at_ms",
            "ended_at",
            "versions",
            "passages",
            "citations",
            "claims",
            "redacted",
        ),
    ),
    NodeKind(
        "EmbeddingModel",
        "a model whose vectors the passages carry",
        "id, dimension",
        (
            "model",
            "dimension",
            "query_prefix",
            "passage_prefix",
            "file_sha256",
            "max_tokens",
            "min_similarity",
            "in_use",
            "switched_at",
        ),
    ),
    NodeKind(
        "SchemaMigration",
        "a step of the schema that was applied",
        "version",
        ("version", "title", "checksum", "code_version"),
    ),
)

RELATIONSHIPS: tuple[Relationship, ...] = (
    Relationship("Source", "HAS_VERSION", "SourceVersion", "each text that was read of it"),
    Relationship("SourceVersion", "HAS_PASSAGE", "Passage", "the text in stretches"),
    Relationship("SourceVersion", "REVISION_OF", "SourceVersion", "what it replaced"),
    Relationship("Passage", "NEXT", "Passage", "reading order"),
    Relationship("Source", "TITLED", "Entity", "what its title names"),
    Relationship("Passage", "MENTIONS", "Entity", "a name in its text", ("char_start", "char_end")),
    Relationship("Citation", "FOR_CLAIM", "Claim", "what the quote bears on", ("stance",)),
    Relationship("Citation", "QUOTES", "Passage", "where the quote begins"),
    Relationship("Claim", "ABOUT", "Entity", "what it speaks of"),
    Relationship("Entity", "SAME_AS", "Entity", "another name of it", ("decision", "method", "by", "at", "why")),
    Relationship("Conflict", "BETWEEN", "Claim", "the two sides"),
    Relationship("Claim", "HAS_ASSESSMENT", "Assessment", "the history of its status"),
    Relationship("Run", "ANSWERS", "Question", "what the run was asked"),
    Relationship("Run", "PLANNED", "Question", "a part of its plan", ("ordinal",)),
    Relationship("Question", "SUBQUESTION_OF", "Question", "the question it is a part of"),
    Relationship("Run", "HAS_STEP", "Step", "what it did"),
    Relationship("Step", "RETRIEVED", "Passage", "what the step found", ("rank", "score", "arm")),
    Relationship("Run", "HAS_REFLECTION", "Reflection", "its critique, round by round"),
    Relationship("Reflection", "ASKED", "Question", "the part that stayed open"),
    Relationship("Run", "LEARNED", "Reflection", "a lesson for later runs, no evidence of anything"),
    Relationship("Run", "PRODUCED", "Report", "its drafts and its report"),
    Relationship("Report", "HAS_STATEMENT", "Statement", "its sentences, in order"),
    Relationship("Statement", "ASSERTS", "Claim", "each thing that the sentence says, or rests on"),
    Relationship("Statement", "CITES", "Citation", "the quote under its mark", ("marker",)),
    Relationship("Conversation", "HAS_TURN", "Turn", "its questions, in order"),
    Relationship("Turn", "RAN", "Run", "the run that was made for it"),
    Relationship("Turn", "GAVE", "Report", "the report that it was answered from"),
    Relationship("Deletion", "FORGOT", "Source", "whose text was taken away"),
)

LABEL_OF_KIND = {node.label.lower(): node.label for node in NODES}
"""Key prefix -> label: `claim.3f2a…` is a Claim."""

NAMESPACE_PATTERN = r"[a-z][a-z0-9]{0,31}"
MAX_URL = 4_096
MAX_NAME = 28
MAX_TITLE = 1_000
MAX_STEP_OUTPUT = 65_536
