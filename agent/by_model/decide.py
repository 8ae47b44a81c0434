"""The planner's judgement before a round: whether to look on, for what, and where."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.by_model.review import name_sentences, render_parts
from agent.by_model.transform import find_query_fault
from agent.fence import make_fence
from agent.language import name_language
from agent.loops.choice import Choice, Reviewed, Wanted
from agent.loops.clean import clean_found_query
from agent.plan import MAX_SUBQUESTIONS
from graph.keys import claim_text

MAX_WHY = 300  # characters
MAX_DECIDED = 2 * MAX_SUBQUESTIONS


class DecidedQuery(BaseModel):
    """One query."""

    model_config = ConfigDict(extra="forbid")
    part: int = Field(description="The number of the part it is for.")
    query: str = Field(description="A few content words that a text with the answer would hold.")
    where: Literal["memory", "web"] = Field(description="Where to ask: what is stored, or the live web.")


class Decision(BaseModel):
    """Whether and what to retrieve in the next round."""

    model_config = ConfigDict(extra="forbid")
    retrieve: bool = Field(description="Whether to look for more.")
    queries: list[DecidedQuery] = Field(
        description="What to look for; empty when `retrieve` is false.", json_schema_extra={"maxItems": MAX_DECIDED}
    )
    why: str = Field(description="The reason, in one short sentence.")


async def decide_by_model(
    seen: Reviewed, said: Mapping[int, Sequence[str]], missing: Mapping[int, str], calls: ModelCalls
) -> Choice:
    """Ask the planner whether and what to look for next; a query that went to the same place before is left out.

    `said` are each part's sentences with a quote that was found. Raises as ModelCalls.ask.
    """
    shown = render_parts(seen.plan, name_sentences(seen.plan, said), said, missing, seen.asked)
    sent = "\n".join(f"- {query}" for query in sorted(seen.sent)) or "(none)"
    values = {
        "question": seen.plan.question,
        "language": name_language(seen.plan.language),
        "fence": make_fence(seen.plan.question, shown, sent),
        "places": "memory, web" if seen.has_web else "memory",
        "rounds": str(seen.rounds_left),
        "parts": shown,
        "sent": sent,
    }
    answer = await calls.ask(
        "decide", "planner", values, Decision, round_=seen.round + 1, check=lambda one: find_decision_fault(one, seen)
    )
    wanted: dict[tuple[str, str], Wanted] = {}
    for one in answer.queries[:MAX_DECIDED] if answer.retrieve else ():
        query = clean_found_query(one.query, seen.plan.question)
        if not seen.is_asked(query, one.where):
            wanted.setdefault((one.where, query.casefold()), Wanted(one.part, query, one.where))
    return Choice(tuple(wanted.values()), claim_text(answer.why)[:MAX_WHY], "model")


def find_decision_fault(answer: Decision, seen: Reviewed) -> str | None:
    """Return in one sentence what makes a decision useless, None when nothing does."""
    if not answer.why.strip():
        return "`why` is empty; give the reason"
    if not answer.retrieve:
        return None
    if not answer.queries:
        return "`retrieve` is true but there is no query; give at least one, or set it to false"
    parts = {sub.ordinal for sub in seen.plan.subquestions}
    for one in answer.queries:
        if one.part not in parts:
            return f"there is no part {one.part}; the parts are {', '.join(map(str, sorted(parts)))}"
        if one.where == "web" and not seen.has_web:
            return "the web cannot be asked in this run; ask memory, or set `retrieve` to false"
        if fault := find_query_fault(one.part, one.query, seen.plan):
            return fault
    return None
