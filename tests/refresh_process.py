"""One `refresh` of what is old in a process of its own, to be killed: `python refresh_process.py '{"uri": …}'`."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

from fakes import FakeEmbedder
from killing import open_given_graph
from loopback import open_fetcher

from agent.refresh.again import refresh_sources
from agent.refresh.select import Wanted, select_sources
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader


async def main(given: dict[str, Any]) -> None:
    embedder = FakeEmbedder()
    async with AsyncExitStack() as stack:
        store = await open_given_graph(stack, given, embedder)
        fetcher = await stack.enter_async_context(open_fetcher())
        apart = stack.enter_context(Apart())
        selected = await select_sources(store, Wanted(seen_before_ms=given["before_ms"]))
        print(json.dumps({"selected": len(selected.rows), "begun": len(selected.begun)}), flush=True)
        async for one in refresh_sources(store, embedder, PageReader(fetcher, apart), selected.rows, selected.begun):
            print(json.dumps({"source": one.source, "outcome": one.outcome, "carried": one.carried}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
