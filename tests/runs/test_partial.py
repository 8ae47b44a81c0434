"""Stopped before its first draft a run still says what it has found, unreviewed; twice Ctrl-C ends at once."""

import asyncio
import contextlib
import json
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from fakes import Asked, ScriptedModel
from graphs import node_set, relationship_set
from llm_server import Scripted
from loopback import open_site
from model_runs import COST, OPENING, by_part, fill, plan, reviews, writes
from model_runs import ask as ask_model
from reader_model import AnyLLM, reader
from scripted_server import Sent
from search_server import SearchServer
from test_ask_command import CLAIMGRAPH, QUESTION, Desk
from webs import article, finds, open_web_app

from agent.build import App
from agent.find import find_run
from agent.report.partial import read_partial
from agent.report.render import render_json, render_markdown
from agent.research import research
from graph.server import ServerStatus
from graph.store import GraphStore

FACT = "The Skerra plant will cost 48 million crowns."
OPENS = "The Skerra plant will open in June 2028."


async def stop_after(event: str, app: App, question: str = COST) -> None:
    running = research(question, app, run_key="r1")
    async for one in running:
        if one.event == event:
            break
    await running.aclose()


@pytest.mark.parametrize("event", ["read", "recorded", "extracted", "reviewed"])
async def test_a_run_stopped_in_its_first_round_shows_what_it_found_unreviewed_and_writes_nothing_for_it(
    event: str, store: GraphStore
) -> None:
    async with open_site() as site:
        site.pages["/a"] = article(FACT, title="Council minutes")
        with SearchServer(finds(site.url("/a"))) as search:
            async with open_web_app(store, search) as app:
                await stop_after(event, app)
        before = await node_set(store), await relationship_set(store)
        view = await read_partial(store, await find_run(store, "r1"))
        assert (await node_set(store), await relationship_set(store)) == before
        (sentence,) = [one for one in view.statements if one.kind == "factual"]
        assert (sentence.text, sentence.status) == (FACT, "unreviewed")
        assert [(c.verdict, c.url) for c in sentence.citations] == [("unchecked", site.url("/a"))]
        assert {"provider": "tavily", "outcome": "ok", "count": 1} in view.outcomes
        text = render_markdown(view)
        assert "Note: the run was stopped before its first draft" in text
        assert "State: interrupted" in text
        assert f"“{FACT}” [1] (“Council minutes”, undated) — unreviewed" in text
        assert "0 checked, 0 supported" in text
        data = render_json(view)
        assert (data["partial"], data["report"]) == (True, None)
        with SearchServer() as search:
            async with open_web_app(store, search) as app:
                events = [one async for one in research(COST, app, run_key="r1")]
    assert events[-1].data["state"] == "completed"


async def test_what_a_model_had_written_is_shown_and_no_model_is_asked_for_it(store: GraphStore) -> None:
    await fill(store)
    worded = "The plant is to cost 48 million crowns."

    def interrupts(_: Asked) -> Any:
        raise asyncio.CancelledError

    answers = by_part(cost=writes((worded, "will cost 48 million crowns")), open=interrupts)
    model = ScriptedModel(planner=[plan(COST, OPENING)], writer=[answers] * 2)
    with pytest.raises(asyncio.CancelledError):
        await ask_model(store, model)
    view = await read_partial(store, await find_run(store, "r1"))
    said = {one.text: one.status for one in view.statements if one.kind == "factual"}
    assert said == {worded: "unreviewed"}
    assert view.usage[0]["calls"] == 1
    opens = by_part(open=writes((OPENS, OPENS)))
    again = ScriptedModel(planner=[reviews((["S1"], "", ""), (["S2"], "", ""))], writer=[opens])
    with contextlib.suppress(AssertionError):  # the judge has no line
        await ask_model(store, again)
    assert [one.role for one in again.asked][:2] == ["writer", "planner"], "the first part was paid for again"


async def test_calls_that_gave_no_sentence_are_told_as_spent(store: GraphStore) -> None:
    await fill(store)

    def interrupts(_: Asked) -> Any:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await ask_model(store, ScriptedModel(planner=[plan(COST)], writer=[interrupts]), COST)
    view = await read_partial(store, await find_run(store, "r1"))
    assert [one.text for one in view.statements if one.kind == "factual"] == [FACT]
    assert [(one["role"], one["calls"]) for one in view.usage] == [("planner", 1)]


async def test_a_run_that_has_found_nothing_yet_says_so(store: GraphStore) -> None:
    def interrupts(_: Asked) -> Any:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await ask_model(store, ScriptedModel(planner=[interrupts]), COST)
    view = await read_partial(store, await find_run(store, "r1"))
    assert (view.statements, view.state) == ((), "interrupted")
    assert "Note: the run was stopped before its first draft" in render_markdown(view)


@pytest.fixture
def desk(neo4j_server: ServerStatus, tmp_path: Path) -> Desk:
    return Desk(neo4j_server, tmp_path, f"stop{time.monotonic_ns()}"[:32])


class Slow:
    """A model that answers its plan at once and keeps the writer's call waiting."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()
        self.release = threading.Event()
        answer = reader({QUESTION: FACT})

        def waits(sent: Sent) -> Scripted:
            if "===part to answer" in sent.text:
                self.is_asked.set()
                self.release.wait(60)
            return answer(sent)

        self.llm = AnyLLM(waits)


def interrupt(process: "subprocess.Popen[Any]") -> None:
    process.send_signal(signal.SIGINT)


def test_ctrl_c_in_the_first_round_prints_what_was_found_and_how_to_go_on(desk: Desk) -> None:
    slow = Slow()
    with slow.llm:
        command = [CLAIMGRAPH, "ask", QUESTION, "--run-key", "r1"]
        process = subprocess.Popen(
            command, env=desk.env(slow.llm.base_url), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert slow.is_asked.wait(60)
        interrupt(process)
        out, errors = process.communicate(timeout=60)
        slow.release.set()
    assert process.returncode == 130, errors
    assert f"“{FACT}” [1]" in out
    assert "— unreviewed" in out
    assert "claimgraph resume" in errors
    again = run_command(["report", "r1", "--json"], env=desk.env("http://127.0.0.1:9/v1"))
    data = json.loads(again.stdout)
    assert (data["partial"], data["state"]) == (True, "interrupted")


def test_a_second_ctrl_c_ends_at_once(desk: Desk) -> None:
    slow = Slow()
    with slow.llm:
        process = subprocess.Popen(
            [CLAIMGRAPH, "ask", QUESTION, "--run-key", "r1"], env=desk.env(slow.llm.base_url), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert slow.is_asked.wait(60)
        interrupt(process)
        interrupt(process)
        until = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < until:
            interrupt(process)
            time.sleep(0.002)
        out, errors = process.communicate(timeout=60)
        slow.release.set()
    assert process.returncode == 130
    assert "ended at once" in errors
    assert out == ""
