"""The embedding model whose vectors a graph holds: as remembered by it, and as the process was configured."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graph.ddl import await_index, rows_of, run_ddl, take_lock
from graph.driver_errors import translated_errors
from graph.errors import DimensionDiffers
from graph.form import Form
from graph.keys import RESERVED_NAMESPACE, make_key, short_name
from graph.queries import statements
from graph.schema import VectorSpace, render, vector_index
from graph.store import GraphStore

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction


@dataclass(frozen=True, slots=True)
class ModelInUse:
    """The embedding model the process was configured with, as the graph remembers it."""

    id: str
    dimension: int
    query_prefix: str
    passage_prefix: str
    file_sha256: str
    max_tokens: int
    min_similarity: float = -1.0

    @property
    def key(self) -> str:
        """The key of its node."""
        return make_key("embeddingmodel", RESERVED_NAMESPACE, self.id, self.dimension)

    @property
    def space(self) -> VectorSpace:
        """The index and property names that belong to it."""
        return VectorSpace(self.id, self.dimension)

    def is_in(self, row: Mapping[str, Any]) -> bool:
        """Whether a row of `embedding_models` is this model, of this file."""
        return (row["model"], row["dimension"], row["file_sha256"]) == (self.id, self.dimension, self.file_sha256)


def check_model(model: ModelInUse | None, there: Sequence[Mapping[str, Any]]) -> None:
    """Raise DimensionDiffers unless the first model there, which is the one in use, is the configured one.

    Vectors of two models cannot be compared, so one model a graph is searched and written.
    """
    if model is None or not there or model.is_in(there[0]):
        return
    row = there[0]
    if _same_names(model, row):
        raise DimensionDiffers(_other_file(model, row))
    raise DimensionDiffers(
        f"this graph uses vectors of {row['model']} with {row['dimension']} dimensions, and the configured model "
        f"{model.id} has {model.dimension}; run `claimgraph embed` to build a second index and switch the graph to "
        "it, or set CLAIMGRAPH_EMBEDDINGS back to the first, or to none to search by words"
    )


def _same_names(model: ModelInUse, row: Mapping[str, Any]) -> bool:
    return model.space.slug == VectorSpace(str(row["model"]), int(row["dimension"])).slug


def _other_file(model: ModelInUse, row: Mapping[str, Any]) -> str:
    return (
        f"this graph holds vectors of another file of {row['model']} ({row['dimension']} dimensions, sha256 "
        f"{row['file_sha256'][:12]}; here {model.dimension}, {model.file_sha256[:12]}), which cannot be compared; set "
        "CLAIMGRAPH_EMBEDDINGS back to that one, give the folder of the new one a name of its own and run "
        "`claimgraph embed`, or set it to none to search by words"
    )


async def add_model(driver: "AsyncDriver", database: str, model: ModelInUse, form: Form) -> list[dict[str, Any]]:
    """Make the model the graph's, unless another process has just done so with its own; return what is there now."""
    return await _add(driver, database, model, form, beside=False)


async def open_beside(driver: "AsyncDriver", *, database: str, store: GraphStore, model: ModelInUse) -> GraphStore:
    """Return a store for the vectors of a model that need not be the one in use; its index is made where missing.

    `store` is the graph as opened without a model. Raises DimensionDiffers when vectors of another file are kept under
    the model's name, and GraphError when the database fails.
    """
    with translated_errors():
        async with driver.session(database=database) as session:
            there = await rows_of(session, "embedding_models")
        clash = next((row for row in there if _same_names(model, row) and not model.is_in(row)), None)
        if clash is not None:
            raise DimensionDiffers(_other_file(model, clash))
        await _add(driver, database, model, store.form, beside=True)
        async with driver.session(database=database) as session:
            await await_index(session, model.space.passage_index)
    names = {"embedding": model.space.vector_property, "passage_index": model.space.passage_index}
    return GraphStore(
        driver,
        database=database,
        namespace=store.namespace,
        names=names,
        dimension=model.dimension,
        form=store.form,
    )


async def drop_index(driver: "AsyncDriver", database: str, space: VectorSpace) -> None:
    """Drop the vector index of a model; its vectors stay. A graph that still names the model makes it anew."""
    with translated_errors():
        async with driver.session(database=database) as session:
            await run_ddl(session, f"DROP INDEX {space.passage_index} IF EXISTS")


async def _add(
    driver: "AsyncDriver", database: str, model: ModelInUse, form: Form, *, beside: bool
) -> list[dict[str, Any]]:
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:
        await run_ddl(schema, render(vector_index(model.space, form)))
        values: dict[str, Any] = {
            "key": model.key,
            "model": model.id,
            "dimension": model.dimension,
            "query_prefix": model.query_prefix,
            "passage_prefix": model.passage_prefix,
            "file_sha256": model.file_sha256,
            "max_tokens": model.max_tokens,
            "min_similarity": model.min_similarity,
            "name": short_name(model.id),
            "now": datetime.now(UTC).isoformat(),
        }

        async def work(tx: "AsyncManagedTransaction") -> list[dict[str, Any]]:
            await take_lock(tx)
            there = await rows_of(tx, "embedding_models")
            if there and not beside:
                return there
            record = statements()["record_embedding_model"].render()
            await (await tx.run(record, {**values, "in_use": not there})).consume()
            return await rows_of(tx, "embedding_models")

        return await lock.execute_write(work)
