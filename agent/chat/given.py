"""Whether an earlier answer of the conversation still holds, read from the graph as it is now."""

from agent.chat.exchange import Exchange
from agent.record.clock import AHEAD_MS, is_older, moment_of, now
from agent.report.read import read_report
from agent.web.volatile import is_volatile
from graph.errors import NodeNotFound
from graph.store import GraphStore
from retrievers.websearch.recent import VOLATILE_AGE_S

_FALLEN = {
    "stale": "a quote it rests on is stale: its source has a newer text",
    "removed": "a source it rests on was removed",
    "rejected": "a quote it rests on was rejected",
}


async def why_not_again(store: GraphStore, exchange: Exchange) -> str:
    """Return in a few words why an earlier answer may not be given again, "" where it may. Raises GraphError.

    Rows are as old as the graph they were read from. An answer from evidence falls with a quote or a claim's status,
    and with time where it changes within hours; both with a person who rejected the report.
    """
    view = None
    if exchange.report is not None:
        try:
            view = await read_report(store, exchange.report)
        except NodeNotFound:
            return "its report is no longer stored"
        if view.rejected_by:
            return f"its report was rejected by {view.rejected_by} ({view.rejected_why})"
    if exchange.kind == "rows":
        since = moment_of(exchange.answered_at_ms)
        if since.ms > now().ms + AHEAD_MS:
            return "this machine's clock was set back since"
        changed = (await store.read("changed_since", since=since.iso, since_ms=since.ms))[0]["changed"]
        return "the graph has changed since" if changed else ""
    if view is None:
        return "no report stands behind it"
    if is_volatile(exchange.asked or exchange.question) and _is_old(exchange):
        return "what it says changes within hours"
    for statement in view.statements:
        for citation in statement.citations:
            if citation.verdict in _FALLEN:
                return _FALLEN[citation.verdict]
        if statement.claims and statement.status != statement.status_when_written:
            return f"a claim in it was {statement.status_when_written} then and is {statement.status} now"
    return ""


def _is_old(exchange: Exchange) -> bool:
    return is_older(exchange.answered_at_ms, round(VOLATILE_AGE_S * 1000), now().ms)
