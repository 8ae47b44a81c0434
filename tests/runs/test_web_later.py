"""A run on the live web and what comes later: another run, its resumption, a person's judgement of it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from graphs import add_text, rows_of
from loopback import Site
from reports import report_of
from search_server import SearchServer
from web_runs import COST, ask
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.curate import accept_run, reject_run
from agent.errors import NotAcceptable
from agent.find import find_run
from agent.report.render import render_markdown
from agent.research import research
from agent.resume import read_begun
from agent.web.options import WebOptions
from graph.store import GraphStore


async def test_a_young_page_and_a_young_answer_are_used_again_and_shown_as_such(
    store: GraphStore, site: Site, tmp_path: Any
) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")
    with SearchServer(finds(site.url("/a"))) as search:
        await ask(store, search, "Who founded the Skerra plant?", recent=tmp_path, budget=Budget(rounds=1))
    # What the first run learned would change the query.
    await rows_of(store, "MATCH (l:Lesson {namespace: $namespace}) DETACH DELETE l")
    with SearchServer() as search:
        events = await ask(
            store, search, "Who founded the Skerra plant?", recent=tmp_path, run_key="r2", budget=Budget(rounds=2)
        )
    assert site.count("/a") == 1
    assert [event.data["reused"] for event in events if event.event == "read"] == [True]
    searched = [event.data for event in events if event.event == "searched" and event.data["tool"] == "web_search"]
    assert [data["reused"] for data in searched] == [True]
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace, run_key: 'r2'}) RETURN r.used_json AS used"))[0]
    assert json.loads(run["used"])["searches"] == 0
    notes = " ".join((await report_of(store, "r2")).notes)
    assert "reused from a search of" in notes
    assert "“Council minutes” was read on" in notes


async def test_what_is_volatile_and_old_is_read_again_and_what_it_said_before_is_no_evidence_any_more(
    store: GraphStore, site: Site
) -> None:
    question = "What is the price of the Skerra ticket?"
    site.pages["/p"] = article("The price of the Skerra ticket is 12 crowns.", title="Skerra ticket price")
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, question, run_key="day0")
    checked = "MATCH (c:Citation {namespace: $namespace}) RETURN c.quote AS quote, c.checked_at AS at ORDER BY quote"
    before = await rows_of(store, checked)
    await rows_of(
        store, "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at_ms = v.seen_at_ms - 60 * 86400000"
    )
    await ask(store, search, question, run_key="elsewhere", options=WebOptions(only=("other.example.net",)))
    assert "12 crowns" not in render_markdown(await report_of(store, "elsewhere"))
    assert await rows_of(store, checked) == before
    site.pages["/p"] = article("The price of the Skerra ticket is 21 crowns.", title="Skerra ticket price")
    with SearchServer() as search:
        events = await ask(store, search, question, run_key="day60")
        assert not search.sent, [(event.event, event.data) for event in events]
    assert [event.data["url"] for event in events if event.event == "read"] == [site.url("/p")]
    text = render_markdown(await report_of(store, "day60"))
    assert "21 crowns" in text
    assert [line.partition(":")[0] for line in text.splitlines() if "12 crowns" in line] == ["- Before"]
    states = await rows_of(
        store, "MATCH (c:Citation {namespace: $namespace}) RETURN c.quote AS quote, c.verdict AS verdict"
    )
    assert {row["verdict"] for row in states if "12 crowns" in row["quote"]} == {"stale"}


async def test_a_run_that_was_stopped_is_resumed_with_what_it_was_begun_with(store: GraphStore, site: Site) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.")
    options = WebOptions(time_range="year", only=("example.org",))
    with SearchServer(finds(site.url("/a"))) as search:
        async with open_web_app(store, search, options=options) as app:
            running = research(COST, app, run_key="stopped", budget=Budget(searches=5))
            async for event in running:
                if event.event == "read":
                    break
            await running.aclose()
        begun = await read_begun(store, await find_run(store, "stopped"))
        assert (begun.question, begun.run_key, begun.limits["searches"]) == (COST, "stopped", 5)
        assert (begun.web, begun.is_extractive, begun.direct) == (replace(options, opposing=False), True, False)
        events = await ask(store, search, run_key="stopped", options=options)
    assert events[-1].data["state"] == "completed"
    assert (len(search.sent), site.count("/a")) == (1, 1)
    assert search.sent[0].body["time_range"] == "year"


async def test_a_person_rejects_a_report_with_a_reason_and_an_acceptance_takes_it_back(store: GraphStore) -> None:
    await add_text(store, "The Skerra plant will cost 48 million crowns.", name="a.md")
    with SearchServer() as search:
        await ask(store, search)
    run = await find_run(store, "r1")
    await accept_run(store, run, by="Ada")
    await reject_run(store, run, by="Bo", why="the cost is\nout of date")
    view = await report_of(store)
    assert (view.accepted_by, view.rejected_by, view.rejected_why) == (None, "Bo", "the cost is out of date")
    assert "- Rejected: by Bo" in render_markdown(view)
    await accept_run(store, run, by="Ada")
    view = await report_of(store)
    assert (view.accepted_by, view.rejected_by) == ("Ada", None)
    with pytest.raises(NotAcceptable):
        await reject_run(store, run, by="Bo", why=" ")
