"""Search over what the graph holds: words, pieces of words and vectors find where to start, names lead on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from graph.grams import grams_query
from graph.lucene import passage_query
from graph.store import GraphStore, Row, Transaction
from graph.vectors import wire_vectors
from retrievers.embed import Embedder
from retrievers.names import longest_names, names_in_question
from retrievers.near import find_near
from retrievers.walk import Seed, edges_of, seed_masses, walk

Arm = Literal["text", "vector", "grams", "walk"]
ARMS: tuple[Arm, ...] = get_args(Arm)

CANDIDATES = 50
RESULTS = 10
_MAX_RESULTS = 200
_ROOTS = 20
"""Links are followed from the best of each arm, and of each passage at most `_FAN` each way, in the order of keys."""
_FAN = 50
_NAMESAKES = 10
"""A title of more sources ("Annual report") names none of them."""


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
    flags: tuple[str, ...] = ()
    """What a reader should know of the text: "instruction" where it speaks to software."""


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
    arms: Sequence[Arm] = ARMS,
    follow: bool = True,
) -> Found:
    """Find stored passages for each query; all queries go in two statements (three on a 5.26 server).

    `arms` are those that search; `walk` adds the names in the query and the links around them, and with `follow` off
    the names alone. `limit` is the number of hits a query (at most 200). Any string is answered, one without a word
    by no hits. Raises GraphError when the database fails: no hits always means that none were found.
    """
    limit = max(1, min(limit, _MAX_RESULTS))
    candidates = max(CANDIDATES, limit)
    notes: list[str] = []
    with_vectors = "vector" in arms and embedder is not None and store.has_vectors
    if "vector" in arms and not with_vectors:
        notes.append("searched by words alone: no embedding model is configured")
    asked: list[dict[str, Any]] = [
        {
            "text": passage_query(query, store.namespace) if "text" in arms else "",
            "grams": grams_query(query, store.namespace) if "grams" in arms else "",
            "names": names_in_question(query) if "walk" in arms else [],
            "vector": None,
        }
        for query in queries
    ]
    if with_vectors and embedder is not None:
        worded = [i for i, query in enumerate(queries) if any(c.isalnum() for c in query)]
        embedded = await embedder.embed([queries[i] for i in worded], kind="query")
        for i, vector in zip(worded, wire_vectors(embedded.vectors, form=store.form), strict=True):
            asked[i]["vector"] = vector
    if not any(q["text"] or q["grams"] or q["names"] or q["vector"] is not None for q in asked):
        return Found(tuple(() for _ in queries), (*notes, "nothing to search for: the query has no word"), 0)
    floor = (1 + (embedder.info.min_similarity if embedder else -1)) / 2
    values: dict[str, Any] = {
        "candidates": candidates,
        "roots": _ROOTS,
        "fan": _FAN if "walk" in arms and follow else 0,
        "namesakes": _NAMESAKES,
    }

    async def work(tx: Transaction) -> Found:
        stated = asked
        if with_vectors and store.form == "lts":
            near = await find_near(tx.run, [q["vector"] for q in asked], candidates=candidates, floor=floor)
            stated = [{**query, "vector": nearest} for query, nearest in zip(asked, near, strict=True)]
        if with_vectors:
            rows = await tx.run("search_graph", queries=stated, floor=floor, **values)
        else:
            rows = await tx.run("search_graph_by_words", queries=stated, **values)
        ranked = {int(row["query"]): _rank(row, queries[int(row["query"])], arms)[:limit] for row in rows}
        keys = sorted({passage for best in ranked.values() for passage, _, _ in best})
        fields = {r["passage"]: r for r in await tx.run("search_passages", keys=keys)} if keys else {}
        hits = tuple(
            tuple(_hit(fields[key], score, placed) for key, score, placed in ranked.get(i, ()) if key in fields)
            for i in range(len(queries))
        )
        return Found(hits, (*notes, *_notes(fields.values(), with_vectors=with_vectors)), tx.written.statements)

    return await store.read_together(work)


def _notes(rows: Collection[Row], *, with_vectors: bool) -> list[str]:
    """Return what a reader should know of the passages that were found."""
    notes: list[str] = []
    if with_vectors and any(row["without_vector"] for row in rows):
        notes.append(
            "some of these passages were added without vectors: run `claimgraph embed` to find them by meaning"
        )
    if any(row["unlinked"] for row in rows):
        notes.append("some of these passages are not linked by names yet: add their sources again to follow those")
    return notes


Ranked = tuple[str, float, dict[str, ArmScore]]


def _rank(row: Row, query: str, arms: Sequence[Arm]) -> list[Ranked]:
    """Return the passages of one query, best first, with where each arm placed them; one arm alone keeps its order."""
    seeds = [_seed(seed) for seed in row["seeds"]]
    placed = {s.passage: {arm: ArmScore(rank, score) for arm, (rank, score) in s.arms.items()} for s in seeds}
    if len(set(arms)) == 1 and "walk" not in arms:
        alone = sorted((at.rank, passage, at.score) for passage, found in placed.items() for at in found.values())
        return [(passage, score, placed[passage]) for _, passage, score in alone]
    names = longest_names(query, (name for seed in seeds for name in seed.names))
    masses = seed_masses(seeds, frozenset(names))
    best = walk(masses, edges_of(seeds, [(a, b, c) for a, b, c in row["links"]]))
    if "walk" not in arms:
        return [(passage, score, placed[passage]) for passage, score in best]
    return [
        (passage, score, {**placed.get(passage, {}), "walk": ArmScore(rank, score)})
        for rank, (passage, score) in enumerate(best, 1)
    ]


def _seed(row: Sequence[Any]) -> Seed:
    passage, source, has_grams, found = row
    arms: dict[str, tuple[int, float]] = {}
    names: set[str] = set()
    for arm, rank, score, name in found:
        if arm == "name":
            names.add(name)
        else:
            arms[arm] = (rank, 2 * score - 1 if arm == "vector" else score)
    return Seed(passage, source, arms, frozenset(names), has_grams)


_FIELDS = (
    "passage", "source", "source_id", "version", "title", "url", "publisher", "published_at", "fetched_at",
    "text", "heading", "page", "ordinal", "char_start", "char_end",
)  # fmt: skip


def _hit(row: Mapping[str, Any], score: float, arms: dict[str, ArmScore]) -> Hit:
    return Hit(**{name: row[name] for name in _FIELDS}, score=score, arms=arms, flags=tuple(row["flags"]))
