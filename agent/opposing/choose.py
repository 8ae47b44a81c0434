"""What the last look of a run asks the web for: the primary source, the opposite, another origin. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.contradict import Contradicted
from agent.opposing.another import MOST, Single, another_query, has_elsewhere
from agent.opposing.look import ANOTHER, REASON, Main, opposite_queries
from agent.opposing.primary import primary_query
from agent.plan import Plan
from retrievers.websearch.domains import DomainRules

PRIMARY = "sources differ: looked for the primary source"


@dataclass(frozen=True, slots=True)
class Ask:
    """One search of the web for a part, why, and on whose domains it is not looked for."""

    part: int
    query: str
    reason: str
    without: tuple[str, ...] = ()


def choose_searches(
    plan: Plan,
    mains: Sequence[Main],
    singles: Sequence[Single],
    texts: Mapping[int, Sequence[str]],
    written: Mapping[str, Sequence[str]],
    searched: Collection[int],
    sent: Collection[str],
    rules: DomainRules,
) -> list[Ask]:
    """Return at most one search for each part that the web was searched for, then one for each of few claims that rest
    on one origin.

    For a part: for the primary source where its sources differ (`texts` are their sentences), else for the opposite of
    what answers it, as a planner has `written` it or by rules. Another origin is looked for beside those who have it.
    """
    asked: list[Ask] = []
    for sub in plan.subquestions:
        main = next((one for one in mains if one.part == sub.ordinal), None)
        if main is None or sub.ordinal not in searched:
            continue
        sides = texts.get(sub.ordinal, ())
        queries = (
            [primary_query(sub, sides, plan.question)] if sides else opposite_queries(main, written, plan.language)
        )
        new = next((query for query in queries if query.casefold() not in sent), None)
        if new:
            asked.append(Ask(sub.ordinal, new, PRIMARY if sides else REASON))
    for single in singles[:MOST]:
        sub = next(one for one in plan.subquestions if one.ordinal == single.main.part)
        query = another_query(single, sub, plan)
        if (
            query
            and sub.ordinal in searched
            and not texts.get(sub.ordinal)
            and has_elsewhere(rules.only, single.domains)
        ):
            asked.append(Ask(sub.ordinal, query, ANOTHER, single.domains))
    return asked


def differing_texts(met: Contradicted) -> dict[int, list[str]]:
    """Return the sentences that differ, by part. Pure."""
    texts: dict[int, list[str]] = {}
    for one in met.material:
        texts.setdefault(one.subquestion, []).extend(one.texts)
    for difference in (one for one in met.differences if one.is_open):
        said = [met.extracted.candidates[i].claim_text for side in difference.sides for i in side.candidates]
        texts.setdefault(difference.subquestion, []).extend(said)
    return texts
