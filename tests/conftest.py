"""The real Neo4j that tests run against: one for the session, and own ones for tests that kill."""

import itertools
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack
from dataclasses import asdict
from pathlib import Path

import pytest
from fakes import FakeEmbedder

from agent.settings import read_settings
from graph.embedding_model import ModelInUse
from graph.migrate import open_graph
from graph.server import LocalServer, ServerHome, ServerStatus
from graph.store import GraphStore, open_driver

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


OpenStore = Callable[..., Awaitable[GraphStore]]
_NAMESPACES = itertools.count(1)


def model_of(embedder: FakeEmbedder) -> ModelInUse:
    """The graph's view of an embedder."""
    return ModelInUse(**asdict(embedder.info))


@pytest.fixture(scope="session")
async def open_store(neo4j_server: ServerStatus) -> AsyncGenerator[OpenStore]:
    """Return what opens a store on the session's server, by default in a namespace of its own."""
    async with AsyncExitStack() as stack:
        driver = await stack.enter_async_context(
            open_driver(neo4j_server.uri or "", neo4j_server.username, neo4j_server.read_password())
        )

        async def opened(namespace: str = "", embedder: FakeEmbedder | None = None) -> GraphStore:
            return await open_graph(
                driver,
                database=neo4j_server.database,
                namespace=namespace or f"t{os.getpid()}n{next(_NAMESPACES)}",
                model=model_of(embedder or FakeEmbedder()),
                code_version="test",
            )

        yield opened


@pytest.fixture
async def store(open_store: OpenStore) -> GraphStore:
    """Return a store in a namespace that no other test writes to."""
    return await open_store()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End with how many tests were skipped, also when none was: a skipped test must not go unseen."""
    skipped = len(terminalreporter.stats.get("skipped", []))
    terminalreporter.write_line(f"tests skipped: {skipped}")
