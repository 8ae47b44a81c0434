"""kill -9 of the client or of the server while a folder is added: adding again gives the undisturbed graph."""

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from graphs import duplicates, node_set, relationship_set, rows_of

from graph.migrate import open_graph
from graph.server import LocalServer, ServerStatus
from graph.store import GraphStore, open_driver

pytestmark = pytest.mark.server
CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
FILES = 80
NAMESPACES = itertools.count(1)


@pytest.fixture(scope="module")
def server(
    make_server: Callable[[Path], LocalServer], tmp_path_factory: pytest.TempPathFactory
) -> Generator[LocalServer]:
    local = make_server(tmp_path_factory.mktemp("kill-server"))
    local.start()
    yield local
    local.stop(timeout_s=0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("papers")
    for i in range(FILES):
        paragraphs = (
            f"Paper {i}, part {j}: the plant at site {i * j} will cost {i + j} million crowns, as paper {i * j} says."
            for j in range(25)
        )
        (root / f"{i:03d}.md").write_text(f"# Paper {i}\n\n" + "\n\n".join(paragraphs))
    return root


def add(status: ServerStatus, folder: Path, namespace: str, home: Path) -> subprocess.Popen[bytes]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))} | {
        "NEO4J_URI": status.uri or "",
        "NEO4J_PASSWORD": status.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": namespace,
    }
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [CLAIMGRAPH, "add", "--collection", "papers", str(folder)], env=environment, stdout=quiet, stderr=quiet
    )


Graph = tuple[set[tuple[object, ...]], set[tuple[object, ...]]]


async def snapshot(status: ServerStatus, namespace: str) -> Graph:
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
        assert await duplicates(store) == []
        return await node_set(store), await relationship_set(store)


async def stored(status: ServerStatus, namespace: str) -> int:
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store = GraphStore(driver, database="neo4j", namespace=namespace)
        rows = await rows_of(store, "MATCH (p:Passage {namespace: $namespace}) RETURN count(p) AS n")
        return int(rows[0]["n"])


@pytest.mark.parametrize("share", [0.02, 0.4])
@pytest.mark.parametrize("victim", ["client", "server"])
async def test_killed_while_adding_and_added_again_the_graph_is_the_undisturbed_one(
    victim: str, share: float, server: LocalServer, folder: Path, tmp_path: Path
) -> None:
    status = server.start()
    namespace = f"kill{next(NAMESPACES)}"
    assert add(status, folder, namespace, tmp_path).wait(timeout=120) == 0
    whole = await snapshot(status, namespace)
    passages = await stored(status, namespace)
    assert passages >= FILES
    assert sum(relationship[1] == "MENTIONS" for relationship in whole[1]) > FILES
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        await driver.execute_query("MATCH (n {namespace: $n}) DETACH DELETE n", n=namespace)

    adding = add(status, folder, namespace, tmp_path)
    deadline = time.monotonic() + 60
    while await stored(status, namespace) < max(1, passages * share) and time.monotonic() < deadline:
        assert adding.poll() is None or await stored(status, namespace) > 0
    os.kill(adding.pid if victim == "client" else status.pid or 0, signal.SIGKILL)
    assert adding.wait(timeout=120) != 0

    status = server.start()
    assert add(status, folder, namespace, tmp_path).wait(timeout=120) == 0
    nodes, relationships = await snapshot(status, namespace)
    assert nodes == whole[0]
    assert relationships == whole[1]
