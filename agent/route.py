"""Choosing what to ask for a round: without a model, memory for every query that is still open.

The program checks and executes; a router only chooses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """A chosen tool with its arguments and the reason that is shown for it."""

    tool: str
    arguments: Mapping[str, Any]
    reason: str


def route_by_rules(queries: Sequence[tuple[int, str]], *, limit: int, round_: int) -> list[Call]:
    """Return the calls of one round for queries (sub-question ordinal, text); none when there is nothing to ask."""
    if not queries:
        return []
    reason = "what earlier work stored comes first" if round_ == 1 else "other words for what stayed open"
    arguments = {"queries": [text for _, text in queries], "for": [sub for sub, _ in queries], "limit": limit}
    return [Call("memory_search", arguments, reason)]
