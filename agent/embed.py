"""Building the index of another embedding model beside the one in use, and switching the graph to it."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.record.vectors import drop_vectors, record_vectors, switch_model
from graph.embedding_model import ModelInUse, drop_index
from graph.schema import VectorSpace
from graph.store import GraphStore
from retrievers.embed import Embedder

if TYPE_CHECKING:
    from neo4j import AsyncDriver

GROUP = 128
"""Passages a step: what a kill loses."""
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class ModelState:
    """One embedding model of a graph: how many of its passages have a vector of it."""

    key: str
    space: VectorSpace
    in_use: bool
    switched_at: str | None
    passages: int
    with_vector: int


async def find_models(store: GraphStore) -> list[ModelState]:
    """Return the embedding models of the graph, the one in use first."""
    found: list[ModelState] = []
    for row in await store.read("embedding_models"):
        space = VectorSpace(str(row["model"]), int(row["dimension"]))
        counts = (await store.read("count_vectors", property=space.vector_property))[0]
        found.append(ModelState(row["key"], space, not found, row["switched_at"], **counts))
    return found


async def embed_graph(store: GraphStore, embedder: Embedder, model: ModelInUse) -> AsyncGenerator[int]:
    """Give every passage of every namespace its vector, then switch the graph; yield how many each step added.

    Passages that others add meanwhile are caught up with before the switch and, as an add under way may end just
    after it, once more behind it. Killed anywhere, the same call goes on; until the switch the old index answers.
    """
    for round_ in range(_ROUNDS):
        async for count in _fill(store, embedder):
            yield count
        if await switch_model(store, model, complete_only=round_ < _ROUNDS - 1):
            break
    async for count in _fill(store, embedder):
        yield count


async def _fill(store: GraphStore, embedder: Embedder) -> AsyncGenerator[int]:
    after = ""
    while True:
        rows = await store.read("passages_without_vector", after=after, property=store.vector_property, limit=GROUP)
        if not rows:
            return
        embedded = await embedder.embed([row["search_text"] for row in rows], kind="passage")
        await record_vectors(store, [row["key"] for row in rows], embedded.vectors)
        after = rows[-1]["key"]
        yield len(rows)


async def drop_others(driver: "AsyncDriver", database: str, store: GraphStore) -> list[ModelState]:
    """Drop index and vectors of every model that is not in use, and return those."""
    others = [model for model in await find_models(store) if not model.in_use]
    for model in others:
        await drop_index(driver, database, model.space)
        await drop_vectors(store, model.key, model.space)
    return others
