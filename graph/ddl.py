"""The few statements that schema work sends itself, below the store: DDL, the lock node, index states."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, LiteralString, cast

from graph.errors import SchemaDrift
from graph.queries import statements

if TYPE_CHECKING:
    from neo4j import AsyncManagedTransaction, AsyncSession

_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
"""What the server says to the slower of two processes in spite of IF NOT EXISTS."""


async def take_lock(tx: "AsyncManagedTransaction") -> None:
    """Hold the one lock node until the transaction ends: schema work is done by one process at a time."""
    text = statements()["lock_migrations"].render()
    await (await tx.run(text, key="schemamigration.lock", now=datetime.now(UTC).isoformat())).consume()


async def await_index(session: "AsyncSession", name: str) -> None:
    """Wait until an index is filled, at most two minutes."""
    text = statements()["await_index"].render()
    await (await session.run(text, index=name, timeout_s=120)).consume()


async def run_ddl(session: "AsyncSession", statement: str) -> None:
    """Run one schema statement of ours. Raises SchemaDrift when the database holds something else in its place."""

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


async def rows_of(session: "AsyncSession | AsyncManagedTransaction", name: str) -> list[dict[str, Any]]:
    """Return the rows of one named statement without parameters."""
    result = await session.run(statements()[name].render())
    return [record.data() async for record in result]
