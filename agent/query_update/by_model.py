"""Rewriting by a model, where one is configured and the question needs it; the program checks what it gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from agent.fence import make_fence
from agent.llm import Attempt, MalformedReply, Model, ModelRefused
from agent.prompts import load_prompt
from agent.query_update.by_rules import Part, Said, update_query
from agent.words.terms import find_terms
from graph.keys import claim_text

MAX_PARTS = 5
_MAX_PART = 600  # characters
_MAX_SAID = 1_500
_LAST = 6


class UpdatedPart(BaseModel):
    """A part of a question, standing alone."""

    model_config = ConfigDict(extra="forbid")
    question: str = Field(description="The part, in the person's words, its pointing words replaced by names.")
    after: int = Field(description="The number of the earlier part whose answer it waits for, from 1; 0 for none.")


class UpdatedQuestion(BaseModel):
    """A question that stands alone, in parts."""

    model_config = ConfigDict(extra="forbid")
    parts: list[UpdatedPart] = Field(
        description="The parts in order.", json_schema_extra={"minItems": 1, "maxItems": MAX_PARTS}
    )


@dataclass(frozen=True, slots=True)
class Updated:
    """The parts of a question, who made them, and why rules did where a model should have."""

    parts: tuple[Part, ...]
    by: str = "rules"
    note: str = ""


def needs_update(question: str) -> bool:
    """Whether a question does not stand alone as rules read it: it points outside, or one part waits for another."""
    parts = update_query(question)
    return any(part.missing or part.after is not None for part in parts)


async def update_by_model(
    question: str, said: Sequence[Said], model: Model, *, seen: Callable[[Attempt], None] | None = None
) -> Updated:
    """Ask the planner for the parts of a question that does not stand alone; `said` is what was said before.

    Where it gives nothing usable, rules rewrite against the last of `said`. Raises ModelError when it cannot be asked.
    """
    by_rules = tuple(update_query(question, said[-1] if said else None))
    conversation = "\n".join(
        f"person: {one.question[:_MAX_SAID]}\nprogram: {one.answer[:_MAX_SAID]}" for one in said[-_LAST:]
    )
    values = {
        "question": question,
        "conversation": conversation or "(none)",
        "fence": make_fence(question, conversation),
    }
    system, user = load_prompt("query_update").render(values)
    known = _words(f"{question} {conversation}")

    def check(updated: UpdatedQuestion) -> str | None:
        if not 1 <= len(updated.parts) <= MAX_PARTS:
            return f"there are {len(updated.parts)} parts; give one to {MAX_PARTS}"
        for number, part in enumerate(updated.parts, 1):
            if not any(letter.isalnum() for letter in part.question) or len(part.question) > _MAX_PART:
                return f"part {number} has no word, or more than {_MAX_PART} characters"
            if not 0 <= part.after < number:
                return f"part {number} cannot wait for part {part.after}"
            if made_up := sorted(_words(part.question, names=True) - known):
                return f"part {number} holds {made_up[0]!r}, which neither the question nor the conversation holds"
        return None

    try:
        reply = await model.ask("planner", system=system, user=user, answer=UpdatedQuestion, check=check, seen=seen)
    except (MalformedReply, ModelRefused) as failed:
        return Updated(by_rules, note=f"rules rewrote the question, because {failed}")
    parts = tuple(Part(claim_text(one.question), one.after - 1 if one.after else None) for one in reply.value.parts)
    return Updated(parts, "model")


def _words(text: str, *, names: bool = False) -> set[str]:
    return {term.stem for term in find_terms(text, None) if term.is_name or term.word.isdigit() or not names}
