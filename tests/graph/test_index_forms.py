"""A graph whose vector index has the form of another release: made anew in the form of the server that opens it."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, LiteralString, cast

import pytest
from conftest import LTS_VERSION, MakeServer, model_of
from fakes import FakeEmbedder
from graphs import reading
from neo4j import Query

from agent.add import add_readings
from graph.errors import StoreTooNew
from graph.indexes import complete_indexes
from graph.migrate import open_graph
from graph.schema import Index, VectorSpace, is_of_other_form, render, vector_index
from graph.server import LocalServer, ServerStatus
from graph.server.process import DEFAULT_VERSION
from graph.store import GraphStore, open_driver
from retrievers.memory import search_memory

SPACE = VectorSpace("form-test", 8)
FILTERED, PLAIN = vector_index(SPACE, "calendar"), vector_index(SPACE, "lts")
NAME = SPACE.passage_index
THEIRS = "theirs_beside_ours"


def _row(index: Index, **changes: object) -> dict[str, object]:
    row: dict[str, object] = {"name": index.name, "type": "VECTOR", "labels": ["Current"]}
    return row | {"properties": [*index.properties, *index.filters]} | changes


def test_only_our_own_index_in_the_other_form_is_taken_for_one() -> None:
    assert is_of_other_form(FILTERED, _row(PLAIN))
    assert is_of_other_form(PLAIN, _row(FILTERED))
    assert not is_of_other_form(FILTERED, _row(FILTERED))
    assert not is_of_other_form(FILTERED, _row(PLAIN, name="theirs"))
    assert not is_of_other_form(FILTERED, _row(PLAIN, labels=["Page"]))
    assert not is_of_other_form(FILTERED, _row(PLAIN, properties=["embedding_other"]))


@pytest.fixture
async def driver(neo4j_server: ServerStatus) -> AsyncGenerator[Any]:
    async with open_driver(neo4j_server.uri or "", neo4j_server.username, neo4j_server.read_password()) as driver:
        yield driver
        for name in (NAME, THEIRS):
            await driver.execute_query(Query(cast("LiteralString", f"DROP INDEX {name} IF EXISTS")))


async def _indexes(driver: Any) -> dict[str, tuple[list[str], str]]:
    query = "SHOW INDEXES YIELD name, type, properties, state WHERE type = 'VECTOR' RETURN name, properties, state"
    records, _, _ = await driver.execute_query(query)
    return {row["name"]: (row["properties"], row["state"]) for row in records}


async def test_a_plain_index_on_a_server_that_filters_is_made_anew_and_it_is_said(driver: Any) -> None:
    await driver.execute_query(render(PLAIN))
    said: list[str] = []
    assert await complete_indexes(driver, "neo4j", [FILTERED], said.append) == []
    assert (await _indexes(driver))[NAME] == ([SPACE.vector_property, "namespace"], "ONLINE")
    assert len(said) == 1
    assert NAME in said[0]
    assert await complete_indexes(driver, "neo4j", [FILTERED], said.append) == []
    assert len(said) == 1, "the second time there is nothing to do"


async def test_an_index_of_somebody_else_beside_ours_is_left_alone(driver: Any) -> None:
    await driver.execute_query(render(PLAIN).replace(NAME, THEIRS))
    before = (await _indexes(driver))[THEIRS]
    assert await complete_indexes(driver, "neo4j", [FILTERED]) == []
    found = await _indexes(driver)
    assert found[THEIRS][0] == before[0]
    assert found[NAME] == ([SPACE.vector_property, "namespace"], "ONLINE")


async def test_eight_processes_that_find_the_other_form_at_once_make_one_index(driver: Any) -> None:
    await driver.execute_query(render(PLAIN))
    said: list[str] = []
    results = await asyncio.gather(*(complete_indexes(driver, "neo4j", [FILTERED], said.append) for _ in range(8)))
    assert results == [[]] * 8
    assert len(said) == 1
    assert (await _indexes(driver))[NAME] == ([SPACE.vector_property, "namespace"], "ONLINE")


async def _work(server: LocalServer, said: list[str], *, add: bool) -> list[str]:
    """Open the graph of a running server and say which sources a search by meaning finds."""
    status = server.status()
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store: GraphStore = await open_graph(
            driver,
            database="neo4j",
            namespace="moved",
            model=model_of(FakeEmbedder()),
            code_version="test",
            say=said.append,
        )
        if add:
            texts = [reading(f"Green tea number {i} is brewed at eighty degrees.", name=f"{i}.md") for i in range(3)]
            assert all([r.outcome == "added" async for r in add_readings(store, FakeEmbedder(), texts)])
        found = await search_memory(store, ["green tea"], FakeEmbedder())
        return sorted(hit.source_id for hit in found.hits[0] if "vector" in hit.arms)


@pytest.mark.server
@pytest.mark.lts
async def test_a_store_of_the_long_term_release_moves_to_the_newest_and_never_back(
    make_server: MakeServer, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    older = make_server(home, LTS_VERSION)
    said: list[str] = []
    older.start()
    try:
        assert await _work(older, said, add=True) == ["0.md", "1.md", "2.md"]
        assert said == []
        older.stop()
        newer = make_server(home, DEFAULT_VERSION)
        newer.start()
        assert await _work(newer, said, add=False) == ["0.md", "1.md", "2.md"]
        assert len(said) == 1
        assert "has the form of another Neo4j release" in said[0]
        with pytest.raises(StoreTooNew, match=r"belongs to Neo4j 2026\.09\.0.*unset CLAIMGRAPH_NEO4J_VERSION"):
            older.start()
        assert await _work(newer, said, add=False) == ["0.md", "1.md", "2.md"], "it was not touched"
    finally:
        make_server(home).stop(timeout_s=0)
