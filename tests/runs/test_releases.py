"""The managed database as the command line runs it, on the release that was asked for."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command import run_command
from conftest import LTS_VERSION

from graph.server import ServerStatus
from graph.server.home import ServerHome, StoreRecord

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}

    def call(home: Path, *args: str, version: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        ours = {"CLAIMGRAPH_HOME": str(home), "CLAIMGRAPH_EMBEDDINGS": "none", "CLAIMGRAPH_NEO4J_VERSION": version}
        return run_command(args, cwd=tmp_path, env=kept | ours | settings)

    return call


@pytest.mark.lts
@pytest.mark.parametrize("version", ["", LTS_VERSION], ids=["its store's release", "named"])
def test_a_home_of_the_long_term_release_stores_finds_and_tells_what_it_is(
    version: str, lts_server: ServerStatus, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "minutes.md").write_text("The Skerra plant will cost 48 million crowns.\n")
    namespace = f"releases{len(version)}"
    added = run(lts_server.home, "add", "minutes.md", version=version, CLAIMGRAPH_NAMESPACE=namespace)
    assert added.returncode == 0, added.stderr
    asked = run(
        lts_server.home, "ask", "What will the Skerra plant cost?", version=version, CLAIMGRAPH_NAMESPACE=namespace
    )
    assert (asked.returncode, "48 million crowns" in asked.stdout) == (0, True), asked.stderr
    told = json.loads(run(lts_server.home, "db", "status", "--json", version=version).stdout)
    assert (told["state"], told["version"], told["form"]) == ("running", LTS_VERSION, "lts")
    shown = run(lts_server.home, "db", "status", version=version).stdout
    assert f"Neo4j {LTS_VERSION} Community (5.26 long-term release)" in shown


def test_an_older_release_than_the_stores_is_refused_with_the_way_out(run: Run, tmp_path: Path) -> None:
    ServerHome(tmp_path / "home").write_store(StoreRecord("2026.09.0", has_password=True))
    done = run(tmp_path / "home", "db", "start", version=LTS_VERSION)
    assert (done.returncode, done.stdout) == (5, "")
    assert "unset CLAIMGRAPH_NEO4J_VERSION, or set another CLAIMGRAPH_HOME" in done.stderr


@pytest.mark.parametrize("command", ["start", "status"])
def test_a_release_that_is_not_known_is_refused_with_those_that_are(command: str, run: Run, tmp_path: Path) -> None:
    done = run(tmp_path / "home", "db", command, version="newest")
    assert (done.returncode, done.stdout) == (6, "")
    assert "set CLAIMGRAPH_NEO4J_VERSION to 2026.09.0 or 5.26.30, or unset it" in done.stderr
