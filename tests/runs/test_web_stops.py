"""Runs on the live web that a limit or a kill stops: a report all the same, nothing twice, the meter continuous."""

import asyncio
import json
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import OpenStore
from fakes import Asked, ScriptedModel
from graphs import rows_of
from loopback import Site
from model_runs import by_part, judges, name_of, plan, reviews
from reader_model import AnyLLM, reader
from search_server import SearchServer
from web_kill import PARTS, open_scene
from webs import article, by_query, finds, open_web_app

from agent.budget import Budget
from agent.build import open_model
from agent.by_model.plan import PlannedQuestion
from agent.find import find_report
from agent.llm.configured import ConfiguredModels
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.research import research
from graph.keys import make_key
from graph.server import ServerStatus
from graph.store import GraphStore
from graph.url import source_url

COST = "What will the Skerra plant cost?"
FACT = "The Skerra plant will cost 48 million crowns."
WAITS_S = 60.0
"""What hangs in a test of the limit of seconds; the machine may be busy, so a third of it is not called too long."""


SEASONS = {"spring": range(1, 8), "summer": range(8, 15), "autumn": range(15, 23), "winter": range(23, 31)}


def page_of(season: str) -> list[str]:
    return [f"Week {n} of {season} saw {100 + n} ships pass." for n in SEASONS[season]]


def rewords(season: str) -> Any:
    """A writer that says every sentence of a page in other words."""

    def write(asked: Asked) -> dict[str, Any]:
        sentences: list[dict[str, Any]] = []
        for n, quote in zip(SEASONS[season], page_of(season), strict=True):
            cited = [{"passage": name_of(asked, quote), "quote": quote}]
            text = f"In week {n} of {season}, {100 + n} ships passed."
            sentences.append({"text": text, "kind": "factual", "citations": cited})
        return {"sentences": sentences, "missing": ""}

    return write


def lacks(_: Asked) -> dict[str, Any]:
    return {"sentences": [], "missing": "the ships"}


async def test_a_budget_that_ends_the_second_of_four_rounds_leaves_a_report_with_what_was_verified(
    store: GraphStore, site: Site
) -> None:
    for season in SEASONS:
        site.pages[f"/{season}"] = article(*page_of(season), title=f"Log of {season}")
    pages = {season: finds(site.url(f"/{season}", f"{season}.example.org")) for season in SEASONS}
    found = {f"{one} gazette": pages[one] for one in ("autumn", "winter")}
    found |= {"spring": pages["spring"], "summer": pages["summer"], "autumn": finds(), "winter": finds()}
    first = by_part(spring=rewords("spring"), summer=rewords("summer"), autumn=lacks, winter=lacks)
    second = by_part(autumn=rewords("autumn"), winter=rewords("winter"))
    open_ = [([], f"the ships of {one}", f"{one} gazette") for one in ("autumn", "winter")]
    model = ScriptedModel(
        planner=[
            plan(*(f"How many ships passed in {season}?" for season in SEASONS)),
            reviews((["S1"], "", ""), (["S8"], "", ""), *open_),
            reviews((["S1"], "", ""), (["S8"], "", ""), (["S15"], "", ""), (["S23"], "", "")),
        ],
        writer=[*[first] * 4, second, second],
        judge=[judges("supports"), judges("supports"), "no answer", "no answer", "no answer"],
    )
    with SearchServer(*[by_query(**found)] * 6) as search:
        async with open_web_app(store, search, model=model) as app:
            running = research("How many ships passed?", app, run_key="r1", budget=Budget(rounds=4, calls=14))
            events = [event async for event in running]
    model.done()
    assert (events[-1].data["state"], events[-1].data["stopped_by"]) == ("completed", "budget")
    view = await read_report(store, await find_report(store, "r1"))
    said = [one for one in view.statements if one.kind == "factual"]
    assert Counter(one.status for one in said) == {"supported": 14, "unreviewed": 16}
    assert all(one.citations for one in said)
    text = render_markdown(view)
    assert "State: completed (stopped by the budget)" in text
    assert "Note: calls limit of 14 reached (calls=14)" in text
    assert "30 factual sentences, 30 with a quote, 14 checked, 14 supported" in text
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used"))[0]
    assert (json.loads(run["used"])["calls"], json.loads(run["used"])["rounds"]) == (14, 2)
    assert len(model.asked) == 14


async def test_a_search_that_was_answered_and_not_noted_before_a_kill_is_counted_once(
    store: GraphStore, site: Site, tmp_path: Path
) -> None:
    site.pages["/a"] = article(FACT)
    with SearchServer(finds(site.url("/a"))) as search:
        async with open_web_app(store, search, recent=tmp_path) as app:
            running = research(COST, app, run_key="r1")
            async for event in running:
                if event.event == "read":
                    break
            await running.aclose()
            await rows_of(store, "MATCH (s:Step {namespace: $namespace, tool: 'web_search'}) DETACH DELETE s")
        async with open_web_app(store, search, recent=tmp_path) as app:
            events = [event async for event in research(COST, app, run_key="r1")]
    assert events[-1].data["state"] == "completed"
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used"))[0]
    assert (json.loads(run["used"])["searches"], len(search.sent)) == (1, 1)


OURS = "SHOW TRANSACTIONS YIELD transactionId AS id, metaData WHERE metaData.holds = $key RETURN id"
BLOCKED = "SHOW TRANSACTIONS YIELD status WHERE status = 'Blocked by: [' + $id + ']' RETURN status"


async def until_there_is(store: GraphStore, cypher: str, **params: object) -> None:
    async with asyncio.timeout(150):
        while not await rows_of(store, cypher, **params):  # noqa: ASYNC110 # the database tells nobody of a change
            await asyncio.sleep(0.02)


@pytest.mark.server
async def test_a_run_killed_while_its_second_page_is_stored_goes_on_without_doubles_and_with_one_meter(
    open_store: OpenStore, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    store = await open_store()
    async with open_scene(store, neo4j_server, tmp_path / "home") as scene:
        page: Any = scene.site.pages["/open"]

        async def second(writer: asyncio.StreamWriter) -> None:
            await until_there_is(store, "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.key AS key LIMIT 1")
            await page(writer)

        scene.site.pages["/open"] = second
        address = source_url(scene.site.url("/open", "open.example.org"))
        key = make_key("source", store.namespace, address)
        async with store._driver.session(database=store._database) as session:
            waiting = await session.begin_transaction(metadata={"holds": key})
            await waiting.run("CREATE (:Source {key: $key, namespace: 'held'})", key=key)
            process = await scene.start()
            ours = (await rows_of(store, OURS, key=key))[0]["id"]
            await until_there_is(store, BLOCKED, id=ours)  # the second page is being stored, and waits for its source
            process.kill()
            told, _ = await process.communicate()
            await waiting.rollback()
        assert b'"read"' in told, "no page had been stored before"
        before = await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) RETURN count(v) AS n")
        assert before[0]["n"] < len(PARTS) + 2
        await asyncio.sleep(0.5)
        await scene.run_to_end()
        after = await scene.outcome()
        assert (after.state, after.doubled) == ("completed", 0)
        calls, searches = len({json.dumps(s.body, sort_keys=True) for s in scene.llm.sent}), len(scene.search.sent)
        assert (after.used["calls"], after.used["searches"]) == (calls, searches)
        assert after.used["extractions"] == len(scene.reads)
        assert sum(count - 1 for count in scene.requests.values()) == 0
        pages = await rows_of(
            store,
            "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v) RETURN s.source_id AS url, count(v) AS n, "
            "collect(v.state) AS states",
        )
        assert {(row["n"], *row["states"]) for row in pages} == {(1, "current")}
        assert len(pages) == len(scene.reads)


async def run_within(store: GraphStore, search: SearchServer, llm: AnyLLM, home: Path, seconds: float) -> Any:
    models = ConfiguredModels({"planner": "p", "writer": "w", "judge": "j"}, llm.base_url, llm.base_url, "sk")
    async with open_model(models, lambda _: None, home=home) as model, open_web_app(store, search, model=model) as app:
        await model.ask("planner", system="", user="", answer=PlannedQuestion)  # loads the client
        started = time.monotonic()
        running = research(COST, app, run_key="r1", budget=Budget(seconds=seconds, rounds=3))
        last = [event async for event in running][-1]
        took_s = time.monotonic() - started
    return last.data, took_s


@pytest.mark.parametrize("slow", ["model", "search", "page"])
async def test_a_call_that_is_on_its_way_at_the_limit_of_seconds_is_cut(
    slow: str, open_store: OpenStore, site: Site, tmp_path: Path
) -> None:
    answer, reached, released = reader({COST: FACT}), threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        released.wait(WAITS_S)

    def read(sent: Any) -> Any:
        if slow == "model" and "===part to answer" in sent.text:
            wait()
        return answer(sent)

    def find(_: Any) -> Any:
        if slow == "search":
            wait()
        return finds(site.url("/a"))

    async def hang(writer: asyncio.StreamWriter) -> None:
        await asyncio.to_thread(wait)
        writer.close()

    site.pages["/a"] = hang if slow == "page" else article(FACT)
    with AnyLLM(read) as llm, SearchServer(find) as search:
        try:
            for seconds in (3.0, 12.0, 40.0):  # on a busy machine a run may not come to the call within the first
                store = await open_store()
                data, took_s = await run_within(store, search, llm, tmp_path, seconds)
                if reached.is_set():
                    break
        finally:
            released.set()
    assert data["stopped_by"] == "budget"
    assert took_s < seconds + WAITS_S / 3, f"{took_s:.1f} s, of which {seconds:g} were allowed"
    view = await read_report(store, str(data["report"]))
    assert any("seconds limit of" in note for note in view.notes), view.notes
    steps = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, outcome: 'timeout'}) RETURN s.tool AS tool, s.error AS error"
    )
    tools = {"model": "model:write", "search": "web_search", "page": "read_page"}
    assert [row["tool"] for row in steps] == [tools[slow]]
