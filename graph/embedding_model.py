"""The embedding model whose vectors a graph holds: as remembered by it, and as the process was configured."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graph.ddl import rows_of, run_ddl, take_lock
from graph.errors import DimensionDiffers
from graph.form import Form
from graph.keys import make_key, short_name
from graph.queries import statements
from graph.schema import VectorSpace, render, vector_index

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction

_SCHEMA = "schema"


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
    def space(self) -> VectorSpace:
        """The index and property names that belong to it."""
        return VectorSpace(self.id, self.dimension)


def check_model(model: ModelInUse | None, there: Sequence[dict[str, Any]]) -> None:
    """One embedding model a graph for now: vectors of two models cannot be compared."""
    if model is None or not there:
        return
    row = there[0]
    if (row["model"], row["dimension"]) == (model.id, model.dimension):
        if row["file_sha256"] == model.file_sha256:
            return
        raise DimensionDiffers(
            f"this graph holds vectors of another file of {model.id} (sha256 {row['file_sha256'][:12]}, here "
            f"{model.file_sha256[:12]}), which cannot be compared; set CLAIMGRAPH_EMBEDDINGS back to that one, or to "
            "none to search by words"
        )
    raise DimensionDiffers(
        f"this graph holds vectors of {row['model']} with {row['dimension']} dimensions, and the configured model "
        f"{model.id} has {model.dimension}; set CLAIMGRAPH_EMBEDDINGS back to the first, or to none to search by words"
    )


async def add_model(driver: "AsyncDriver", database: str, model: ModelInUse, form: Form) -> list[dict[str, Any]]:
    """Make the model the graph's, unless another process has just done so with its own; return what is there now."""
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:
        await run_ddl(schema, render(vector_index(model.space, form)))
        values: dict[str, Any] = {
            "key": make_key("embeddingmodel", _SCHEMA, model.id, model.dimension),
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
            if there:
                return there
            await (await tx.run(statements()["record_embedding_model"].render(), values)).consume()
            return await rows_of(tx, "embedding_models")

        return await lock.execute_write(work)
