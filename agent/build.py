"""Putting the parts together: the one place that opens the driver and the embedding model, from the settings."""

import contextlib
import importlib.metadata
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.errors import ConfigurationError
from agent.llm import Model, Reply
from agent.llm.configured import ConfiguredModels, configured_models
from agent.prices import Prices, read_prices
from agent.settings import Settings
from agent.web.options import NEW_PAGES, Web, WebOptions
from agent.web.settings import configured_web
from graph.embedding_model import ModelInUse
from graph.embedding_model import open_beside as open_store_beside
from graph.migrate import open_graph
from graph.store import GraphStore, open_driver
from retrievers.embed import Embedder, EmbeddingService, open_embedder, why_not
from retrievers.once import Once
from retrievers.rerank import Reranker, open_reranker

if TYPE_CHECKING:
    from neo4j import AsyncDriver

    from retrievers.web.pages import PageReader


@dataclass(frozen=True, slots=True)
class App:
    """What a command works with: the store of one namespace, an embedder or the reason why there is none, a model.

    `web` is the live web, or None with `web_off` saying why, as the header of a report says it.
    `prices` is what the person pays for models, searches and pages, where that is set.
    """

    settings: Settings
    store: GraphStore
    embedder: Embedder | None
    notes: tuple[str, ...]
    browser_url: str | None
    model: Model | None = None
    reranker: Reranker | None = None
    web: Web | None = None
    web_off: str = ""
    prices: Prices | None = None
    once: Once[Reply[Any]] = field(default_factory=Once[Reply[Any]], compare=False)
    """Prompts that are on their way for one run while another asks the very same."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What `claimgraph embed` works with: the store of a model's vectors, and the driver, which drops indexes."""

    driver: "AsyncDriver"
    database: str
    store: GraphStore
    embedder: Embedder | None
    model: ModelInUse | None


@dataclass(frozen=True, slots=True)
class _Address:
    uri: str
    username: str
    password: str
    browser_url: str | None


def code_version() -> str:
    """Return the version of claimgraph that is installed."""
    return importlib.metadata.version("claimgraph")


@contextlib.asynccontextmanager
async def open_app(
    settings: Settings, say: Callable[[str], None], *, with_model: bool = False, web: WebOptions | str = ""
) -> AsyncGenerator[App]:
    """Open the database that the settings name, or the managed local one, and the embedding model.

    `with_model` opens the language model too, where one is configured; a command that asks none must not fail for it.
    `web` opens the live web with these options, or says why it stays closed.
    `say` is told which database is used, anything that is started or fetched, and every wait for a model. Raises
    GraphError, EmbeddingError and ConfigurationError, each with what to do next.
    """
    home = settings.home_path
    chosen = configured_models(settings) if with_model else None
    prices = read_prices(settings.prices) if with_model or isinstance(web, WebOptions) else None
    embedder = _embedder(settings, say)
    notes = () if embedder is not None else (f"no vectors: {why_not(settings.embeddings, home=home)}",)
    reranker = open_reranker(settings.reranker, home=home, threads=_threads(settings))
    address = _address(settings, say)
    model = None if embedder is None else ModelInUse(**asdict(embedder.info))
    async with contextlib.AsyncExitStack() as stack:
        driver = await stack.enter_async_context(open_driver(address.uri, address.username, address.password))
        store = await open_graph(
            driver,
            database=settings.neo4j_database,
            namespace=settings.namespace,
            model=model,
            code_version=code_version(),
            say=say,
        )
        language = await stack.enter_async_context(open_model(chosen, say, home=home)) if chosen else None
        live = await stack.enter_async_context(open_web(settings, web, say)) if isinstance(web, WebOptions) else None
        off = web if isinstance(web, str) else ""
        yield App(settings, store, embedder, notes, address.browser_url, language, reranker, live, off, prices)


@contextlib.asynccontextmanager
async def open_beside(settings: Settings, say: Callable[[str], None], embeddings: str | None) -> AsyncGenerator[Beside]:
    """Open the graph whatever model it uses, and the embedding model of that setting beside it (None: no model).

    Raises GraphError, EmbeddingError and ConfigurationError, each with what to do next.
    """
    embedder = None if embeddings is None else _embedder(settings, say, embeddings)
    if embeddings is not None and embedder is None:
        raise ConfigurationError(f"there is nothing to embed with: {why_not(embeddings, home=settings.home_path)}")
    address = _address(settings, say)
    database = settings.neo4j_database
    async with open_driver(address.uri, address.username, address.password) as driver:
        store = await open_graph(
            driver,
            database=database,
            namespace=settings.namespace,
            model=None,
            code_version=code_version(),
            say=say,
        )
        if embedder is None:
            yield Beside(driver, database, store, None, None)
            return
        model = ModelInUse(**asdict(embedder.info))
        beside = await open_store_beside(driver, database=database, store=store, model=model)
        yield Beside(driver, database, beside, embedder, model)


@contextlib.asynccontextmanager
async def open_as_is(settings: Settings, say: Callable[[str], None]) -> AsyncGenerator[GraphStore]:
    """Open the database to read what it holds, whoever's it is: nothing is made in it, no schema is asked of it.

    Raises GraphError and ConfigurationError, each with what to do next.
    """
    address = _address(settings, say)
    async with open_driver(address.uri, address.username, address.password) as driver:
        yield GraphStore(driver, database=settings.neo4j_database, namespace=settings.namespace)


@contextlib.asynccontextmanager
async def open_pages(settings: Settings) -> AsyncGenerator["PageReader"]:
    """Open the guarded fetcher and the parsers of web pages; nothing is sent until a page is read.

    Raises ConfigurationError.
    """
    from retrievers.read.apart import Apart
    from retrievers.web.fetch import Fetcher
    from retrievers.web.pages import PageReader

    if settings.robots not in {"on", "off"}:
        raise ConfigurationError(f"CLAIMGRAPH_ROBOTS is {settings.robots!r}; set it to on or off")
    with Apart() as apart:
        async with Fetcher(user_agent=_user_agent(), robots=settings.robots == "on") as fetcher:
            yield PageReader(fetcher, apart)


@contextlib.asynccontextmanager
async def open_web(settings: Settings, options: WebOptions, say: Callable[[str], None]) -> AsyncGenerator[Web]:
    """Open the providers of web search and the readers of pages that the settings name; nothing is sent yet.

    `say` is told of every wait and of every provider that is left out. Raises ConfigurationError.
    """
    from retrievers.web.guard import Guard
    from retrievers.websearch.protocol import RESULTS, WebSearch
    from retrievers.websearch.providers import Providers
    from retrievers.websearch.recent import RecentSearches
    from retrievers.websearch.searxng import open_searxng
    from retrievers.websearch.tavily import open_tavily
    from retrievers.websearch.tavily_pages import open_tavily_pages

    chosen = configured_web(settings, options)
    key, base = settings.tavily_api_key, settings.tavily_base_url
    async with contextlib.AsyncExitStack() as stack:
        providers: list[WebSearch] = []
        if chosen.tavily:
            providers.append(await stack.enter_async_context(open_tavily(key, base_url=base)))
        if settings.searxng_url:
            providers.append(await stack.enter_async_context(open_searxng(settings.searxng_url)))
        extract = None
        if chosen.tavily and chosen.reader not in {"own", "off"} and (key or chosen.reader == "tavily"):
            opened = open_tavily_pages(key, base_url=base, guard=Guard())
            extract = await stack.enter_async_context(opened)
        yield Web(
            Providers(providers, say=say, recent=RecentSearches(settings.home_path / "searches")),
            await stack.enter_async_context(open_pages(settings)),
            extract,
            chosen.reader,
            chosen.options,
            new_pages=chosen.options.new_pages or (RESULTS if chosen.reader == "off" else NEW_PAGES),
            locks=settings.home_path / "pages",
        )


def _user_agent() -> str:
    """Say who asks: the program, its version, and the project's address where the distribution names one."""
    said = importlib.metadata.metadata("claimgraph").get_all("Project-URL") or []
    address = next((url.partition(",")[2].strip() for url in said), "")
    return f"claimgraph/{code_version()}" + (f" (+{address})" if address else "")


def _embedder(settings: Settings, say: Callable[[str], None], embeddings: str | None = None) -> Embedder | None:
    service = EmbeddingService(settings.openai_base_url, settings.openai_api_key, say=say)
    return open_embedder(
        embeddings or settings.embeddings, home=settings.home_path, threads=_threads(settings), service=service
    )


def _threads(settings: Settings) -> int | None:
    if not settings.threads:
        return None
    if not settings.threads.isascii() or not settings.threads.isdigit() or not 0 < int(settings.threads) <= 256:
        raise ConfigurationError(f"CLAIMGRAPH_THREADS is {settings.threads!r}; set it to a number from 1 to 256")
    return int(settings.threads)


@contextlib.asynccontextmanager
async def open_model(
    chosen: ConfiguredModels, say: Callable[[str], None], *, home: Path, learn_anew: bool = False
) -> AsyncGenerator[Model]:
    """Open the client of the models; nothing is sent. `home` keeps what their server takes; `learn_anew` forgets it."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    from agent.llm.dialect import Dialects
    from agent.llm.openai_model import OpenAIModel

    client = AsyncOpenAI(
        api_key=chosen.key or "none", base_url=chosen.base_url, max_retries=0, timeout=chosen.timeout_s,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False),
    )  # fmt: skip
    # Without a key the SDK would not start; servers that need none pass it over. A redirect would carry what is asked
    # to a server that nobody named.
    async with client:
        yield OpenAIModel(
            client,
            chosen.by_role,
            dialects=Dialects(home, fresh=learn_anew),
            base_url=chosen.shown_url,
            secret=chosen.key,
            say=say,
            timeout_s=chosen.timeout_s,
            is_here=chosen.is_here,
        )


def _address(settings: Settings, say: Callable[[str], None]) -> _Address:
    if settings.neo4j_uri:
        if not settings.neo4j_password:
            raise ConfigurationError(
                f"NEO4J_URI names {settings.neo4j_uri} but NEO4J_PASSWORD is not set; set it, or unset NEO4J_URI "
                "to use the managed local server"
            )
        return _Address(settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password, None)
    from agent.local import local_server

    status = local_server(settings, say).start()
    return _Address(status.uri or "", status.username, status.read_password(), status.browser_url)
