"""Bringing the indexes of a graph to what is declared: the missing ones made, ours of another server form made anew."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() untyped; nothing else here is unknown.
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graph.ddl import await_index, rows_of, run_ddl, take_lock
from graph.schema import Index, differences, is_of_other_form, render

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction

Say = Callable[[str], None]


def say_nothing(_: str) -> None:
    """Be told something and keep it to oneself."""


async def complete_indexes(
    driver: "AsyncDriver", database: str, declared: Sequence[Index], say: Say = say_nothing
) -> list[str]:
    """Make the indexes that are not there, wait for those that are still filling, and return what differs.

    A vector index of ours that has the form of another server (the store was moved, or Neo4j upgraded) is dropped
    and made in the form of this one. An index that is not ours is never touched.
    """
    async with driver.session(database=database) as session:
        found = await rows_of(session, "show_indexes")
        if any(_of_other_form(declared, found)):
            await _drop_other_forms(driver, database, declared, say)
            found = await rows_of(session, "show_indexes")
        names = {str(row["name"]) for row in found}
        missing = [index for index in declared if index.name not in names]
        for index in missing:
            await run_ddl(session, render(index))
        if missing:
            found = await rows_of(session, "show_indexes")
        filling = {str(row["name"]) for row in found if row["state"] == "POPULATING"}
        for index in declared:
            if index.name in filling:
                await await_index(session, index.name)
    return differences(declared, found)


def _of_other_form(declared: Sequence[Index], found: Sequence[Mapping[str, Any]]) -> list[str]:
    return [index.name for index in declared for row in found if is_of_other_form(index, row)]


async def _drop_other_forms(driver: "AsyncDriver", database: str, declared: Sequence[Index], say: Say) -> None:
    """Drop them while holding the lock node: of two processes the second one sees what the first has made."""
    async with driver.session(database=database) as schema, driver.session(database=database) as lock:

        async def work(tx: "AsyncManagedTransaction") -> None:
            await take_lock(tx)
            for name in _of_other_form(declared, await rows_of(schema, "show_indexes")):
                say(f"The vector index {name} has the form of another Neo4j release; making it anew.")
                await run_ddl(schema, f"DROP INDEX {name} IF EXISTS")
                await run_ddl(schema, render(next(index for index in declared if index.name == name)))

        await lock.execute_write(work)
