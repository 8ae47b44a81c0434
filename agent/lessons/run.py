"""The lessons of one run: read before its plan, told with what they change, learned when it has ended."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.build import App
from agent.evidence import Evidence
from agent.lessons.find import find_lessons, near_for
from agent.lessons.learn import Record, answered_by, is_clean, learn
from agent.lessons.lesson import Lesson
from agent.lessons.use import Applied, Used, apply_lessons, avoid_of, choose_lessons, facts_for, is_alike
from agent.plan import Plan
from agent.record.clock import now
from agent.record.lessons import record_lessons
from agent.record.runs import RunRecorder, StepDone
from agent.review import Review, find_absent_words, has_all_words
from graph.store import Row
from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.protocol import WebHit

TOOL = "read_lessons"


class RunLessons:
    """`taken` are the run's earlier steps by request hash: what they were taken with is taken again.

    `used` are the lessons that changed something, `early` the parts that the web is searched for first, `moved` the
    sites whose pages were put last. `own` is False where the question is not in a person's words alone.
    """

    def __init__(self, app: App, run: RunRecorder, taken: Mapping[str, Row]) -> None:
        self._app = app
        self._run = run
        self._taken = taken
        self._held: list[Lesson] = []
        self._chosen: list[Lesson] = []
        self._record: Record | None = None
        self.used: list[Used] = []
        self.early: frozenset[int] = frozenset()
        self.moved: set[str | None] = set()
        self.own = True

    async def read(self, question: str) -> None:
        """Find the lessons that bear on a question, and those on providers and sites. Raises GraphError and
        EmbeddingError.

        What was found is a Step: a run that goes on goes on with the same. A provider that was down is looked at anew.
        """
        self._held = await find_lessons(self._app.store, self._app.embedder, question)
        moment = now().ms
        holding = [one for one in self._held if one.holds_at(moment) and is_clean(one)]
        args = {"question": question}
        earlier = self._taken.get(self._run.request_of(TOOL, args))
        if self._taken:
            kept = _kept(earlier) if earlier is not None else []
            self._chosen = [one for one in map(Lesson.of, kept) if one.kind != "provider"]
            self._chosen += [one for one in holding if one.kind == "provider"]
            return
        self._chosen = choose_lessons(question, holding, near=near_for(self._app.embedder)) + self._of_web(holding)
        if self._chosen:
            output = {"lessons": [one.data() for one in self._chosen]}
            done = StepDone(0, self._run.next_ordinal(), TOOL, args, output, "ok", 0, len(self._chosen))
            await self._run.step(done)

    def facts(self) -> list[str]:
        """Return what the planner is told: queries of earlier runs alone, no word of a page."""
        return facts_for([one for one in self._chosen if one.kind not in {"provider", "site"}])

    def apply(self, plan: Plan) -> Plan:
        """Return the plan as the lessons change it, and ask providers and sites that failed last."""
        applied = apply_lessons(plan, self._chosen) if plan.by in {"rules", "model"} else Applied(plan)
        self.used += applied.used
        self.early = applied.early
        if self._app.web is not None:
            self._ask_last(avoid_of(self._chosen))
        self._record = Record(applied.plan)
        return applied.plan

    def put_last(self, hits: Sequence[WebHit]) -> tuple[WebHit, ...]:
        """Return search results with the pages of sites last where earlier runs met walls."""
        walled = {one.about for one in self._chosen if one.kind == "site"}
        met = {site for hit in hits if (site := registrable_domain(hit.url)) in walled}
        if len(met) < len({registrable_domain(hit.url) for hit in hits}):
            self.moved |= met
        return tuple(sorted(hits, key=lambda hit: registrable_domain(hit.url) in walled))

    def notes(self) -> list[str]:
        """Return for the report which lessons were used, and what they changed."""
        late = {one.about: one for one in self._chosen if one.kind == "site" and one.about in self.moved}
        moved = [Used(one, f"pages of {site} were read last") for site, one in late.items()]
        return [one.says for one in (*self.used, *moved)]

    def saw(self, found: Review, evidence: Mapping[int, Sequence[Evidence]]) -> None:
        """Take in what a round's review left open."""
        if self._record is None or found.verdict == "unreviewed":
            return
        record, plan = self._record, self._record.plan
        record.opened[found.round] = frozenset(gap.subquestion for gap in found.gaps)
        open_ = [
            (sub, seen)
            for sub in plan.subquestions
            if sub.ordinal in record.opened[found.round] and (seen := evidence.get(sub.ordinal))
        ]
        # What a passage in another language speaks of is not told by the question's words.
        record.absent = {
            sub.ordinal: find_absent_words(plan, sub, seen)
            for sub, seen in open_
            if all(one.language in {None, plan.language} for one in seen)
        }
        if plan.by == "rules":
            record.spoken = frozenset(sub.ordinal for sub, seen in open_ if has_all_words(plan, sub, seen))

    async def learn(self, stopped: str, *, has_ended: bool = True) -> list[Lesson]:
        """Write what the run learned, lay aside what no longer holds, and return the new lessons.

        `stopped` says which limit ended the run, "" for none. Of a run that has not ended only what providers and sites
        did is learned: what it found may still answer. Raises GraphError and EmbeddingError.
        """
        record = replace(self._record or Record(Plan("", None, ())), stopped=stopped, own=self.own and has_ended)
        if not any(record.opened.values()) and self._app.web is None and not self._held:
            return []
        steps = await self._app.store.read("steps_of_run", run=self._run.key)
        found = learn(record, steps)
        await record_lessons(
            self._app.store, self._run, found, await self._vectors(found), self._held, self._fallen(record, steps)
        )
        return found

    def _fallen(self, record: Record, steps: Sequence[Row]) -> dict[str, str]:
        """Which lessons this run has shown to hold no longer, and why, by key."""
        good = answered_by(steps)
        fallen = {one.key: f"{one.about} answered again" for one in avoid_of(self._held).values() if one.about in good}
        if not record.opened or not record.own:
            return fallen
        open_ = record.opened[max(record.opened)]
        first = record.opened[min(record.opened)]
        for one in self._held:
            part = next((sub for sub in record.plan.subquestions if is_alike(one.about, sub.text)), None)
            if part is None or one.kind in {"provider", "site"}:
                continue
            if one.kind != "wording" and part.ordinal not in open_:
                fallen[one.key] = "a later run found what answers it"
            elif one.kind == "wording" and part.ordinal in first and self._has_used(one):
                fallen[one.key] = "its wording found nothing in a later run"
        return fallen

    def _has_used(self, lesson: Lesson) -> bool:
        return any(used.lesson.key == lesson.key for used in self.used)

    async def _vectors(self, found: Sequence[Lesson]) -> dict[str, list[float]]:
        texts = [one.about for one in found if one.question]
        if not texts or self._app.embedder is None:
            return {}
        embedded = await self._app.embedder.embed(texts, kind="query")
        return {text: vector.tolist() for text, vector in zip(texts, embedded.vectors, strict=True)}

    def _of_web(self, holding: Sequence[Lesson]) -> list[Lesson]:
        return [one for one in holding if one.kind in {"provider", "site"}] if self._app.web is not None else []

    def _ask_last(self, avoid: Mapping[str, Lesson]) -> None:
        if self._app.web is None:
            return
        providers = self._app.web.providers
        late = [name for name in providers.names if name in avoid]
        if late and len(late) < len(providers.names):
            providers.ask_last(late)
            self.used += [Used(avoid[name], f"{name} is asked last") for name in late]


def _kept(step: Row) -> list[dict[str, Any]]:
    return json.loads(str(step["output_json"]))["lessons"]
