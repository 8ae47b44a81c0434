"""The steps of a run with a model: it plans, writes, reviews and judges; the program holds every answer against what
is stored, and goes on without an answer that cannot be used."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from agent.budget import BudgetSpent
from agent.by_model.calls import ModelCalls
from agent.by_model.cite import Offered, Refusal
from agent.by_model.complete import complete_in_run
from agent.by_model.decide import decide_by_model
from agent.by_model.judge import Pair, batch_pairs, judge_pairs, pair_of
from agent.by_model.judged import Judged, JudgeRole, may_judge
from agent.by_model.oppose import oppose_by_model
from agent.by_model.plan import plan_by_model
from agent.by_model.quoting import Written
from agent.by_model.refute import find_refuting, pair_against
from agent.by_model.review import NOT_FOUND, is_borne, missing_of, review_by_model, review_without_model
from agent.by_model.settle import Drafted, Part, known_of, settle
from agent.by_model.strange import MarkCount
from agent.by_model.taken import TakenOver
from agent.by_model.transform import transform_by_model
from agent.by_model.write import read_sentences, repair_part, resolve_all, write_part
from agent.check import Checked, check_claims
from agent.conflicts.differ import Difference
from agent.draft import DraftStatement, draft
from agent.evidence import Candidate
from agent.fence import offer_passages
from agent.header import Made, Narrowed, Removed
from agent.llm import ROLES, MalformedReply, ModelRefused, Role
from agent.loops.choice import Choice, LoopName, Reviewed, Transformed
from agent.opposing.words import Against
from agent.plan import Plan, SubQuestion
from agent.prompts import PromptName, load_prompt
from agent.reuse.standing import EarlierAnswer
from agent.review import Review
from agent.steps import Extracted, Gathered, Mode
from agent.verify import Check
from graph.store import GraphStore, Row
from retrievers.tool import Complete

T = TypeVar("T")
_AT_ONCE = 4
_LIMITS = (
    "A model chose and worded the sentences; a program found every quote in the stored text. Numbers, dates and names "
    "that a quote lacks were refused; whether a source is right was not judged."
)
_NO_JUDGE = (
    "No judge other than the writer is configured, so sentences in other words than their quotes stay unreviewed."
)

_OF_ALL: tuple[PromptName, ...] = ("plan", "write", "repair", "review", "judge")
_OF_LOOPS: dict[LoopName, PromptName] = {"recursive": "transform", "adaptive": "decide"}
NO_REASON = "the model gave no reason that can be shown"


class ModelSteps:
    """Model mode. What a run can still say without an answer it says; a plan it cannot do without."""

    mode: Mode = "model"

    def __init__(self, calls: ModelCalls, loop: LoopName, *, judged_twice: float = 0.0) -> None:
        self.stopped = ""
        self._prompts: tuple[PromptName, ...] = (*_OF_ALL, *([_OF_LOOPS[loop]] if loop in _OF_LOOPS else []))
        self._calls = calls
        self._parts: dict[int, Part] = {}
        self._covered: set[int] = set()
        self._refused: list[Refusal] = []
        self._removed: list[Removed] = []
        self._narrowed: list[Narrowed] = []
        self._repaired = 0
        self._marks = MarkCount()
        self._judged = Judged(judged_twice)
        self._notes: list[str] = []
        self._round = 0
        self._evidence: Gathered = {}
        self._candidates: Sequence[Candidate] = ()
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._taken = TakenOver()

    @property
    def has_judge(self) -> bool:
        """Whether somebody other than the writer can judge its sentences."""
        return may_judge(self._calls.model, "judge")

    async def plan(self, question: str, lessons: Sequence[str] = ()) -> Plan:
        """Let the planner split the question. Raises MalformedReply when it cannot; no rule takes its place."""
        return await plan_by_model(question, self._calls, lessons)

    def take_over(self, plan: Plan, earlier: EarlierAnswer) -> list[int]:
        """Take over the sentences of the parts that stand, to be written on only from passages that they had not."""
        self._calls.recall(earlier.steps)
        return self._taken.take(plan, earlier)

    async def extract(self, plan: Plan, evidence: Gathered, round_: int) -> Extracted:
        """Let the writer answer every open part from passages it has not seen; repair once what cannot stand."""
        self._round, self._evidence = round_, evidence
        await self._taken.confirm(plan, self._look)
        self._parts = {part: Part(standing=list(one)) for part, one in self._taken.parts.items()} | self._parts
        pool = list({one.passage: one for rows in evidence.values() for one in rows}.values())
        wanted: list[tuple[SubQuestion, Offered]] = []
        for sub in plan.subquestions:
            part = self._parts.setdefault(sub.ordinal, Part())
            part.offered.extend(self._taken.had(sub.ordinal, evidence.get(sub.ordinal, ())))
            passages = offer_passages(evidence.get(sub.ordinal, ()), part.offered)
            if sub.ordinal in self._covered or not passages:
                continue
            part.offered.extend(passages.values())
            wanted.append((sub, Offered(plan, sub, passages, pool)))
        self._taken.is_alone &= not wanted
        drafts = await self._all(
            [lambda sub=sub, offered=offered: self._write(sub, offered, round_) for sub, offered in wanted]
        )
        written = [one for one in drafts if one is not None]
        repairs = await self._all([lambda one=one: self._repair(one, round_) for one in written if one.failed])
        repaired = dict(zip([one.part.ordinal for one in written if one.failed], repairs, strict=True))
        for one in written:
            settled = settle(one, repaired.get(one.part.ordinal) or {}, self._parts[one.part.ordinal].standing)
            self._parts[one.part.ordinal].standing += settled.standing
            self._refused += settled.refused
            self._removed += settled.removed
            self._narrowed += settled.narrowed
            self._repaired += settled.repaired
            self._marks.add(settled.marks)
        self._candidates = [
            candidate
            for sub in plan.subquestions
            for resolved in self._parts[sub.ordinal].standing
            for candidate in resolved.candidates
        ]
        return Extracted(self._candidates, tuple(self._refused), tuple(self._removed), tuple(self._narrowed))

    async def review(self, plan: Plan, asked: Collection[str]) -> Review:
        """Let the planner say which parts are answered; without its answer nothing is followed up."""
        round_ = self._round
        if (taken := self._taken.review(plan, round_)) is not None:
            return taken
        said = {ordinal: [one.text for one in part.standing] for ordinal, part in self._parts.items()}
        missing = {ordinal: part.missing for ordinal, part in self._parts.items()}
        found = await self._look(plan, said, missing, asked) or review_without_model(plan, said, missing, round_)
        self._covered = set(found.covered)
        gaps = (
            replace(gap, missing=self._borne(gap.subquestion, gap.missing, plan) or NOT_FOUND) for gap in found.gaps
        )
        limits = {part: self._borne(part, limit, plan) for part, limit in found.limits.items()}
        return replace(found, gaps=tuple(gaps), limits={part: limit for part, limit in limits.items() if limit})

    async def _look(
        self, plan: Plan, said: Mapping[int, Sequence[str]], missing: Mapping[int, str], asked: Collection[str]
    ) -> Review | None:
        return await self._try(
            "the review", lambda: review_by_model(plan, said, missing, self._round, asked, self._calls)
        )

    def _borne(self, part: int, said: str, plan: Plan) -> str:
        """What a model says of a gap; "" where it states a value that nothing it was shown holds, or orders something:
        such words stand in the report without a quote."""
        return said if is_borne(said, known_of(part, self._parts, plan), plan.language) else ""

    async def transform(self, seen: Reviewed) -> list[Transformed] | None:
        """Let the planner make the next queries from what was found; None where its answer cannot be used."""
        said = {
            ordinal: [(one.text, one.candidates[0].passage) for one in part.standing]
            for ordinal, part in self._parts.items()
        }
        return await self._try(
            "the next queries", lambda: transform_by_model(seen, said, missing_of(seen), self._calls)
        )

    async def decide(self, seen: Reviewed) -> Choice | None:
        """Let the planner judge whether and what to look for; None where its answer cannot be used."""
        said = {ordinal: [one.text for one in part.standing] for ordinal, part in self._parts.items()}
        choice = await self._try(
            "the decision what to look for", lambda: decide_by_model(seen, said, missing_of(seen), self._calls)
        )
        if choice is None:
            return None
        is_safe = any(self._borne(sub.ordinal, choice.why, seen.plan) for sub in seen.plan.subquestions)
        return choice if is_safe else replace(choice, why=NO_REASON)

    def take_along(self, candidates: Sequence[Candidate], evidence: Gathered) -> None:
        """Draft with these too, in this round."""
        self._candidates, self._evidence = [*self._candidates, *candidates], evidence

    def draft(self, plan: Plan, differences: Sequence[Difference], found: Review) -> list[DraftStatement]:
        """Set the writer's sentences in order."""
        if not self._candidates:
            return []
        limits = [f"Limit of part {ordinal}: {limit}." for ordinal, limit in sorted(found.limits.items())]
        limits += [_LIMITS] if self.has_judge else [_LIMITS, _NO_JUDGE]
        return draft(plan, self._candidates, differences, found, self._evidence, limits=limits, is_ordered=True)

    async def check(
        self, store: GraphStore, claims: Sequence[str], refused: Mapping[str, tuple[str, Check]], *, by: str
    ) -> Checked:
        """Check each quote's place, and let the judge read what is in other words than its quote."""

        async def judge(rows: Sequence[Row]) -> Mapping[str, Check]:
            return await self._judged.judge([pair_of(row) for row in rows], self._judge, self._calls.model)

        return await check_claims(store, claims, by=by, refused=refused, judge=judge if self.has_judge else None)

    async def refute(self, against: Mapping[str, Against]) -> Mapping[str, Check] | None:
        """Let the judge read them."""
        if not self.has_judge:
            return None
        pairs = [pair_against(key, one) for key, one in against.items()]
        found = await self._all(
            [
                lambda b=b: self._try("a judgement", lambda: find_refuting(b, self._calls, self._round))
                for b in batch_pairs(pairs)
            ]
        )
        return {citation: check for checks in found for citation, check in (checks or {}).items()}

    async def oppose(self, claims: Sequence[str], plan: Plan) -> Mapping[str, Sequence[str]]:
        """Let the planner write the queries; what keeps it from that ends nothing, since rules can."""
        before = self.stopped
        written = await self._try("opposing queries", lambda: oppose_by_model(claims, plan, self._calls, self._round))
        self.stopped, self._prompts = before, tuple(dict.fromkeys((*self._prompts, "oppose")))
        return written or {}

    def completing(self, round_: int) -> Complete:
        """Return what completes prompts of tools in this run."""
        return complete_in_run(self._calls, round_)

    def made(self) -> Made:
        """Return models, prompts and what was spent so far."""
        is_second = self.has_judge and self._judged.share > 0 and may_judge(self._calls.model, "second_judge")
        left_out = {"judge": not self.has_judge, "second_judge": not is_second}
        roles: list[Role] = [role for role in ROLES if not left_out.get(role)]
        judged = self._judged.notes(self._calls.model)
        notes = [*self._notes, *judged, *([self.stopped] if self.stopped else [])]
        return Made(
            models=tuple(f"{role}: {self._calls.model.model_of(role)}" for role in roles),
            prompts=tuple(f"{name}: {load_prompt(name).version}" for name in self._prompts),
            repaired=self._repaired,
            asked_twice=self._judged.asked_twice,
            disagreed=self._judged.disagreed,
            marks=self._marks.as_counts(),
            notes=tuple(dict.fromkeys(notes)),
            usage=tuple(self._calls.usage()),
        )

    async def _write(self, sub: SubQuestion, offered: Offered, round_: int) -> Drafted | None:
        part = self._parts[sub.ordinal]
        said = [one.text for one in part.standing]
        answer = await self._try(
            f"the answer to part {sub.ordinal}",
            lambda: write_part(offered.plan, sub, offered.passages, said, self._calls, round_),
        )
        if answer is None:
            return None
        part.missing = answer.missing
        written, unread = read_sentences(answer, said)
        if unread:
            self._notes.append(
                f"the writer repeated itself or wrote too much for part {sub.ordinal}: {unread} not read"
            )
        return Drafted(sub, offered, written, resolve_all(written, offered))

    async def _repair(self, one: Drafted, round_: int) -> dict[int, Written] | None:
        return await self._try(
            f"the corrections for part {one.part.ordinal}",
            lambda: repair_part(one.offered, one.failed, self._calls, round_),
        )

    async def _judge(self, pairs: Sequence[Pair], role: JudgeRole) -> dict[str, Check]:
        found = await self._all(
            [
                lambda b=b: self._try("a judgement", lambda: judge_pairs(b, self._calls, self._round, role))
                for b in batch_pairs(pairs)
            ]
        )
        return {citation: check for checks in found for citation, check in (checks or {}).items()}

    async def _try(self, what: str, ask: Callable[[], Awaitable[T]]) -> T | None:
        """Ask, and go on without an answer where the budget or the model gives none; the reason is kept."""
        try:
            return await ask()
        except BudgetSpent as spent:
            self.stopped = str(spent)
        except (MalformedReply, ModelRefused) as error:
            self._notes.append(f"{what} could not be used: {error}"[:300])
        return None

    async def _all(self, work: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
        """Do it together, a few at a time; an error is raised only after all have ended and were recorded."""

        async def one(each: Callable[[], Awaitable[T]]) -> T:
            async with self._slots:
                return await each()

        ended = await asyncio.gather(*(one(each) for each in work), return_exceptions=True)
        for each in ended:
            if isinstance(each, BaseException):
                raise each
        return [each for each in ended if not isinstance(each, BaseException)]
