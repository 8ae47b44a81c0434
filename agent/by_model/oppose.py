"""The planner's queries for what speaks against the main claims of a run; the program keeps what it can check."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.fence import make_fence
from agent.loops.clean import clean_found_query
from agent.plan import MAX_SUBQUESTIONS, Plan
from agent.words.injection import find_instructions
from agent.words.terms import is_unspaced, stems
from graph.keys import claim_text

PER_CLAIM = 2


class OpposingQuery(BaseModel):
    """One query."""

    model_config = ConfigDict(extra="forbid")
    claim: int = Field(description="The number of the claim that it could prove wrong.")
    query: str = Field(description="A few content words that a text would hold which denies the claim.")


class OpposingQueries(BaseModel):
    """Queries for what speaks against the claims."""

    model_config = ConfigDict(extra="forbid")
    queries: list[OpposingQuery] = Field(
        description="One or two for each claim.", json_schema_extra={"maxItems": PER_CLAIM * MAX_SUBQUESTIONS}
    )


async def oppose_by_model(claims: Sequence[str], plan: Plan, calls: ModelCalls, round_: int) -> dict[str, list[str]]:
    """Return by claim at most two queries for what speaks against it, as the planner writes them in one call.

    A claim whose words order software about is not shown to it. Raises as ModelCalls.ask.
    """
    shown = [claim for claim in claims if not find_instructions(claim)][:MAX_SUBQUESTIONS]
    if not shown:
        return {}
    lines = "\n".join(f"{at}. {claim_text(claim)[:400]}" for at, claim in enumerate(shown, start=1))
    values = {"question": plan.question, "claims": lines, "fence": make_fence(plan.question, lines)}
    answer = await calls.ask("oppose", "planner", values, OpposingQueries, round_=round_)
    return read_queries(answer, shown, plan)


def read_queries(answer: OpposingQueries, shown: Sequence[str], plan: Plan) -> dict[str, list[str]]:
    """Return by claim the queries that are left as words alone and that speak of the claim or of what was asked. Pure.

    What is of no use is left out: the rules then ask for that claim.
    """
    found: dict[str, list[str]] = {}
    for one in answer.queries:
        if not 1 <= one.claim <= len(shown) or find_instructions(one.query):
            continue
        claim = shown[one.claim - 1]
        query = clean_found_query(one.query, plan.question)
        own = found.setdefault(claim, [])
        if query and _is_about(query, f"{claim} {plan.question}", plan.language) and len(own) < PER_CLAIM:
            own += [query] if query.casefold() not in {each.casefold() for each in own} else []
    return {claim: queries for claim, queries in found.items() if queries}


def _is_about(query: str, asked: str, language: str | None) -> bool:
    if is_unspaced(asked) or is_unspaced(query):
        return True
    return not set(stems(query, language)).isdisjoint(stems(asked, language))
