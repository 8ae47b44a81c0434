"""A run of any mode that was killed goes on by the same path, with its own loop, and asks nothing twice."""

import asyncio
from typing import Any

import pytest
from fakes import Asked, ScriptedModel
from graphs import add_text, node_set, relationship_set, rows_of, without_scores
from loopback import Site
from model_runs import plan, writes
from search_server import SearchServer
from test_loop_modes import BORN, DESIGNED, DONE, GAP, LUND, ask, decided, decides, leads, nothing
from webs import article, finds, open_web_app

from agent.errors import RunConflict
from agent.find import find_run
from agent.llm import ModelUnavailable
from agent.research import research
from agent.resume import read_begun
from graph.store import GraphStore


async def graph_of(store: GraphStore) -> tuple[set[str], set[str]]:
    return without_scores(await node_set(store)), without_scores(await relationship_set(store))


async def forget(store: GraphStore) -> None:
    """Empty the namespace, so that another run there gets the same keys."""
    await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")


def adaptive_lines() -> tuple[list[Any], list[Any]]:
    planner = [
        plan(BORN), decides((1, "Orm bridge designer", "memory"), why="memory first"), GAP,
        decides((1, "Ilse Varga born", "web"), (1, "Ilse Varga born", "memory"), why="the designer has a name now"),
        DONE,
    ]  # fmt: skip
    return planner, [nothing(), writes((LUND, LUND))]


def recursive_lines() -> tuple[list[Any], list[Any]]:
    return [plan(BORN), GAP, leads("Ilse Varga born", "Varga"), DONE], [nothing(), writes((LUND, LUND))]


@pytest.mark.parametrize("loop", ["recursive", "adaptive"])
@pytest.mark.parametrize("kill", range(1, 4))
async def test_a_run_that_was_killed_goes_on_alike_and_asks_nothing_twice(
    store: GraphStore, site: Site, loop: Any, kill: int
) -> None:
    site.pages["/b"] = article(LUND, title="Ilse Varga")
    made = {"recursive": recursive_lines, "adaptive": adaptive_lines}[loop]

    def die(_: Asked) -> Any:
        raise asyncio.CancelledError

    graphs: list[Any] = []
    for cut in (None, kill):
        await forget(store)
        await add_text(store, DESIGNED, name="a.md")
        planner, writer = made()
        if cut is None:
            model = ScriptedModel(planner=planner, writer=writer)
            with SearchServer(finds(site.url("/b"))) as search:
                await ask(store, BORN, search=search, model=model, loop=loop)
            model.done()
        else:
            model = ScriptedModel(planner=[*planner[:cut], die], writer=writer)
            with SearchServer(finds(site.url("/b"))) as search:
                with pytest.raises(asyncio.CancelledError):
                    await ask(store, BORN, search=search, model=model, loop=loop)
                begun = await read_begun(store, await find_run(store, "r1"))
                assert begun.loop == loop
                left = ScriptedModel(planner=planner[cut:], writer=list(model._lines["writer"]))
                events = await ask(store, BORN, search=search, model=left, loop=begun.loop)
            left.done()
            assert events[-1].data["stopped_by"] == "coverage"
        assert len(search.sent) == 1
        graphs.append(await graph_of(store))
    assert [a ^ b for a, b in zip(*graphs, strict=True)] == [set(), set()]


@pytest.mark.parametrize("loop", ["recursive", "adaptive"])
async def test_without_a_model_too_a_killed_run_takes_the_same_path(store: GraphStore, site: Site, loop: Any) -> None:
    site.pages["/a"], site.pages["/b"] = article(DESIGNED, title="The Orm bridge"), article(LUND, title="A life")
    with SearchServer(finds(site.url("/a")), *[finds(site.url("/b"))] * 4) as search:
        async with open_web_app(store, search) as app:
            running = research(BORN, app, run_key="r1", loop=loop)
            before: list[Any] = []
            async for event in running:
                before.append(event)
                if event.event == "verified":
                    break
            await running.aclose()
        sent = len(search.sent)
        events = await ask(store, BORN, search=search, loop=loop)
        queries = [one.body["query"] for one in search.sent]
        search.answers.clear()
    assert len(queries) == len(set(queries)) > sent
    assert decided(events)[: len(decided(before))] == decided(before)


async def test_a_run_key_goes_on_with_its_own_loop_alone(store: GraphStore) -> None:
    await add_text(store, DESIGNED, name="a.md")
    down = ScriptedModel(planner=[ModelUnavailable("the server is down", outcome="timeout")])
    with pytest.raises(ModelUnavailable):
        await ask(store, BORN, model=down, loop="recursive")
    with pytest.raises(RunConflict, match=r"begun with --loop recursive and cannot go on with --loop iterative"):
        await ask(store, BORN, model=ScriptedModel())
