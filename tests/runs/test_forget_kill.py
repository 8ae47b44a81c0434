"""A forgetting that is killed anywhere is gone on with by the same command, and until then the doctor names it."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from graphs import add_text, rows_of

from agent.forget.apply import BATCH, Order, forget_source
from agent.forget.plan import look_at_impact
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

pytestmark = pytest.mark.server
CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
PASSAGES = 3 * BATCH
TEXT = "\n\n".join(
    f"Part {at}: the plant will cost {at} million crowns. " + "The council heard it and voted in the evening. " * 20
    for at in range(PASSAGES)
)
_NAMESPACES = itertools.count(1)
LEFT = (
    "MATCH (p:Passage {namespace: $namespace}) WHERE p.text IS NOT NULL OR p:Current "
    "OR p.search_text IS NOT NULL RETURN count(p) AS n"
)


@pytest.fixture
async def store(neo4j_server: ServerStatus) -> AsyncGenerator[GraphStore]:
    """A store with one source of many passages, on the newest release alone."""
    status, namespace = neo4j_server, f"kill{os.getpid()}n{next(_NAMESPACES)}"
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
        await add_text(store, TEXT, name="long.md")
        yield store


def command(status: ServerStatus, store: GraphStore, home: Path, *words: str) -> subprocess.Popen[str]:
    """Start a command on the store's namespace."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))} | {
        "NEO4J_URI": status.uri or "",
        "NEO4J_PASSWORD": status.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": store.namespace,
    }
    pipe = subprocess.PIPE
    return subprocess.Popen([CLAIMGRAPH, *words], env=environment, stdout=pipe, stderr=pipe, text=True)


async def left_of(store: GraphStore) -> int:
    return int((await rows_of(store, LEFT))[0]["n"])


async def test_killed_in_the_middle_it_is_named_by_the_doctor_and_goes_on(
    store: GraphStore, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    whole = await left_of(store)
    assert whole >= PASSAGES
    forgetting = command(neo4j_server, store, tmp_path, "forget", "long.md", "--yes", "--why", "withdrawn")
    deadline = time.monotonic() + 120
    while await left_of(store) == whole and time.monotonic() < deadline:
        assert forgetting.poll() is None
        await asyncio.sleep(0.01)
    os.kill(forgetting.pid, signal.SIGKILL)
    forgetting.communicate(timeout=60)
    assert 0 < await left_of(store) < whole, "it was killed between two batches"

    said, _ = command(neo4j_server, store, tmp_path, "doctor").communicate(timeout=120)
    assert "forgetting long.md was begun on" in said

    again = command(neo4j_server, store, tmp_path, "forget", "long.md", "--yes")
    assert again.wait(timeout=120) == 0, again.communicate()
    again.communicate(timeout=60)
    assert await left_of(store) == 0
    records = await rows_of(
        store,
        "MATCH (d:Deletion {namespace: $namespace}) "
        "RETURN d.state AS state, d.passages AS passages, d.reason AS reason",
    )
    assert records == [{"state": "complete", "passages": whole, "reason": "withdrawn"}]
    said, _ = command(neo4j_server, store, tmp_path, "doctor").communicate(timeout=120)
    assert "forgetting" not in said


class Stopped(Exception):
    """Raised between two batches."""


async def test_an_erasing_that_stopped_is_ended_as_one_and_nothing_is_added_meanwhile(store: GraphStore) -> None:
    def stop(_: int) -> None:
        raise Stopped

    rows = await store.read("sources_by_id", source_id="long.md")
    keys = [row["key"] for row in rows]
    plan = await look_at_impact(store, keys)
    with pytest.raises(Stopped):
        await forget_source(store, plan.sources[0], Order(erases=True), stop)
    held = (await look_at_impact(store, keys)).sources[0]
    assert (held.erases, held.searchable, 0 < held.passages < PASSAGES) == (True, 0, True)
    await add_text(store, TEXT, name="long.md")
    assert (await look_at_impact(store, keys)).sources[0].searchable == 0, "it is refused until the forgetting ended"
    done = await forget_source(store, held, Order())
    assert (done.state, done.deletion, await left_of(store)) == ("complete", held.deletion, 0)
    titles = await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN s.title AS title, s.name AS name")
    assert [(row["title"], row["name"][:7]) for row in titles] == [(None, "[erased")]
