"""The loop: question, plan, then rounds of route, gather, record, extract, record, review, draft, verify; the report.

Memory is asked first; the live web, where it is set up, for what memory lacks and for what is volatile and old.

`research` yields events; every face only prints, streams or reports them. It holds no Cypher, no prompt and no HTTP.
"""

import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import asdict, replace

from agent.autonomy import approve_queries
from agent.budget import Budget, BudgetSpent, Meter
from agent.build import App, code_version
from agent.contradict import find_contradictions
from agent.deliver import Draft, deliver
from agent.events import Event
from agent.gather import PER_SUBQUESTION, evidence_of, gather, seconds_of
from agent.lessons.run import RunLessons
from agent.llm import ROLES
from agent.loops.choice import LoopName, Reviewed
from agent.loops.loop import Loop
from agent.opposing.further import Further, look_further
from agent.plan import Plan, SubQuestion, check_question, plan_directly
from agent.prices import check_priced
from agent.progress import Progress
from agent.record.claims import record_claims
from agent.record.runs import RunRecorder
from agent.reuse.reuse import Reuse
from agent.reuse.shelf import read_shelf_lives
from agent.review import Review
from agent.route import route_by_rules
from agent.route.first import GraphFirst, record_rows
from agent.steps import choose_steps
from agent.web.run import WebRun
from graph.errors import DatabaseUnreachable, GraphError
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.hints import take_hints

ENDED = {"completed", "no_evidence"}


async def research(
    question: str,
    app: App,
    *,
    run_key: str,
    budget: Budget | None = None,
    extractive: bool = False,
    direct: bool = False,
    loop: LoopName = "iterative",
    first: GraphFirst | None = None,
    fresh: bool = False,
) -> AsyncGenerator[Event]:
    """Answer a question from the graph and yield what happens; the last event is `reported` with the report's key.

    A model takes the steps where the app has one, unless `extractive`. `direct` sends the question to the web as it is,
    without a plan and without what is stored. `loop` is how rounds follow on each other. `first` answers by rows what
    asks for the graph itself; the rest is researched. `fresh` takes up nothing of earlier runs and searches anew. A run
    key that is there already is gone on with: steps that were taken are read from the graph, nothing is written or paid
    for twice.

    Raises PlanError for a question without a word, RunConflict when the key belongs to another question, mode or loop,
    ConfigurationError for a limit of money without prices, ModelError when no model can be reached or none of its plans
    can be used, GraphError when the database fails (the run is then marked failed where that can still be written).
    """
    asked = check_question(question)
    run = RunRecorder(app.store, run_key)
    meter = Meter(budget or Budget(), prices=app.prices)
    taken = {row["request_sha256"]: row for row in await app.store.read("steps_of_run", run=run.key)}
    meter.earlier_s = seconds_of(taken)
    started = time.monotonic()
    approval = first.approval if first is not None else None
    if approval is not None:
        approval.begin(run, taken)

    def elapsed() -> float:
        return time.monotonic() - started - (approval.waited_s if approval is not None else 0.0)

    steps = choose_steps(app, run, meter, taken, elapsed, extractive=extractive, loop=loop)
    made = steps.made()
    if meter.budget.money is not None:
        check_priced(app.prices, models=_models(app, steps.mode), units=("search", "page") if app.web else ())
    hinted = take_hints(asked)
    rules = (app.web.rules if app.web else DomainRules()).narrowed(hinted.rules)
    state = await run.start(
        question, mode=steps.mode, budgets=meter.limits(), code_version=code_version(), models=made.models,
        prompts=made.prompts,
        options={"web": asdict(app.web.options) if app.web else None, "direct": direct, "loop": loop}
        | ({"fresh": True} if fresh else {})
        | ({"autonomy": approval.mode} if approval is not None else {}),
    )  # fmt: skip
    if state in ENDED:
        rows = await app.store.read("report_of_run", run=run.key)
        report = rows[0]["report"] if rows else None
        yield Event("reported", run.key, {"report": report, "state": state, "again": True})
        return
    unplanned = Plan(asked, None, (SubQuestion(1, asked, "any", ()),), by="nobody")
    chooses = Loop(loop, steps, run, taken)
    notes = [*app.notes, *rules.notes]
    lessons = RunLessons(app, run, taken)
    progress = Progress(
        unplanned, meter, steps, chooses, taken, elapsed, lessons, notes=notes, rules=rules, approval=approval
    )
    progress.fresh = fresh
    progress.reuse = None if fresh or direct else Reuse(app, rules, read_shelf_lives(app.settings.shelf_life))
    try:
        about = hinted.text
        if first is not None:
            async for event in first.answer(run, taken, steps.completing(0)):
                yield event
            progress.notes.extend(first.notes)
            progress.picked = first.picked if approval is not None and approval.mode == "manual" else None
            about = hinted.text if first.left == question else take_hints(first.left).text if first.left else ""
            lessons.own = not first.rewritten
        if about:
            async for event in _plan_and_answer(about, app, run, progress, direct=direct):
                yield event
        else:
            progress.report = await record_rows(run, progress.plan.question, progress.made())
            progress.covered, progress.stopped_by = True, "coverage"
    except BaseException as error:
        state = "failed" if isinstance(error, Exception) else "interrupted"
        # Without a database nothing can be written: the run stays `running`, and its key goes on with it.
        if not isinstance(error, DatabaseUnreachable):
            with contextlib.suppress(GraphError):
                await lessons.learn("", has_ended=False)
                await progress.finish(run, state, error=f"{type(error).__name__}: {error}")
        if state == "failed":
            yield Event("failed", run.key, {"error": str(error)})
        raise
    answered = bool(progress.statements) or (first is not None and first.answered > 0)
    state = "completed" if answered else "no_evidence"
    learned = await lessons.learn(progress.limit())
    await progress.finish(run, state)
    ended = {"report": progress.report, "state": state, "stopped_by": progress.stopped_by, "again": False}
    yield Event("reported", run.key, ended | ({"lessons": [one.lesson for one in learned]} if learned else {}))


async def _plan_and_answer(
    question: str, app: App, run: RunRecorder, progress: Progress, *, direct: bool
) -> AsyncIterator[Event]:
    try:
        if progress.reuse is not None:
            await progress.reuse.begin(run, question, progress.taken)
        await progress.lessons.read(question)
        plan = progress.lessons.apply(plan_directly(question) if direct else await progress.make_plan(question))
        progress.plan = replace(plan, question=progress.plan.question)
    except BudgetSpent as spent:
        progress.stop_for_budget(str(spent))
    await run.plan(progress.plan)
    if app.web is not None:
        progress.web = WebRun(
            app, app.web, progress.plan, run, progress.meter, progress.taken, progress.elapsed, progress.rules,
            fresh=progress.fresh,
        )  # fmt: skip
        progress.web.approval = progress.approval
        progress.web.learn(progress.lessons)
        progress.loop.web = progress.web
    parts = [sub.text for sub in progress.plan.subquestions]
    yield Event("planned", run.key, {"subquestions": parts, "by": progress.plan.by})
    for used in progress.lessons.used:
        yield Event("recalled", run.key, used.data())
    if progress.stopped_by == "none" and not direct:
        async for event in _choose(run, progress, progress.reviewed(0)):
            yield event
    round_ = 0
    while progress.stopped_by == "none" and progress.allows("rounds"):
        progress.meter.spend("rounds")
        round_ += 1
        async for event in _search(app, run, progress, round_):
            yield event
        async for event in _answer(app, run, progress, round_):
            yield event
    if progress.report is None:  # a budget that allowed no round ends with a report too
        async for event in _answer(app, run, progress, 1):
            yield event


async def _search(app: App, run: RunRecorder, progress: Progress, round_: int) -> AsyncIterator[Event]:
    calls = route_by_rules(progress.queries, limit=PER_SUBQUESTION, round_=round_)
    if progress.approval is not None:
        calls, events = await approve_queries(progress.approval, calls, round_)
        for event in events:
            yield event
    for call in calls:
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
    if round_ == 1:
        progress.add_known()
    if progress.web is not None:
        if round_ == 1 and progress.picked is None:
            evidence = await evidence_of(app.store, progress.scores, progress.rules)
            await progress.web.begin(evidence, fills_gaps=progress.loop.fills_gaps_of_memory)
        async for event in progress.web.look(round_):
            yield event
        progress.put_first(progress.web.fresh)
        if progress.web.looked.stopped:
            progress.stop_for_budget(progress.web.looked.stopped)


async def _answer(app: App, run: RunRecorder, progress: Progress, round_: int) -> AsyncIterator[Event]:
    read_again = progress.web.read_again if progress.web else ()
    evidence = await evidence_of(app.store, progress.scores, progress.rules, read_again)
    if progress.reuse is not None and progress.reuse.past and round_ == 1:
        await progress.reuse.take(progress.steps, progress.plan)
        yield Event("reused", run.key, progress.reuse.data())
    extracted = await progress.steps.extract(progress.plan, evidence, round_)
    passages = {e.passage: e for rows in evidence.values() for e in rows}
    stated = [*extracted.candidates, *(one.candidate for one in extracted.refused)]
    keys = await record_claims(app.store, stated, passages, by=run.key)
    citations = len({k.citation for k in keys})
    yield Event("extracted", run.key, {"claims": len({k.claim for k in keys}), "citations": citations})
    found = await progress.steps.review(progress.plan, progress.asked)
    progress.covered = found.verdict == "covered"
    chosen: list[Event] = []
    if progress.steps.stopped:
        progress.stop_for_budget(progress.steps.stopped)
    elif progress.covered:
        progress.stopped_by = "coverage"
    elif progress.stopped_by == "none":
        seen = progress.reviewed(round_, found, evidence, is_new=citations > progress.claims)
        chosen = [event async for event in _choose(run, progress, seen)]
    progress.claims = citations
    progress.lessons.saw(found, evidence)
    open_ = {gap.subquestion for gap in found.gaps}
    open_parts = [sub.text for sub in progress.plan.subquestions if sub.ordinal in open_]
    await run.reflection(found, progress.stopped_by, open_parts)
    gaps = [gap.missing for gap in found.gaps]
    for event in (Event("reviewed", run.key, {"round": round_, "verdict": found.verdict, "gaps": gaps}), *chosen):
        yield event
    further = Further(extracted, keys, evidence)
    async for event in look_further(app, run, progress, round_, found, further):
        yield event
    async for event in _draft_and_verify(app, run, progress, round_, found, further):
        yield event


async def _choose(run: RunRecorder, progress: Progress, seen: Reviewed) -> AsyncIterator[Event]:
    """Let the loop choose the next round; where it chooses none, or a person picked none, the run stops."""
    if progress.picked is not None:
        if seen.round > 0 or not progress.take_picked():
            progress.stopped_by = "no_new_query"
        return
    ahead = await progress.loop.choose(seen)
    progress.queries = ahead.memory
    if progress.steps.stopped:
        progress.stop_for_budget(progress.steps.stopped)
    elif not ahead.goes_on:
        progress.stopped_by = "no_new_query"
    if ahead.choice is not None:
        yield Event("decided", run.key, {"round": seen.round + 1, "loop": progress.loop.name, **ahead.choice.data()})


async def _draft_and_verify(
    app: App, run: RunRecorder, progress: Progress, round_: int, found: Review, further: Further
) -> AsyncIterator[Event]:
    met = await find_contradictions(app.store, further.extracted, further.keys, further.evidence, by=run.key)
    progress.conflicts = met.material
    progress.steps.take_along(met.along, met.evidence)
    drafted = progress.steps.draft(progress.plan, met.differences, found)
    drafted += further.says() if drafted else []
    yield Event("drafted", run.key, {"round": round_, "statements": len(drafted)})
    draft = Draft(progress.plan, round_, met.extracted, met.keys, found, met.differences, drafted, met.evidence)
    looked = progress.web.looked if progress.web else None
    done = await deliver(
        app.store, run, progress.steps, draft,
        outcomes=[*progress.outcomes, *(looked.outcomes if looked else ())],
        notes=[*progress.all_notes(), *(looked.notes if looked else ())],
        web=app.web.says(progress.rules) if app.web else app.web_off, made=progress.made,
        reused=progress.say_reused,
    )  # fmt: skip
    if progress.steps.stopped:
        progress.stop_for_budget(progress.steps.stopped)
    if progress.stopped_by == "coverage" and not done.is_covered:
        progress.covered, progress.stopped_by = False, "no_new_query"
    progress.report, progress.statements = done.report, done.statements
    yield Event("verified", run.key, {"round": round_, **done.counts()})


def _models(app: App, mode: str) -> set[str]:
    return {app.model.model_of(role) for role in ROLES} if app.model is not None and mode == "model" else set()
