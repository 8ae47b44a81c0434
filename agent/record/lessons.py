"""Writing what a run learned, and laying aside what no longer holds."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.lessons.lesson import MAX_HELD, Lesson
from agent.record.clock import now
from agent.record.runs import RunRecorder
from graph.keys import make_key, question_text, short_name
from graph.store import GraphStore, Transaction


async def record_lessons(
    store: GraphStore,
    run: RunRecorder,
    lessons: Sequence[Lesson],
    vectors: Mapping[str, Sequence[float]],
    held: Sequence[Lesson],
    fallen: Mapping[str, str],
) -> None:
    """Write what a run learned; `vectors` are by what a lesson is about, `held` the lessons that held before.

    An earlier lesson of the same kind about the same is superseded by the new one, one in `fallen` (why, by key) for
    that reason, one that is too old, and the oldest where there are too many. Writing the same again changes nothing.
    Raises GraphError.
    """
    moment = now()
    made = {(one.kind, question_text(one.about)): _row(store, run, one, vectors) for one in lessons}
    keys = {row["key"] for row in made.values()}
    aside = dict(fallen)
    for one in held:
        if one.key in keys:
            continue
        if (one.kind, question_text(one.about)) in made:
            aside.setdefault(one.key, "a later run learned it anew")
        elif not one.holds_at(moment.ms):
            aside.setdefault(one.key, "it is too old")
    staying = [one for one in held if one.key not in aside and one.key not in keys]
    for one in staying[max(0, MAX_HELD - len(made)) :]:
        aside.setdefault(one.key, "newer lessons took its place")
    if not made and not aside:
        return
    rows = sorted(made.values(), key=lambda row: row["key"])

    async def work(tx: Transaction) -> None:
        if rows:
            await tx.run("record_lessons", run=run.key, rows=rows, now=moment.iso, now_ms=moment.ms)
        if aside:
            why = [{"key": key, "why": aside[key]} for key in sorted(aside)]
            await tx.run("supersede_lessons", rows=why, now=moment.iso)

    await store.write(work)


def _row(store: GraphStore, run: RunRecorder, one: Lesson, vectors: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    vector = vectors.get(one.about)
    return {
        "key": make_key("reflection", store.namespace, run.key, one.kind, question_text(one.about)),
        "name": short_name(one.about),
        "lesson": one.lesson,
        "kind": one.kind,
        "about": one.about,
        "question": one.question or None,
        "avoid": list(one.avoid),
        "prefer": list(one.prefer),
        "absent": list(one.absent),
        "outcome": one.outcome or None,
        "part": run.subquestion_key(one.about),
        "vector": list(vector) if vector is not None else None,
    }
