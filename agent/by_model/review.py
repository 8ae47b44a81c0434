"""The planner's look at a round: which parts are answered, what exactly is missing, what to search for next."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.by_model.plain import clean_sentence
from agent.fence import NO_ADDRESS, make_fence
from agent.language import name_language
from agent.loops.choice import Reviewed
from agent.loops.clean import clean_found_query
from agent.plan import MAX_SUBQUESTIONS, Plan
from agent.review import Gap, Review
from agent.rules.objections import Quoted, lacking_values
from agent.words.injection import is_instruction
from agent.words.terms import is_unspaced, stems
from graph.keys import claim_text

MAX_MISSING = 300  # characters
NOT_FOUND = "found no sentence that answers it"


class ReviewedPart(BaseModel):
    """The finding about one part."""

    model_config = ConfigDict(extra="forbid")
    part: int = Field(description="The number of the part.")
    answered_by: list[str] = Field(description="Names of its sentences that answer it, such as S3; empty if none do.")
    missing: str = Field(description="What is not answered, or the limit of the answer; empty if there is neither.")
    next_query: str = Field(description="One new search query for an unanswered part; empty if none would help.")


class ReviewedParts(BaseModel):
    """The findings of one round."""

    model_config = ConfigDict(extra="forbid")
    parts: list[ReviewedPart] = Field(description="Every part once.", json_schema_extra={"maxItems": MAX_SUBQUESTIONS})


async def review_by_model(
    plan: Plan,
    said: Mapping[int, Sequence[str]],
    missing: Mapping[int, str],
    round_: int,
    asked: Collection[str],
    calls: ModelCalls,
) -> Review:
    """Ask the planner what is answered. `said` are each part's sentences with a quote that was found, `missing` what
    the writer lacked, `asked` every query so far. Raises as ModelCalls.ask."""
    names = name_sentences(plan, said)
    shown = render_parts(plan, names, said, missing, asked)
    code = make_fence(plan.question, shown)
    values = {
        "question": plan.question,
        "language": name_language(plan.language),
        "fence": code,
        "parts": shown,
    }
    reviewed = await calls.ask(
        "review", "planner", values, ReviewedParts, round_=round_, check=lambda one: find_review_fault(one, plan)
    )
    return make_review(reviewed, plan, names, round_, asked)


def find_review_fault(reviewed: ReviewedParts, plan: Plan) -> str | None:
    """Return in one sentence what makes a review useless, None when nothing does."""
    wanted = [sub.ordinal for sub in plan.subquestions]
    if sorted(one.part for one in reviewed.parts) != wanted:
        return f"give each of the parts {', '.join(map(str, wanted))} once"
    return None


def name_sentences(plan: Plan, said: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Return the short names S1, S2 of all sentences, each with its part."""
    parts = [sub.ordinal for sub in plan.subquestions for _ in said.get(sub.ordinal, ())]
    return {f"S{number}": part for number, part in enumerate(parts, start=1)}


def make_review(
    reviewed: ReviewedParts, plan: Plan, names: Mapping[str, int], round_: int, asked: Collection[str]
) -> Review:
    """Return the review as the loop needs it: a part counts as answered only by a sentence of its own that exists, a
    follow-up is only a query that was never asked, about what the person asked: the planner has read words of pages."""
    used = {query.casefold() for query in asked}
    findings = {one.part: one for one in reviewed.parts}
    covered: list[int] = []
    limits: dict[int, str] = {}
    gaps: list[Gap] = []
    follow_ups: list[tuple[int, str]] = []
    for sub in plan.subquestions:
        found = findings[sub.ordinal]
        if any(names.get(name.strip()) == sub.ordinal for name in found.answered_by):
            covered.append(sub.ordinal)
            if found.missing.strip():
                limits[sub.ordinal] = _missing(found.missing)
            continue
        gaps.append(Gap(sub.ordinal, _missing(found.missing)))
        query = clean_found_query(found.next_query, plan.question)
        if query and query.casefold() not in used and is_about(query, plan):
            used.add(query.casefold())
            follow_ups.append((sub.ordinal, query))
    return Review(round_, tuple(covered), tuple(gaps), tuple(follow_ups), "gaps" if gaps else "covered", limits)


def is_about(query: str, plan: Plan) -> bool:
    """Whether a query that was made from found text has a word of the question or its plan, and orders nothing."""
    asked = " ".join([plan.question, *(text for sub in plan.subquestions for text in (sub.text, *sub.queries))])
    if is_instruction(query):
        return False
    if is_unspaced(asked) or is_unspaced(query):
        return True
    return not set(stems(query, plan.language)).isdisjoint(stems(asked, plan.language))


def review_without_model(
    plan: Plan, said: Mapping[int, Sequence[str]], missing: Mapping[int, str], round_: int
) -> Review:
    """The review when the planner cannot be asked: a part with a sentence was spoken to, nothing is followed up."""
    covered = tuple(sub.ordinal for sub in plan.subquestions if said.get(sub.ordinal))
    gaps = tuple(
        Gap(sub.ordinal, _missing(missing.get(sub.ordinal, "")))
        for sub in plan.subquestions
        if sub.ordinal not in covered
    )
    return Review(round_, covered, gaps, (), "unreviewed")


def _missing(text: str) -> str:
    said = claim_text(text)[:MAX_MISSING].rstrip(".。 ")
    return said or NOT_FOUND


def missing_of(seen: Reviewed) -> dict[int, str]:
    """Return what the last review found missing, by part."""
    return {gap.subquestion: gap.missing for gap in seen.found.gaps} if seen.found else {}


def is_borne(said: str, known: Sequence[Quoted], language: str | None) -> bool:
    """Whether what a model says of a gap states no number, date or address of its own and no order to software; it
    stands in the report without a quote. `known` is all that the model was shown."""
    text = clean_sentence(said)
    if NO_ADDRESS in text or is_instruction(text):
        return False
    lacking = set(lacking_values(text, Quoted("", "", None, language), language))
    for one in known:
        lacking &= set(lacking_values(text, one, language))
    return not lacking


def render_parts(
    plan: Plan,
    names: Mapping[str, int],
    said: Mapping[int, Sequence[str]],
    missing: Mapping[int, str],
    asked: Collection[str],
) -> str:
    """Return what stands for each part of the plan, as the planner is shown it; `names` as `name_sentences` gives."""
    lines: list[str] = []
    left = iter(names)
    for sub in plan.subquestions:
        lines.append(f"Part {sub.ordinal}: {sub.text}")
        lines += [f"  {next(left)}: {text}" for text in said.get(sub.ordinal, ())] or ["  (no sentence)"]
        if missing.get(sub.ordinal):
            lines.append(f"  the writer found missing: {claim_text(missing[sub.ordinal])[:MAX_MISSING]}")
    return "\n".join([*lines, "", "Queries so far:", *(f"- {query}" for query in sorted(asked))])
