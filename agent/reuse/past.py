"""Which earlier runs asked this question, or one like it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent.plan import Plan, SubQuestion
from agent.record.clock import AHEAD_MS, now
from agent.record.runs import RunRecorder, StepDone
from agent.reuse.near import find_near
from graph.keys import make_key, question_text
from graph.lucene import words_query
from graph.store import GraphStore, Row
from retrievers.embed import Embedder

TOOL = "past_questions"
MOST = 3
"""Earlier questions that are taken up, this one included."""
_LOOKED_AT = 20


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

    @property
    def time_range(self) -> str:
        """How old what it searched the web for could be."""
        web: Mapping[str, Any] = self.options.get("web") or {}
        return str(web.get("time_range") or "none")

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

    What was found is a Step, so that a run which is gone on with takes up the same. Raises GraphError.
    """
    args, ordinal = {"question": question}, run.next_ordinal()
    earlier = taken.get(run.request_of(TOOL, args))
    wanted = None if earlier is None else {str(key) for key in json.loads(str(earlier["output_json"]))["reports"]}
    own = make_key("question", store.namespace, question_text(question))
    query = words_query(question, store.namespace, ("text",), every=False)
    if not query:
        return ()
    rows = await store.read(
        "questions_like", question=own, query=query, apart=run.key, limit=_LOOKED_AT, ahead_ms=now().ms + AHEAD_MS
    )
    past = [_past(row, is_same=row["question"] == own) for row in rows]
    if wanted is not None:
        return tuple(one for one in past if one.report in wanted)
    same = [one for one in past if one.is_same]
    others = sorted((one for one in past if not one.is_same), key=lambda one: one.report)
    (near,) = await find_near([question], [one.text for one in others], embedder)
    found = tuple([*same, *(others[at] for _, at in near)][:MOST])
    if found and earlier is None:
        output = {"reports": [one.report for one in found]}
        await run.step(StepDone(0, ordinal, TOOL, args, output, "ok", 0, len(found)))
    return found


async def read_plan(store: GraphStore, run: str, question: str, language: str | None) -> Plan:
    """Return the plan of a run of this question, without parts where it had made none. Raises GraphError."""
    rows = await store.read("parts_of_run", run=run)
    parts = (
        SubQuestion(int(row["ordinal"]), row["text"], row["expects"] or "any", tuple(row["queries"] or ()))
        for row in rows
    )
    return Plan(question, language, tuple(parts), by="an earlier run")


def _past(row: Row, *, is_same: bool) -> Past:
    return Past(
        text=row["text"], run=row["run"], run_key=row["run_key"], report=row["report"], mode=row["mode"],
        is_covered=bool(row["covered"]), started_at=row["started_at"], ended_at=row["ended_at"], is_same=is_same,
        options=json.loads(row["options_json"] or "{}"),
    )  # fmt: skip
