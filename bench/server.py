"""A managed server that belongs to a bench: never a person's own store, only the fetched jars are shared."""

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Generator
from dataclasses import asdict
from pathlib import Path

from agent.settings import Settings
from graph.embedding_model import ModelInUse
from graph.migrate import open_graph
from graph.server import LocalServer, ServerHome
from graph.server.status import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.embed import EmbeddingModelInfo


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add --home, --keep, --fresh and --neo4j."""
    parser.add_argument(
        "--home",
        type=Path,
        default=Settings().home_path,
        help="folder with the fetched jars; kept stores go to its folder bench (default: %(default)s)",
    )
    parser.add_argument("--keep", action="store_true", help="keep the prepared store for the next time")
    parser.add_argument("--fresh", action="store_true", help="with --keep: begin with an empty store")
    parser.add_argument("--neo4j", metavar="VERSION", help="release of the server (default: the newest)")


def say(text: str) -> None:
    """Tell the person at the terminal something that is no figure."""
    print(f"# {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def bench_home(home: Path, name: str, *, keep: bool, fresh: bool = False) -> Generator[Path]:
    """Yield the folder of a server for the bench `name`: below `home` if kept, else one that is removed afterwards."""
    if keep:
        root = home / "bench" / name
        if fresh:
            LocalServer(ServerHome(root)).destroy()
        root.mkdir(parents=True, exist_ok=True)
        yield root
        return
    root = Path(tempfile.mkdtemp(prefix=f"claimgraph-bench-{name}-"))
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextlib.contextmanager
def bench_server(
    home: Path, name: str, *, keep: bool, fresh: bool = False, version: str | None = None
) -> Generator[ServerStatus]:
    """Yield a running server on a store of the bench's own; it is stopped at the end.

    `version` is the release, by default the newest; each release that is named keeps a store of its own.
    """
    with bench_home(home, f"{name}-{version}" if version else name, keep=keep, fresh=fresh) as root:
        server = LocalServer(ServerHome(root, jars_dir=home / "jars"), version=version, say=say)
        try:
            yield server.start()
        finally:
            server.stop()


@contextlib.asynccontextmanager
async def bench_store(
    server: ServerStatus, namespace: str, info: EmbeddingModelInfo | None
) -> AsyncGenerator[GraphStore]:
    """Yield a store with its schema on the bench's server; `info` names the embedding model."""
    model = None if info is None else ModelInUse(**asdict(info))
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        yield await open_graph(driver, database=server.database, namespace=namespace, model=model, code_version="bench")
