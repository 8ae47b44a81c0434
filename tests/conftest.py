"""The real Neo4j that tests run against: one for the session, and own ones for tests that kill."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from agent.settings import read_settings
from graph.server import LocalServer, ServerHome, ServerStatus

FASTEST_START = ("-XX:TieredStopAtLevel=1",)
"""Halves the time to start; large loads, which tests have none of, run at half the speed."""


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], LocalServer]:
    """Return what makes a server with a store of its own below a folder; the jars are the user's, fetched once."""
    settings = read_settings(folder=tmp_path_factory.mktemp("no-env-file"))

    def make(root: Path) -> LocalServer:
        home = ServerHome(root, jars_dir=settings.home_path / "jars")
        return LocalServer(home, maven_url=settings.maven_url or None, jvm_flags=FASTEST_START)

    return make


@pytest.fixture(scope="session")
def neo4j_server(
    make_server: Callable[[Path], LocalServer], tmp_path_factory: pytest.TempPathFactory
) -> Generator[ServerStatus]:
    """Return the running server of the session; tests keep apart by namespace."""
    server = make_server(tmp_path_factory.mktemp("session-server"))
    yield server.start()
    server.stop(timeout_s=0)


@pytest.fixture
def own_server(make_server: Callable[[Path], LocalServer], tmp_path: Path) -> Generator[LocalServer]:
    """Return a server that has not started, for one test that stops, kills or breaks it."""
    server = make_server(tmp_path / "home")
    yield server
    server.stop(timeout_s=0)
