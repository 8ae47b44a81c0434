"""The planner's next queries, each made from what the last round found; the program keeps what it can check."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.by_model.review import name_sentences, render_parts
from agent.evidence import Evidence
from agent.fence import MAX_EXCERPT, make_fence, offer_passages, render_passages
from agent.loops.choice import Reviewed, Transformed
from agent.loops.clean import clean_found_query
from agent.plan import MAX_SUBQUESTIONS, Plan
from agent.words.injection import find_instructions
from agent.words.terms import is_unspaced, stems

MAX_BASES = 3


class TransformedQuery(BaseModel):
    """One query."""

    model_config = ConfigDict(extra="forbid")
    part: int = Field(description="The number of the open part it is for.")
    query: str = Field(description="A few content words, at least one taken from what was found.")
    builds_on: list[str] = Field(
        description="Names of the passages or sentences it builds on, such as P2 or S1.",
        json_schema_extra={"minItems": 1, "maxItems": MAX_BASES},
    )


class TransformedQueries(BaseModel):
    """The queries of the next round."""

    model_config = ConfigDict(extra="forbid")
    queries: list[TransformedQuery] = Field(
        description="At most one for each open part.", json_schema_extra={"maxItems": MAX_SUBQUESTIONS}
    )


async def transform_by_model(
    seen: Reviewed, said: Mapping[int, Sequence[tuple[str, str]]], missing: Mapping[int, str], calls: ModelCalls
) -> list[Transformed]:
    """Return (part, query, passages it builds on) as the planner makes them from what was found, none asked before.

    `said` are each part's standing sentences with the passage of their quote. Raises as ModelCalls.ask.
    """
    offered = offer_by_part(seen)
    texts = {part: [text for text, _ in rows] for part, rows in said.items()}
    bases = dict(zip(name_sentences(seen.plan, texts), _passages(seen.plan, said), strict=True))
    bases |= {name: one.passage for name, one in offered.items()}
    if not bases:  # nothing was found that could lead on: what the review would ask next is all there is
        return [Transformed(*one) for one in seen.found.follow_ups] if seen.found else []
    shown = render_parts(seen.plan, name_sentences(seen.plan, texts), texts, missing, {*seen.asked, *seen.sent})
    code = make_fence(seen.plan.question, shown, *(one.text for one in offered.values()))
    values = {
        "question": seen.plan.question,
        "fence": code,
        "open": ", ".join(map(str, seen.open_parts)),
        "parts": shown,
        "passages": render_passages(offered, code),
    }
    answer = await calls.ask(
        "transform", "planner", values, TransformedQueries, round_=seen.round + 1,
        check=lambda one: find_transform_fault(one, seen, bases),
    )  # fmt: skip
    made: list[Transformed] = []
    for one in answer.queries:
        query = clean_found_query(one.query, seen.plan.question)
        if not seen.is_asked(query, "memory") and not seen.is_asked(query, "web"):
            builds_on = dict.fromkeys(bases[name] for name in one.builds_on[:MAX_BASES])
            made.append(Transformed(one.part, query, tuple(builds_on)))
    return made


def offer_by_part(seen: Reviewed) -> dict[str, Evidence]:
    """Return the best passages of the open parts, a share of the excerpt for each, by short names; what holds orders to
    software leads to no query."""
    offered: list[Evidence] = []
    for part in seen.open_parts:
        ranked = [one for one in (seen.evidence or {}).get(part, ()) if not find_instructions(one.text)]
        share = MAX_EXCERPT // len(seen.open_parts)
        offered += offer_passages(ranked, offered, max_characters=share).values()
    return {f"P{at}": one for at, one in enumerate(offered, start=1)}


def find_transform_fault(answer: TransformedQueries, seen: Reviewed, bases: Collection[str]) -> str | None:
    """Return in one sentence what makes the queries useless, None when nothing does."""
    parts = [one.part for one in answer.queries]
    if not set(parts) <= set(seen.open_parts) or len(set(parts)) < len(parts):
        return f"give at most one query for each of the parts {', '.join(map(str, seen.open_parts))}"
    for one in answer.queries:
        if not one.builds_on or not set(one.builds_on[:MAX_BASES]) <= set(bases):
            return f"the query for part {one.part} must build on names that are shown, such as {next(iter(bases))}"
        if fault := find_query_fault(one.part, one.query, seen.plan):
            return fault
    return None


def find_query_fault(part: int, query: str, plan: Plan) -> str | None:
    """Return in one sentence why a query leads nowhere, None when it does not: it is empty, or about something else
    than the person asked."""
    clean = clean_found_query(query, plan.question)
    if not clean:
        return f"the query for part {part} holds no word to search for"
    asked = " ".join([plan.question, *(sub.text for sub in plan.subquestions)])
    if is_unspaced(asked) or is_unspaced(clean):
        return None
    if set(stems(clean, plan.language)).isdisjoint(stems(asked, plan.language)):
        return f"the query for part {part} has no word in common with the question"
    return None


def _passages(plan: Plan, said: Mapping[int, Sequence[tuple[str, str]]]) -> list[str]:
    return [passage for sub in plan.subquestions for _, passage in said.get(sub.ordinal, ())]
