"""From a question to the calls that answer it, for every face: what the graph answers itself, what is researched."""

from collections.abc import Sequence
from datetime import date

from agent.build import App
from agent.route import Turn, choose_tools
from agent.route.first import GraphFirst
from retrievers import Tools, load_tools
from retrievers.tool import ToolContext


def open_tools(app: App) -> tuple[Tools, ToolContext]:
    """Return the tools of an app and what they work with. Raises TemplatesRefused for a folder with a fault."""
    web = app.web
    context = ToolContext(
        app.store, app.embedder, app.reranker, web.providers if web else None, rules=web.rules if web else None,
        time_range=web.time_range if web else "none",
    )  # fmt: skip
    return load_tools(app.settings.templates_path), context


async def route_first(question: str, app: App, conversation: Sequence[Turn] = ()) -> GraphFirst:
    """Return what answers from the graph itself, chosen by rules: they send no question of evidence elsewhere.

    Raises TemplatesRefused.
    """
    tools, context = open_tools(app)
    today = date.today()  # noqa: DTZ011 - a person's own day
    return GraphFirst(await choose_tools(question, conversation, tools, today=today), tools, context)
