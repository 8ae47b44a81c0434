"""Whole runs on the live web of a test: a question, a scripted search and pages on loopback."""

from typing import Any

from search_server import SearchServer
from webs import open_web_app

from agent.research import research
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
OPENS = "What will the Skerra plant cost and when will it open?"


async def ask(store: GraphStore, search: SearchServer, question: str = COST, **options: Any) -> list[Any]:
    run_key = options.pop("run_key", "r1")
    budget = options.pop("budget", None)
    async with open_web_app(store, search, **options) as app:
        return [event async for event in research(question, app, run_key=run_key, budget=budget)]
