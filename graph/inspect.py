"""What stands in a database, looked at without changing it: for a person who asks whether all is well."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, LiteralString

from graph.ddl import rows_of
from graph.driver_errors import translated_errors
from graph.form import Form, form_of
from graph.migrate import MIGRATIONS
from graph.namespaces import PAGE, complete_names
from graph.queries import statements
from graph.schema import BASE, VectorSpace, differences, is_of_other_form, vector_index

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncSession

NAMESPACES = 50
_ALL_NODES: LiteralString = "MATCH (n) RETURN count(n) AS nodes"


@dataclass(frozen=True, slots=True)
class GraphFound:
    """A database as found. `missing` indexes are made by the next command; `problems` need a person.

    `models` are rows of `embedding_models`, the one in use first. `counts` are those of one namespace.
    """

    version: str
    edition: str
    form: Form
    steps: int
    missing: tuple[str, ...]
    problems: tuple[str, ...]
    models: tuple[Mapping[str, Any], ...]
    nodes: int
    counts: Mapping[str, int]
    unfinished: tuple[Mapping[str, Any], ...] = ()
    """Deletions of the namespace that were begun and not ended, rows of `incomplete_deletions`."""
    others: Mapping[str, int] = field(default_factory=dict[str, int])
    """Other namespaces that hold anything, with their numbers of sources: the first `NAMESPACES` in order."""

    @property
    def is_new(self) -> bool:
        """Whether claimgraph has never written here."""
        return self.steps == 0


async def inspect_graph(driver: "AsyncDriver", *, database: str, namespace: str) -> GraphFound:
    """Return what is found in the database, in READ transactions alone.

    Raises UnsupportedServer for a server that is too old, and GraphError when the database fails.
    """
    with translated_errors():
        async with driver.session(database=database, default_access_mode="READ") as session:
            kernel = next(row for row in await rows_of(session, "server_version") if row["name"] == "Neo4j Kernel")
            version = str(kernel["versions"][0])
            form = form_of(version)
            applied = {
                int(row["version"]): str(row["checksum"]) for row in await rows_of(session, "applied_migrations")
            }
            models = await rows_of(session, "embedding_models")
            indexes = await rows_of(session, "show_indexes")
            nodes = await (await session.run(_ALL_NODES)).single(strict=True)
            text = statements()["count_nodes"].render({"embedding": "embedding_none"}, form=form)
            counted = await (await session.run(text, namespace=namespace)).single(strict=True)
            begun = await session.run(statements()["incomplete_deletions"].render(), namespace=namespace)
            unfinished = tuple([record.data() async for record in begun])
            others = await _count_others(session, text, namespace)
    spaces = [VectorSpace(str(row["model"]), int(row["dimension"])) for row in models]
    declared = [*BASE, *(vector_index(space, form) for space in spaces)] if applied else []
    names = {str(row["name"]) for row in indexes}
    moved = {i.name for i in declared for row in indexes if is_of_other_form(i, row)}
    missing = tuple(i.name for i in declared if i.name not in names or i.name in moved)
    known = {step.version: step.checksum for step in MIGRATIONS}
    foreign = [
        f"schema step {n} is of another claimgraph" for n, checksum in applied.items() if known.get(n) != checksum
    ]
    problems = differences([i for i in declared if i.name not in missing], indexes)
    return GraphFound(
        version=version,
        edition=str(kernel["edition"]),
        form=form,
        steps=len(applied),
        missing=missing,
        problems=(*foreign, *problems),
        models=tuple(models),
        nodes=int(nodes["nodes"]),
        counts={name: int(counted[name]) for name in ("sources", "passages", "claims", "runs")},
        unfinished=unfinished,
        others=others,
    )


async def _count_others(session: "AsyncSession", count: LiteralString, own: str) -> dict[str, int]:
    """The sources of other namespaces by name; `count` is the statement that counts what one holds."""
    following = statements()["next_namespaces"].render()
    found: dict[str, int] = {}
    after: str | None = ""
    while after is not None:
        pages = await session.run(following, after=after, limit=PAGE)
        names, after = complete_names([record.data() async for record in pages])
        for name in names:
            if len(found) >= NAMESPACES:
                return found
            if name != own:
                held = await (await session.run(count, namespace=name)).single(strict=True)
                found[name] = int(held["sources"])
    return found
