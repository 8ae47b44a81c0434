"""The few statements that schema work sends itself, below the store: DDL, the lock node, index states."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, LiteralString, cast

from graph.errors import SchemaDrift
from graph.queries import statements

if TYPE_CHECKING:
    from neo4j import AsyncManagedTransaction, AsyncSession

_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
"""What the server says to the slower of two processes in spite of IF NOT EXISTS."""
_FIRST_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 1.0


async def take_lock(tx: "AsyncManagedTransaction") -> None:
    """Hold the one lock node until the transaction ends: schema work is done by one process at a time."""
    text = statements()["lock_migrations"].render()
    await (await tx.run(text, key="schemamigration.lock", now=datetime.now(UTC).isoformat())).consume()


async def await_index(session: "AsyncSession", name: str) -> None:
    """Wait until an index is filled or has failed, however long that takes: minutes for many vectors.

    It is asked for again and again: a server ends a transaction that waits for longer than it allows.
    """
    pause_s = _FIRST_PAUSE_S
    while any(row["name"] == name and row["state"] == "POPULATING" for row in await rows_of(session, "show_indexes")):
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


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
