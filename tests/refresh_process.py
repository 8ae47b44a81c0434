"""One `refresh` of what is old in a process of its own, to be killed: `python refresh_process.py '{"uri": …}'`."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

from fakes import FakeEmbedder
from loopback import open_fetcher

from agent.refresh.again import refresh_sources
from agent.refresh.select import Wanted, select_sources
from graph.embedding_model import ModelInUse
from graph.migrate import open_graph
from graph.store import open_driver
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader


async def main(given: dict[str, Any]) -> None:
    embedder = FakeEmbedder()
    info = embedder.info
    async with AsyncExitStack() as stack:
        driver = await stack.enter_async_context(open_driver(given["uri"], given["user"], given["password"]))
        store = await open_graph(
            driver,
            database=given["database"],
            namespace=given["namespace"],
            model=ModelInUse(
                info.id, info.dimension, info.query_prefix, info.passage_prefix, info.file_sha256, info.max_tokens,
                info.min_similarity,
            ),
            code_version="test",
        )  # fmt: skip
        fetcher = await stack.enter_async_context(open_fetcher())
        apart = stack.enter_context(Apart())
        selected = await select_sources(store, Wanted(seen_before_ms=given["before_ms"]))
        print(json.dumps({"selected": len(selected.rows), "begun": len(selected.begun)}), flush=True)
        async for one in refresh_sources(store, embedder, PageReader(fetcher, apart), selected.rows, selected.begun):
            print(json.dumps({"source": one.source, "outcome": one.outcome, "carried": one.carried}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
