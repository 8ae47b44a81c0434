"""The looping mode of one run: it chooses what every round looks for, each choice a Step that is taken again alike."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from agent.loops.by_rules import decide_by_rules, transform_by_rules
from agent.loops.choice import By, Choice, LoopName, Reviewed, Transformed, Wanted
from agent.record.runs import RunRecorder, StepDone
from agent.steps import Steps
from graph.store import Row

TOOL = "choose"


class Web(Protocol):
    """What a loop asks of the live web of a run."""

    def offer(self, open_parts: list[int], follow_ups: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return (part, query) of what may be searched for next: nothing that was sent before, nothing where no
        provider is left."""
        ...

    def choose(self, queries: list[tuple[int, str]], reason: str, wordings: list[tuple[int, str]] = ...) -> None:
        """Search for exactly these in the next round; `wordings` too are what its pages are ranked by."""
        ...


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next round asks of memory, as (part, query), and whether there is one; `choice` where it was judged."""

    memory: list[tuple[int, str]]
    goes_on: bool
    choice: Choice | None = None


_NO_ROUND = Ahead([], goes_on=True)
"""No round is left that could carry out what would be chosen: the limit of rounds ends the run."""


class Loop:
    """Chooses the rounds of one run. `taken` are its earlier steps by request hash; `web` is set once there is a plan,
    None: memory alone."""

    def __init__(self, name: LoopName, steps: Steps, run: RunRecorder, taken: Mapping[str, Row]) -> None:
        self.name: LoopName = name
        self.web: Web | None = None
        self._judges: set[By] = set()
        self._steps = steps
        self._run = run
        self._taken = taken

    @property
    def fills_gaps_of_memory(self) -> bool:
        """Whether the first round searches the web, unasked, for the parts that memory has nothing for."""
        return self.name != "adaptive"

    @property
    def by(self) -> str:
        """Who chose so far: "model", "rules", both, or "" where nobody had to."""
        return " and ".join(sorted(self._judges))

    async def choose(self, seen: Reviewed) -> Ahead:
        """Choose the first round, or the one after a review that found gaps. Raises GraphError and what asking a model
        raises."""
        if seen.found is not None and seen.found.verdict != "gaps":
            return Ahead([], goes_on=False)
        if self.name == "adaptive":
            return await self._adapt(seen)
        if seen.found is None:
            planned = [(sub.ordinal, query) for sub in seen.plan.subquestions for query in sub.queries]
            return Ahead(planned, goes_on=True)
        follow_ups = list(seen.found.follow_ups)
        if self.name == "iterative":
            web = self.web.offer(seen.open_parts, follow_ups) if self.web else []
            if self.web is not None and web:
                self.web.choose(web, "the review found it open", follow_ups)
            memory = follow_ups if web or seen.is_new else []
            return Ahead(memory, goes_on=bool(web or memory))
        return await self._recur(seen)

    async def _recur(self, seen: Reviewed) -> Ahead:
        if seen.rounds_left < 1:
            return _NO_ROUND
        if not seen.is_new and self.web is None:
            return Ahead([], goes_on=False)
        made = await self._steps.transform(seen)
        if made is None and self._steps.stopped:
            return Ahead([], goes_on=False)
        if made is None:
            choice = _of_queries(transform_by_rules(seen), "rules", has_web=seen.has_web)
        else:
            choice = _of_queries(made, "model", has_web=seen.has_web)
        return await self._take(choice, seen, "made from what was found")

    async def _adapt(self, seen: Reviewed) -> Ahead:
        if seen.rounds_left < 1:
            return _NO_ROUND
        choice = await self._steps.decide(seen)
        if choice is None and self._steps.stopped:
            return Ahead([], goes_on=False)
        if choice is None:
            follow_ups = list(seen.found.follow_ups) if seen.found else []
            choice = decide_by_rules(seen, self.web.offer(seen.open_parts, follow_ups) if self.web else [])
        return await self._take(choice, seen, choice.why)

    async def _take(self, made: Choice, seen: Reviewed, reason: str) -> Ahead:
        choice = await self._record(made, seen.round + 1)
        self._judges.add(choice.by)
        if self.web is not None and (web := choice.to("web")):
            self.web.choose(web, reason)
        return Ahead(choice.to("memory"), bool(choice.wanted), choice)

    async def _record(self, choice: Choice, round_: int) -> Choice:
        """Keep what was chosen, with what it builds on; return what the first start of the run chose."""
        ordinal = self._run.next_ordinal()
        args = {"round": round_, "loop": self.name}
        earlier = self._taken.get(self._run.request_of(TOOL, args))
        if earlier is not None:
            return Choice.of(json.loads(str(earlier["output_json"])))
        done = StepDone(
            round=round_, ordinal=ordinal, tool=TOOL, args=args, output=choice.data(),
            outcome="ok" if choice.wanted else "empty", latency_ms=0, rows=len(choice.wanted),
        )  # fmt: skip
        return Choice.of(json.loads((await self._run.step(done))[1]))


def _of_queries(made: list[Transformed], by: By, *, has_web: bool) -> Choice:
    """Ask everywhere for what was made from found text; where it was asked before it was left out already."""
    places = ("memory", "web") if has_web else ("memory",)
    wanted = tuple(Wanted(one.part, one.query, where, one.builds_on) for one in made for where in places)
    why = "what was found leads on" if wanted else "nothing that was found leads on to what is open"
    return Choice(wanted, why, by)
