"""Opening a graph: which server it is, which schema steps it went through, which embedding model it holds.

Schema steps are numbered, forward only, re-runnable, with a checksum each; one process applies them at a time (under
the lock node of `lock_migrations`). An index that differs from the declared one is an error with its remedy, never
silently repaired.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, LiteralString, cast

from graph.errors import DatabaseUnreachable, DimensionDiffers, SchemaDrift, UnsupportedServer
from graph.keys import make_key, short_name
from graph.queries import statements
from graph.schema import BASE, Index, VectorSpace, differences, render, vector_index
from graph.store import GraphStore, translated_errors

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncSession

_SCHEMA = "schema"
_NO_GRAPH = "system"
_FIRST_VERSION = (2026, 9)
_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
"""What the server says to the slower of two processes in spite of IF NOT EXISTS."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema. `statements` must be safe to run again."""

    version: int
    title: str
    statements: tuple[str, ...]

    @property
    def checksum(self) -> str:
        """The hash that tells whether a step was changed after it had been applied somewhere."""
        return hashlib.sha256("\n".join(self.statements).encode()).hexdigest()[:16]


MIGRATIONS: tuple[Migration, ...] = (Migration(1, "keys, ranges, full text", tuple(render(i) for i in BASE)),)


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


async def open_graph(
    driver: "AsyncDriver", *, database: str, namespace: str, model: ModelInUse | None, code_version: str
) -> GraphStore:
    """Return a store over a graph whose schema is there and right.

    Raises UnsupportedServer, SchemaDrift, or DimensionDiffers (the graph's vectors are of another model).
    """
    if database == _NO_GRAPH:
        raise DatabaseUnreachable("the database system holds no graph; set NEO4J_DATABASE to another, or unset it")
    async with driver.session(database=database) as session:
        with translated_errors():
            await _check_server(session)
            applied = {int(r["version"]): str(r["checksum"]) for r in await _rows(session, "applied_migrations")}
            _check_applied(applied)
            if len(applied) < len(MIGRATIONS):
                await _migrate(driver, database, code_version)
            there = await _rows(session, "embedding_models")
            _check_model(model, there)
            if model is not None and not there:
                there = await _add_model(driver, database, model)
                _check_model(model, there)
            spaces = [VectorSpace(str(row["model"]), int(row["dimension"])) for row in there]
            problems = await _complete_indexes(session, [*BASE, *(vector_index(space) for space in spaces)])
    if problems:
        raise SchemaDrift(
            f"the schema of this graph is not what claimgraph made: {'; '.join(problems)}. Drop what differs "
            "(DROP INDEX NAME, or DROP CONSTRAINT NAME where it belongs to one) and run any command again: "
            "it is made anew"
        )
    names = {"embedding": "embedding_none"}
    if model is not None:
        names = {"embedding": model.space.vector_property, "passage_index": model.space.passage_index}
    dimension = model.dimension if model is not None else None
    return GraphStore(driver, database=database, namespace=namespace, names=names, dimension=dimension)


async def _complete_indexes(session: "AsyncSession", declared: Sequence[Index]) -> list[str]:
    """Make the indexes that are not there, wait for those that are still filling, and return what differs."""
    found = await _rows(session, "show_indexes")
    names = {str(row["name"]) for row in found}
    missing = [index for index in declared if index.name not in names]
    for index in missing:
        await _ddl(session, render(index))
    if missing:
        found = await _rows(session, "show_indexes")
    filling = {str(row["name"]) for row in found if row["state"] == "POPULATING"}
    for index in declared:
        if index.name in filling:
            await _await_index(session, index.name)
    return differences(declared, found)


def release_of(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a server's version: `2026.09.0` and `2026.09-aura` are (2026, 9)."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


async def _check_server(session: "AsyncSession") -> None:
    for row in await _rows(session, "server_version"):
        if row["name"] != "Neo4j Kernel":
            continue
        version = str(row["versions"][0])
        if release_of(version) < _FIRST_VERSION:
            raise UnsupportedServer(
                f"the database is Neo4j {version}; this release needs 2026.09 or newer. "
                "Unset NEO4J_URI to use the managed local server"
            )


def _check_applied(applied: dict[int, str]) -> None:
    known = {m.version: m for m in MIGRATIONS}
    for version, checksum in applied.items():
        if version not in known:
            raise SchemaDrift(
                f"this graph has schema step {version}, made by a newer claimgraph; upgrade claimgraph to use it"
            )
        if known[version].checksum != checksum:
            raise SchemaDrift(
                f"schema step {version} of this graph was made by another claimgraph (checksum {checksum}, here "
                f"{known[version].checksum}); use the version that made it, or a graph of its own"
            )


def _check_model(model: ModelInUse | None, there: Sequence[dict[str, Any]]) -> None:
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


async def _migrate(driver: "AsyncDriver", database: str, code_version: str) -> None:
    """Apply the missing steps while holding the lock node; the uniqueness of the lock comes first, unlocked.

    Both transactions are managed: making a constraint and taking the lock both want the label of the lock, and the
    one that the server turns away as a deadlock is repeated.
    """
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:
        await _ddl(schema, render(next(i for i in BASE if i.label == "SchemaMigration")))

        async def work(tx: "AsyncManagedTransaction") -> None:
            await _apply_missing(tx, schema, code_version)

        await lock.execute_write(work)
        for index in BASE:
            if index.kind != "UNIQUENESS":
                await _await_index(schema, index.name)


async def _apply_missing(tx: "AsyncManagedTransaction", schema: "AsyncSession", code_version: str) -> None:
    await _take_lock(tx)
    now = datetime.now(UTC).isoformat()
    applied = {int(r["version"]) for r in await _rows(schema, "applied_migrations")}
    for migration in MIGRATIONS:
        if migration.version in applied:
            continue
        for statement in migration.statements:
            await _ddl(schema, statement)
        values: dict[str, Any] = {
            "key": make_key("schemamigration", _SCHEMA, migration.version),
            "code_version": code_version,
            "now": now,
            "version": migration.version,
            "title": migration.title,
            "checksum": migration.checksum,
        }
        await (await tx.run(statements()["record_migration"].render(), values)).consume()


async def _add_model(driver: "AsyncDriver", database: str, model: ModelInUse) -> list[dict[str, Any]]:
    """Make the model the graph's, unless another process has just done so with its own; return what is there now."""
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:
        await _ddl(schema, render(vector_index(model.space)))
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
            await _take_lock(tx)
            there = await _rows(tx, "embedding_models")
            if there:
                return there
            await (await tx.run(statements()["record_embedding_model"].render(), values)).consume()
            return await _rows(tx, "embedding_models")

        return await lock.execute_write(work)


async def _take_lock(tx: "AsyncManagedTransaction") -> None:
    text = statements()["lock_migrations"].render()
    await (await tx.run(text, key="schemamigration.lock", now=datetime.now(UTC).isoformat())).consume()


async def _await_index(session: "AsyncSession", name: str) -> None:
    text = statements()["await_index"].render()
    await (await session.run(text, index=name, timeout_s=120)).consume()


async def _ddl(session: "AsyncSession", statement: str) -> None:
    async def work(tx: "AsyncManagedTransaction") -> None:
        await (await tx.run(cast("LiteralString", statement))).consume()

    from neo4j.exceptions import Neo4jError

    try:
        await session.execute_write(work)
    except Neo4jError as error:
        if error.code == _MADE_MEANWHILE:
            return
        if ".Schema." in str(error.code):
            reason = " ".join(str(error.message).split())
            raise SchemaDrift(
                f"this database holds other data or indexes where claimgraph needs its own ({reason}); "
                "give it a database of its own, by NEO4J_URI or NEO4J_DATABASE"
            ) from error
        raise


async def _rows(session: "AsyncSession | AsyncManagedTransaction", name: str) -> list[dict[str, Any]]:
    result = await session.run(statements()[name].render())
    return [record.data() async for record in result]
