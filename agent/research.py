"""The loop: question, plan, then rounds of route, gather, record, extract, record, review, draft, verify; the report.

Memory is asked first; the live web, where it is set up, for what memory lacks and for what is volatile and old.

`research` yields events; every face only prints, streams or reports them. It holds no Cypher, no prompt and no HTTP.
"""

import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from agent.budget import Budget, BudgetSpent, Meter, Spendable
from agent.build import App, code_version
from agent.deliver import Draft, deliver
from agent.differ import find_differences
from agent.events import Event
from agent.evidence import Evidence
from agent.gather import PER_SUBQUESTION, evidence_of, gather, seconds_of
from agent.plan import Plan, SubQuestion, check_question, plan_directly
from agent.record.claims import Claimed, record_claims
from agent.record.runs import RunRecorder
from agent.review import Review
from agent.route import route_by_rules
from agent.steps import Extracted, Steps, choose_steps
from agent.web.run import WebRun
from graph.errors import DatabaseUnreachable, GraphError
from graph.store import Row
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.hints import take_hints

ENDED = {"completed", "no_evidence"}


@dataclass(slots=True)
class _Progress:
    """What a run knows so far; everything in it can be computed again from the graph."""

    plan: Plan
    meter: Meter
    steps: Steps
    taken: Mapping[str, Row]
    started: float
    queries: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    asked: set[str] = field(default_factory=set[str])
    scores: dict[int, dict[str, float]] = field(default_factory=dict[int, dict[str, float]])
    outcomes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    notes: list[str] = field(default_factory=list[str])
    claims: int = -1
    stopped_by: str = "none"
    report: str | None = None
    statements: int = 0
    covered: bool = False
    rules: DomainRules = field(default_factory=DomainRules)
    web: WebRun | None = None

    def elapsed(self) -> float:
        """Return the seconds since this start of the run."""
        return time.monotonic() - self.started

    def add(self, found: Mapping[int, Sequence[tuple[str, float]]]) -> None:
        """Take in what a search of the store found: a passage keeps its best score."""
        for sub, rows in found.items():
            known = self.scores.setdefault(sub, {})
            known.update({key: max(score, known.get(key, 0.0)) for key, score in rows})

    def put_first(self, fresh: Mapping[int, Sequence[tuple[str, float]]]) -> None:
        """Take in passages of new pages, before all others of their part: they were read because those lacked it."""
        for sub, rows in fresh.items():
            known = self.scores.setdefault(sub, {})
            above, top = max(known.values(), default=0.0), max((score for _, score in rows), default=1.0)
            known.update({key: above + score / top for key, score in rows})

    def stop_for_budget(self, why: str) -> None:
        """Note which limit ended the run."""
        self.stopped_by = "budget"
        if why not in self.notes:
            self.notes.append(why)


async def research(
    question: str,
    app: App,
    *,
    run_key: str,
    budget: Budget | None = None,
    extractive: bool = False,
    direct: bool = False,
) -> AsyncGenerator[Event]:
    """Answer a question from the graph and yield what happens; the last event is `reported` with the report's key.

    A model takes the steps where the app has one, unless `extractive`. `direct` sends the question to the web as it is,
    without a plan and without what is stored. A run key that is there already is gone on
    with: steps that were taken are read from the graph, nothing is written or paid for twice. Raises PlanError for a
    question without a word, RunConflict when the key belongs to another question or mode, ModelError when no model
    can be reached or none of its plans can be used, GraphError when the database fails (the run is then marked failed
    where that can still be written).
    """
    asked = check_question(question)
    run = RunRecorder(app.store, run_key)
    meter = Meter(budget or Budget())
    taken = {row["request_sha256"]: row for row in await app.store.read("steps_of_run", run=run.key)}
    meter.earlier_s = seconds_of(taken)
    started = time.monotonic()
    steps = choose_steps(app, run, meter, taken, lambda: time.monotonic() - started, extractive=extractive)
    made = steps.made()
    hinted = take_hints(asked)
    rules = (app.web.rules if app.web else DomainRules()).narrowed(hinted.rules)
    state = await run.start(
        question, mode=steps.mode, budgets=meter.limits(), code_version=code_version(), models=made.models,
        prompts=made.prompts, options={"web": asdict(app.web.options) if app.web else None, "direct": direct},
    )  # fmt: skip
    if state in ENDED:
        rows = await app.store.read("report_of_run", run=run.key)
        report = rows[0]["report"] if rows else None
        yield Event("reported", run.key, {"report": report, "state": state, "again": True})
        return
    unplanned = Plan(asked, None, (SubQuestion(1, asked, "any", ()),), by="nobody")
    progress = _Progress(unplanned, meter, steps, taken, started, notes=[*app.notes, *rules.notes], rules=rules)
    try:
        async for event in _plan_and_answer(hinted.text, app, run, progress, direct=direct):
            yield event
    except BaseException as error:
        state = "failed" if isinstance(error, Exception) else "interrupted"
        # Without a database nothing can be written: the run stays `running`, and its key goes on with it.
        if not isinstance(error, DatabaseUnreachable):
            with contextlib.suppress(GraphError):
                await _finish(run, progress, state, error=f"{type(error).__name__}: {error}")
        if state == "failed":
            yield Event("failed", run.key, {"error": str(error)})
        raise
    state = "completed" if progress.statements else "no_evidence"
    await _finish(run, progress, state)
    ended = {"report": progress.report, "state": state, "stopped_by": progress.stopped_by, "again": False}
    yield Event("reported", run.key, ended)


async def _plan_and_answer(
    question: str, app: App, run: RunRecorder, progress: _Progress, *, direct: bool
) -> AsyncIterator[Event]:
    try:
        plan = plan_directly(question) if direct else await progress.steps.plan(question)
        progress.plan = replace(plan, question=progress.plan.question)
    except BudgetSpent as spent:
        progress.stop_for_budget(str(spent))
    await run.plan(progress.plan)
    if app.web is not None:
        progress.web = WebRun(
            app, app.web, progress.plan, run, progress.meter, progress.taken, progress.elapsed, progress.rules
        )
    parts = [sub.text for sub in progress.plan.subquestions]
    yield Event("planned", run.key, {"subquestions": parts, "by": progress.plan.by})
    progress.queries = (
        [] if direct else [(sub.ordinal, query) for sub in progress.plan.subquestions for query in sub.queries]
    )
    round_ = 0
    while progress.stopped_by == "none" and _allows(progress, "rounds"):
        progress.meter.spend("rounds")
        round_ += 1
        async for event in _search(app, run, progress, round_):
            yield event
        async for event in _answer(app, run, progress, round_):
            yield event
    if progress.report is None:  # a budget that allowed no round ends with a report too
        async for event in _answer(app, run, progress, 1):
            yield event


async def _search(app: App, run: RunRecorder, progress: _Progress, round_: int) -> AsyncIterator[Event]:
    for call in route_by_rules(progress.queries, limit=PER_SUBQUESTION, round_=round_):
        got = await gather(
            app.store, app.embedder, run, call, round_=round_, taken=progress.taken, reranker=app.reranker
        )
        progress.outcomes.append(("memory", got.outcome))
        progress.notes.extend(note for note in got.notes if note not in progress.notes)
        progress.asked.update(text.casefold() for text in call.arguments["queries"])
        progress.add(got.found)
        found = {
            "tool": call.tool,
            "reason": call.reason,
            "outcome": got.outcome,
            "passages": len({key for rows in got.found.values() for key, _ in rows}),
            "reused": got.reused,
        }
        yield Event("searched", run.key, found)
    if progress.web is not None:
        if round_ == 1:
            await progress.web.begin(await evidence_of(app.store, progress.scores, progress.rules))
        async for event in progress.web.look(round_):
            yield event
        progress.put_first(progress.web.fresh)
        if progress.web.looked.stopped:
            progress.stop_for_budget(progress.web.looked.stopped)


async def _answer(app: App, run: RunRecorder, progress: _Progress, round_: int) -> AsyncIterator[Event]:
    read_again = progress.web.read_again if progress.web else ()
    evidence = await evidence_of(app.store, progress.scores, progress.rules, read_again)
    extracted = await progress.steps.extract(progress.plan, evidence, round_)
    passages = {e.passage: e for rows in evidence.values() for e in rows}
    stated = [*extracted.candidates, *(one.candidate for one in extracted.refused)]
    keys = await record_claims(app.store, stated, passages, by=run.key)
    citations = len({k.citation for k in keys})
    yield Event("extracted", run.key, {"claims": len({k.claim for k in keys}), "citations": citations})
    found = await progress.steps.review(progress.plan, progress.asked)
    progress.covered = found.verdict == "covered"
    open_ = {gap.subquestion for gap in found.gaps}
    on_web = progress.web is not None and found.verdict == "gaps" and progress.web.go_on(open_, found.follow_ups)
    if progress.steps.stopped:
        progress.stop_for_budget(progress.steps.stopped)
    elif progress.covered:
        progress.stopped_by = "coverage"
    elif progress.stopped_by == "none" and not on_web and (not found.follow_ups or citations <= progress.claims):
        progress.stopped_by = "no_new_query"
    progress.claims = citations
    progress.queries = list(found.follow_ups)
    open_parts = [sub.text for sub in progress.plan.subquestions if sub.ordinal in open_]
    await run.reflection(found, progress.stopped_by, open_parts)
    gaps = [gap.missing for gap in found.gaps]
    yield Event("reviewed", run.key, {"round": round_, "verdict": found.verdict, "gaps": gaps})
    async for event in _draft_and_verify(app, run, progress, round_, extracted, keys, found, evidence):
        yield event


async def _draft_and_verify(
    app: App,
    run: RunRecorder,
    progress: _Progress,
    round_: int,
    extracted: Extracted,
    keys: Sequence[Claimed],
    found: Review,
    evidence: Mapping[int, Sequence[Evidence]],
) -> AsyncIterator[Event]:
    differences = find_differences(extracted.candidates, evidence)
    drafted = progress.steps.draft(progress.plan, differences, found)
    yield Event("drafted", run.key, {"round": round_, "statements": len(drafted)})
    draft = Draft(progress.plan, round_, extracted, tuple(keys), found, differences, drafted, evidence)
    looked = progress.web.looked if progress.web else None
    done = await deliver(
        app.store, run, progress.steps, draft,
        outcomes=[*progress.outcomes, *(looked.outcomes if looked else ())],
        notes=[*progress.notes, *(looked.notes if looked else ())],
        web=app.web.says(progress.rules) if app.web else app.web_off,
    )  # fmt: skip
    if progress.steps.stopped:
        progress.stop_for_budget(progress.steps.stopped)
    if progress.stopped_by == "coverage" and not done.is_covered:
        progress.covered, progress.stopped_by = False, "no_new_query"
    progress.report, progress.statements = done.report, done.statements
    yield Event("verified", run.key, {"round": round_, "checked": done.checked, "removed": done.removed})


def _allows(progress: _Progress, what: Spendable) -> bool:
    allowed = progress.meter.allows(what, elapsed_s=progress.elapsed())
    if not allowed:
        progress.stop_for_budget(progress.meter.stopped)
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
