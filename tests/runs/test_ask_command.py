"""`claimgraph ask` with a model, as a person runs it: the real client against a scripted server on loopback."""

import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from graphs import duplicates, node_set, relationship_set, rows_of, without_scores
from llm_server import LLMServer, Scripted, says
from scripted_server import Sent

from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
QUESTION = "What will the Skerra plant cost?"
TEXT = "The Skerra plant will cost 48 million crowns. The council met on Tuesday.\n"
PLAN = {"parts": [{"question": QUESTION, "queries": ["Skerra plant cost"]}]}
WRITTEN = {
    "sentences": [
        {
            "text": "Skerra's plant is to cost 48 million crowns.",
            "kind": "factual",
            "citations": [{"passage": "P1", "quote": "will cost 48 million crowns"}],
        }
    ],
    "missing": "",
}
REVIEW = {"parts": [{"part": 1, "answered_by": ["S1"], "missing": "", "next_query": ""}]}
JUDGED = {"pairs": [{"pair": "C1", "verdict": "supports", "words": "will cost 48 million crowns"}]}
NAMESPACES = itertools.count(1)
FORGET_RUNS = (
    "MATCH (n:Run|Question|Step|Claim|Citation|Assessment|Reflection|Report|Statement {namespace: $namespace}) "
    "DETACH DELETE n"
)
KEY = "sk-secret-key-of-this-test"


def environment(server: ServerStatus, home: Path, namespace: str, base_url: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_"))}
    return kept | {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": namespace,
        "OPENAI_BASE_URL": base_url,
        "OPENAI_API_KEY": KEY,
        "CLAIMGRAPH_PLANNER_MODEL": "plans",
        "CLAIMGRAPH_WRITER_MODEL": "writes",
        "CLAIMGRAPH_JUDGE_MODEL": "judges",
    }


class Desk:
    """A namespace with one document, and the command in its environment."""

    def __init__(self, server: ServerStatus, tmp_path: Path, namespace: str) -> None:
        self.server, self.home, self.namespace = server, tmp_path, namespace
        document = tmp_path / "minutes.md"
        document.write_text(TEXT)
        added = run_command(["add", "--collection", "c", str(document)], env=self.env("http://127.0.0.1:9/v1"))
        assert added.returncode == 0, added.stderr

    def env(self, base_url: str) -> dict[str, str]:
        return environment(self.server, self.home, self.namespace, base_url)

    def ask(self, base_url: str, *options: str) -> subprocess.CompletedProcess[str]:
        return run_command(["ask", QUESTION, "--run-key", "r1", *options], env=self.env(base_url))

    def begin(self, base_url: str) -> subprocess.Popen[bytes]:
        command = [CLAIMGRAPH, "ask", QUESTION, "--run-key", "r1"]
        return subprocess.Popen(command, env=self.env(base_url), stderr=subprocess.DEVNULL)


@pytest.fixture
def desk(neo4j_server: ServerStatus, tmp_path: Path) -> Desk:
    return Desk(neo4j_server, tmp_path, f"ask{os.getpid()}n{next(NAMESPACES)}")


async def opened(desk: Desk, stack: Any) -> GraphStore:
    driver = await stack.enter_async_context(
        open_driver(desk.server.uri or "", desk.server.username, desk.server.read_password())
    )
    return await open_graph(driver, database="neo4j", namespace=desk.namespace, model=None, code_version="test")


def test_the_command_answers_with_a_model_and_says_who_wrote_it(desk: Desk) -> None:
    with LLMServer(says(PLAN), says(WRITTEN), says(REVIEW), says(JUDGED)) as server:
        done = desk.ask(server.base_url, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["mode"], data["state"], data["stopped_by"]) == ("model", "completed", "coverage")
    assert data["usage"] == [
        {"role": role, "model": model, "calls": calls, "tokens_in": 100 * calls, "tokens_out": 20 * calls, "cost": None}
        for role, model, calls in (("planner", "plans", 2), ("writer", "writes", 1), ("judge", "judges", 1))
    ]
    factual = next(s for s in data["statements"] if s["kind"] == "factual")
    assert (factual["status"], factual["citations"][0]["checker"]) == ("supported", "judge:judges")
    assert [one.body["model"] for one in server.sent] == ["plans", "writes", "plans", "judges"]
    assert all(one.form == "json_schema" for one in server.sent)
    assert KEY not in done.stdout + done.stderr


def test_the_events_are_one_json_object_a_line_and_the_report_is_last(desk: Desk) -> None:
    with LLMServer(says(PLAN), says(WRITTEN), says(REVIEW), says(JUDGED)) as server:
        done = desk.ask(server.base_url, "--events")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    names = [line["event"] for line in lines[:-1]]
    assert names == ["planned", "searched", "extracted", "reviewed", "searched", "drafted", "verified", "reported"]
    assert lines[0]["data"]["by"] == "model"
    assert lines[-1]["mode"] == "model"


def test_without_a_usable_plan_the_command_says_why_and_answers_nothing(desk: Desk) -> None:
    noise = Scripted("<think>They want a plan.</think> Query: what it costs")
    with LLMServer(noise, noise, noise) as server:
        done = desk.ask(server.base_url)
    assert done.returncode == 6
    assert done.stdout == ""
    assert "They want a plan" not in done.stderr
    assert re.search(r"claimgraph: .*plans", done.stderr)


def test_extractive_asks_no_model(desk: Desk) -> None:
    with LLMServer() as server:
        done = desk.ask(server.base_url, "--extractive", "--json")
    assert (done.returncode, json.loads(done.stdout)["mode"]) == (0, "extractive")


def test_an_unreachable_model_ends_with_what_to_do(desk: Desk) -> None:
    done = desk.ask("http://127.0.0.1:9/v1")
    assert done.returncode == 6
    assert "127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("killed_at", [2, 3, 4])
async def test_killed_while_a_reply_is_awaited_a_run_goes_on_and_pays_only_for_that_reply(
    killed_at: int, desk: Desk
) -> None:
    script = [says(PLAN), says(WRITTEN), says(REVIEW), says(JUDGED)]
    async with contextlib.AsyncExitStack() as stack:
        with LLMServer(*script) as server:
            assert desk.ask(server.base_url).returncode == 0
        store = await opened(desk, stack)
        whole = (await node_set(store), await relationship_set(store))
        await rows_of(store, FORGET_RUNS)

        def waits(sent: Sent) -> Scripted:
            process.send_signal(signal.SIGKILL)
            return script[killed_at - 1]

        with LLMServer(*script[: killed_at - 1], waits) as server:
            process = desk.begin(server.base_url)
            assert process.wait(timeout=120) == -signal.SIGKILL
        with LLMServer(*script[killed_at - 1 :]) as server:
            assert desk.ask(server.base_url).returncode == 0
        assert await duplicates(store) == []
        assert without_scores(await node_set(store)) == without_scores(whole[0])
        assert without_scores(await relationship_set(store)) == without_scores(whole[1])
