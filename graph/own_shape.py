"""The shape of our own graph: what `graph/model.py` declares, with the types and values of its properties.

What only the program reads (copies for the indexes, JSON, hashes, vectors) is not shown: no question is about it.
"""

from functools import cache
from typing import get_args

from graph.guarded_read import declared_names
from graph.model import (
    NODES,
    RELATIONSHIPS,
    DeletionKind,
    DeletionState,
    LessonKind,
    RunState,
    SameAs,
    Stance,
    Status,
    Verdict,
    VersionState,
)
from graph.quotes import QuoteMatch
from graph.shape import Edge, Example, Label, Property, Shape

INTEGERS = frozenset(
    {
        "assessments", "char_end", "char_len", "char_start", "citations", "claims", "compared", "dimension", "linked",
        "marker", "max_tokens", "ordinal", "page", "passages", "rank", "redacted", "round", "rows", "subquestion",
        "tokens_in", "tokens_out", "version", "versions",
    }
)  # fmt: skip
FLOATS = frozenset({"score", "min_similarity"})
BOOLEANS = frozenset({"coverage_review_passed", "erases", "in_use", "is_final", "is_hub", "needs_review", "truncated"})
LISTS = frozenset({"absent", "aliases", "avoid", "flags", "gaps", "models", "prefer", "prompts", "queries"})

_STATUS = get_args(Status)
VALUES: dict[tuple[str, str], tuple[str, ...]] = {
    ("Source", "kind"): ("file", "row", "stdin", "web", "snippet"),
    ("Source", "published_precision"): ("year", "month", "day", "time"),
    ("SourceVersion", "published_precision"): ("year", "month", "day", "time"),
    ("SourceVersion", "state"): (*get_args(VersionState), "snippet"),
    ("Claim", "status"): _STATUS,
    ("Claim", "polarity"): ("affirmed", "denied"),
    ("Citation", "quote_match"): get_args(QuoteMatch),
    ("Citation", "stance"): get_args(Stance),
    ("Citation", "verdict"): get_args(Verdict),
    ("FOR_CLAIM", "stance"): get_args(Stance),
    ("Conflict", "kind"): ("direct", "numeric", "temporal", "attribution"),
    ("Conflict", "state"): ("open", "resolved", "dismissed"),
    ("Assessment", "from_status"): _STATUS,
    ("Assessment", "to_status"): _STATUS,
    ("Run", "state"): get_args(RunState),
    ("Run", "mode"): ("extractive", "model"),
    ("Deletion", "kind"): get_args(DeletionKind),
    ("Deletion", "state"): get_args(DeletionState),
    ("SAME_AS", "decision"): get_args(SameAs),
    ("Reflection", "verdict"): ("covered", "gaps", "unreviewed"),
    ("Reflection", "kind"): get_args(LessonKind),
    ("Statement", "kind"): ("factual", "inference", "connective"),
    ("Statement", "section"): ("summary", "findings", "limitations", "conclusion"),
    ("Statement", "status_when_written"): _STATUS,
}
"""All that a property may hold, where that is few words."""

_MEANINGS = {
    ("Source", "published_at"): "ISO 8601, may be only a year",
    ("Source", "language"): "a code such as en",
    ("Passage", "page"): "of a PDF",
    ("Claim", "value"): "a number in `unit`, as text",
    ("Claim", "scope"): "conditions that narrow it",
    ("Claim", "valid_from"): "first day it speaks of",
    ("Citation", "checker"): "who found the verdict, such as verbatim, rules, a model",
    ("Step", "tool"): "such as memory_search, web_search",
    ("Step", "outcome"): "such as ok, empty, timeout",
}
_HIDDEN = frozenset(
    {
        "canonical_key", "carried_at", "carried_from", "checked_before", "etag", "first_words", "last_modified", "lead",
        "linked", "locator", "norm_name", "place", "prefix", "search_grams", "search_ns", "search_text", "suffix",
        "verdict_before",
    }
)  # fmt: skip
_HIDDEN_ENDS = ("_json", "_ms", "_sha256")
_SHARED_LABELS = frozenset({"EmbeddingModel", "SchemaMigration"})

_RULES = (
    "Every node also has key, name (a short text) and created_at (when it was written), all STRING.",
    "The program keeps to one project by itself: never write the property `namespace`, whatever the question says.",
    "All times are ISO 8601 strings, not dates: left(s.published_at, 7) is a month.",
    "A source's text is read through its version that is current: (:SourceVersion {state: 'current'}).",
    "What bears a claim out is (:Citation {stance: 'supports', verdict: 'valid'}).",
)
_EXAMPLES = (
    Example(
        "How many claims are there of each status?",
        "MATCH (c:Claim) RETURN c.status AS status, count(*) AS claims ORDER BY claims DESC",
    ),
    Example(
        "Which three sources support the most claims?",
        "MATCH (s:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(:Passage)<-[:QUOTES]-"
        "(:Citation {stance: 'supports', verdict: 'valid'})-[:FOR_CLAIM]->(c:Claim) "
        "RETURN s.title AS source, count(DISTINCT c) AS claims ORDER BY claims DESC LIMIT 3",
    ),
    Example(
        "What share of the sources was published in 2025?",
        "MATCH (s:Source) RETURN round(100.0 * count(CASE WHEN s.published_at STARTS WITH '2025' THEN 1 END) / "
        "nullif(count(*), 0), 1) AS percent",
    ),
    Example(
        "How many passages does a source have on average?",
        "MATCH (s:Source) RETURN avg(COUNT { (s)-[:HAS_VERSION]->(:SourceVersion {state: 'current'})-[:HAS_PASSAGE]->"
        "(:Passage) }) AS passages",
    ),
    Example(
        "Which claims does no source in German bear on?",
        "MATCH (c:Claim) WHERE NOT EXISTS { (c)<-[:FOR_CLAIM]-(:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-"
        "(:SourceVersion)<-[:HAS_VERSION]-(:Source {language: 'de'}) } RETURN c.text AS claim LIMIT 100",
    ),
)


@cache
def own_shape() -> Shape:
    """Return the shape of a graph of ours."""
    labels = tuple(
        Label(kind.label, _shown(kind.label, kind.properties), kind.meaning, kind.marks)
        for kind in NODES
        if kind.label not in _SHARED_LABELS
    )
    edges = tuple(Edge(e.start, e.type, e.end, e.meaning, _shown(e.type, e.properties)) for e in RELATIONSHIPS)
    return Shape(labels, edges, declared_names(), rules=_RULES, examples=_EXAMPLES)


def type_of(name: str) -> str:
    """Return the Cypher type of a property that is declared."""
    if name in INTEGERS or name.endswith("_ms"):
        return "INTEGER"
    if name in FLOATS:
        return "FLOAT"
    if name in BOOLEANS:
        return "BOOLEAN"
    return "LIST<STRING>" if name in LISTS else "STRING"


def _shown(owner: str, names: tuple[str, ...]) -> tuple[Property, ...]:
    return tuple(
        Property(name, type_of(name), _MEANINGS.get((owner, name), ""), VALUES.get((owner, name), ()))
        for name in names
        if name == "latency_ms" or not (name in _HIDDEN or name.endswith(_HIDDEN_ENDS))
    )
