"""Choosing what to ask for a round: memory for every query that is still open, the web for what memory lacks."""

from collections.abc import Callable, Collection, Sequence

from agent.plan import Plan
from agent.route.calls import Call


def route_by_rules(queries: Sequence[tuple[int, str]], *, limit: int, round_: int) -> list[Call]:
    """Return the calls of one round for queries (sub-question ordinal, text); none when there is nothing to ask."""
    if not queries:
        return []
    reason = "what earlier work stored comes first" if round_ == 1 else "other words for what stayed open"
    arguments = {"queries": [text for _, text in queries], "for": [sub for sub, _ in queries], "limit": limit}
    return [Call("memory_search", arguments, reason)]


def route_to_web(
    plan: Plan,
    open_parts: Collection[int],
    follow_ups: Sequence[tuple[int, str]],
    asked: Collection[str],
    *,
    max_age_s: Callable[[int], float],
    reason: str,
) -> list[Call]:
    """Return one search for each open part that has a query nobody sent to the web yet (`asked`, without case).

    A part begins with its planned query; where the web was asked for it before, its follow-up comes first. An answer
    at most `max_age_s` seconds old, by part, may be given again.
    """
    sent = {query.casefold() for query in asked}
    calls: list[Call] = []
    for sub in plan.subquestions:
        if sub.ordinal not in open_parts:
            continue
        later = [query for part, query in follow_ups if part == sub.ordinal and not _is_bare(query)]
        is_first = sent.isdisjoint(query.casefold() for query in sub.queries)
        offered = [*sub.queries[:1], *later, *sub.queries] if is_first else [*later, *sub.queries]
        query = next((query for query in offered if query.casefold() not in sent), None)
        if query is not None:
            sent.add(query.casefold())
            arguments = {"query": query, "for": sub.ordinal, "max_age_s": max_age_s(sub.ordinal)}
            calls.append(Call("web_search", arguments, reason))
    return calls


def _is_bare(query: str) -> bool:
    """Whether a follow-up is one word of a script with spaces: in one's own store it helps, on the web it finds all."""
    return query.isascii() and len(query.split()) < 2
