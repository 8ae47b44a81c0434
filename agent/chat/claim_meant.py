"""What "that" means in "Why do we believe that?": what the last answer rests on first, a claim or a source."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.chat.exchange import Exchange
from agent.report.read import read_report
from agent.report.view import ReportView
from agent.route.names import find_keys
from agent.route.pointing import Pointed
from graph.errors import NodeNotFound
from graph.store import GraphStore

NONE_MEANT = (
    "No answer of this conversation rests on a claim yet, so “that” means none; ask again with the claim's words."
)
NO_SOURCE_MEANT = (
    "No answer of this conversation cites a source yet, so “that source” means none; ask again with its title."
)


@dataclass(frozen=True, slots=True)
class Meant:
    """What a question means: its key, and the claim's sentence or the source's title where they are known."""

    key: str
    words: str = ""


async def find_meant(store: GraphStore, pointed: Pointed, earlier: Sequence[Exchange]) -> Meant | None:
    """Return the claim or source that the last answer with one rests on first, or that was asked of since; None where
    there is none. Raises GraphError."""
    for one in reversed(earlier):
        if keys := [key for key in find_keys(one.asked) if key.startswith(f"{pointed.kind}.")]:
            return Meant(keys[0])
        if one.report is None or one.kind == "missing":
            continue
        try:
            view = await read_report(store, one.report)
        except NodeNotFound:
            continue
        if meant := _first_claim(view) if pointed.kind == "claim" else _first_source(view):
            return meant
    return None


def _first_claim(view: ReportView) -> Meant | None:
    return next((Meant(one.claims[0], one.text) for one in view.statements if one.claims), None)


def _first_source(view: ReportView) -> Meant | None:
    titles = {one.source: one.title for one in view.sources}
    cited = (c.source for one in view.statements for c in one.citations)
    return next((Meant(source, titles[source]) for source in cited if source in titles), None)
