"""Several processes on one graph, one of them killed: the graph of one writer, and no deadlock reaches a user."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from graphs import duplicates, node_set, relationship_set, rows_of

from agent.doctor.graph import examine
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
FILES = 9


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> list[list[Path]]:
    """Three times two thirds of the same texts, which name one another."""
    root = tmp_path_factory.mktemp("papers")
    texts = [root / f"{i:02d}.md" for i in range(FILES)]
    for i, text in enumerate(texts):
        lines = [f"Part {j}: site {i} costs {i + j} million crowns, as Paper {(i * j) % FILES} says." for j in range(9)]
        text.write_text(f"# Paper {i}\n\n" + "\n\n".join(lines))
    return [[text for i, text in enumerate(texts) if i % 3 != at] for at in range(3)]


def test_three_writers_at_once_leave_the_graph_of_one(
    neo4j_server: ServerStatus, shares: list[list[Path]], tmp_path: Path
) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment = kept | {
        "NEO4J_URI": neo4j_server.uri or "", "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": f"writers{os.getpid()}", "CLAIMGRAPH_HOME": str(tmp_path),
        "CLAIMGRAPH_EMBEDDINGS": "none",
    }  # fmt: skip

    def start(*args: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [CLAIMGRAPH, *args], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def add(of: list[Path]) -> subprocess.Popen[bytes]:
        return start("add", "-q", "--collection", "papers", *map(str, of))

    def end(*processes: subprocess.Popen[bytes]) -> None:
        for process in processes:
            _, errors = process.communicate(timeout=240)
            assert process.returncode == 0, errors.decode()

    async def with_store(look: Any) -> Any:
        login = (neo4j_server.uri or "", neo4j_server.username, neo4j_server.read_password())
        async with open_driver(*login) as driver:
            namespace = environment["CLAIMGRAPH_NAMESPACE"]
            return await look(
                await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
            )

    async def graph(store: GraphStore) -> tuple[Any, ...]:
        return await node_set(store), await relationship_set(store), await duplicates(store), await examine(store)

    async def written(store: GraphStore) -> int:
        return (await store.read("count_nodes"))[0]["passages"]

    async def wiped(store: GraphStore) -> None:
        await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")

    end(add(sorted({text for share in shares for text in share})))
    alone = asyncio.run(with_store(graph))
    assert len(alone[0]) > FILES * 2
    assert alone[2:] == ([], [])
    asyncio.run(with_store(wiped))
    writers = [add(share) for share in shares]
    until = time.monotonic() + 60
    while not asyncio.run(with_store(written)) and time.monotonic() < until:
        time.sleep(0.1)
    writers[0].kill()
    writers[0].communicate()
    end(*writers[1:], add(shares[0]))
    together = asyncio.run(with_store(graph))
    for mine, theirs in zip(together[:2], alone[:2], strict=True):
        assert sorted(mine ^ theirs)[:2] == []
    assert together[2:] == ([], [])
    question = "What does site 7 cost?"
    end(*(start("ask", question, "--quiet", "--extractive", "--run-key", key) for key in ("one", "two")))
    _, _, doubled, unsound = asyncio.run(with_store(graph))
    assert (doubled, unsound) == ([], [])
