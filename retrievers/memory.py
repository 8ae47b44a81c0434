"""Search over what the graph holds: full text and vectors in one statement, fused by rank in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph.lucene import passage_query
from graph.store import GraphStore
from graph.vectors import wire_vectors
from retrievers.embed import Embedder
from retrievers.near import find_near

CANDIDATES = 50
FUSION = 60
"""Reciprocal rank fusion: each arm gives 1 / (60 + rank) (Cormack, Clarke and Buettcher, SIGIR 2009)."""
RESULTS = 10
_MAX_RESULTS = 200


@dataclass(frozen=True, slots=True)
class ArmScore:
    """Where one arm of the search placed a passage: rank from 1, and the arm's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved passage with what a citation needs of its source."""

    passage: str
    source: str
    source_id: str
    version: str
    title: str | None
    url: str | None
    publisher: str | None
    published_at: str | None
    fetched_at: str
    text: str
    heading: str | None
    page: int | None
    ordinal: int
    char_start: int
    char_end: int
    score: float
    arms: dict[str, ArmScore]


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of each query, in the order of the queries, and what a reader should know of the search."""

    hits: tuple[tuple[Hit, ...], ...]
    notes: tuple[str, ...]
    statements: int


async def search_memory(
    store: GraphStore,
    queries: Sequence[str],
    embedder: Embedder | None,
    *,
    limit: int = RESULTS,
    text: bool = True,
    vectors: bool = True,
) -> Found:
    """Find stored passages for each query; all queries go in one statement.

    `text` and `vectors` switch the arms; `limit` is the number of hits a query (at most 200). Any string is answered,
    one without a word by no hits. Raises GraphError when the database fails: no hits always means that none were found.
    """
    limit = max(1, min(limit, _MAX_RESULTS))
    candidates = max(CANDIDATES, limit)
    notes: list[str] = []
    asked: list[dict[str, Any]] = [
        {"lucene": passage_query(query, store.namespace) if text else "", "vector": None} for query in queries
    ]
    with_vectors = vectors and embedder is not None and store.has_vectors
    if vectors and not with_vectors:
        notes.append("searched by words alone: no embedding model is configured")
    if with_vectors and embedder is not None:
        worded = [i for i, query in enumerate(queries) if any(c.isalnum() for c in query)]
        embedded = await embedder.embed([queries[i] for i in worded], kind="query")
        for i, vector in zip(worded, wire_vectors(embedded.vectors, form=store.form), strict=True):
            asked[i]["vector"] = vector
    if not any(q["lucene"] or q["vector"] is not None for q in asked):
        return Found(tuple(() for _ in queries), (*notes, "nothing to search for: the query has no word"), 0)
    before = store.written.statements
    floor = (1 + (embedder.info.min_similarity if embedder else -1)) / 2
    if with_vectors and store.form == "lts":
        found = await find_near(store, [q["vector"] for q in asked], candidates=candidates, floor=floor)
        for query, near in zip(asked, found, strict=True):
            query["vector"] = near
    if with_vectors:
        rows = await store.read(
            "search_hybrid",
            queries=asked,
            candidates=candidates,
            limit=limit,
            fusion=FUSION,
            floor=floor,
        )
    else:
        rows = await store.read("search_text", queries=asked, candidates=candidates, limit=limit, fusion=FUSION)
    hits: list[list[Hit]] = [list[Hit]() for _ in queries]
    for row in rows:
        hits[int(row["query"])].append(_hit(row))
    if any(row.get("without_vector") for row in rows):
        notes.append(
            "some of these passages were added without vectors: add their sources again to find them by meaning"
        )
    return Found(tuple(tuple(h) for h in hits), tuple(notes), store.written.statements - before)


def _hit(row: dict[str, Any]) -> Hit:
    arms = {
        arm: ArmScore(row[f"{arm}_rank"], row[f"{arm}_score"])
        for arm in ("text", "vector")
        if row[f"{arm}_rank"] is not None
    }
    names = (
        "passage", "source", "source_id", "version", "title", "url", "publisher", "published_at", "fetched_at",
        "text", "heading", "page", "ordinal", "char_start", "char_end", "score",
    )  # fmt: skip
    return Hit(**{name: row[name] for name in names}, arms=arms)
