"""Reading turned off: what the search says of pages is all there is, and everything says so."""

import json
import signal
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from fakes import ScriptedModel
from graphs import rows_of
from loopback import open_site
from scripted_server import Sent
from search_server import SearchServer
from test_ask_command import CLAIMGRAPH, Desk
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.find import find_report, find_run
from agent.report.read import read_report
from agent.report.render import render_json, render_markdown
from agent.research import research
from agent.resume import read_begun
from agent.settings import Settings
from agent.web.answer import read_web_answer
from agent.web.options import WebOptions
from agent.web.settings import configured_web
from graph.server import ServerStatus
from graph.store import GraphStore

QUERY = "What will the Skerra plant cost?"
SAYS = "The Skerra plant will cost 48 million crowns. The council decided so on Tuesday."
OFF = WebOptions(snippets=True)


@pytest.fixture
def desk(neo4j_server: ServerStatus, tmp_path: Path) -> Desk:
    return Desk(neo4j_server, tmp_path, f"snip{time.monotonic_ns()}"[:32])


async def look(store: GraphStore, server: SearchServer, *, run_key: str = "s1", **options: Any) -> None:
    async with open_web_app(store, server, reader="off", options=OFF, **options) as app:
        budget = Budget(rounds=1, extractions=0)
        async for _ in research(QUERY, app, run_key=run_key, budget=budget, direct=True):
            pass


async def test_an_answer_from_snippets_says_so_everywhere_and_nothing_in_it_is_supported(store: GraphStore) -> None:
    async with open_site() as site:
        with SearchServer(finds(site.url("/a"), title="Minutes", content=SAYS)) as server:
            await look(store, server)
        assert site.asked == []
        result = await read_web_answer(store, await find_report(store, "s1"), reranker="bm25")
        assert (result["rests_on"], result["sources"][0]["snippet_only"]) == ("snippets", True)
        cited = f'<web_citation url="{site.url("/a")}" title="Minutes" basis="snippet">[1]</web_citation>'
        assert f"The Skerra plant will cost 48 million crowns. {cited}" in result["response"]
    view = await read_report(store, await find_report(store, "s1"))
    (sentence,) = [one for one in view.statements if one.kind == "factual"]
    assert sentence.status == "unreviewed"
    assert [(c.verdict, c.checker) for c in sentence.citations] == [("cannot_check", "rule:snippet")]
    assert (view.coverage["checked"], view.coverage["supported"]) == (0, 0)
    assert [one["snippet_only"] for one in render_json(view)["sources"]] == [True]
    text = render_markdown(view)
    assert "- Live web: tavily; pages were not read, only what the search says of them" in text
    assert "snippets (1)" in text
    assert "snippet only, page not read" in text
    assert "Only what the search said was read, not the page, of [1]" in text
    used = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used")
    assert json.loads(used[0]["used"])["extractions"] == 0
    begun = await read_begun(store, await find_run(store, "s1"))
    assert begun.web == replace(OFF, opposing=False)


async def test_a_snippet_is_no_evidence_for_a_run_that_reads_and_the_page_read_later_supports(
    store: GraphStore,
) -> None:
    async with open_site() as site:
        with SearchServer(finds(site.url("/a"), title="Minutes", content=SAYS)) as server:
            await look(store, server)
        with SearchServer(finds()) as server:
            async with open_web_app(store, server) as app:
                events = [e async for e in research(QUERY, app, run_key="none", budget=Budget(rounds=1))]
        assert events[-1].data["state"] == "no_evidence"
        site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.", title="Minutes")
        with SearchServer(finds(site.url("/a"))) as server:
            async with open_web_app(store, server) as app:
                async for _ in research(QUERY, app, run_key="reads", budget=Budget(rounds=1)):
                    pass
    view = await read_report(store, await find_report(store, "reads"))
    (sentence,) = [one for one in view.statements if one.kind == "factual"]
    assert sentence.status == "supported"
    assert [source.is_snippet for source in view.sources] == [False]


async def test_no_judge_is_asked_about_a_snippet(store: GraphStore) -> None:
    fact = "The Skerra plant is to cost 48 million crowns."
    quote = "The Skerra plant will cost 48 million crowns."
    wrote = {
        "sentences": [{"text": fact, "kind": "factual", "citations": [{"passage": "P1", "quote": quote}]}],
        "missing": "",
    }
    review = {"parts": [{"part": 1, "answered_by": ["S1"], "missing": "", "next_query": ""}]}
    model = ScriptedModel(planner=[review], writer=[wrote], judge=[])
    with SearchServer(finds("http://a.example/", title="Minutes", content=SAYS)) as server:
        await look(store, server, model=model)
    model.done()
    view = await read_report(store, await find_report(store, "s1"))
    assert [s.status for s in view.statements if s.kind == "factual"] == ["unreviewed"]


async def test_a_page_of_which_the_search_says_nothing_is_passed_over(store: GraphStore) -> None:
    with SearchServer(finds("http://a.example/", content="")) as server:
        await look(store, server)
    view = await read_report(store, await find_report(store, "s1"))
    assert (view.state, view.statements) == ("no_evidence", ())
    assert {"provider": "snippets", "outcome": "empty", "count": 1} in view.outcomes


@pytest.mark.parametrize(("reader", "asked"), [("off", False), ("auto", True), ("tavily", True)])
def test_a_setting_or_an_option_turns_reading_off(reader: str, *, asked: bool) -> None:
    settings = Settings(reader=reader, tavily_api_key="k")
    chosen = configured_web(settings, WebOptions(snippets=asked))
    assert (chosen.reader, chosen.options.snippets) == ("off", True)
    assert configured_web(Settings(tavily_api_key="k"), WebOptions()).reader == "auto"


def environment(desk: Desk, search: SearchServer) -> dict[str, str]:
    names = [f"CLAIMGRAPH_{role}_MODEL" for role in ("PLANNER", "WRITER", "JUDGE")]
    kept = {name: value for name, value in desk.env("http://127.0.0.1:9/v1").items() if name not in names}
    return kept | {"TAVILY_API_KEY": "tvly-secret", "TAVILY_BASE_URL": search.url}


def test_the_command_searches_without_reading_and_its_result_says_so(desk: Desk) -> None:
    with SearchServer(finds("https://a.example/", title="Minutes", content=SAYS)) as server:
        done = run_command(["websearch", "--snippets", "--json", QUERY], env=environment(desk, server))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["rests_on"], result["sources"][0]["snippet_only"]) == ("snippets", True)
    assert "snippet:   https://a.example/  Minutes, the page was not read" in done.stderr


def test_ctrl_c_in_a_search_of_the_web_says_what_was_found_and_how_to_go_on(desk: Desk) -> None:
    asked, released = threading.Event(), threading.Event()

    def hang(_: Sent) -> Any:
        asked.set()
        released.wait(60)
        return finds()

    with SearchServer(hang) as server:
        process = subprocess.Popen(
            [CLAIMGRAPH, "websearch", "--run-key", "w1", QUERY], env=environment(desk, server), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert asked.wait(60)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        released.set()
    assert process.returncode == 130, errors
    assert "the run was stopped before its first draft" in out
    assert f"claimgraph resume -n {desk.namespace} w1" in errors
