"""The graph as sets of tuples, so that two graphs can be compared, and readings to fill one with."""

import re
from typing import Any, LiteralString, cast

from agent.record import arrival_of, record_arrivals
from agent.record.groups import record_groups
from agent.record.names import link_names
from agent.record.sources import passage_rows
from graph.store import GraphStore
from retrievers.read import Heading, Reading
from retrievers.split import split_passages

TIMES = (
    "created_at", "created_at_ms", "fetched_at", "fetched_at_ms", "seen_at", "seen_at_ms", "checked_at",
    "started_at", "started_at_ms", "ended_at", "latency_ms",
)  # fmt: skip


async def rows_of(store: GraphStore, cypher: str, **params: object) -> list[dict[str, Any]]:
    """Run a test's own Cypher in the store's database."""
    async with store._driver.session(database=store._database) as session:
        values: dict[str, Any] = {"namespace": store.namespace, **params}
        result = await session.run(cast("LiteralString", cypher), values)
        return [record.data() async for record in result]


async def node_set(store: GraphStore) -> set[tuple[Any, ...]]:
    """Every node of the namespace: labels and properties, times and vectors apart."""
    rows = await rows_of(
        store, "MATCH (n) WHERE n.namespace = $namespace RETURN labels(n) AS labels, properties(n) AS properties"
    )
    return {
        (tuple(sorted(row["labels"])), *sorted((k, str(v)) for k, v in row["properties"].items() if _lasting(k)))
        for row in rows
    }


async def relationship_set(store: GraphStore) -> set[tuple[Any, ...]]:
    """Every relationship of the namespace, with its properties."""
    rows = await rows_of(
        store,
        "MATCH (a)-[r]->(b) WHERE a.namespace = $namespace "
        "RETURN a.key AS a, type(r) AS type, properties(r) AS properties, b.key AS b, b.namespace AS other",
    )
    assert all(row["other"] == store.namespace for row in rows), "a relationship crosses namespaces"
    return {(r["a"], r["type"], r["b"], *sorted((k, str(v)) for k, v in r["properties"].items())) for r in rows}


def without_scores(graph: set[tuple[Any, ...]]) -> set[str]:
    """The nodes or relationships without the digits of scores: full text weighs words by everything in its index,
    other namespaces and what was just deleted included, so the same search twice may differ in the third digit."""
    return {re.sub(r"\d\.\d{6,}(?:e-?\d+)?", "score", str(row)) for row in graph}


async def duplicates(store: GraphStore) -> list[dict[str, Any]]:
    """Pairs of nodes joined more than once by one type: there must be none."""
    return await rows_of(
        store,
        "MATCH (a)-[r]->(b) WHERE a.namespace = $namespace WITH a, b, type(r) AS t, count(r) AS n WHERE n > 1 "
        "RETURN a.key AS a, t, b.key AS b, n",
    )


def _lasting(name: str) -> bool:
    return name not in TIMES and not name.startswith("embedding_")


def reading(text: str, *, name: str = "minutes.md", **changes: Any) -> Reading:
    """A reading as a file of that name would give."""
    values: dict[str, Any] = {
        "input": name,
        "locator": f"file:{name}",
        "source_id": name,
        "kind": "file",
        "text": text,
        "title": f"Title of {name}",
        "url": None,
        "publisher": None,
        "published_at": None,
        "published_precision": None,
        "published_proof": None,
        "updated_at": None,
        "language": "en",
        "headings": (),
        "content_type": "text/markdown",
        "extractor": "test",
        "extractor_version": "1",
        "truncated": False,
    }
    return Reading(**(values | changes))


async def add_text(store: GraphStore, text: str, *, name: str = "minutes.md", **changes: Any) -> str:
    """Store a text as a source without vectors and return the key of its version."""
    arrival = arrival_of(reading(text, name=name, **changes), store.namespace)
    headings: tuple[Heading, ...] = arrival.reading.headings
    rows = passage_rows(arrival, split_passages(text, headings, "en"), store.namespace)
    await record_arrivals(store, [arrival], rows, None)
    await link_names(store, [arrival.version])
    await record_groups(store, [arrival.version])
    return arrival.version
