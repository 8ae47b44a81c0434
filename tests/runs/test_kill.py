"""kill -9 of the client or of the server while a folder is added: adding again gives the undisturbed graph."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from conftest import EmptyServer
from graphs import duplicates, node_set, relationship_set, rows_of

from graph.migrate import open_graph
from graph.server import LocalServer, ServerStatus
from graph.store import GraphStore, open_driver

pytestmark = pytest.mark.server
CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
FILES = 80
NAMESPACE = "killed"


@pytest.fixture(scope="module")
def server(empty_server: EmptyServer) -> LocalServer:
    return empty_server()


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


def add(status: ServerStatus, folder: Path, home: Path) -> subprocess.Popen[bytes]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))} | {
        "NEO4J_URI": status.uri or "",
        "NEO4J_PASSWORD": status.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": NAMESPACE,
    }
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [CLAIMGRAPH, "add", "--collection", "papers", str(folder)], env=environment, stdout=quiet, stderr=quiet
    )


Graph = tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]


def passages_of(graph: Graph) -> int:
    return sum("Passage" in labels for labels, *_ in graph[0])


async def snapshot(status: ServerStatus) -> Graph:
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store = await open_graph(driver, database="neo4j", namespace=NAMESPACE, model=None, code_version="test")
        assert await duplicates(store) == []
        return await node_set(store), await relationship_set(store)


@contextlib.asynccontextmanager
async def looking_at(status: ServerStatus) -> AsyncGenerator[GraphStore]:
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        yield GraphStore(driver, database="neo4j", namespace=NAMESPACE)


async def stored(store: GraphStore) -> int:
    rows = await rows_of(store, "MATCH (p:Passage {namespace: $namespace}) RETURN count(p) AS n")
    return int(rows[0]["n"])


@pytest.fixture(scope="module")
async def undisturbed(server: LocalServer, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """What adding the folder leaves when nothing is killed."""
    status = server.start()
    assert add(status, folder, tmp_path_factory.mktemp("undisturbed")).wait(timeout=120) == 0
    whole = await snapshot(status)
    assert passages_of(whole) >= FILES
    assert sum(relationship[1] == "MENTIONS" for relationship in whole[1]) > FILES
    return whole


@pytest.mark.parametrize("share", [0.02, 0.4])
@pytest.mark.parametrize("victim", ["client", "server"])
async def test_killed_while_adding_and_added_again_the_graph_is_the_undisturbed_one(
    victim: str, share: float, undisturbed: Graph, server: LocalServer, folder: Path, tmp_path: Path
) -> None:
    status = server.start()
    async with looking_at(status) as store:
        await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
        adding = add(status, folder, tmp_path)
        deadline = time.monotonic() + 60
        while await stored(store) < max(1, passages_of(undisturbed) * share) and time.monotonic() < deadline:
            assert adding.poll() is None or await stored(store) > 0
            await asyncio.sleep(0.01)
    os.kill(adding.pid if victim == "client" else status.pid or 0, signal.SIGKILL)
    assert adding.wait(timeout=120) != 0

    status = server.start()
    assert add(status, folder, tmp_path).wait(timeout=120) == 0
    nodes, relationships = await snapshot(status)
    assert nodes == undisturbed[0]
    assert relationships == undisturbed[1]
