"""Which earlier runs asked this question, or one like it."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.plan import Plan, SubQuestion
from agent.record.runs import RunRecorder, StepDone
from agent.words.terms import stems
from graph.keys import make_key, question_text
from graph.lucene import words_query
from graph.store import GraphStore, Row
from retrievers.embed import Embedder

TOOL = "past_questions"
MOST = 3
"""Earlier questions that are taken up, this one included."""
_LOOKED_AT = 20
_NUMBER = re.compile(r"\d+")
_SHARED = 0.6
"""Of the words of two questions, where no model tells how near they are."""
_NEAR: Mapping[str, float] = {"all-MiniLM-L6-v2": 0.83}
_NEAR_ELSE = 0.85
"""The cosine from which two questions ask for the same evidence, by embedding model. Of 17 pairs, seven of eight with
one meaning reach .83 with the first, and none of the others that name the same numbers."""


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier question with its newest answer. `is_same`: it is this very question, up to case and end marks."""

    text: str
    run: str
    run_key: str
    report: str
    mode: str
    is_covered: bool
    started_at: str
    ended_at: str
    is_same: bool
    options: Mapping[str, Any]

    def data(self) -> dict[str, Any]:
        """Return what a header and an event tell of it."""
        return {
            "question": self.text, "run": self.run_key, "report": self.report, "at": self.ended_at,
            "same": self.is_same,
        }  # fmt: skip


async def find_past(
    store: GraphStore, embedder: Embedder | None, run: RunRecorder, question: str, taken: Mapping[str, Row]
) -> tuple[Past, ...]:
    """Return the earlier runs that answered this question or one like it, the same question first.

    How near is near enough is the embedding model's own word; without one, by words. What was found is a Step, so that
    a run which is gone on with takes up the same. Raises GraphError.
    """
    args = {"question": question}
    earlier = taken.get(run.request_of(TOOL, args))
    wanted = None if earlier is None else {str(key) for key in json.loads(str(earlier["output_json"]))["reports"]}
    own = make_key("question", store.namespace, question_text(question))
    query = words_query(question, store.namespace, ("text",), every=False)
    if not query:
        return ()
    rows = await store.read("questions_like", question=own, query=query, apart=run.key, limit=_LOOKED_AT)
    past = [_past(row, is_same=row["question"] == own) for row in rows]
    if wanted is not None:
        return tuple(one for one in past if one.report in wanted)
    same = [one for one in past if one.is_same]
    near = await _near(question, [one for one in past if not one.is_same], embedder)
    found = tuple([*same, *near][:MOST])
    if found and earlier is None:
        output = {"reports": [one.report for one in found]}
        await run.step(StepDone(0, run.next_ordinal(), TOOL, args, output, "ok", 0, len(found)))
    return found


async def read_plan(store: GraphStore, run: str, question: str, language: str | None) -> Plan:
    """Return the plan of a run of this question, without parts where it had made none. Raises GraphError."""
    rows = await store.read("parts_of_run", run=run)
    parts = (
        SubQuestion(int(row["ordinal"]), row["text"], row["expects"] or "any", tuple(row["queries"] or ()))
        for row in rows
    )
    return Plan(question, language, tuple(parts), by="an earlier run")


async def _near(question: str, past: Sequence[Past], embedder: Embedder | None) -> list[Past]:
    asked = set(_NUMBER.findall(question))
    past = [one for one in past if set(_NUMBER.findall(one.text)) == asked]
    if not past:
        return []
    texts = [question, *(one.text for one in past)]
    if embedder is None:
        told = [frozenset(stems(text, None)) for text in texts]
        scores = [len(told[0] & own) / len(told[0] | own) if told[0] | own else 0.0 for own in told[1:]]
        least = _SHARED
    else:
        vectors = (await embedder.embed(texts, kind="query")).vectors
        scores = [float(score) for score in vectors[1:] @ vectors[0]]
        least = _NEAR.get(embedder.info.id, _NEAR_ELSE)
    ranked = sorted(zip(scores, past, strict=True), key=lambda pair: (-pair[0], pair[1].report))
    return [one for score, one in ranked if score >= least]


def _past(row: Row, *, is_same: bool) -> Past:
    return Past(
        text=row["text"], run=row["run"], run_key=row["run_key"], report=row["report"], mode=row["mode"],
        is_covered=bool(row["covered"]), started_at=row["started_at"], ended_at=row["ended_at"], is_same=is_same,
        options=json.loads(row["options_json"] or "{}"),
    )  # fmt: skip
