"""What a question asks of the graph itself, answered by rows before anything is researched: templates, text2cypher.

What is asked of the world is left for research; when in doubt, everything is.
"""

import itertools
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.autonomy import Approval
from agent.events import Event
from agent.header import Made as MadeBy
from agent.header import header_of
from agent.plan import Plan
from agent.record.runs import RunRecorder, StepDone
from agent.review import Review
from agent.route.calls import ANSWER_GIVEN, Call, Routed
from agent.route.carry import ROUTE, Made, carry_out, kept_rows, record_choice, record_made
from agent.route.names import find_keys
from agent.route.parts import split_requests
from agent.route.rules import choose_by_rules
from graph.store import Row
from retrievers import Tools
from retrievers.tool import Complete, Tool, ToolContext, ToolResult

RESEARCHED = frozenset({"memory_search", "web_search", "read_page", ANSWER_GIVEN})
"""Tools whose calls research makes in its own way, or that look nothing up."""

ONLY_CLAIMED = {
    "conflicting_claims": "no claims of earlier runs conflict; what no run has claimed yet was never compared"
}
"""Templates of what is only known of claims that runs made: that they give no rows is no answer."""

REWRITE = "query_update"
"""The tool of the Step that keeps what a part of a question was asked as, once what it waited for was answered."""


class GraphFirst:
    """The rows of one question. `routed` are the calls chosen for it.

    `prepare` may change them within the run, before they are made. `approval` decides on each; with a person who picks,
    `picked` are the searches that research makes in place of its own. `notes` are for the report. After `answer`:
    `left` is what research has to answer, "" where that is nothing, and `answered` counts the calls whose rows, or the
    lack of them, are an answer.
    """

    def __init__(
        self,
        routed: Routed,
        tools: Tools,
        context: ToolContext,
        *,
        names_all: bool = False,
        approval: Approval | None = None,
    ) -> None:
        self.routed = routed
        self.approval = approval
        self.picked: list[Call] = []
        self.notes: list[str] = []
        self.rewritten: list[tuple[str, str]] = []
        self.prepare: Callable[[GraphFirst], AsyncGenerator[Event]] | None = None
        self.left = routed.question
        self.answered = 0
        self._tools = tools
        self._context = context
        self._names_all = names_all

    @property
    def of_graph(self) -> list[Call]:
        """The calls that ask the graph itself."""
        return [call for call in self.routed.calls if call.tool not in RESEARCHED]

    async def answer(
        self, run: RunRecorder, taken: Mapping[str, Row], complete: Complete | None = None
    ) -> AsyncGenerator[Event]:
        """Make the calls, record them with their reasons and yield what happens; `taken` are the run's earlier steps.

        A call that this run has made before is taken from its Step. `complete` asks a model within the run's budget.
        Raises GraphError, ModelError.
        """
        if self.prepare is not None:
            async for event in self.prepare(self):
                yield event
            await self._record_rewritten(run)
        if self.approval is not None and self.approval.mode == "manual":
            asking = self._pick(self.approval, run, taken, complete)
        else:
            asking = self._ask(run, taken, complete)
        async for event in asking:
            yield event

    async def _ask(
        self, run: RunRecorder, taken: Mapping[str, Row], complete: Complete | None
    ) -> AsyncGenerator[Event]:
        question = self.routed.question
        earlier = taken.get(run.request_of(ROUTE, {"question": question}))
        if earlier is not None:
            self.routed = _as_stored(question, json.loads(earlier["output_json"]))
        calls = _alone(self.routed.calls)
        if not calls and not self._names_all:
            return
        if earlier is None:
            await record_choice(run, self.routed, round_=0)
        yield Event("routed", run.key, _chosen(self.routed))
        if calls and self.approval is not None:
            calls, events = await self.approval.each(calls, 0)
            for event in events:
                yield event
        if not calls:
            return
        context = replace(self._context, complete=complete)
        made = [_with_caution(one) for one in await carry_out(calls, _recalling(self._tools, run, taken), context)]
        for one in made:
            await record_made(run, one, round_=0)
        missed = [one for one in made if not _is_answer(one, self._tools)]
        self.answered = len(made) - len(missed)
        self.left = _left(question, self.routed, self._tools, missed=bool(missed))
        for one in made:
            yield Event("asked", run.key, _told(one, then="so what is stored" if one in missed else ""))

    async def _record_rewritten(self, run: RunRecorder) -> None:
        for part, asked in self.rewritten:
            output = {"asked": asked, "by": "rules"}
            outcome = "ok" if asked else "empty"
            await run.step(StepDone(0, run.next_ordinal(), REWRITE, {"part": part}, output, outcome, 0, rows=0))

    async def _pick(
        self, approval: Approval, run: RunRecorder, taken: Mapping[str, Row], complete: Complete | None
    ) -> AsyncGenerator[Event]:
        """Make what the person picks, one after the other; searches are left for research."""
        context = replace(self._context, complete=complete)
        for number in itertools.count(1):
            call, event = await approval.pick(number)
            if call is None or event is None:
                break
            yield event
            if call.tool in RESEARCHED:
                self.picked.append(call)
                continue
            made = _with_caution((await carry_out([call], _recalling(self._tools, run, taken), context))[0])
            await record_made(run, made, round_=0)
            self.answered += not made.skipped
            yield Event("asked", run.key, _told(made, then=""))
        self.left = self.routed.question if self.picked or not self.answered else ""


def _alone(calls: Sequence[Call]) -> list[Call]:
    """The calls that ask the graph itself, each waiting for the place that its forerunner has among them."""
    kept = [at for at, call in enumerate(calls) if call.tool not in RESEARCHED]
    place = {at: new for new, at in enumerate(kept)}
    return [replace(calls[at], after=place.get(after) if (after := calls[at].after) is not None else None)
            for at in kept]  # fmt: skip


def _is_answer(made: Made, tools: Tools) -> bool:
    """Whether rows, or that there are none, answer: where nothing stored has the name that was asked for, they do not.

    That no source has changed since a day is an answer; that no claim is stored to have held then is none.
    """
    if made.skipped or made.result.outcome not in {"ok", "empty"}:
        return False
    if made.result.rows:
        return True
    tool = tools[made.call.tool]
    keyed = [name for name in ("claim", "source") if find_keys(str(made.call.arguments.get(name, "")))]
    if keyed and made.result.ran and tool.name not in ONLY_CLAIMED:
        return True  # it was found by its key, and nothing bears on it
    required = [tool.parameters["properties"][name] for name in tool.parameters.get("required", ())]
    is_list = all("enum" in one or ("pattern" in one and tool.group != "claims") for one in required)
    return is_list and tool.name not in ONLY_CLAIMED


def _with_caution(made: Made) -> Made:
    """A call whose empty rows say nothing, with a note of that."""
    note = ONLY_CLAIMED.get(made.call.tool)
    if note is None or made.skipped or made.result.rows:
        return made
    return replace(made, result=replace(made.result, notes=tuple(dict.fromkeys((*made.result.notes, note)))))


def _left(question: str, routed: Routed, tools: Tools, *, missed: bool) -> str:
    """The requests of a question that ask the world, joined; the whole question where rows were no answer."""
    if missed:
        return question
    if all(call.tool not in RESEARCHED for call in routed.calls):
        return ""
    parts = [f"{part.rstrip(' .?!')}?" for part in split_requests(question) if _asks_world(part, tools)]
    queries = [str(call.arguments["query"]) for call in routed.calls if call.tool == "memory_search"]
    return " ".join(parts) or "; ".join(queries) or question


def _asks_world(part: str, tools: Tools) -> bool:
    from datetime import date

    calls = choose_by_rules(part, (), tools, today=date.today()).calls  # noqa: DTZ011 - only the tools are looked at
    return any(call.tool in RESEARCHED for call in calls)


def _recalling(tools: Tools, run: RunRecorder, taken: Mapping[str, Row]) -> Tools:
    """The tools, which give again what a run has got before."""

    def recalled(tool: Tool) -> Tool:
        async def call(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
            row = taken.get(run.request_of(tool.name, arguments))
            if row is None:
                return await tool.run(context, arguments)
            kept = json.loads(row["output_json"])
            notes, kind = tuple(kept["notes"]), kept.get("kind", "rows")
            return ToolResult(row["outcome"], kept_rows(kept), notes, ran=kept["ran"], kind=kind)

        return replace(tool, run=call)

    return Tools(recalled(tool) for tool in tools)


def _as_stored(question: str, kept: Mapping[str, Any]) -> Routed:
    calls = tuple(Call(one["tool"], one["arguments"], one["reason"], one.get("after")) for one in kept["calls"])
    return Routed(question, calls, kept["by"], tuple(kept["notes"]))


def _chosen(routed: Routed) -> dict[str, Any]:
    calls = [{"tool": call.tool, "arguments": dict(call.arguments), "reason": call.reason} for call in routed.calls]
    return {"by": routed.by, "calls": calls, "notes": list(routed.notes)}


def _told(made: Made, *, then: str) -> dict[str, Any]:
    return {
        "tool": made.call.tool,
        "arguments": dict(made.call.arguments),
        "reason": made.call.reason,
        "outcome": made.result.outcome,
        "rows": len(made.result.rows),
        "notes": list(made.result.notes),
        "then": then,
    }


async def record_rows(run: RunRecorder, question: str, made: MadeBy) -> str:
    """Write the report of a run whose answer is rows alone, which its Steps hold; return its key. Raises GraphError."""
    nothing = Review(round=0, verdict="covered", covered=(), gaps=(), follow_ups=())
    plan = Plan(question, None, (), by="rules")
    header = header_of(plan, nothing, (), (), (), (), {}, outcomes=(), notes=(), removed=(), passages=0, made=made)
    return await run.report(0, header, (), (), {}, {})
