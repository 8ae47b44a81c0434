"""Opening a graph on a server of its own: schema made once, drift told, another embedding model refused."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, LiteralString, cast

import pytest
from conftest import BOTH, EmptyServer, model_of
from fakes import FakeEmbedder
from graphs import add_text, reading
from neo4j import Query

from agent.add import add_readings
from graph.embedding_model import ModelInUse
from graph.errors import DatabaseUnreachable, DimensionDiffers, SchemaDrift, UnsupportedServer, WrongCredentials
from graph.form import form_of, release_of
from graph.migrate import MIGRATIONS, open_graph
from graph.schema import BASE, VectorSpace, render, vector_index
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.memory import search_memory

pytestmark = pytest.mark.server


@pytest.fixture(scope="module", params=BOTH)
def server(request: pytest.FixtureRequest, empty_server: EmptyServer) -> ServerStatus:
    return empty_server(request.param).status()


@pytest.fixture(scope="module")
async def driver(server: ServerStatus) -> AsyncGenerator[Any]:
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        yield driver


async def run(driver: Any, cypher: LiteralString) -> list[dict[str, Any]]:
    records, _, _ = await driver.execute_query(cypher)
    return [record.data() for record in records]


async def opened(driver: Any, model: ModelInUse | None = None, namespace: str = "default") -> GraphStore:
    return await open_graph(driver, database="neo4j", namespace=namespace, model=model, code_version="test")


async def test_eight_processes_opening_an_empty_database_at_once_make_one_schema(driver: Any) -> None:
    await asyncio.gather(*(opened(driver, model_of(FakeEmbedder())) for _ in range(8)))
    names = [row["name"] for row in await run(driver, "SHOW INDEXES YIELD name RETURN name")]
    assert {index.name for index in BASE} <= set(names)
    assert "passage_vec_fake_64_64" in names
    applied = await run(driver, "MATCH (m:SchemaMigration) WHERE m.version IS NOT NULL RETURN m.version AS version")
    assert [row["version"] for row in applied] == [m.version for m in MIGRATIONS]


async def test_an_index_that_somebody_dropped_is_made_again(driver: Any) -> None:
    await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX claim_status")
    await opened(driver, model_of(FakeEmbedder()))
    assert await run(driver, "SHOW INDEXES YIELD name WHERE name = 'claim_status' RETURN name")


async def test_an_index_of_another_shape_stops_the_start_with_its_remedy(driver: Any) -> None:
    await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX claim_status")
    await run(driver, "CREATE INDEX claim_status FOR (n:Claim) ON (n.text)")
    with pytest.raises(SchemaDrift, match=r"claim_status is RANGE on :Claim\(text\), not .*DROP INDEX"):
        await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX claim_status")
    await opened(driver, model_of(FakeEmbedder()))


async def test_a_graph_made_by_a_newer_release_is_not_touched(driver: Any) -> None:
    await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "CREATE (:SchemaMigration {key: 'schemamigration.future', version: 99, checksum: 'x'})")
    with pytest.raises(SchemaDrift, match=r"schema step 99.*newer claimgraph"):
        await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "MATCH (m:SchemaMigration {key: 'schemamigration.future'}) DELETE m")


async def test_another_embedding_model_is_refused_with_both_numbers_and_the_old_vectors_still_answer(
    driver: Any,
) -> None:
    store = await opened(driver, model_of(FakeEmbedder()), "models")
    _ = [r async for r in add_readings(store, FakeEmbedder(), [reading("Green tea is brewed at eighty degrees.")])]
    with pytest.raises(DimensionDiffers, match=r"fake-64 with 64 dimensions.*fake-768 has 768.*CLAIMGRAPH_EMBEDDINGS"):
        await opened(driver, model_of(FakeEmbedder(768)), "models")
    again = await opened(driver, model_of(FakeEmbedder()), "models")
    found = await search_memory(again, ["green tea"], FakeEmbedder(), arms=("vector",))
    assert len(found.hits[0]) == 1


async def test_without_an_embedding_model_a_graph_of_vectors_is_searched_by_words(driver: Any) -> None:
    store = await opened(driver, None, "wordsonly")
    await add_text(store, "Green tea is brewed at eighty degrees.")
    assert len((await search_memory(store, ["green tea"], None)).hits[0]) == 1


async def test_wrong_credentials_and_a_wrong_address_are_two_clear_sentences(server: ServerStatus) -> None:
    with pytest.raises(WrongCredentials, match="NEO4J_USERNAME and NEO4J_PASSWORD"):
        async with open_driver(server.uri or "", "neo4j", "wrong"):
            pass
    with pytest.raises(DatabaseUnreachable, match=r"bolt://127\.0\.0\.1:1"):
        async with open_driver("bolt://127.0.0.1:1", "neo4j", "x"):
            pass
    with pytest.raises(DatabaseUnreachable, match="no database address"):
        async with open_driver("ftp://127.0.0.1", "neo4j", "x"):
            pass


async def test_somebody_elses_nodes_under_our_labels_are_neither_counted_nor_touched(driver: Any) -> None:
    theirs = (
        "CREATE (:Source {title: 'theirs'}), (:Claim {text: 'theirs'}), (:EmbeddingModel {name: 'theirs'}), "
        "(:SchemaMigration {version: 'V1__init'}), (:Passage:Current {text: 'green tea theirs'})"
    )
    await opened(driver, model_of(FakeEmbedder()), "foreign")
    await run(driver, theirs)
    store = await opened(driver, model_of(FakeEmbedder()), "foreign")
    _ = [r async for r in add_readings(store, FakeEmbedder(), [reading("Green tea is brewed at eighty degrees.")])]
    counted = (await store.read("count_nodes"))[0]
    assert (counted["sources"], counted["passages"], counted["claims"]) == (1, 1, 0)
    assert len((await search_memory(store, ["green tea"], FakeEmbedder())).hits[0]) == 1
    kept = "MATCH (n) WHERE n.key IS NULL RETURN properties(n) AS p, labels(n) AS l ORDER BY l[0]"
    assert [len(row["p"]) for row in await run(driver, kept)] == [1] * 5
    await run(driver, "MATCH (n) WHERE n.key IS NULL DELETE n")


async def test_an_index_of_somebody_else_in_the_place_of_ours_is_named(driver: Any) -> None:
    await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX claim_status")
    await run(driver, "CREATE INDEX theirs FOR (n:Claim) ON (n.namespace, n.status)")
    with pytest.raises(SchemaDrift, match="claim_status is missing: theirs stands in its place"):
        await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX theirs")
    await run(driver, "DROP CONSTRAINT claim_key")
    await run(driver, "CREATE INDEX theirs FOR (n:Claim) ON (n.key)")
    with pytest.raises(SchemaDrift, match=r"holds other data or indexes.*database of its own"):
        await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX theirs")
    await opened(driver, model_of(FakeEmbedder()))


async def test_a_vector_index_that_rounds_or_compares_otherwise_is_told(driver: Any) -> None:
    store = await opened(driver, model_of(FakeEmbedder()))
    ours = render(vector_index(VectorSpace("fake-64", 64), store.form))
    for there, otherwise, told in (
        ("'cosine'", "'euclidean'", "compares by euclidean"),
        ("enabled`: false", "enabled`: true", "quantization"),
    ):
        assert there in ours
        await run(driver, "DROP INDEX passage_vec_fake_64_64")
        await driver.execute_query(Query(cast("LiteralString", ours.replace(there, otherwise))))
        with pytest.raises(SchemaDrift, match=told):
            await opened(driver, model_of(FakeEmbedder()))
    await run(driver, "DROP INDEX passage_vec_fake_64_64")
    await opened(driver, model_of(FakeEmbedder()))


async def test_other_weights_under_the_same_name_are_not_mixed_into_the_graph(driver: Any) -> None:
    await opened(driver, model_of(FakeEmbedder()))
    with pytest.raises(DimensionDiffers, match="another file of fake-64"):
        await opened(driver, replace(model_of(FakeEmbedder()), file_sha256="0" * 64))


async def test_two_processes_that_bring_two_models_to_an_empty_graph_leave_it_with_one(driver: Any) -> None:
    await run(driver, "MATCH (m:EmbeddingModel) DELETE m")
    results = await asyncio.gather(
        *(opened(driver, model_of(FakeEmbedder(size))) for size in (64, 32, 48, 64, 32, 48)), return_exceptions=True
    )
    assert {type(r) for r in results} == {GraphStore, DimensionDiffers}
    assert len(await run(driver, "MATCH (m:EmbeddingModel) RETURN m.model AS model")) == 1
    await run(driver, "MATCH (m:EmbeddingModel) DELETE m")


async def test_a_database_that_is_not_there_is_a_clear_sentence(driver: Any) -> None:
    for database, told in (("nowhere", "no database of that name.*NEO4J_DATABASE"), ("system", "holds no graph")):
        with pytest.raises(DatabaseUnreachable, match=told):
            await open_graph(driver, database=database, namespace="default", model=None, code_version="test")


@pytest.mark.parametrize(
    ("version", "release"),
    [("2026.09.0", (2026, 9)), ("2026.09-aura", (2026, 9)), ("5.26.30", (5, 26)), ("5.27-aura", (5, 27))],
)
def test_the_release_of_a_hosted_server_is_read_too(version: str, release: tuple[int, int]) -> None:
    assert release_of(version) == release


def test_a_server_is_told_by_its_version_and_one_that_is_too_old_with_what_to_do() -> None:
    assert [form_of(v) for v in ("2026.09.0", "2027.01-aura", "5.26.0", "5.27-aura", "2026.08.1")] == [
        "calendar",
        "calendar",
        "lts",
        "lts",
        "lts",
    ]
    with pytest.raises(UnsupportedServer, match=r"Neo4j 5\.25\.1; claimgraph needs 5\.26 or newer.*unset NEO4J_URI"):
        form_of("5.25.1")
