"""Putting the parts together: the one place that opens the driver and the embedding model, from the settings."""

import contextlib
import importlib.metadata
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass

from agent.errors import ConfigurationError
from agent.settings import Settings
from graph.embedding_model import ModelInUse
from graph.migrate import open_graph
from graph.store import GraphStore, open_driver
from retrievers.embed import Embedder, open_embedder, why_not


@dataclass(frozen=True, slots=True)
class App:
    """What a command works with: the store of one namespace, and an embedder or the reason why there is none."""

    settings: Settings
    store: GraphStore
    embedder: Embedder | None
    notes: tuple[str, ...]
    browser_url: str | None


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
async def open_app(settings: Settings, say: Callable[[str], None]) -> AsyncGenerator[App]:
    """Open the database that the settings name, or the managed local one, and the embedding model.

    `say` is told which database is used and anything that is started or fetched. Raises GraphError, EmbeddingError
    and ConfigurationError, each with what to do next.
    """
    home = settings.home_path
    embedder = open_embedder(settings.embeddings, home=home)
    notes = () if embedder is not None else (f"no vectors: {why_not(settings.embeddings, home=home)}",)
    address = _address(settings, say)
    model = None if embedder is None else ModelInUse(**asdict(embedder.info))
    async with open_driver(address.uri, address.username, address.password) as driver:
        store = await open_graph(
            driver,
            database=settings.neo4j_database,
            namespace=settings.namespace,
            model=model,
            code_version=code_version(),
            say=say,
        )
        yield App(settings, store, embedder, notes, address.browser_url)


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
