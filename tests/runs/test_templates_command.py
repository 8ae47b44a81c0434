"""`claimgraph templates` as a person and a script call it."""

import asyncio
import itertools
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from conftest import EmptyServer
from dossier import OPENS, make_dossier
from neo4j import GraphDatabase

from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import open_driver

NAMESPACES = itertools.count(1)
DOCS = Path(__file__).parents[2] / "docs" / "templates.md"
Run = Callable[..., subprocess.CompletedProcess[str]]
NOWHERE = {"NEO4J_URI": "bolt://127.0.0.1:1"}
"""Where no database answers: what is said with it is said before one is opened."""


def environment_of(server: ServerStatus, home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
    }


def call(environment: dict[str, str], folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return run_command(["templates", *args], cwd=folder, env=environment)


@pytest.fixture
def run(neo4j_server: ServerStatus, tmp_path: Path) -> Run:
    made = {"CLAIMGRAPH_NAMESPACE": f"templates{os.getpid()}n{next(NAMESPACES)}"}
    environment = environment_of(neo4j_server, tmp_path / "home") | made

    def called(*args: str, **changes: str) -> subprocess.CompletedProcess[str]:
        return call(environment | changes, tmp_path, *args)

    asyncio.run(_filled(neo4j_server, made["CLAIMGRAPH_NAMESPACE"]))
    return called


async def _filled(server: ServerStatus, namespace: str) -> None:
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
        await make_dossier(store)


def test_templates_are_listed_without_a_database(run: Run) -> None:
    shown = run(**NOWHERE)
    assert shown.returncode == 0
    assert "broken_citations([verdict: rejected|stale|removed|cannot_check], limit = 50)  Quotes that" in shown.stdout
    listed = run("--json", "--group", "entities", **NOWHERE)
    rows: list[dict[str, Any]] = [json.loads(line) for line in listed.stdout.splitlines()]
    assert {row["group"] for row in rows} == {"entities"}
    assert {"name", "sentence", "parameters", "returns", "file", "graph"} <= set(rows[0])
    assert run("--group", "nothing", **NOWHERE).returncode == 2


def test_a_template_is_asked_by_words_and_its_rows_are_data(run: Run) -> None:
    asked = run("evidence_for_claim", "-p", f"claim={OPENS}", "--json")
    answer: dict[str, Any] = json.loads(asked.stdout)
    assert (asked.returncode, answer["outcome"], answer["template"]) == (0, "ok", "evidence_for_claim")
    assert [row["title"] for row in answer["rows"]] == ["Council minutes", "Press release on the tidal plant"]
    assert answer["named"]["claim"]["key"].startswith("claim.")
    assert "$claim" in answer["cypher"]
    shown = run("claims_by_status", "--param", "status=unsupported", "-p", "limit=5")
    assert "text: The grant was paid in May  status: unsupported  reason: rejected" in shown.stdout


def test_what_is_not_there_is_an_empty_answer_and_what_is_unclear_a_sentence(run: Run) -> None:
    nothing = run("claim_history", "-p", "claim=the plant costs 900 zlotys")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert "nothing stored is a claim called" in nothing.stderr
    assert "near to it: The plant costs 48 million crowns (claim." in nothing.stderr
    unclear = run("claim_history", "-p", "claim=eels turbines")
    assert unclear.returncode == 2
    assert "may be more than one claim" in unclear.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("claim_histroy",), "there is no template claim_histroy; near to it: claim_history"),
        (("claims_by_status",), "claims_by_status needs status: the status"),
        (("claims_by_status", "-p", "status=good"), "it may be supported, conflicting, unsupported, unreviewed"),
        (("claims_by_status", "-p", "status"), "no NAME=VALUE"),
        (("-p", "a=b"), "--param belongs to a template"),
        (("--templates", "nowhere"), "nowhere holds no .cypher file"),
    ],
)
def test_a_wrong_call_is_told_before_any_database_is_opened(args: tuple[str, ...], told: str, run: Run) -> None:
    wrong = run(*args, **NOWHERE)
    assert wrong.returncode == 2
    assert told in wrong.stderr


def test_the_folder_of_the_settings_is_used(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    head = "// name: how_many\n// How many claims there are\n// group: mine\n// returns: n\n"
    text = f"{head}MATCH (c:Claim) RETURN count(c) AS n"
    (own / "mine.cypher").write_text(text)
    listed = run("--group", "mine", CLAIMGRAPH_TEMPLATES=str(own))
    assert listed.stdout == "how_many()  How many claims there are\n"
    assert run("how_many", CLAIMGRAPH_TEMPLATES=str(own)).stdout == "n: 6\n"
    checked = run("--check", "--json", CLAIMGRAPH_TEMPLATES=str(own))
    assert (checked.returncode, json.loads(checked.stdout)["decision"]) == (0, "allow")
    (own / "mine.cypher").write_text(f"{head}MATCH (c:Claim) RETURN d.key AS n")
    wrong = run("--check", CLAIMGRAPH_TEMPLATES=str(own))
    assert wrong.returncode == 8
    assert wrong.stdout.startswith("how_many  refuse  layer ")
    (own / "mine.cypher").write_text(text.replace("RETURN", "SET c.x = 1 RETURN"))
    refused = run("how_many", CLAIMGRAPH_TEMPLATES=str(own))
    assert refused.returncode == 2
    assert "mine.cypher:1: template how_many may not run" in refused.stderr


@pytest.mark.server
def test_a_graph_that_is_not_ours_is_asked_and_left_as_it_is(empty_server: EmptyServer, tmp_path: Path) -> None:
    server = empty_server().status()
    own = tmp_path / "own"
    own.mkdir()
    (own / "films.cypher").write_text(DOCS.read_text(encoding="utf-8").split("```cypher\n")[2].partition("```")[0])
    with GraphDatabase.driver(server.uri or "", auth=(server.username, server.read_password())) as driver:
        driver.execute_query(
            "CREATE (:Person {name: 'Ada Lund'})-[:ACTED_IN {role: 'Queen'}]->(:Film {title: 'New', released: 2021})"
        )
        asked = call(
            environment_of(server, tmp_path / "home"),
            tmp_path,
            "films_with_actor",
            "--templates",
            "own",
            "-p",
            "actor=Ada Lund",
        )
        assert (asked.returncode, asked.stdout) == (0, "title: New  released: 2021  role: Queen\n")
        records, _, _ = driver.execute_query("MATCH (n) RETURN count(n) AS nodes")
        assert records[0]["nodes"] == 2
        records, _, _ = driver.execute_query("SHOW CONSTRAINTS YIELD name RETURN name")
        assert records == []
