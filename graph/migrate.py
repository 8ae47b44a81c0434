"""Opening a graph: which server it is, which schema steps it went through, which embedding model it holds.

Schema steps are numbered, forward only, re-runnable, with a checksum each; one process applies them at a time (under
the lock node of `lock_migrations`). An index that differs from the declared one is an error with its remedy, never
silently repaired.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, LiteralString, cast

from graph.errors import DimensionDiffers, SchemaDrift, UnsupportedServer
from graph.keys import make_key, short_name
from graph.queries import statements
from graph.schema import BASE, VectorSpace, differences, render, vector_index
from graph.store import GraphStore, translated_errors

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncSession

_SCHEMA = "schema"
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
    async with driver.session(database=database) as session:
        with translated_errors():
            await _check_server(session)
            applied = {int(r["version"]): str(r["checksum"]) for r in await _rows(session, "applied_migrations")}
            _check_applied(applied)
            if len(applied) < len(MIGRATIONS):
                await _migrate(driver, database, code_version)
            there = await _rows(session, "embedding_models")
            spaces = [VectorSpace(str(row["model"]), int(row["dimension"])) for row in there]
            declared = [*BASE, *(vector_index(space) for space in spaces)]
            _check_model(model, there)
            if model is not None and not there:
                await _add_model(session, model)
                declared.append(vector_index(model.space))
            found = await _rows(session, "show_indexes")
            names_found = {str(row["name"]) for row in found}
            missing = [index for index in declared if index.name not in names_found]
            for index in missing:
                await _ddl(session, render(index))
            for index in missing:
                await _await_index(session, index.name)
            problems = differences([i for i in declared if i not in missing], found)
    if problems:
        raise SchemaDrift(
            f"the schema of this graph is not what claimgraph made: {'; '.join(problems)}. "
            "Drop what differs (DROP INDEX NAME) and run any command again: it is made anew"
        )
    names = {"embedding": "embedding_none"}
    if model is not None:
        names = {"embedding": model.space.vector_property, "passage_index": model.space.passage_index}
    dimension = model.dimension if model is not None else None
    return GraphStore(driver, database=database, namespace=namespace, names=names, dimension=dimension)


async def _check_server(session: "AsyncSession") -> None:
    for row in await _rows(session, "server_version"):
        if row["name"] != "Neo4j Kernel":
            continue
        version = str(row["versions"][0])
        numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
        if numbers < _FIRST_VERSION:
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
    if any((r["model"], r["dimension"]) == (model.id, model.dimension) for r in there):
        return
    row = there[0]
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
    now = datetime.now(UTC).isoformat()
    text = statements()["lock_migrations"].render()
    await (await tx.run(text, key="schemamigration.lock", now=now)).consume()
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


async def _add_model(session: "AsyncSession", model: ModelInUse) -> None:
    index = vector_index(model.space)
    await _ddl(session, render(index))
    await _await_index(session, index.name)
    text = statements()["record_embedding_model"].render()
    result = await session.run(
        text,
        key=make_key("embeddingmodel", _SCHEMA, model.id, model.dimension),
        model=model.id,
        dimension=model.dimension,
        query_prefix=model.query_prefix,
        passage_prefix=model.passage_prefix,
        file_sha256=model.file_sha256,
        max_tokens=model.max_tokens,
        name=short_name(model.id),
        now=datetime.now(UTC).isoformat(),
    )
    await result.consume()


async def _await_index(session: "AsyncSession", name: str) -> None:
    text = statements()["await_index"].render()
    await (await session.run(text, index=name, timeout_s=120)).consume()


async def _ddl(session: "AsyncSession", statement: str) -> None:
    async def work(tx: "AsyncManagedTransaction") -> None:
        await (await tx.run(cast("LiteralString", statement))).consume()

    from neo4j.exceptions import ClientError

    try:
        await session.execute_write(work)
    except ClientError as error:
        if error.code != _MADE_MEANWHILE:
            raise


async def _rows(session: "AsyncSession", name: str) -> list[dict[str, Any]]:
    result = await session.run(statements()[name].render())
    return [record.data() async for record in result]
