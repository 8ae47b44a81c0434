"""Opening a graph: which server it is, which schema steps it went through, which embedding model it holds.

Schema steps are numbered, forward only, re-runnable, with a checksum each; one process applies them at a time (under
the lock node of `lock_migrations`). An index that differs from the declared one is an error with its remedy, never
silently repaired.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graph.ddl import await_index, rows_of, run_ddl, take_lock
from graph.driver_errors import translated_errors
from graph.embedding_model import ModelInUse, add_model, check_model
from graph.errors import DatabaseUnreachable, SchemaDrift
from graph.form import Form, form_of
from graph.indexes import Say, complete_indexes, say_nothing
from graph.keys import make_key
from graph.queries import statements
from graph.schema import (
    BASE,
    FIRST,
    FORGETTING,
    LESSONS,
    NAMES,
    ORIGINS,
    TALK,
    WORDS,
    WORKS,
    VectorSpace,
    render,
    vector_index,
)
from graph.store import GraphStore

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncSession

_SCHEMA = "schema"
_NO_GRAPH = "system"


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


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, "keys, ranges, full text", tuple(render(i) for i in FIRST)),
    Migration(2, "names, pieces of words", tuple(render(i) for i in NAMES)),
    Migration(3, "words of claims, questions, titles and names", tuple(render(i) for i in WORDS)),
    Migration(4, "conversations", tuple(render(i) for i in TALK)),
    Migration(5, "addresses of one work", tuple(render(i) for i in WORKS)),
    Migration(6, "texts of one origin", tuple(render(i) for i in ORIGINS)),
    Migration(7, "deletions", tuple(render(i) for i in FORGETTING)),
    Migration(8, "lessons", tuple(render(i) for i in LESSONS)),
)


async def open_graph(
    driver: "AsyncDriver",
    *,
    database: str,
    namespace: str,
    model: ModelInUse | None,
    code_version: str,
    say: Say = say_nothing,
) -> GraphStore:
    """Return a store over a graph whose schema is there and right.

    `say` gets one short sentence before anything that takes time. Raises UnsupportedServer, SchemaDrift, or
    DimensionDiffers (the graph's vectors are of another model).
    """
    if database == _NO_GRAPH:
        raise DatabaseUnreachable("the database system holds no graph; set NEO4J_DATABASE to another, or unset it")
    async with driver.session(database=database) as session:
        with translated_errors():
            form = await _form(session)
            applied = {int(r["version"]): str(r["checksum"]) for r in await rows_of(session, "applied_migrations")}
            _check_applied(applied)
            if len(applied) < len(MIGRATIONS):
                await _migrate(driver, database, code_version)
            there = await rows_of(session, "embedding_models")
            check_model(model, there)
            if model is not None and not there:
                there = await add_model(driver, database, model, form)
                check_model(model, there)
            spaces = [VectorSpace(str(row["model"]), int(row["dimension"])) for row in there]
            declared = [*BASE, *(vector_index(space, form) for space in spaces)]
            problems = await complete_indexes(driver, database, declared, say)
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
    return GraphStore(driver, database=database, namespace=namespace, names=names, dimension=dimension, form=form)


async def _form(session: "AsyncSession") -> Form:
    rows = await rows_of(session, "server_version")
    return form_of(next(str(row["versions"][0]) for row in rows if row["name"] == "Neo4j Kernel"))


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


async def _migrate(driver: "AsyncDriver", database: str, code_version: str) -> None:
    """Apply the missing steps while holding the lock node; the uniqueness of the lock comes first, unlocked.

    Both transactions are managed: making a constraint and taking the lock both want the label of the lock, and the
    one that the server turns away as a deadlock is repeated.
    """
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:
        await run_ddl(schema, render(next(i for i in BASE if i.label == "SchemaMigration")))

        async def work(tx: "AsyncManagedTransaction") -> None:
            await _apply_missing(tx, schema, code_version)

        await lock.execute_write(work)
        for index in BASE:
            if index.kind != "UNIQUENESS":
                await await_index(schema, index.name)


async def _apply_missing(tx: "AsyncManagedTransaction", schema: "AsyncSession", code_version: str) -> None:
    await take_lock(tx)
    now = datetime.now(UTC).isoformat()
    applied = {int(r["version"]) for r in await rows_of(schema, "applied_migrations")}
    for migration in MIGRATIONS:
        if migration.version in applied:
            continue
        for statement in migration.statements:
            await run_ddl(schema, statement)
        values: dict[str, Any] = {
            "key": make_key("schemamigration", _SCHEMA, migration.version),
            "code_version": code_version,
            "now": now,
            "version": migration.version,
            "title": migration.title,
            "checksum": migration.checksum,
        }
        await (await tx.run(statements()["record_migration"].render(), values)).consume()
