"""`claimgraph claims` and `claimgraph show CLAIM` as a person and a script call them, on one graph made once."""

import asyncio
import csv
import io
import itertools
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from conftest import OpenStore
from dossier import COSTS, HARMED, OLD, OPENS, PAID, SAFE, make_dossier

from agent.errors import LedgerUnclear
from agent.ledger.read import Filters, read_entries, read_ledger
from graph.errors import NodeNotFound
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

Run = Callable[..., subprocess.CompletedProcess[str]]
NAMESPACES = itertools.count(1)


@pytest.fixture(scope="module")
def filled(neo4j_server: ServerStatus) -> tuple[str, dict[str, str]]:
    namespace = f"ledger{os.getpid()}n{next(NAMESPACES)}"

    async def fill() -> dict[str, str]:
        login = (neo4j_server.uri or "", neo4j_server.username, neo4j_server.read_password())
        async with open_driver(*login) as driver:
            store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
            return await make_dossier(store)

    return namespace, asyncio.run(fill())


@pytest.fixture
def run(neo4j_server: ServerStatus, filled: tuple[str, dict[str, str]], tmp_path: Path) -> Run:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment = kept | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": filled[0],
        "CLAIMGRAPH_HOME": str(tmp_path / "home"),
    }

    def call(*args: str, stdin: str | None = None, **changes: str) -> subprocess.CompletedProcess[str]:
        return run_command(args, cwd=tmp_path, input=stdin, env=environment | changes)

    return call


@pytest.fixture(scope="module")
async def ledger(open_store: OpenStore) -> GraphStore:
    store = await open_store()
    await make_dossier(store)
    return store


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(statuses=("supported",)), [{OPENS, COSTS}] * 2),
        (Filters(statuses=("supported", "unsupported")), [{OPENS, COSTS, PAID}] * 3),
        (Filters(run="first"), [OPENS, PAID]),
        (Filters(run="first", statuses=("unsupported",)), [PAID]),
        (Filters(run="first", statuses=("conflicting",)), []),
        (Filters(source="Coast wire"), [COSTS]),
        (Filters(source="release.md", about="plant"), [{OPENS, COSTS}] * 2),
        (Filters(source="release.md", about="plant", run="first"), [OPENS]),
        (Filters(about="eels turbines"), [{SAFE, HARMED}] * 2),
        (Filters(about="grant zebra"), [PAID]),
        (Filters(about="zebra"), []),
        (Filters(about="Tornholm Energy"), [{OPENS, COSTS, SAFE}] * 3),
    ],
)
async def test_filters_are_taken_together(filters: Filters, expected: list[Any], ledger: GraphStore) -> None:
    found = await read_ledger(ledger, filters, limit=50)
    assert found.total == len(found.entries)
    texts = [entry.text for entry in found.entries]
    assert len(texts) == len(set(texts))
    for text, wanted in zip(texts, expected, strict=True):
        assert text in wanted if isinstance(wanted, set) else text == wanted


async def test_what_a_person_should_look_at_first_comes_first_and_a_cut_is_counted(ledger: GraphStore) -> None:
    found = await read_ledger(ledger, Filters(), limit=3, review_first=True)
    assert (found.total, {entry.text for entry in found.entries[:2]}, found.entries[2].text) == (6, {SAFE, HARMED}, OLD)


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (Filters(run="nowhere"), "no run in the namespace"),
        (Filters(source="nowhere"), "has no source called 'nowhere'"),
        (Filters(source="source.00ff"), "has no source called"),
        (Filters(source="claim.00ff"), "is the key of a claim; a source is needed"),
        (Filters(about="?!"), "has no word to look for"),
        (Filters(about="entity.00ff"), "has no entity called"),
    ],
)
async def test_a_filter_that_names_nothing_is_told(filters: Filters, told: str, ledger: GraphStore) -> None:
    with pytest.raises((LedgerUnclear, NodeNotFound), match=re.escape(told)):
        await read_ledger(ledger, filters, limit=50)


async def test_another_project_has_none_of_it(ledger: GraphStore, open_store: OpenStore) -> None:
    keys = [entry.claim for entry in (await read_ledger(ledger, Filters(), limit=50)).entries]
    other = await open_store()
    assert await read_entries(other, keys) == []
    assert (await read_ledger(other, Filters(about="plant"), limit=50)).total == 0


def test_the_ledger_is_text_markdown_csv_and_data(run: Run) -> None:
    shown = run("claims", "--about", "grant", "--limit", "1")
    assert shown.stdout.startswith("narrow: unsupported (rejected)  claim.")
    assert PAID in shown.stdout
    assert "supports, rejected, exact by test" in shown.stdout
    table = run("claims", "--format", "markdown", "--about", "eels").stdout.splitlines()
    assert table[0] == "| claim | citation and passage | scope | decision | action |"
    assert len(table) == 2 + 3
    rows = list(csv.DictReader(io.StringIO(run("claims", "--format", "csv").stdout)))
    assert len(rows) == 9
    assert {row["action"] for row in rows} == {"accept", "investigate", "narrow"}
    assert {row["open_conflicts"] for row in rows if row["claim"] == SAFE} == {"1"}
    assert all(row["passage"].startswith("passage.") and row["char_start"] == "0" for row in rows)
    data = json.loads(run("claims", "--format", "json", "--about", "eels").stdout)
    assert (data["total"], data["filters"]) == (2, {"about": "eels"})
    (safe,) = (one for one in data["claims"] if one["text"] == SAFE)
    assert {quote["stance"] for quote in safe["citations"]} == {"supports", "refutes"}
    assert safe["conflicts"][0]["text"] == HARMED
    assert safe["conflicts"][0]["quotes"][0]["quote"] == "quote harmed-survey"
    assert safe["decision"]["status"] == "conflicting"


def test_no_claim_is_an_answer_and_an_unknown_filter_is_a_sentence(run: Run) -> None:
    empty = run("claims", CLAIMGRAPH_NAMESPACE="nothinghere")
    assert (empty.returncode, empty.stdout) == (0, "")
    assert "no claims in the namespace nothinghere" in empty.stderr
    assert json.loads(run("claims", "--json", CLAIMGRAPH_NAMESPACE="nothinghere").stdout)["claims"] == []
    none = run("claims", "--about", "zebra")
    assert (none.returncode, none.stdout) == (0, "")
    assert "no claims that fit" in none.stderr
    assert "2 of 6 claims; raise --limit for more" in run("claims", "--limit", "2").stderr
    unknown = run("claims", "--source", "nowhere")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "has no source called 'nowhere'" in unknown.stderr
    assert "--run is empty" in run("claims", "--run", " ").stderr


def test_a_claim_is_shown_with_both_sides_its_reports_and_its_history(
    run: Run, filled: tuple[str, dict[str, str]]
) -> None:
    keys = filled[1]
    shown = run("show", keys["safe"]).stdout
    for part in (
        "investigate: conflicting (open_conflict)",
        'supports (valid, exact): "quote safe-release"',
        'refutes (valid, exact): "quote safe-survey"',
        "open direct conflict conflict.",
        f"the other side, conflicting: {HARMED}",
        "“quote harmed-survey” (Household survey 2025, Skerra Council, undated)",
        "supported -> conflicting (open_conflict) by test",
    ):
        assert part in shown, part
    assert "first  2025-02-01  When does the tidal plant open?" in run("show", keys["opens"]).stdout
    data = json.loads(run("show", keys["opens"], "--json").stdout)
    assert data["ledger"]["decision"]["origins"] == 2
    assert [row["to_status"] for row in data["history"]] == ["unreviewed", "supported"]
    assert [row["run_key"] for row in data["reports"]] == ["first"]
