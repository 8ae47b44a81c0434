"""A server with one project, then with two: does a rewritten read answer as the read itself did before?

Community Edition has one database, so a server of the test's own is filled with one project first.
"""

from dataclasses import dataclass, field
from typing import Any

from neo4j import AsyncDriver
from neo4j.exceptions import Neo4jError
from neo4j.graph import Node, Path, Relationship
from strange_reads import project

from graph.errors import StatementRefused
from graph.guard import own_graph, with_namespace

OWN = "alpha"
MOST_ROWS = 3_000
TRIED_UNGUARDED = 200
"""How many of the reads are also asked as they are, which shows that the comparison can fail."""
FAILED = "failed"
"""What stands for an answer that the server refused to give, or that is too long to compare."""
FAILED_ON_A_VALUE = f"{FAILED}: Neo.ClientError.Statement.TypeError"
"""Whether a condition is tried on a node before another one is the server's choice, and so is whether it fails."""


@dataclass(slots=True)
class Compared:
    """What became of the reads: `different` holds each that answered otherwise beside another project."""

    same: int = 0
    refused: int = 0
    failed: int = 0
    would_leak: int = 0
    different: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def plain(value: Any) -> str:
    """Return a value as text that does not depend on the order of lists or on ids of the database."""
    match value:
        case Node():
            return f"({value.get('key')})"
        case Path():
            return "path:" + ",".join(sorted(plain(node) for node in value.nodes))
        case Relationship():
            return f"[{value.type}]"
        case list():
            return "[" + ",".join(sorted(plain(item) for item in value)) + "]"
        case dict():
            return "{" + ",".join(f"{key}:{plain(item)}" for key, item in sorted(value.items())) + "}"
        case float():
            return f"{value:.9g}"
        case _:
            return repr(value)


async def _write(driver: AsyncDriver, statement: str, **values: object) -> None:
    async with driver.session() as session:
        await (await session.run(statement, values)).consume()  # pyright: ignore[reportArgumentType] # labels are ours


async def fill(driver: AsyncDriver, namespace: str) -> None:
    """Write a project's nodes and relationships."""
    nodes, edges = project(namespace)
    for label, rows in nodes:
        await _write(driver, f"UNWIND $rows AS row CREATE (n:{label}) SET n = row", rows=rows)
    for start, type_, end in edges:
        await _write(
            driver, f"MATCH (a {{key: $start}}), (b {{key: $end}}) CREATE (a)-[:{type_}]->(b)", start=start, end=end
        )


async def fill_beside(driver: AsyncDriver) -> None:
    """Write what is not ours: another project, and nodes of the whole graph."""
    await fill(driver, "beta")
    await driver.execute_query(
        "CREATE (:SchemaMigration {namespace: 'schema', n: 9}), (:EmbeddingModel {n: 9}), ({n: 9})"
    )


async def answer(driver: AsyncDriver, statement: str, *, seconds: float = 10.0) -> str:
    """Run a statement that may be wrong, in a transaction that is rolled back, and return its rows as text.

    The transaction may write: that nothing changes is for the guard to see to. Raises AssertionError when it does.
    """
    async with driver.session() as session:
        transaction = await session.begin_transaction(timeout=seconds)
        try:
            result = await transaction.run(statement, {"namespace": OWN})  # pyright: ignore[reportArgumentType] # not ours
            rows = [record.values() async for record in result]
            counters = (await result.consume()).counters
        except Neo4jError as error:
            return f"{FAILED}: {error.code}"
        finally:
            await transaction.close()
    assert not counters.contains_updates, statement
    assert not counters.contains_system_updates, statement
    if len(rows) > MOST_ROWS:
        return f"{FAILED}: too long"
    return "\n".join(sorted(plain(list(enumerate(map(plain, row)))) for row in rows))


async def compare(driver: AsyncDriver, statements: list[str]) -> Compared:
    """Ask each read in the one project, add the other, ask it rewritten; the server's database is empty before."""
    await fill(driver, OWN)
    compared = Compared()
    kept: dict[str, tuple[str, str]] = {}
    for statement in statements:
        try:
            rewritten = with_namespace(statement, own_graph())
        except StatementRefused:
            compared.refused += 1
            continue
        kept.setdefault(" ".join(rewritten.split()), (statement, rewritten))
    before = [(statement, rewritten, await answer(driver, statement)) for statement, rewritten in kept.values()]
    await fill_beside(driver)
    for statement, rewritten, expected in before:
        got = await answer(driver, rewritten)
        if (expected.startswith(FAILED) and got.startswith(FAILED)) or FAILED_ON_A_VALUE in (expected, got):
            compared.failed += 1
        elif got == expected:
            compared.same += 1
            if compared.same <= TRIED_UNGUARDED:
                compared.would_leak += await answer(driver, statement) != expected
        else:
            compared.different.append((statement, rewritten))
    return compared
