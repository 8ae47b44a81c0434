"""A graph written to a file and brought back: the same graph, whatever stops it."""

import json
import random
import subprocess
from pathlib import Path

import pytest
from command import run_command
from conftest import OpenStore
from dossier_runs import ask, fill
from exported import QUESTION, bring, exported, filled, notes_of, put, wipe
from graphs import add_text, duplicates, node_set, relationship_set, rows_of

from agent.add import add_readings
from agent.errors import FileRefused
from agent.exchange.load import Imported, import_graph
from agent.exchange.read import check_file
from agent.exchange.write import find_namespaces, placed_when_whole
from agent.forget.apply import Order, forget_source
from agent.forget.plan import look_at_impact
from graph.server import ServerStatus
from graph.store import GraphStore


@pytest.fixture(scope="module")
async def store(open_store: OpenStore) -> GraphStore:
    return await filled(await open_store())


@pytest.fixture(scope="module")
async def whole(store: GraphStore) -> bytes:
    """What the filled graph is as a file; each test leaves the graph in any state."""
    return await exported(store)


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(whole)
    return path


async def test_a_graph_comes_back_exactly_and_once(
    store: GraphStore, whole: bytes, file: Path, open_store: OpenStore
) -> None:
    neighbour = await open_store()
    await add_text(neighbour, "The plant is blue.", name="news.md")
    beside = await exported(neighbour)
    before = (await node_set(store), await relationship_set(store))
    assert await exported(store) == whole, "the same graph gives the same bytes"
    again = await bring(store, file)
    assert again == Imported(0, 0), "what is there already is not written"
    assert await exported(store) == whole
    await wipe(store)
    done = await bring(store, file)
    header = check_file(file).header
    assert done == Imported(header.nodes, header.relationships)
    assert (await node_set(store), await relationship_set(store)) == before
    assert await exported(store) == whole, "to the last property, vectors and times too"
    assert await duplicates(store) == []
    assert {store.namespace, neighbour.namespace} <= set(await find_namespaces(store))
    assert await exported(neighbour) == beside, "another namespace is neither read nor touched"


async def test_killed_anywhere_it_is_completed_and_finds_nothing_half(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    batches = 0
    await wipe(store)
    async for _ in import_graph(store, check_file(file)):
        batches += 1
    chance = random.Random(1)
    for stop in (1, chance.randint(2, batches // 2), chance.randint(batches // 2, batches - 3), batches - 2):
        await wipe(store)
        assert await bring(store, file, batches=stop) is None
        found = await rows_of(
            store,
            "MATCH (p:Current)<-[:HAS_PASSAGE]-(v) WHERE p.namespace = $namespace AND v.state <> 'current' "
            "RETURN p.key AS key UNION MATCH (c:Claim {status: 'supported'}) WHERE c.namespace = $namespace AND NOT "
            "EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid'})-[:QUOTES]->(:Passage) } RETURN c.key AS key",
        )
        assert found == [], stop
        await bring(store, file)
        assert await exported(store) == whole, stop


async def test_an_erased_graph_comes_back_exactly(open_store: OpenStore, tmp_path: Path) -> None:
    store = await fill(await open_store())
    assert await ask(store, QUESTION)
    cited = await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->()-[:HAS_PASSAGE]->()<-[:QUOTES]-()<-[:CITES]-() "
        "RETURN s.key AS key ORDER BY key LIMIT 1",
    )
    held = (await look_at_impact(store, [cited[0]["key"]])).sources
    old = put(tmp_path / "old.jsonl", await exported(store))
    await forget_source(store, held[0], Order(by="Ada", erases=True))
    gone = await exported(store)
    assert b"[erased " in gone
    file = put(tmp_path / "gone.jsonl", gone)
    await wipe(store)
    assert notes_of(await bring(store, file)) == (f"{held[0].source}: it was erased here and stays so",)
    assert await exported(store) == gone
    for _ in range(2):
        done = await bring(store, old)
        assert done is not None
        assert (done.nodes, done.relationships) == (0, 0), "what was erased is not new, it goes again at once"


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"old")

    def fail() -> None:
        with placed_when_whole(path) as out:
            out.write(b"new")
            raise RuntimeError("full")

    with pytest.raises(RuntimeError, match="full"):
        fail()
    assert [one.name for one in tmp_path.iterdir()] == ["graph.jsonl"]
    assert path.read_bytes() == b"old"


async def test_a_later_add_finds_what_was_imported_unchanged(store: GraphStore, file: Path) -> None:
    from dossier_runs import DOSSIER
    from fakes import FakeEmbedder

    from retrievers.read import read_paths

    await wipe(store)
    await bring(store, file)
    readings = read_paths([DOSSIER], collection="skerra")
    assert {result.outcome async for result in add_readings(store, FakeEmbedder(), readings)} == {"unchanged"}


def test_a_person_exports_looks_and_imports(neo4j_server: ServerStatus, tmp_path: Path) -> None:
    environment = {
        "NEO4J_URI": neo4j_server.uri or "", "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_HOME": str(tmp_path), "CLAIMGRAPH_NAMESPACE": "exportedbyhand", "CLAIMGRAPH_EMBEDDINGS": "none",
    }  # fmt: skip

    def run(*args: str, data: str | None = None) -> subprocess.CompletedProcess[str]:
        return run_command(args, env=environment, cwd=tmp_path, input=data)

    (tmp_path / "a.md").write_text("# Plant\n\nThe plant opens in May 2027.\n")
    assert run("add", "-q", "a.md").returncode == 0
    told = run("export", "graph.jsonl.gz", "--json")
    assert (told.returncode, json.loads(told.stdout)["nodes"]) == (0, 4), told.stderr
    dry = run("import", "--dry-run", "graph.jsonl.gz")
    assert (dry.returncode, dry.stdout) == (0, "4 nodes and 3 relationships in the file\n")
    piped = run("import", "-", "--json", data=run("export", "-q").stdout)
    assert (piped.returncode, json.loads(piped.stdout)["nodes"]) == (0, 0), piped.stderr
    other = run("import", "graph.jsonl.gz", "-n", "elsewhere")
    assert (other.returncode, "cannot be imported as elsewhere" in other.stderr) == (2, True)
    (tmp_path / "cut.gz").write_bytes((tmp_path / "graph.jsonl.gz").read_bytes()[:-9])
    cut = run("import", "cut.gz")
    assert (cut.returncode, "cut short" in cut.stderr) == (2, True), cut.stderr
    assert run("export", str(tmp_path)).returncode == 2
    nowhere = run("export", str(tmp_path / "none" / "a.jsonl")), run("import", "none.jsonl")
    assert [one.returncode for one in nowhere] == [2, 2]
    assert ["; make it, or" in nowhere[0].stderr, "; name one that" in nowhere[1].stderr] == [True, True]


async def test_a_file_of_another_release_is_refused(tmp_path: Path, whole: bytes) -> None:
    path = put(tmp_path / "a.jsonl", whole.replace(b'"format":1', b'"format":9', 1))
    with pytest.raises(FileRefused, match="has the format 9"):
        check_file(path)
