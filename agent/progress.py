"""What a run knows so far, between its steps; everything in it can be computed again from the graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.autonomy import Approval
from agent.budget import Meter, Spendable
from agent.conflicts.material import Material
from agent.evidence import Candidate, Evidence
from agent.header import Made
from agent.lessons.run import RunLessons
from agent.loops.choice import Reviewed
from agent.loops.loop import Loop
from agent.plan import Plan
from agent.record.runs import RunRecorder
from agent.reuse.reuse import Reuse
from agent.review import Review
from agent.route.calls import Call
from agent.steps import Steps
from agent.web.run import WebRun
from graph.store import Row
from retrievers.websearch.domains import DomainRules


@dataclass(slots=True)
class Progress:
    """The state of one run; `scores` are by part and passage.

    `elapsed` gives the seconds since this start, those aside in which a person was waited for. `picked` are
    the searches of a person who picks every call, None where nobody does. `conflicts` are open ones that bear on the
    answer, as of the last draft. `reuse` is what earlier runs give, None where all is done anew.
    """

    plan: Plan
    meter: Meter
    steps: Steps
    loop: Loop
    taken: Mapping[str, Row]
    elapsed: Callable[[], float]
    lessons: RunLessons
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
    approval: Approval | None = None
    picked: Sequence[Call] | None = None
    conflicts: tuple[Material, ...] = ()
    reuse: Reuse | None = None
    fresh: bool = False

    def add(self, found: Mapping[int, Sequence[tuple[str, float]]]) -> None:
        """Take in what a search of the store found: a passage keeps its best score."""
        for sub, rows in found.items():
            known = self.scores.setdefault(sub, {})
            known.update({key: max(score, known.get(key, 0.0)) for key, score in rows})

    async def make_plan(self, question: str) -> Plan:
        """Return the plan of an earlier run that answered this very question, else a new one."""
        known = await self.reuse.plan(question, self.steps.mode) if self.reuse is not None else None
        return known or await self.steps.plan(question, self.lessons.facts())

    async def say_reused(self, said: Mapping[str, Sequence[Candidate]]) -> dict[str, Any]:
        """Return for a report's header what earlier runs and passing time have to do with the claims that are said."""
        return await self.reuse.header(self.plan, said) if self.reuse is not None else {}

    def add_known(self) -> None:
        """Take in the passages that earlier answers quote, as high as the best that was found."""
        for part, keys in (self.reuse.passages(self.plan) if self.reuse is not None else {}).items():
            top = max(self.scores.get(part, {}).values(), default=1.0)
            self.add({part: [(key, top) for key in keys]})

    def put_first(self, fresh: Mapping[int, Sequence[tuple[str, float]]]) -> None:
        """Take in passages of new pages, before all others of their part: they were read because those lacked it."""
        for sub, rows in fresh.items():
            known = self.scores.setdefault(sub, {})
            above, top = max(known.values(), default=0.0), max((score for _, score in rows), default=1.0)
            known.update({key: above + score / top for key, score in rows})

    def all_notes(self) -> list[str]:
        """Return the notes for the report, with the lessons that were used and calls that a person did not allow."""
        return [*self.notes, *self.lessons.notes(), *(self.approval.notes() if self.approval else ())]

    def take_picked(self) -> bool:
        """Look for exactly what a person picked in the next round; False where that is nothing."""
        parts = [sub.ordinal for sub in self.plan.subquestions]
        said = [(call.tool, str(call.arguments.get("query", ""))) for call in self.picked or ()]
        self.queries = [(part, query) for tool, query in said if tool == "memory_search" for part in parts]
        searches = [(parts[0], query) for tool, query in said if tool == "web_search"]
        if self.web is not None and searches:
            self.web.choose(searches, "the person picked it")
        return bool(self.queries) or (self.web is not None and bool(searches))

    def stop_for_budget(self, why: str) -> None:
        """Note which limit ended the run."""
        self.stopped_by = "budget"
        if why not in self.notes:
            self.notes.append(why)

    def limit(self) -> str:
        """Return which limit ended the run, "" for none."""
        spent = self.meter.stopped or self.steps.stopped
        return spent if self.stopped_by == "budget" else ""

    async def finish(self, run: RunRecorder, state: str, error: str | None = None) -> None:
        """Write the end of the run, whatever it was. Raises GraphError."""
        await run.finish(
            state=state, stopped_by=self.stopped_by, covered=self.covered, used=self.meter.used(), report=self.report,
            error=error,
        )  # fmt: skip

    def allows(self, what: Spendable) -> bool:
        """Say whether one more fits; where it does not, the run stops for it."""
        allowed = self.meter.allows(what, elapsed_s=self.elapsed())
        if not allowed:
            self.stop_for_budget(self.meter.stopped)
        return allowed

    def made(self) -> Made:
        """Return how a draft was made, with what the run cost so far."""
        made = self.steps.made()
        units = [one | {"cost": float(one["cost"])} for one in self.meter.units()]
        is_priced = self.meter.prices is not None
        return replace(
            made, usage=(*made.usage, *units), is_priced=is_priced, loop=self.loop.name, loop_by=self.loop.by
        )

    def reviewed(
        self,
        round_: int,
        found: Review | None = None,
        evidence: Mapping[int, Sequence[Evidence]] | None = None,
        *,
        is_new: bool = True,
    ) -> Reviewed:
        """Return what the loop chooses the next round by."""
        return Reviewed(
            self.plan,
            round_,
            found,
            evidence,
            frozenset(self.asked),
            self.web.sent if self.web else frozenset(),
            has_web=self.web is not None,
            is_new=is_new,
            rounds_left=self.meter.budget.rounds - self.meter.rounds,
        )
