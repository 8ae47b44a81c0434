"""Another embedding model: refused with both numbers, built beside the old one, killed, added to meanwhile, used."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, LiteralString, cast

import pytest
from command import run_command
from conftest import BOTH, EmptyServer, model_of
from fakes import FakeEmbedder
from graphs import reading

from agent.add import add_readings
from agent.embed import GROUP, ModelState, drop_others, embed_graph, find_models
from graph.embedding_model import open_beside
from graph.errors import DimensionDiffers
from graph.migrate import open_graph
from graph.queries import statements
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.embed import Embedded, Kind
from retrievers.embed.installed import find_installed
from retrievers.memory import search_memory

pytestmark = pytest.mark.server
CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
OLD, NEW = FakeEmbedder(384), FakeEmbedder(768)
PASSAGES = GROUP + 12
TEA = "Green tea is brewed at eighty degrees."


@pytest.fixture(scope="module", params=BOTH)
def server(request: pytest.FixtureRequest, empty_server: EmptyServer) -> ServerStatus:
    return empty_server(request.param).status()


@dataclass
class Graph:
    """A database that a test has to itself."""

    driver: Any

    async def open(self, embedder: FakeEmbedder | None = None, namespace: str = "default") -> GraphStore:
        model = None if embedder is None else model_of(embedder)
        return await open_graph(self.driver, database="neo4j", namespace=namespace, model=model, code_version="test")

    async def beside(self, embedder: FakeEmbedder) -> GraphStore:
        store = await self.open()
        return await open_beside(self.driver, database="neo4j", store=store, model=model_of(embedder))

    async def embed(self, embedder: FakeEmbedder) -> int:
        store = await self.beside(embedder)
        return sum([count async for count in embed_graph(store, embedder, model_of(embedder))])

    async def models(self) -> list[ModelState]:
        return await find_models(await self.open())

    async def run(self, cypher: LiteralString) -> list[dict[str, Any]]:
        records, _, _ = await self.driver.execute_query(cypher)
        return [record.data() for record in records]


@pytest.fixture
async def graph(server: ServerStatus) -> AsyncGenerator[Graph]:
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        yield Graph(driver)
        await driver.execute_query("MATCH (n) WHERE NOT n:SchemaMigration DETACH DELETE n")
        rows, _, _ = await driver.execute_query("SHOW VECTOR INDEXES YIELD name RETURN name")
        for row in rows:
            await driver.execute_query(cast("LiteralString", f"DROP INDEX {row['name']}"))


async def add(store: GraphStore, embedder: FakeEmbedder | None, *texts: str, names: Sequence[str] = ()) -> None:
    named = names or [f"{abs(hash(text)) % 10**9}.md" for text in texts]
    readings = [reading(text, name=name) for text, name in zip(texts, named, strict=True)]
    results = [r async for r in add_readings(store, embedder, readings)]
    assert len(results) == len(texts)


async def by_meaning(store: GraphStore, embedder: FakeEmbedder, query: str = "green tea") -> list[str]:
    found = await search_memory(store, [query], embedder, arms=("vector",))
    return [hit.text for hit in found.hits[0]]


async def test_another_dimension_is_refused_both_ways_round_until_the_graph_is_embedded_with_it(graph: Graph) -> None:
    old = await graph.open(OLD)
    await add(old, OLD, TEA)
    await add(await graph.open(OLD, "other"), OLD, TEA)
    with pytest.raises(DimensionDiffers, match=r"fake-384 with 384 dimensions.*fake-768 has 768.*`claimgraph embed`"):
        await graph.open(NEW)
    assert await by_meaning(await graph.open(OLD), OLD) == [TEA]

    assert await graph.embed(NEW) == 2
    with pytest.raises(DimensionDiffers, match=r"fake-768 with 768 dimensions.*fake-384 has 384.*`claimgraph embed`"):
        await graph.open(OLD)
    for namespace in ("default", "other"):
        assert await by_meaning(await graph.open(NEW, namespace), NEW) == [TEA]
    assert await by_meaning(old, OLD) == [TEA]

    states = [(m.space.dimension, m.in_use, m.with_vector, m.passages) for m in await graph.models()]
    assert states == [(768, True, 2, 2), (384, False, 2, 2)]
    assert await graph.embed(NEW) == 0
    assert await graph.embed(OLD) == 0
    assert (await graph.models())[0].space.dimension == 384


async def test_until_the_switch_the_old_index_answers_and_a_build_that_was_broken_off_goes_on(graph: Graph) -> None:
    old = await graph.open(OLD)
    texts = [f"Tea number {n} is brewed at {n} degrees." for n in range(PASSAGES)]
    await add(old, OLD, *texts, names=[f"{n}.md" for n in range(PASSAGES)])
    store = await graph.beside(NEW)
    building = embed_graph(store, NEW, model_of(NEW))
    first = await anext(building)
    await building.aclose()
    assert 0 < first < PASSAGES
    assert len(await by_meaning(await graph.open(OLD), OLD)) == 10
    states = {m.space.dimension: (m.in_use, m.with_vector) for m in await graph.models()}
    assert states == {384: (True, PASSAGES), 768: (False, first)}

    assert await graph.embed(NEW) == PASSAGES - first
    assert (await graph.models())[0].space.dimension == 768


class AddsMeanwhile(FakeEmbedder):
    """Runs something before the first text is embedded."""

    def __init__(self, dimension: int, meanwhile: Any) -> None:
        super().__init__(dimension)
        self._meanwhile = meanwhile

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().embed(texts, kind=kind)


async def test_what_is_added_while_the_new_index_is_built_is_found_by_it(graph: Graph) -> None:
    old = await graph.open(OLD)
    await add(old, OLD, TEA)

    async def meanwhile() -> None:
        await add(old, OLD, "Black tea wants boiling water.", names=["black.md"])
        await add(old, None, "White tea is picked in spring.", names=["white.md"])

    assert await graph.embed(AddsMeanwhile(768, meanwhile)) == 3
    found = await by_meaning(await graph.open(NEW), NEW, "tea")
    assert len(found) == 3


async def test_an_add_that_outlives_the_switch_stops_and_is_completed_by_adding_again(graph: Graph) -> None:
    old = await graph.open(OLD)
    await add(old, OLD, TEA)
    await graph.embed(NEW)
    with pytest.raises(DimensionDiffers, match=r"switched to fake-768.*384.*same command again"):
        await add(old, OLD, "Black tea wants boiling water.", names=["black.md"])
    new = await graph.open(NEW)
    assert await by_meaning(new, NEW, "black tea boiling") == [TEA]
    await add(new, NEW, "Black tea wants boiling water.", names=["black.md"])
    assert (await by_meaning(new, NEW, "black tea boiling"))[0].startswith("Black tea")


async def test_whoever_adds_and_embeds_at_once_no_passage_ends_without_the_vector_of_the_model_in_use(
    graph: Graph,
) -> None:
    old = await graph.open(OLD)
    await add(old, OLD, TEA)

    async def keep_adding(writer: int) -> None:
        for n in range(12):
            name = f"{writer}-{n}.md"
            await add(old, OLD, f"Tea {writer} {n} is brewed at {n} degrees.", names=[name])

    async def embed_after(seconds: float) -> None:
        await asyncio.sleep(seconds)
        await graph.embed(NEW)

    outcomes = await asyncio.gather(
        *(keep_adding(writer) for writer in range(3)), embed_after(0.3), return_exceptions=True
    )
    assert all(outcome is None or isinstance(outcome, DimensionDiffers) for outcome in outcomes)
    assert outcomes[-1] is None
    bare = await graph.run("MATCH (p:Current) WHERE p.embedding_fake_768 IS NULL RETURN count(p) AS n")
    assert bare[0]["n"] == 0


async def test_a_graph_without_vectors_gets_them(graph: Graph) -> None:
    await add(await graph.open(), None, TEA)
    assert await graph.embed(NEW) == 1
    assert await by_meaning(await graph.open(NEW), NEW) == [TEA]


async def test_the_vectors_that_are_not_in_use_can_be_dropped_and_the_others_stay(graph: Graph) -> None:
    await add(await graph.open(OLD), OLD, TEA)
    await graph.embed(NEW)
    dropped = await drop_others(graph.driver, "neo4j", await graph.open())
    assert [model.space.dimension for model in dropped] == [384]
    assert [model.space.dimension for model in await graph.models()] == [768]
    names = [r["name"] for r in await graph.run("SHOW VECTOR INDEXES YIELD name RETURN name")]
    assert names == ["passage_vec_fake_768_768"]
    assert (await graph.run("MATCH (p:Passage) WHERE p.embedding_fake_384 IS NOT NULL RETURN count(p) AS n")) == [
        {"n": 0}
    ]
    assert await by_meaning(await graph.open(NEW), NEW) == [TEA]
    assert await drop_others(graph.driver, "neo4j", await graph.open()) == []


async def test_another_file_under_the_same_name_is_never_mixed_in(graph: Graph) -> None:
    await add(await graph.open(OLD), OLD, TEA)
    other = FakeEmbedder(384)
    other.info = replace(other.info, file_sha256="f" * 64)
    with pytest.raises(DimensionDiffers, match=r"another file of fake-384.*name of its own"):
        await graph.open(other)
    with pytest.raises(DimensionDiffers, match=r"another file of fake-384.*name of its own"):
        await graph.beside(other)


async def test_a_graph_of_the_first_release_which_marked_no_model_keeps_its_own(graph: Graph) -> None:
    await add(await graph.open(OLD), OLD, TEA)
    await graph.run("MATCH (m:EmbeddingModel) REMOVE m.in_use")
    await graph.beside(NEW)
    assert await by_meaning(await graph.open(OLD), OLD) == [TEA]
    assert await graph.embed(NEW) == 1
    assert (await graph.models())[0].space.dimension == 768


async def test_the_passages_still_to_do_are_read_from_an_index_in_order(graph: Graph) -> None:
    store = await graph.open(OLD)
    text = statements()["passages_without_vector"].render(form=store.form)
    values = {"after": "", "property": "embedding_fake_768", "limit": 5}
    _, summary, _ = await graph.driver.execute_query("EXPLAIN " + text, values)
    plan = str(summary.plan)
    assert "NodeUniqueIndexSeekByRange" in plan
    assert "Sort" not in plan
    assert "Top" not in plan


def settings_for(server: ServerStatus, home: Path, embeddings: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": embeddings,
        "CLAIMGRAPH_THREADS": "1",
    }


@pytest.mark.parametrize("server", BOTH[:1], indirect=True, scope="module")
async def test_the_command_killed_in_the_middle_goes_on_and_says_what_to_set(
    graph: Graph, server: ServerStatus, tmp_path: Path
) -> None:
    folder = tmp_path / "my-model"
    shutil.copytree(find_installed(), folder)
    with (folder / "onnx" / "model.onnx_data").open("ab") as weights:
        weights.write(b"\x00")  # the same vectors, and another file
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(400):
        (notes / f"{n}.md").write_text(f"Plant {n} will cost {n} million crowns and open in {2000 + n}.")

    def command(*words: str, embeddings: str = "local") -> subprocess.CompletedProcess[str]:
        environment = settings_for(server, tmp_path / "home", embeddings)
        return run_command(words, env=environment)

    assert command("add", "--brief", str(notes)).returncode == 0
    setting = f"local:{folder}"
    refused = command("search", "plant", embeddings=setting)
    assert refused.returncode == 6
    assert "`claimgraph embed`" in refused.stderr

    environment = settings_for(server, tmp_path / "home", "local")
    building = subprocess.Popen(  # noqa: ASYNC220 # a process to kill, not to wait for
        [CLAIMGRAPH, "embed", "--model", setting], env=environment, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    done = 0
    while not done and time.monotonic() < deadline:
        states = {m.space.model: m.with_vector for m in await graph.models()}
        done = states.get("my-model", 0)
    os.kill(building.pid, signal.SIGKILL)
    assert building.wait() == -signal.SIGKILL
    states = {m.space.model: (m.in_use, m.with_vector) for m in await graph.models()}
    assert states["all-MiniLM-L6-v2"] == (True, 400)
    assert not states["my-model"][0]
    assert 0 < states["my-model"][1] < 400
    assert command("search", "plant").returncode == 0

    status = command("embed", "--status")
    assert f"my-model (384 dimensions), not in use: {states['my-model'][1]} of 400 passages" in status.stdout
    went_on = command("embed", "--model", setting)
    assert went_on.returncode == 0
    assert f"{400 - states['my-model'][1]} passages embedded" in went_on.stderr
    assert f"set CLAIMGRAPH_EMBEDDINGS={setting}" in went_on.stderr
    assert "claimgraph embed --drop" in went_on.stderr
    assert command("search", "plant").returncode == 6
    assert "Plant" in command("search", "--arm", "vector", "what plants cost", embeddings=setting).stdout

    dropped = command("embed", "--drop")
    assert dropped.returncode == 0
    assert "dropped: all-MiniLM-L6-v2 (384 dimensions)" in dropped.stderr
    assert [m.space.model for m in await graph.models()] == ["my-model"]
    assert command("embed", "--drop", "--status").returncode == 2
    assert command("embed", "--model", "none").returncode == 6
