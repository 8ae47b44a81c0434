"""A forgetting that is killed anywhere is gone on with by the same command, and until then the doctor names it."""

import asyncio
import copy
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from claims_made import claim_on
from graphs import add_text, rows_of

from agent.curate.claims import decide
from agent.curate.word import Decision
from agent.forget.apply import BATCH, Order, forget_source, forget_sources
from agent.forget.find import find_sources, find_unseen
from agent.forget.plan import look_at_impact
from graph.errors import NodeNotFound
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


class Stopping:
    """A store that stops for good after so many transactions, as a process that is killed does."""

    def __init__(self, store: GraphStore, after: int) -> None:
        self._store, self._left = store, after
        self.written = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def write(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        if self.written == self._left:
            raise Stopped
        self.written += 1
        return await self._store.write(work)


SECRET = "Oskar Lunde wept over nine trussle piers at night."
TITLES = ("Quenlith ledger", "Its second part")


async def said_of_two(store: GraphStore, namespace: str) -> GraphStore:
    """Two sources that are named by their titles, with what was said by one, in a namespace of their own."""
    beside = copy.copy(store)
    beside.namespace = namespace
    for name, title in zip("ab", TITLES, strict=True):
        version = await add_text(beside, f"{SECRET} It is {title}.", name=f"{name}.md", title=title)
        claim = await claim_on(beside, f"It was told in {title}", version, f"{SECRET} It is {title}.", SECRET)
        await decide(beside, Decision(claim, "note", f"{title}: {SECRET}"), by="Ada")
    return beside


async def forget_both(store: Any) -> int:
    """What the command does for the two titles; return how many sources it found."""
    called: dict[str, list[str]] = {}
    for title in TITLES:
        for key in await find_sources(store, title):
            called.setdefault(key, []).append(title)
    plan = await look_at_impact(store, list(called))
    await forget_sources(store, plan.sources, Order(erases=True), said=called)
    return len(plan.sources)


async def test_an_erasing_killed_between_transactions_goes_on_with_the_titles_that_were_typed_first(
    store: GraphStore,
) -> None:
    """Also after the titles are gone, and although one of two was whole already: nothing keeps them to be read."""
    whole = Stopping(await said_of_two(store, f"{store.namespace}x0"), 1_000)
    assert await forget_both(whole) == len(TITLES)
    assert whole.written > 10
    for after in range(whole.written - 1, 0, -2):
        beside = await said_of_two(store, f"{store.namespace}x{after}")
        with pytest.raises(Stopped):
            await forget_both(Stopping(beside, after))
        assert await forget_both(beside) == len(TITLES), after
        left = await rows_of(
            beside,
            "MATCH (n {namespace: $namespace}) WITH n, [k IN keys(n) WHERE toString(n[k]) =~ $words] AS told "
            "WHERE size(told) > 0 OR n.said_sha256 IS NOT NULL OR n.state = 'incomplete' RETURN labels(n), told",
            words=f"(?is).*({'|'.join(TITLES)}|trussle).*",
        )
        assert left == [], after
        with pytest.raises(NodeNotFound):
            await find_sources(beside, TITLES[0])


async def test_a_forgetting_by_age_that_was_killed_goes_on_with_what_it_had_begun(store: GraphStore) -> None:
    rows = await rows_of(
        store, "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at_ms = 1000 RETURN v.seen_at_ms AS ms"
    )
    assert rows
    keys = await find_unseen(store, 10_000)
    plan = await look_at_impact(store, keys)
    with pytest.raises(Stopped):
        await forget_sources(cast("GraphStore", Stopping(store, 2)), plan.sources, Order("age"))
    assert await store.read("sources_unseen_since", before_ms=10_000) == []
    assert await find_unseen(store, 10_000) == keys
    plan = await look_at_impact(store, keys)
    assert [one.state for one in await forget_sources(store, plan.sources, Order("age"))] == ["complete"]
    assert (await left_of(store), await find_unseen(store, 10_000)) == (0, [])


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
