"""The README is true: its tables are the code's, its commands run, its outputs are what they print."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import LiteralString, cast

import pytest
from conftest import EmptyServer
from neo4j import GraphDatabase

from agent.cli.main import COMMANDS
from agent.settings import SETTING_NAMES, Settings
from graph.model import NODES, RELATIONSHIPS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GRAPH = (ROOT / "docs" / "graph.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
NOT_RUN = re.compile(r"claimgraph db (start|stop|destroy|logs|status)")
"""These act on a person's own database; tests/graph/test_server_process.py tries them on one of its own."""


def table(name: str, text: str = README) -> list[list[str]]:
    """The rows of the table that stands under the heading."""
    section = text.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|") and not line.startswith("|--")]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


def test_the_tables_of_the_graph_are_the_declared_model() -> None:
    rows = table("Nodes and relationships", GRAPH)
    nodes = [(re.findall(r"\w+", labels), *rest) for labels, *rest in rows[1:] if len(rest) == 2]
    assert nodes == [([node.label, *node.marks], node.meaning, node.key_parts) for node in NODES]
    shown = [tuple(row) for row in rows if "->" in row[0]]
    assert shown == [(f"({r.start})-[:{r.type}]->({r.end})", r.meaning) for r in RELATIONSHIPS]


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = {row[0]: row for row in table("Settings", SETTINGS)[1:]}
    assert set(rows) == set(SETTING_NAMES)
    defaults = Settings()
    for name, field in SETTING_NAMES.items():
        assert rows[name][1] == (getattr(defaults, field) or "-")


def test_the_example_of_an_env_file_offers_every_setting() -> None:
    offered = re.findall(r"^#(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(set(offered)) == sorted({*SETTING_NAMES, "NEO4J_IMAGE"}), "Docker's own is the last"


def test_every_command_is_named() -> None:
    assert all(f"claimgraph {name}" in README for name in COMMANDS)


def test_it_fits_on_the_screens_it_promises() -> None:
    assert len(README.splitlines()) < 250


def commands() -> list[tuple[str, list[str]]]:
    """The commands of the `console` blocks, each with the lines that stand under it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip():
                found[-1][1].append(line)
    return found


@pytest.fixture(scope="module")
def environment(empty_server: EmptyServer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    status = empty_server().status()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}",
        "NEO4J_URI": status.uri or "",
        "NEO4J_PASSWORD": status.read_password(),
        "CLAIMGRAPH_HOME": str(tmp_path_factory.mktemp("readme-home")),
    }


@pytest.mark.server
def test_the_commands_print_what_the_readme_shows(environment: dict[str, str]) -> None:
    run = [(command, shown) for command, shown in commands() if not NOT_RUN.search(command)]
    assert len(run) >= 6
    for command, shown in run:
        done = subprocess.run(
            shlex.split(command), env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        printed = [" ".join(line.split()) for line in (done.stdout + done.stderr).splitlines()]
        for line in shown:
            parts = [" ".join(part.split()) for part in line.split("…") if part.strip()]
            assert any(all(part in one for part in parts) for one in printed), f"{command}\nnever printed: {line}"


@pytest.mark.server
def test_the_queries_that_the_texts_show_run_and_find_something(environment: dict[str, str]) -> None:
    shown = re.findall(r"```cypher\n(.*?)```", README + GRAPH, flags=re.DOTALL)
    assert len(shown) >= 3
    subprocess.run(
        ["claimgraph", "add", "--brief", "--collection", "skerra", "examples/skerra"],
        env=environment,
        cwd=ROOT,
        check=True,
    )
    subprocess.run(
        ["claimgraph", "ask", "-q", "What will the Skerra Sound tidal plant cost?"],
        env=environment,
        cwd=ROOT,
        check=True,
    )
    login = (environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"])
    with GraphDatabase.driver(environment["NEO4J_URI"], auth=login) as driver:
        sources = [r["key"] for r in driver.execute_query("MATCH (s:Source) RETURN s.key AS key").records]
        for query in shown:
            text = cast("LiteralString", query)
            found = [driver.execute_query(text, source=source).records for source in sources]
            assert any(found), query
