"""The writer's step: sentences with quotes from offered passages, held against the text, repaired once or refused."""

import json
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.by_model.nearest import find_nearest
from agent.by_model.plain import clean_sentence
from agent.by_model.quoting import Offered, Resolved, Written, resolve
from agent.evidence import Evidence
from agent.fence import fence, make_fence, render_passages
from agent.language import find_question_language, name_language
from agent.plan import Plan, SubQuestion

MAX_SENTENCES = 8
"""Sentences of a part that are read; a reply with more is a model that does not stop."""
MAX_CITATIONS = 4
_SHOWN = 400
"""Characters of a refused quote that are shown again: a small model copies what it is shown at length."""
_SURE = 80  # letters from which the look of a text tells its language
_ALIKE = (
    frozenset({"no", "da", "sv", "nb"}),
    frozenset({"cs", "sk"}),
    frozenset({"hr", "sr", "sl"}),
    frozenset({"es", "ca", "pt"}),
    frozenset({"ru", "uk", "bg"}),
)


class WrittenCitation(BaseModel):
    """Where a sentence comes from."""

    model_config = ConfigDict(extra="forbid")
    passage: str = Field(description="The name of the passage, such as P2.")
    quote: str = Field(description="One unbroken stretch of that passage, copied character by character.")


class WrittenSentence(BaseModel):
    """One sentence of an answer."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(description="One checkable sentence, without marks and links.")
    kind: Literal["factual", "inference", "recommendation", "connective"] = Field(
        description="factual: a passage says it; inference: it follows; recommendation: advice; connective: leads on."
    )
    citations: list[WrittenCitation] = Field(
        description="One or more, none for a connective; each quote bears out what it is given for.",
        json_schema_extra={"maxItems": MAX_CITATIONS},
    )


class WrittenAnswer(BaseModel):
    """The answer to one part."""

    model_config = ConfigDict(extra="forbid")
    sentences: list[WrittenSentence] = Field(
        description="The answer, most direct sentence first; empty if none.",
        json_schema_extra={"maxItems": MAX_SENTENCES},
    )
    missing: str = Field(description="What of the part the passages do not answer; empty when nothing is missing.")


class RepairedSentence(WrittenSentence):
    """A corrected sentence."""

    number: int = Field(description="The number of the sentence that is corrected.")


class Repairs(BaseModel):
    """The sentences that could be corrected."""

    model_config = ConfigDict(extra="forbid")
    sentences: list[RepairedSentence] = Field(
        description="Only those that the passages bear out once corrected.",
        json_schema_extra={"maxItems": MAX_SENTENCES},
    )


async def write_part(
    plan: Plan, part: SubQuestion, passages: Mapping[str, Evidence], said: Sequence[str], calls: ModelCalls, round_: int
) -> WrittenAnswer:
    """Ask the writer for the sentences of one part; `said` are those that stand already. Raises as ModelCalls.ask."""
    texts = [one.text for one in passages.values()]
    code = make_fence(plan.question, part.text, *texts, *said)
    written = f"Already written, do not repeat:\n{fence('written', chr(10).join(said), code)}\n" if said else ""
    values = {
        "question": plan.question,
        "part": part.text,
        "language": name_language(plan.language),
        "sentences": str(MAX_SENTENCES),
        "fence": code,
        "written": written,
        "passages": render_passages(passages, code),
    }
    return await calls.ask(
        "write", "writer", values, WrittenAnswer, round_=round_, max_tokens=3_000,
        check=lambda answer: find_wrong_language([one.text for one in answer.sentences], plan.language),
    )  # fmt: skip


async def repair_part(
    offered: Offered, failed: Sequence[tuple[Written, Resolved]], calls: ModelCalls, round_: int
) -> dict[int, Written]:
    """Ask once for corrections of refused sentences; the answer is by their place in `failed`."""
    rows = [
        {
            "number": number,
            "text": one.text,
            "kind": one.kind,
            "citations": [
                {"passage": name[:20], "quote": quote[:_SHOWN]} for name, quote in one.citations[:MAX_CITATIONS]
            ],
            "reason": resolved.reason,
            "nearest": [
                {"passage": name, "sentence": sentence}
                for name, sentence in find_nearest(one.text, offered.passages, offered.plan.language)
            ],
        }
        for number, (one, resolved) in enumerate(failed)
    ]
    shown = json.dumps(rows, ensure_ascii=False, indent=1)
    code = make_fence(offered.part.text, shown, *(one.text for one in offered.passages.values()))
    values = {
        "part": offered.part.text,
        "language": name_language(offered.plan.language),
        "fence": code,
        "failed": fence("refused", shown, code),
        "passages": render_passages(offered.passages, code),
    }
    answer = await calls.ask("repair", "writer", values, Repairs, round_=round_, max_tokens=2_000)
    return {one.number: as_written(one) for one in answer.sentences if 0 <= one.number < len(failed)}


def as_written(one: WrittenSentence) -> Written:
    """Return a sentence as plain data; more than four citations of one sentence are not read."""
    return Written(one.text, one.kind, tuple((each.passage, each.quote) for each in one.citations[:MAX_CITATIONS]))


def read_sentences(answer: WrittenAnswer, said: Sequence[str]) -> tuple[list[Written], int]:
    """Return the sentences to go on with, none twice and none that stands already, and how many were left unread."""
    known = {clean_sentence(text).casefold() for text in said}
    read: list[Written] = []
    for one in answer.sentences:
        text = clean_sentence(one.text).casefold()
        if text not in known and len(read) < MAX_SENTENCES:
            known.add(text)
            read.append(as_written(one))
    return read, max(0, len(answer.sentences) - len(read))


def resolve_all(written: Sequence[Written], offered: Offered) -> list[Resolved]:
    """Hold every sentence against the passages."""
    return [resolve(one, offered) for one in written]


def find_wrong_language(sentences: Sequence[str], wanted: str | None) -> str | None:
    """Say that an answer is not in the language it was asked for in, where that is sure; else None."""
    text = " ".join(sentences)
    if wanted is None or sum(character.isalpha() for character in text) < _SURE:
        return None
    found = find_question_language(text)
    if found in {None, wanted} or any({found, wanted} <= alike for alike in _ALIKE):
        return None
    return f"the sentences are in {name_language(found)}; write them in {name_language(wanted)}, quotes as they stand"
