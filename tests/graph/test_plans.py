"""How the server would carry out each named statement: by keys and indexes; and what the guard makes of its plan."""

import re
from typing import Any

import pytest
from conftest import OpenStore, on_both

from graph.plan_guard import why_refused
from graph.queries import statements
from graph.store import GraphStore

ASK_THE_SERVER = {"show_indexes", "server_version"}
WRITES = re.compile(r"(?m)^\s*(MERGE|CREATE|SET|DETACH DELETE|DELETE|REMOVE|FOREACH|CALL db\.create)\b|\| SET ")


@pytest.fixture(scope="module")
async def store(open_store: OpenStore) -> GraphStore:
    return await open_store()


def _operators(plan: dict[str, Any]) -> set[str]:
    below = [_operators(child) for child in plan.get("children", [])]
    return {plan["operatorType"].partition("@")[0]}.union(*below)


@pytest.mark.parametrize(("open_store", "name"), on_both(sorted(statements())), indirect=["open_store"])
async def test_no_statement_reads_every_node_of_a_large_label_and_a_write_of_ours_is_refused_as_one(
    name: str, store: GraphStore
) -> None:
    statement = statements()[name]
    text = statement.render(store._names, form=store.form)
    language = "CYPHER 25 " if text.startswith("CYPHER 25") else ""
    async with store._driver.session(database=store._database) as session:
        result = await session.run(f"{language}EXPLAIN {text.removeprefix('CYPHER 25')}")  # pyright: ignore[reportArgumentType] # our own statements
        summary = await result.consume()
    is_read = name not in ASK_THE_SERVER and not WRITES.search(text)
    assert bool(why_refused(summary.query_type, summary.plan)) is not is_read
    if name not in ASK_THE_SERVER:
        assert summary.plan is not None
        scans = {o for o in _operators(summary.plan) if ("Scan" in o and "IndexScan" not in o) or "DynamicLabel" in o}
        assert not scans
