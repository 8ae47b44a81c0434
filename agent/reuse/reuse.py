"""What one run takes up of earlier ones: their plan, the parts of their answers that stand, their passages; and what
its report says of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.build import App
from agent.evidence import Candidate
from agent.gather import evidence_by_passage
from agent.language import find_question_language
from agent.ledger.became import read_became
from agent.plan import Plan, SubQuestion
from agent.record.clock import AHEAD_MS, is_older, moment_of, now
from agent.record.runs import RunRecorder
from agent.reuse.near import are_told_apart, find_near
from agent.reuse.past import Past, find_past, read_plan
from agent.reuse.shelf import ShelfLives
from agent.reuse.standing import EarlierAnswer, Standing, find_standing, moved
from agent.steps import Steps
from agent.words.terms import stems
from graph.store import Row
from retrievers.websearch.domains import DomainRules

MAX_BEFORE = 5
"""Sentences of changed sources that a report repeats, each with its date."""


@dataclass(slots=True)
class Reuse:
    """What a run has of earlier ones. `past` are the earlier runs, the same question's first; `taken` the parts that
    were taken over, `reworded` those for which an answer to other words is at hand, `anew` why others were not."""

    app: App
    rules: DomainRules
    lives: ShelfLives
    past: tuple[Past, ...] = ()
    taken: list[int] = field(default_factory=list[int])
    reworded: list[int] = field(default_factory=list[int])
    anew: Mapping[int, str] = field(default_factory=dict[int, str])
    _said: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])

    async def begin(self, run: RunRecorder, question: str, taken: Mapping[str, Row]) -> None:
        """Find the earlier runs. Raises GraphError and EmbeddingError."""
        self.past = await find_past(self.app.store, self.app.embedder, run, question, taken)
        for one in self.past:
            self._said[one.report] = await self.app.store.read("sentences_of_report", report=one.report)

    def same(self, mode: str) -> Past | None:
        """The run whose answer may be taken over: of this very question, in this mode, with every part answered."""
        return next((one for one in self._alike(mode) if one.is_same and one.is_covered), None)

    def _alike(self, mode: str) -> list[Past]:
        """The runs in this mode that looked no further back than this one may."""
        wanted = self.app.web.time_range if self.app.web is not None else "none"
        return [one for one in self.past if one.mode == mode and wanted in {"none", one.time_range}]

    async def plan(self, question: str, mode: str) -> Plan | None:
        """Return the earlier plan for the same question, None where there is none. Raises GraphError."""
        same = self.same(mode)
        if same is None or mode != "model":
            return None
        plan = await read_plan(self.app.store, same.run, question, find_question_language(question))
        return plan if plan.subquestions else None

    def passages(self, plan: Plan) -> dict[int, list[str]]:
        """Return the passages that earlier answers quote, for each part those of the earlier sentences that speak of
        it: what they rest on is looked at again, whatever the search of memory ranks first."""
        found: dict[int, list[str]] = {}
        for one in self.past:
            for row in self._said[one.report]:
                part = _part_of(row, plan, is_same=one.is_same)
                cited = [
                    c["passage"]
                    for c in row["citations"]
                    if c["state"] == "current" and (not c["url"] or self.rules.allows(c["url"]))
                ]
                if part is not None:
                    known = found.setdefault(part, [])
                    known += [key for key in dict.fromkeys(cited) if key not in known]
        return found

    async def take(self, steps: Steps, plan: Plan) -> None:
        """Let the steps take over what stands of the same question's answer, else of answers to other words of its
        parts. Raises GraphError and EmbeddingError.

        What is past its shelf life was looked at again before, where that could be; where not, it is said with its
        date.
        """
        if steps.mode != "model":
            return
        same = self.same(steps.mode)
        if same is None:
            await self._take_reworded(steps, plan)
            return
        rows = await self.app.store.read("sentences_of_report", report=same.report)
        parts = [sub.ordinal for sub in plan.subquestions]
        standing = find_standing(rows, parts, self.rules, has_judge=steps.has_judge)
        self.anew = standing.anew
        if standing.parts:
            self.taken = steps.take_over(plan, await self._earlier(same, standing))

    async def _take_reworded(self, steps: Steps, plan: Plan) -> None:
        """Offer what answered a part that asks the same in other words and that no rule tells apart: the nearest."""
        open_ = list(plan.subquestions)
        for past in self._alike(steps.mode):
            if find_question_language(past.text) != plan.language:
                continue
            rows = await self.app.store.read("sentences_of_report", report=past.report)
            asked = (await read_plan(self.app.store, past.run, past.text, plan.language)).subquestions
            standing = find_standing(rows, [one.ordinal for one in asked], self.rules, has_judge=steps.has_judge)
            others = [one for one in asked if one.ordinal in standing.parts]
            near = await find_near([one.text for one in open_], [one.text for one in others], self.app.embedder)
            fits = {
                sub.ordinal: next(
                    (others[at] for _, at in row if not are_told_apart(sub.text, others[at].text, plan.language)), None
                )
                for sub, row in zip(open_, near, strict=True)
            }
            found = moved(standing, {own: one.ordinal for own, one in fits.items() if one is not None})
            if found.parts:
                self.reworded += steps.take_over(plan, replace(await self._earlier(past, found), is_reworded=True))
            open_ = [sub for sub in open_ if sub.ordinal not in self.reworded]

    async def _earlier(self, same: Past, standing: Standing) -> EarlierAnswer:
        store = self.app.store
        quoted = {cited.passage for part in standing.parts.values() for one in part for cited in one.citations}
        versions = await store.read("versions_of_run", run=same.run)
        is_ahead = same.started_at > moment_of(now().ms + AHEAD_MS).iso  # then it tells nothing of what it had seen
        return EarlierAnswer(
            standing,
            await evidence_by_passage(store, quoted),
            await store.read("steps_of_run", run=same.run),
            frozenset(str(row["version"]) for row in versions),
            "" if is_ahead else same.started_at,
        )

    def data(self) -> dict[str, Any]:
        """Return what the event of reuse tells."""
        anew = [{"part": part, "why": why} for part, why in sorted(self.anew.items())]
        return {
            "past": [one.data() for one in self.past],
            "parts": sorted(self.taken),
            "reworded": sorted(self.reworded),
            "anew": anew,
        }

    async def header(self, plan: Plan, said: Mapping[str, Sequence[Candidate]]) -> dict[str, Any]:
        """Return for a report's header: which earlier runs its claims (`said`, by key) were known from already, each
        counted for the first run that said it or what a person narrowed or split to it; what is past its shelf life and
        nobody looked at since; what its sources said to this question before their texts changed. Raises GraphError."""
        left = set(said)
        reused: list[dict[str, Any]] = []
        for one in self.past:
            said_then = {c["claim"] for row in self._said[one.report] for c in row["claims"]}
            became = await read_became(self.app.store, said_then) if left - said_then else {}
            known = {*said_then, *(key for each in became.values() for key in each.keys)} & left
            left -= known
            if known:
                reused.append({**one.data(), "claims": len(known)})
        return {"reused": reused, "dated": await self._dated(plan, said), "before": await self._before(said)}

    async def _dated(self, plan: Plan, said: Mapping[str, Sequence[Candidate]]) -> list[dict[str, Any]]:
        lives = {sub.ordinal: self.lives.of(sub.text) for sub in plan.subquestions}
        cited = {one.version: life for of in said.values() for one in of if (life := lives.get(one.subquestion))}
        rows = await self.app.store.read("sightings_of_versions", keys=sorted(cited)) if cited else []
        moment = now().ms
        return [
            {"source": row["source"], "title": row["title"], "as_of": row["seen_at"]}
            for row in rows
            if is_older(row["seen_at_ms"], round(cited[row["version"]] * 1000), moment)
        ]

    async def _before(self, said: Mapping[str, Sequence[Candidate]]) -> list[dict[str, Any]]:
        sources = {one.source for of in said.values() for one in of}
        found: dict[str, dict[str, Any]] = {}
        for past in self.past:
            for row in await self.app.store.read("sentences_of_report", report=past.report):
                gone = [c for c in row["citations"] if c["state"] == "superseded" and c["source"] in sources]
                if gone and len(gone) == len(row["citations"]) and not {c["claim"] for c in gone} & set(said):
                    last = max(gone, key=lambda c: str(c["seen_at"]))
                    told = {"text": row["text"], "claim": last["claim"], "title": last["title"]}
                    found.setdefault(row["text"], told | {"source": last["source"], "as_of": last["seen_at"]})
        return list(found.values())[:MAX_BEFORE]


def _part_of(row: Row, plan: Plan, *, is_same: bool) -> int | None:
    """The part of a plan that an earlier sentence speaks to: the one of its number where the plan is the same, else the
    one that it shares most words with; None where it makes no claim."""
    if row["kind"] == "connective" or not row["citations"]:
        return None
    if is_same and any(sub.ordinal == row["subquestion"] for sub in plan.subquestions):
        return int(row["subquestion"])
    said = set(stems(row["text"], plan.language))
    return max(plan.subquestions, key=lambda sub: (_shared(sub, said, plan), -sub.ordinal)).ordinal


def _shared(sub: SubQuestion, said: set[str], plan: Plan) -> int:
    return len(said & set(stems(sub.text, plan.language)))
