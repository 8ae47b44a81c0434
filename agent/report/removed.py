"""What a report says of sentences taken out or narrowed: why, and never their words, for they do not hold. Pure."""

from collections.abc import Sequence

from agent.report.markdown import escape
from agent.report.view import RemovedView

_SHOWN = 10


def say_removed(what: str, some: Sequence[RemovedView]) -> list[str]:
    """Return a line for each of the first ten, and how many more there are; `what` became of them."""
    lines = [
        f"{what}: a sentence, because {escape(one.reason)}"
        + (f" (claimgraph show {escape(one.claim[:18])})." if one.claim else ".")
        for one in some[:_SHOWN]
    ]
    more = len(some) - len(lines)
    return [*lines, f"{what}: {more} more."] if more else lines
