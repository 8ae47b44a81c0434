"""Whole runs without a model, and the example dossier to run them over."""

from pathlib import Path
from typing import Any

from fakes import FakeEmbedder

from agent.add import add_readings
from agent.build import App
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore
from retrievers.read import read_paths

DOSSIER = str(Path(__file__).parents[1] / "examples" / "skerra")


def app_of(store: GraphStore) -> App:
    return App(Settings(), store, FakeEmbedder(), (), None)


async def ask(store: GraphStore, question: str, run_key: str = "r1", **options: Any) -> list[Any]:
    return [event async for event in research(question, app_of(store), run_key=run_key, **options)]


async def fill(store: GraphStore) -> GraphStore:
    results = [r async for r in add_readings(store, FakeEmbedder(), read_paths([DOSSIER], collection="skerra"))]
    assert {r.outcome for r in results} == {"added"}
    return store
