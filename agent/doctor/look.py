"""All of it, in the order of what a command needs first."""

import asyncio
from collections.abc import Awaitable, Callable

from agent.doctor.database import look_at_database
from agent.doctor.finding import Finding
from agent.doctor.models import look_at_embeddings, look_at_models
from agent.doctor.search import look_at_search
from agent.doctor.surroundings import look_at_extras, look_at_home
from agent.settings import Settings
from graph.inspect import GraphFound


async def look_around(
    settings: Settings, say: Callable[[str], None], *, start: bool = False, web: bool = False
) -> list[Finding]:
    """Return what is found; nothing is started (unless `start`), written to the graph, or raised for being broken."""
    graph: GraphFound | None = None

    async def database() -> list[Finding]:
        nonlocal graph
        findings, graph = await look_at_database(settings, say, start=start)
        return findings

    async def home() -> list[Finding]:
        return [await asyncio.to_thread(look_at_home, settings)]

    async def extras() -> list[Finding]:
        return look_at_extras()

    return [
        *await _whatever_happens("home", home),
        *await _whatever_happens("database", database),
        *await _whatever_happens("embeddings", lambda: look_at_embeddings(settings, graph)),
        *await _whatever_happens("models", lambda: look_at_models(settings, say)),
        *await _whatever_happens("web search", lambda: look_at_search(settings, web=web)),
        *await _whatever_happens("extras", extras),
    ]


async def _whatever_happens(about: str, look: Callable[[], Awaitable[list[Finding]]]) -> list[Finding]:
    """One thing that breaks in a way nobody thought of must not hide the others."""
    try:
        return await look()
    except Exception as error:  # noqa: BLE001 # a doctor reports whatever it meets
        says = f"looking at it failed: {type(error).__name__} ({error})"
        return [Finding(about, "broken", says, "if this is not of your machine, please report it", 1)]
