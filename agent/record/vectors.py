"""Writing vectors of a model beside those of another, and which model a graph uses."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from agent.record.clock import now
from graph.embedding_model import ModelInUse
from graph.errors import DimensionDiffers
from graph.rows import batches
from graph.schema import VectorSpace
from graph.store import GraphStore, Transaction
from graph.vectors import wire_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LOCK = "schemamigration.lock"
_DROP_ROWS = 1000


async def record_vectors(store: GraphStore, keys: Sequence[str], vectors: "NDArray[np.float32]") -> None:
    """Give passages, by key in the order of keys, the vectors [n, d] of the store's model where they have none."""
    wire = wire_vectors(vectors, form=store.form, dimension=store.dimension)
    rows = [{"key": key, "vector": vector} for key, vector in zip(keys, wire, strict=True)]
    for batch in batches(rows):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("record_vectors", rows=rows, property=store.vector_property)

        await store.write(work)


async def switch_model(store: GraphStore, model: ModelInUse, *, complete_only: bool) -> bool:
    """Make a model the one in use and return whether it is; with `complete_only` only when every passage has a vector.

    Held by the lock node, so that of two switches at once the later one wins whole.
    """
    moment = now()

    async def work(tx: Transaction) -> bool:
        await tx.run("lock_migrations", key=_LOCK, now=moment.iso)
        there = await tx.run("embedding_models")
        if there and model.is_in(there[0]):
            return True
        counts = (await tx.run("count_vectors", property=store.vector_property))[0]
        if complete_only and counts["with_vector"] < counts["passages"]:
            return False
        await tx.run("switch_model", key=model.key, now=moment.iso)
        return True

    return await store.write(work)


async def drop_vectors(store: GraphStore, key: str, space: VectorSpace) -> None:
    """Take the vectors of a model that is not in use off every passage, and forget it; its index is gone before.

    Killed anywhere, dropping again goes on.
    """
    after: str | None = ""
    while after is not None:

        async def work(tx: Transaction, after: str = after) -> str | None:
            rows = await tx.run("drop_vectors", after=after, property=space.vector_property, limit=_DROP_ROWS)
            return rows[0]["last"]

        after = await store.write(work)

    async def forget(tx: Transaction) -> None:
        await tx.run("forget_model", key=key)

    await store.write(forget)


async def refuse_after_switch(tx: Transaction, store: GraphStore) -> None:
    """Raise DimensionDiffers when the graph was switched to another model since the store was opened.

    Asked in the transaction that makes new passages findable: they would have no vector of the model in use.
    """
    if store.dimension is None:
        return
    there = await tx.run("embedding_models")
    if not there:
        return
    space = VectorSpace(str(there[0]["model"]), int(there[0]["dimension"]))
    if (space.vector_property, space.dimension) != (store.vector_property, store.dimension):
        raise DimensionDiffers(
            f"this graph was switched to {space.model} with {space.dimension} dimensions meanwhile (here "
            f"{store.dimension}); set CLAIMGRAPH_EMBEDDINGS to that model and run the same command again: what is not "
            "whole yet is completed"
        )
