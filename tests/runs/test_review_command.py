"""`claimgraph review` as a person and a script call it: a walk over a pipe, one decision alone, mistakes, a kill."""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from claims_made import WORDS, claim_state, make_claim, oppose
from command import run_command

from agent.curate import Decision, decide
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
Run = Callable[..., subprocess.CompletedProcess[str]]
NAMESPACES = itertools.count(1)
NAMED = ("--as", "Ada")


@pytest.fixture
def environment(neo4j_server: ServerStatus, tmp_path: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": f"review{os.getpid()}n{next(NAMESPACES)}",
        "CLAIMGRAPH_HOME": str(tmp_path / "home"),
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    def call(*args: str, stdin: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
        return run_command(["review", *args], cwd=tmp_path, input=stdin, env=environment | changes)

    return call


def on(environment: dict[str, str], work: Callable[[GraphStore], Awaitable[Any]]) -> Any:
    """What `work` returns of the store that the commands use."""

    async def inside() -> Any:
        async with open_driver(environment["NEO4J_URI"], "neo4j", environment["NEO4J_PASSWORD"]) as driver:
            namespace = environment["CLAIMGRAPH_NAMESPACE"]
            store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
            return await work(store)

    return asyncio.run(inside())


async def five(store: GraphStore) -> list[str]:
    """Two conflicting claims, then three unreviewed ones."""
    claims = [await make_claim(store, f"{WORDS} in the year {year}", name=f"{year}.md") for year in range(2001, 2006)]
    await oppose(store, claims[0], claims[1])
    for claim in claims[:2]:
        await decide(store, Decision(claim, "accept", "as it says"), by="Bea")
    return claims


def test_a_walk_over_a_pipe_takes_an_answer_a_line(run: Run, environment: dict[str, str]) -> None:
    claims = on(environment, five)
    answers = ["note who closed it?", "resolve the later year holds", "skip", "skip", "help", "accept", "undo",
               "reject [1] it was another bridge", "skip", "narrow It stood closed for eleven weeks [1]",
               "split It was closed || Weeks went by"]  # fmt: skip
    done = run(*NAMED, "--json", stdin="\n".join(answers) + "\n")
    assert done.returncode == 0, done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one.get("decision", one.get("state")) for one in said] == [
        "note", "resolved", "accept", "reject", "narrow", "split",
    ]  # fmt: skip
    assert said[1]["statuses"] == dict.fromkeys(claims[:2], "supported")
    assert [made["status"] for one in said[-2:] for made in one["made"]] == ["supported"] * 3
    assert "1 of 5: claim." in done.stderr
    assert "the other side, conflicting:" in done.stderr
    assert "taken back: accept" in done.stderr
    assert done.stderr.endswith("5 decisions written\n")
    states = [on(environment, lambda store, key=key: claim_state(store, key)) for key in claims]
    assert [state["status"] for state in states] == ["supported"] * 2 + ["unsupported"] * 3
    undone = next(state for state in states if any(row[4] == "undo" for row in state["history"]))
    assert [row[3:5] for row in undone["history"][1:]] == [["person:Ada", w] for w in ("accept", "undo", "reject")]


def test_a_line_of_a_pipe_that_is_no_answer_is_named_and_none_behind_it_decides_on_another_claim_than_it_means(
    run: Run, environment: dict[str, str]
) -> None:
    claims = on(environment, five)
    of = (*NAMED, "--status", "unreviewed")
    wrong = run(*of, stdin="accept it fits\nacept\nreject that is for the third\n")
    assert (wrong.returncode, wrong.stdout.count("\n")) == (4, 1)
    assert "line 2 is not taken: 'acept' is no answer; say accept, narrow" in wrong.stderr
    assert "as in `2: accept`" in wrong.stderr
    assert "line 3 is not taken: it names no claim" in wrong.stderr
    assert wrong.stderr.endswith("1 decision written, 2 refused\n")
    lacking = run(*of, stdin="reject\nnote a\n")
    assert (lacking.returncode, lacking.stdout.count("noted: ")) == (4, 1)
    assert "line 1 is not taken: reject needs why on the same line\n" in lacking.stderr
    again = run(*of, "--json", stdin="acept\n2: reject no\n9: accept\nclaim.0000: accept\n1: accept yes\n")
    assert [json.loads(line)["decision"] for line in again.stdout.splitlines()] == ["reject", "accept"]
    assert "line 3 is not taken: 9 is no claim of this walk" in again.stderr
    states = [on(environment, lambda store, key=key: claim_state(store, key)) for key in claims[2:]]
    assert sorted(state["status"] for state in states) == ["supported", "supported", "unsupported"]


def test_a_walk_ends_with_its_input_and_what_was_decided_stands(run: Run, environment: dict[str, str]) -> None:
    on(environment, five)
    over = run("--status", "unreviewed", stdin="accept", CLAIMGRAPH_PERSON="Cem")
    assert (over.returncode, over.stdout.startswith("accepted: unreviewed -> supported (person), by Cem")) == (0, True)
    run(*NAMED, "--status", "unreviewed", stdin="accept\n")
    refused = run(*NAMED, "--status", "unreviewed", stdin="dismiss there is none\naccept\n")
    assert refused.returncode == 4
    assert "not decided: the claim has no open conflict" in refused.stderr
    assert "nothing to review" in run(*NAMED, "--status", "unreviewed").stderr


def test_one_decision_alone_and_what_is_wrong_with_one(run: Run, environment: dict[str, str]) -> None:
    claims = on(environment, five)
    nowhere = {"NEO4J_URI": "bolt://127.0.0.1:1"}
    for args, told in (
        ((claims[2], "accept"), "a decision needs a name; give --as NAME or set CLAIMGRAPH_PERSON"),
        (
            (claims[2], "bless", *NAMED),
            "'bless' is no decision; say accept, narrow, reject, split, note, resolve, dismiss",
        ),
        ((claims[2], "reject", *NAMED), "reject needs a reason"),
        ((claims[2], "narrow", *NAMED), "narrow needs the new wording"),
        ((claims[2], "accept", "--run", "r", *NAMED), "a WORD decides on one claim"),
        (("--why", "x", *NAMED), "belong to a WORD"),
    ):
        done = run(*args, **nowhere)
        assert (done.returncode, done.stdout, told in done.stderr) == (2, "", True), (args, done.stderr)
    for args, told in (
        (("claim.0000", "accept", *NAMED), "no Claim in the namespace"),
        ((claims[2], "split", "one part", *NAMED), "give 2 to 20 new claims"),
        ((claims[0], "accept", "--quote", claims[0], *NAMED), "is no quote of this claim"),
    ):
        done = run(*args)
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    split = run(claims[2], "split", "It was closed", "Weeks went by [1]", "--why", "two things", *NAMED)
    assert split.stdout.startswith("split: unreviewed -> unsupported (rejected), by Ada")
    assert split.stdout.count("  supported: ") == 2
    beyond = run(claims[3], "narrow", "It was closed for twelve weeks", *NAMED)
    assert (beyond.returncode, beyond.stdout.count("  supported: It was closed for twelve weeks")) == (0, 1)
    assert "a rule objects to “It was closed for twelve weeks”: " in beyond.stderr
    dismissed = run(claims[0], "dismiss", "--why", "two years, two closures", *NAMED)
    assert dismissed.stdout.startswith("dismissed: conflict.")


def test_a_walk_that_is_killed_leaves_every_decision_that_it_told(environment: dict[str, str], tmp_path: Path) -> None:
    claims = on(environment, five)
    with subprocess.Popen(
        [CLAIMGRAPH, "review", *NAMED, "--status", "unreviewed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, cwd=tmp_path, env=environment | {"PYTHONUNBUFFERED": "1"},
    ) as walk:  # fmt: skip
        assert walk.stdin is not None
        assert walk.stdout is not None
        walk.stdin.write("narrow It stood closed\n")
        walk.stdin.flush()
        assert walk.stdout.readline().startswith("narrowed: ")
        walk.send_signal(signal.SIGKILL)
    states = [on(environment, lambda store, key=key: claim_state(store, key)) for key in claims[2:]]
    assert sorted(state["status"] for state in states) == ["unreviewed", "unreviewed", "unsupported"]
