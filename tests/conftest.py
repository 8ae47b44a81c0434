"""The real Neo4j servers that tests run against: of each release one that all processes of a run share.

Tests keep apart by namespace; those that need a database to themselves have a server that is emptied for each.
A test that takes `store` or `open_store` runs on both releases, but for those of NEWEST_ALONE; `-m "not lts"` leaves
the older one out.
"""

import itertools
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, LiteralString, Protocol, cast

import pytest
from _pytest.mark import ParameterSet
from fakes import FakeEmbedder
from hypothesis import HealthCheck, settings
from loopback import Site, open_site
from neo4j import AsyncDriver, GraphDatabase
from servers import close_root, open_root

from agent.settings import read_settings
from graph.embedding_model import ModelInUse
from graph.form import form_of
from graph.migrate import open_graph
from graph.queries import statements
from graph.server import LocalServer, ServerHome, ServerStatus
from graph.server.jvm import children
from graph.server.process import DEFAULT_VERSION
from graph.store import GraphStore, open_driver

FASTEST_START = ("-XX:TieredStopAtLevel=1",)
"""Halves the time to start; large loads, which tests have none of, run at half the speed."""
FOR_MANY = ("-Xmx768m", "-XX:MaxJavaStackTraceDepth=8")
"""What a server gets that several processes ask at once: room, and exceptions, which its search for words throws by the
thousand, without the hundred frames below them. What one transaction may take stays as people have it."""

_SERVERS = pytest.StashKey[Path]()
_NUMBERS = itertools.count(1)

LTS_VERSION = "5.26.30"
BOTH = [
    pytest.param(DEFAULT_VERSION, id="2026"),
    pytest.param(LTS_VERSION, id="5.26", marks=pytest.mark.lts),
]
"""What a fixture is parametrised by that gives a server of each release."""


def on_both(names: Iterable[str]) -> list[ParameterSet]:
    """Return (release, statement) for every release whose servers have the statement, to parametrise `open_store`."""
    return [
        pytest.param(release.values[0], name, id=f"{release.id}-{name}", marks=release.marks)
        for release in BOTH
        for name in names
        if form_of(str(release.values[0])) in statements()[name].texts
    ]


class MakeServer(Protocol):
    """Makes a server with a store of its own below a folder; nothing is started."""

    def __call__(self, root: Path, version: str = DEFAULT_VERSION, flags: Sequence[str] = ()) -> LocalServer: ...


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory) -> MakeServer:
    """Return what makes servers; the jars are the user's, fetched once."""
    settings = read_settings(folder=tmp_path_factory.mktemp("no-env-file"))

    def make(root: Path, version: str = DEFAULT_VERSION, flags: Sequence[str] = ()) -> LocalServer:
        home = ServerHome(root, jars_dir=settings.home_path / "jars")
        jvm_flags = [*FASTEST_START, *flags]
        return LocalServer(home, version=version, maven_url=settings.maven_url or None, jvm_flags=jvm_flags)

    return make


@pytest.fixture(scope="session")
def servers_root(pytestconfig: pytest.Config) -> Path:
    """Return the folder of the run's servers, which is removed with them when the run ends."""
    return pytestconfig.stash[_SERVERS]


@pytest.fixture(scope="session")
def neo4j_server(make_server: MakeServer, servers_root: Path) -> ServerStatus:
    """Return the running server of the run, started by whichever process needs it first."""
    return make_server(servers_root / "newest", flags=FOR_MANY).start()


@pytest.fixture(scope="session")
def lts_server(make_server: MakeServer, servers_root: Path) -> ServerStatus:
    """Return the running server of the long-term release."""
    return make_server(servers_root / "lts", LTS_VERSION, FOR_MANY).start()


@pytest.fixture
def own_server(make_server: MakeServer, servers_root: Path) -> Generator[LocalServer]:
    """Return a server that has not started, for one test that stops, kills or breaks it."""
    server = make_server(servers_root / f"own-{os.getpid()}-{next(_NUMBERS)}")
    yield server
    server.destroy()


class EmptyServer(Protocol):
    """Gives a running server with an empty database, to one test or module at a time."""

    def __call__(self, version: str = DEFAULT_VERSION) -> LocalServer: ...


@pytest.fixture(scope="session")
def empty_server(make_server: MakeServer, servers_root: Path) -> EmptyServer:
    """Return what empties a server and hands it over: starting one costs some 12 s of CPU, emptying it a tenth.

    For tests that need a whole database, or kill its server; those of starting and of upgrading take one of their own.
    """
    servers: dict[str, LocalServer] = {}

    def emptied(version: str = DEFAULT_VERSION) -> LocalServer:
        if version not in servers:
            servers[version] = make_server(servers_root / f"whole-{os.getpid()}-{version}", version)
        _empty(servers[version].start())
        return servers[version]

    return emptied


def _empty(server: ServerStatus) -> None:
    """Drop every node, constraint and index, but for the two that a new database has."""
    login = (server.username, server.read_password())
    with GraphDatabase.driver(server.uri or "", auth=login) as driver, driver.session() as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
        for kind, shown in (
            ("CONSTRAINT", "SHOW CONSTRAINTS YIELD name"),
            ("INDEX", "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"),
        ):
            for record in session.run(cast("LiteralString", shown)).fetch(1_000):
                session.run(cast("LiteralString", f"DROP {kind} `{record['name']}`")).consume()


OpenStore = Callable[..., Awaitable[GraphStore]]


def model_of(embedder: FakeEmbedder) -> ModelInUse:
    """The graph's view of an embedder."""
    return ModelInUse(**asdict(embedder.info))


@pytest.fixture(scope="session")
async def stores_on() -> AsyncGenerator[Callable[[ServerStatus], Awaitable[OpenStore]]]:
    """Return what opens stores on a server, which is looked at once however often tests change between the releases."""
    openers: dict[str, OpenStore] = {}
    async with AsyncExitStack() as stack:

        async def stores_on(server: ServerStatus) -> OpenStore:
            address = server.uri or ""
            if address not in openers:
                opening = open_driver(address, server.username, server.read_password())
                openers[address] = await _opener(await stack.enter_async_context(opening))
            return openers[address]

        yield stores_on


async def _opener(driver: AsyncDriver) -> OpenStore:
    model = model_of(FakeEmbedder())
    first = await open_graph(driver, database="neo4j", namespace="first", model=model, code_version="test")

    async def opened(namespace: str = "", embedder: FakeEmbedder | None = None) -> GraphStore:
        namespace = namespace or f"t{os.getpid()}n{next(_NUMBERS)}"
        if embedder is None or model_of(embedder) == model:  # what opening looks at was looked at once
            return GraphStore(
                driver, database="neo4j", namespace=namespace, names=first._names, dimension=first.dimension,
                form=first.form,
            )  # fmt: skip
        return await open_graph(
            driver, database="neo4j", namespace=namespace, model=model_of(embedder), code_version="test"
        )

    return opened


@pytest.fixture(scope="session", params=BOTH)
async def open_store(
    request: pytest.FixtureRequest, stores_on: Callable[[ServerStatus], Awaitable[OpenStore]]
) -> OpenStore:
    """Return what opens a store on a server of the session, by default in a namespace of its own."""
    return await stores_on(request.getfixturevalue("lts_server" if request.param == LTS_VERSION else "neo4j_server"))


@pytest.fixture
async def store(open_store: OpenStore) -> GraphStore:
    """Return a store in a namespace that no other test writes to."""
    return await open_store()


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    """Return the pages of a web server on loopback, which are the test's to fill."""
    async with open_site() as site:
        yield site


NEWEST_ALONE = {
    "test_poisoning",
    "test_refresh_kill",
    "test_chat",
    "test_chat_memory",
    "test_text2cypher_run",
    "test_web_same_work",
    "test_autonomy",
    "test_ask",
    "test_ask_small",
    "test_ask_stops",
    "test_carry",
    "test_tools",
    "test_ask_model",
    "test_ask_model_checked",
    "test_ask_model_stops",
    "test_model_resume",
    "test_formats",
    "test_web_pages",
    "test_web_run",
    "test_web_limits",
    "test_web_later",
    "test_web_kill",
    "test_web_again",
    "test_web_hostile",
    "test_web_cost",
    "test_websearch_command",
    "test_loop_modes",
    "test_loop_killed",
    "test_money",
    "test_web_snippets",
    "test_web_stops",
    "test_web_languages",
    "test_partial",
    "test_opposing_run",
    "test_browse_command",
    "test_conflicts_run",
    "test_reuse_once",
    "test_reuse_dated",
    "test_marks_run",
    "test_statements_run",
    "test_refresh_when",
    "test_rerank",
    "test_clock_set_back",
    "test_in_place",
    "test_asked_after_review",
}
"""Tests of models, readers and rules, which ask the database for nothing that others do not: one release is enough."""


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what does not hang on the release on the newest one alone."""
    if metafunc.definition.path.stem in NEWEST_ALONE and "open_store" in metafunc.fixturenames:
        metafunc.definition.add_marker(pytest.mark.parametrize("open_store", BOTH[:1], indirect=True, scope="session"))


LONGEST = ("test_plans", "test_namespaces", "test_server_process", "test_export", "test_add")
"""Begun first, so that no process is left alone with one of them."""
WHOLE = {
    "test_kill",
    "test_embed",
    "test_foreign",
    "test_open_graph",
    "test_guard_on_server",
    "test_doctor",
    "test_readme",
    "test_templates_command",
}
"""Modules that want a whole database: one process runs them all, so that one server of each release is enough."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest first and what needs no server last; leave out what drives a real Chromium unless asked for."""
    if "browser" not in str(config.getoption("markexpr")):
        left = [item for item in items if item.get_closest_marker("browser")]
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = [item for item in items if item not in left]
    with_server = {item.path for item in items if _SERVER_FIXTURES & set(getattr(item, "fixturenames", ()))}

    def rank(item: pytest.Item) -> int:
        name = item.path.stem
        return 0 if name in WHOLE else 1 if name in LONGEST else 2 if item.path in with_server else 3

    items.sort(key=rank)


_SERVER_FIXTURES = {"make_server", "servers_root", "open_store"}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out tests by the file, in the order in which they were put; the modules of WHOLE together."""
    from xdist.scheduler import LoadFileScheduling

    class InOrder(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            scope = super()._split_scope(nodeid)
            return "whole" if Path(scope).stem in WHOLE else scope

    config.option.loadscopereorder = False
    return InOrder(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of the run where its servers are."""
    node.workerinput["servers"] = str(node.config.stash[_SERVERS])


def pytest_configure(config: pytest.Config) -> None:
    """Start programs as a terminal does: a test run in the background would hand them an ignored Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "browser: drives a real Chromium (make browser-test)")
    handed: dict[str, str] | None = getattr(config, "workerinput", None)
    config.stash[_SERVERS] = Path(handed["servers"]) if handed else open_root()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the servers when the last test of the last process is done."""
    if not hasattr(config, "workerinput"):
        close_root(config.stash[_SERVERS])
    for child in children:
        child.returncode = 0  # a server outlives the process that started it: nothing to be warned of


# How long an example takes says how busy the machine is, and nothing of the code.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End with how many tests were skipped, also when none was: a skipped test must not go unseen."""
    skipped = len(terminalreporter.stats.get("skipped", []))
    terminalreporter.write_line(f"tests skipped: {skipped}")
