"""The loop: question, plan, then rounds of route, gather, record, extract, record, review, draft, verify; the report.

`research` yields events; every face only prints, streams or reports them. It holds no Cypher, no prompt and no HTTP.
"""

import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.budget import Budget, Meter, Spendable
from agent.build import App, code_version
from agent.check import check_claims
from agent.differ import find_differences
from agent.draft import DraftStatement, draft
from agent.events import Event
from agent.extract import Candidate, Evidence, extract
from agent.gather import PER_SUBQUESTION, evidence_of, gather
from agent.header import header_of, mark_citations
from agent.plan import Plan, plan_by_rules
from agent.record.runs import Claimed, RunRecorder
from agent.review import Review, review
from agent.route import route_by_rules
from graph.errors import DatabaseUnreachable, GraphError

MODE = "extractive"
ENDED = {"completed", "no_evidence"}


@dataclass(slots=True)
class _Progress:
    """What a run knows so far; everything in it can be computed again from the graph."""

    plan: Plan
    meter: Meter
    started: float
    queries: list[tuple[int, str]]
    asked: set[str] = field(default_factory=set[str])
    scores: dict[int, dict[str, float]] = field(default_factory=dict[int, dict[str, float]])
    outcomes: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    searches: int = 0
    claims: int = -1
    stopped_by: str = "none"
    report: str | None = None
    statements: int = 0
    covered: bool = False


async def research(question: str, app: App, *, run_key: str, budget: Budget | None = None) -> AsyncGenerator[Event]:
    """Answer a question from the graph and yield what happens; the last event is `reported` with the report's key.

    A run key that is there already is gone on with: steps that were taken are read from the graph, nothing is written
    twice. Raises PlanError for a question without a word, RunConflict when the key belongs to another question,
    GraphError when the database fails (the run is then marked failed where that can still be written).
    """
    budget = budget or Budget()
    meter = Meter(budget)
    plan = plan_by_rules(question, None)
    run = RunRecorder(app.store, run_key)
    state = await run.start(question, mode=MODE, budgets=meter.limits(), code_version=code_version())
    if state in ENDED:
        rows = await app.store.read("report_of_run", run=run.key)
        yield Event(
            "reported",
            run.key,
            {"report": rows[0]["report"] if rows else None, "state": state, "again": True},
        )
        return
    await run.plan(plan)
    yield Event("planned", run.key, {"subquestions": [sub.text for sub in plan.subquestions], "by": plan.by})
    queries = [(sub.ordinal, query) for sub in plan.subquestions for query in sub.queries]
    progress = _Progress(plan, meter, time.monotonic(), queries, notes=list(app.notes))
    try:
        async for event in _rounds(app, run, progress):
            yield event
    except BaseException as error:
        state = "failed" if isinstance(error, Exception) else "interrupted"
        # Without a database nothing can be written: the run stays `running`, and its key goes on with it.
        if not isinstance(error, DatabaseUnreachable):
            with contextlib.suppress(GraphError):
                await _finish(run, progress, state, error=f"{type(error).__name__}: {error}")
        raise
    state = "completed" if progress.statements else "no_evidence"
    await _finish(run, progress, state)
    yield Event(
        "reported",
        run.key,
        {"report": progress.report, "state": state, "stopped_by": progress.stopped_by, "again": False},
    )


async def _rounds(app: App, run: RunRecorder, progress: _Progress) -> AsyncIterator[Event]:
    taken = {row["request_sha256"]: row for row in await app.store.read("steps_of_run", run=run.key)}
    round_ = 0
    while _allows(progress, "rounds"):
        progress.meter.spend("rounds")
        round_ += 1
        for call in route_by_rules(progress.queries, limit=PER_SUBQUESTION, round_=round_):
            if not _allows(progress, "searches"):
                break
            progress.meter.spend("searches")
            progress.searches += 1
            got = await gather(
                app.store, app.embedder, run, call, round_=round_, ordinal=progress.searches, taken=taken
            )
            progress.outcomes.append(got.outcome)
            progress.notes.extend(note for note in got.notes if note not in progress.notes)
            progress.asked.update(text.casefold() for text in call.arguments["queries"])
            for sub, rows in got.found.items():
                known = progress.scores.setdefault(sub, {})
                known.update({key: max(score, known.get(key, 0.0)) for key, score in rows})
            passages = len({key for rows in got.found.values() for key, _ in rows})
            yield Event(
                "searched",
                run.key,
                {
                    "tool": call.tool,
                    "reason": call.reason,
                    "outcome": got.outcome,
                    "passages": passages,
                    "reused": got.reused,
                },
            )
        async for event in _answer(app, run, progress, round_):
            yield event
        if progress.stopped_by != "none":
            return


async def _answer(app: App, run: RunRecorder, progress: _Progress, round_: int) -> AsyncIterator[Event]:
    evidence = await evidence_of(app.store, progress.scores)
    passages = {e.passage: e for rows in evidence.values() for e in rows}
    candidates = extract(progress.plan, evidence)
    keys = await run.claims(candidates, passages)
    yield Event(
        "extracted",
        run.key,
        {"claims": len({k.claim for k in keys}), "citations": len({k.citation for k in keys})},
    )
    found = review(progress.plan, candidates, round_, progress.asked, evidence)
    progress.covered = not found.gaps
    if not found.gaps:
        progress.stopped_by = "coverage"
    elif not found.follow_ups or len({k.citation for k in keys}) <= progress.claims:
        progress.stopped_by = "no_new_query"
    progress.claims = len({k.citation for k in keys})
    progress.queries = list(found.follow_ups)
    open_parts = [sub.text for sub in progress.plan.subquestions if sub.ordinal in {g.subquestion for g in found.gaps}]
    await run.reflection(found, progress.stopped_by, open_parts)
    yield Event(
        "reviewed",
        run.key,
        {"round": round_, "verdict": found.verdict, "gaps": [g.missing for g in found.gaps]},
    )
    async for event in _draft_and_verify(app, run, progress, round_, candidates, keys, found, evidence):
        yield event


async def _draft_and_verify(
    app: App,
    run: RunRecorder,
    progress: _Progress,
    round_: int,
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    found: Review,
    evidence: Mapping[int, Sequence[Evidence]],
) -> AsyncIterator[Event]:
    differences = find_differences(candidates, evidence)
    drafted = draft(progress.plan, candidates, differences, found, evidence) if candidates else []
    yield Event("drafted", run.key, {"round": round_, "statements": len(drafted)})
    checked = await check_claims(app.store, [keys[i].claim for i in _said(drafted)], by=run.key)
    kept = [s for s in drafted if all(checked.statuses.get(keys[i].claim) != "unsupported" for i in s.candidates)]
    removed = len(drafted) - len(kept)
    if not any(s.kind == "factual" for s in kept):
        kept = []  # what frames facts says nothing without one
    markers = mark_citations(kept, candidates, keys)
    header = header_of(
        progress.plan, found, differences, candidates, keys, kept, checked.statuses,
        outcomes=progress.outcomes, notes=progress.notes, removed=removed,
        passages=len({e.passage for rows in evidence.values() for e in rows}),
    )  # fmt: skip
    progress.report = await run.report(round_, header, kept, keys, markers, checked.statuses)
    progress.statements = len(kept)
    yield Event("verified", run.key, {"round": round_, "checked": checked.count, "removed": removed})


def _said(statements: Sequence[DraftStatement]) -> list[int]:
    return sorted({i for statement in statements for i in statement.candidates})


def _allows(progress: _Progress, what: Spendable) -> bool:
    allowed = progress.meter.allows(what, elapsed_s=time.monotonic() - progress.started)
    if not allowed:
        progress.stopped_by = "budget"
        progress.notes.append(progress.meter.stopped)
    return allowed


async def _finish(run: RunRecorder, progress: _Progress, state: str, error: str | None = None) -> None:
    await run.finish(
        state=state,
        stopped_by=progress.stopped_by,
        covered=progress.covered,
        used=progress.meter.used(),
        report=progress.report,
        error=error,
    )
