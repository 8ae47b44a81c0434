"""How the server would carry out each named statement: by keys and indexes, never by reading everything."""

from typing import Any

import pytest
from conftest import on_both

from graph.queries import statements
from graph.store import GraphStore

NO_PLAN = {"show_indexes", "server_version"}


def _operators(plan: dict[str, Any]) -> set[str]:
    below = [_operators(child) for child in plan.get("children", [])]
    return {plan["operatorType"].partition("@")[0]}.union(*below)


@pytest.mark.parametrize(("open_store", "name"), on_both(sorted(set(statements()) - NO_PLAN)), indirect=["open_store"])
async def test_no_statement_reads_every_node_or_every_node_of_a_large_label(name: str, store: GraphStore) -> None:
    statement = statements()[name]
    text = statement.render(store._names, form=store.form)
    language = "CYPHER 25 " if text.startswith("CYPHER 25") else ""
    async with store._driver.session(database=store._database) as session:
        result = await session.run(f"{language}EXPLAIN {text.removeprefix('CYPHER 25')}")  # pyright: ignore[reportArgumentType] # our own statements
        plan = (await result.consume()).plan
    assert plan is not None
    scans = {o for o in _operators(plan) if ("Scan" in o and "IndexScan" not in o) or "DynamicLabel" in o}
    assert not scans
