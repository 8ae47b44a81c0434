"""One run on the live web in a process of its own, to be killed: `python web_process.py '{"uri": …}'`."""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from fakes import FakeEmbedder
from killing import open_given_graph
from loopback import open_fetcher

from agent.budget import Budget
from agent.build import App, open_model
from agent.llm.configured import ConfiguredModels
from agent.research import research
from agent.settings import Settings
from agent.web.options import Web, WebOptions
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader
from retrievers.websearch.providers import Providers
from retrievers.websearch.recent import RecentSearches
from retrievers.websearch.tavily import open_tavily


async def main(given: dict[str, Any]) -> None:
    embedder = FakeEmbedder()
    options = given.get("options", {})
    home = Path(given["home"])
    models = ConfiguredModels(
        {"planner": "planner", "writer": "writer", "judge": "judge"}, given["llm"], given["llm"], "sk-secret"
    )
    async with AsyncExitStack() as stack:
        store = await open_given_graph(stack, given, embedder)
        model = await stack.enter_async_context(open_model(models, lambda _: None, home=home))
        tavily = await stack.enter_async_context(open_tavily("tvly-secret", base_url=given["search"]))
        fetcher = await stack.enter_async_context(open_fetcher())
        apart = stack.enter_context(Apart())
        recent = RecentSearches(home / "searches")
        web = Web(
            Providers([tavily], say=lambda _: None, recent=recent),
            PageReader(fetcher, apart),
            options=WebOptions(opposing=bool(options.get("opposing"))),
            new_pages=options.get("new_pages", 2),
        )
        app = App(Settings(), store, None if options.get("bare") else embedder, (), None, model, web=web)
        budget = Budget(**options.get("budget", {}))
        parts = None
        async for event in research(given["question"], app, run_key=given["run_key"], budget=budget):
            spent = {
                "cpu_s": time.process_time(),
                "wall_s": time.perf_counter(),
                "statements": store.written.statements,
            }
            print(json.dumps({"event": event.event, "data": event.data, **spent}), flush=True)
            if parts is None and options.get("cpu_parts"):
                from bench.cpu_parts import CpuParts

                parts = CpuParts()
                parts.start()
        if parts is not None:
            print(json.dumps({"event": "cpu_parts", "data": parts.stop()}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
