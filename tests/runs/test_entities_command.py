"""`claimgraph entities` as a person and a script call it, on one graph made once."""

import asyncio
import itertools
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claims_made import claim_on
from command import run_command
from graphs import add_text, rows_of

from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import open_driver

Run = Callable[..., subprocess.CompletedProcess[str]]
NAMESPACES = itertools.count(1)
TEXTS = {
    "Tornholm Energy Group (TEG)": "Tornholm Energy Group employs 400 people.",
    "TEG": "TEG sells power to Skerra.",
    "Mercury (planet)": "Mercury circles the Sun in 88 days.",
    "Mercury (element)": "Mercury boils at 357 degrees.",
}
LONG, SHORT = "Tornholm Energy Group (TEG)", "TEG"


@pytest.fixture(scope="module")
def namespace(neo4j_server: ServerStatus) -> str:
    name = f"things{os.getpid()}n{next(NAMESPACES)}"

    async def fill() -> None:
        login = (neo4j_server.uri or "", neo4j_server.username, neo4j_server.read_password())
        async with open_driver(*login) as driver:
            store = await open_graph(driver, database="neo4j", namespace=name, model=None, code_version="test")
            for at, (title, text) in enumerate(TEXTS.items()):
                await claim_on(store, text, await add_text(store, text, name=f"{at}.md", title=title), text, text)
            await rows_of(store, "CALL db.awaitIndexes(60)")

    asyncio.run(fill())
    return name


@pytest.fixture
def run(neo4j_server: ServerStatus, namespace: str, tmp_path: Path) -> Run:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment = kept | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": namespace,
        "CLAIMGRAPH_HOME": str(tmp_path / "home"),
    }

    def call(*args: str) -> subprocess.CompletedProcess[str]:
        return run_command(args, cwd=tmp_path, env=environment)

    return call


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_person_lists_things_decides_on_a_proposal_and_takes_it_back(run: Run) -> None:
    shown = told(run("entities", "mercury", "--json"))
    assert {(row["name"], row["claims"]) for row in shown["entities"]} == {
        ("Mercury (planet)", 1),
        ("Mercury (element)", 1),
    }
    assert shown["total"] == len(TEXTS)
    assert run("entities", "proposals").stderr.startswith("no proposals")
    proposed = run("entities", "propose")
    assert proposed.stdout.startswith(("TEG = Tornholm Energy Group (TEG)  ", "Tornholm Energy Group (TEG) = TEG  "))
    assert "the title “Tornholm Energy Group (TEG)”; proposed by rule:abbreviation" in proposed.stdout
    assert "Mercury" not in proposed.stdout
    assert proposed.stderr == "4 names compared, 1 proposal, 1 new\n"
    before = told(run("claims", "--about", SHORT, "--json"))
    accepted = told(run("entities", "accept", SHORT, LONG, "--as", "Ada", "--json"))
    assert (accepted["was"], accepted["decision"], accepted["by"]) == ("proposed", "accepted", "person:Ada")
    after = told(run("claims", "--about", SHORT, "--json"))
    assert {row["text"] for row in after["claims"]} == {TEXTS[LONG], TEXTS[SHORT]}
    assert "the same as: TEG" in run("entities", "tornholm").stdout
    undone = run("entities", "undo", LONG, SHORT, "--as", "Ada")
    assert (undone.returncode, undone.stdout.splitlines()) == (0, sorted([LONG, SHORT], key=undone.stdout.find))
    assert told(run("claims", "--about", SHORT, "--json"))["claims"] == before["claims"]
    rows = told(run("entities", "proposals", "--all", "--json"))["proposals"]
    assert [(row["decision"], row["by"], row["method"]) for row in rows] == [("undone", "person:Ada", "abbreviation")]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("accept", SHORT, LONG), "a decision needs a name"),
        (("accept", SHORT, "Nobody Known", "--as", "Ada"), "has nothing called 'Nobody Known'"),
        (("accept", SHORT, "Mercury", "--as", "Ada"), "may be more than one"),
        (("accept", SHORT, SHORT, "--as", "Ada"), "give two names"),
        (("undo", "Mercury (planet)", "Mercury (element)", "--as", "Ada"), "nothing to take back"),
    ],
)
def test_what_cannot_be_decided_is_said_with_what_to_do(run: Run, args: tuple[str, ...], says: str) -> None:
    done = run("entities", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
