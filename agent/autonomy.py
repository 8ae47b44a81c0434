"""Who decides on a call before it is made: the program, a person who approves each, or a person who picks.

Whoever decides, a call is checked before it runs: its schema here, domains, budget and guard where it is made.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from agent.events import Event
from agent.record.runs import RunRecorder, StepDone
from agent.report.view import NOT_MADE
from agent.route.calls import Call
from graph.store import Row
from retrievers import Tools

Autonomy = Literal["manual", "assisted", "agent"]
Decision = Literal["approved", "edited", "refused", "picked"]
DECISION = "decision"
"""The tool of the Step that keeps what a person decided."""
MAX_PICKS = 20


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said to a proposed call: other `arguments` where they were edited; `why` tells of a refusal."""

    decision: Decision
    arguments: Mapping[str, Any] | None = None
    why: str = ""


class Person(Protocol):
    """Someone who is asked before calls are made."""

    async def approve(self, call: Call, tools: Tools) -> Said:
        """Say whether a proposed call may be made, and with which arguments; they keep to the tool's schema."""
        ...

    async def pick(self, tools: Tools, number: int) -> Call | None:
        """Return the next call that the person wants, arguments checked; None where none any more."""
        ...


class Approval:
    """The decisions of one run: each is a Step with who made it, and is not asked for again when the run goes on."""

    def __init__(self, mode: Autonomy, person: Person, tools: Tools) -> None:
        self.mode = mode
        self.waited_s = 0.0
        self._refused: list[str] = []
        self._person = person
        self._tools = tools
        self._lock = asyncio.Lock()
        self._run: RunRecorder | None = None
        self._taken: Mapping[str, Row] = {}

    def notes(self) -> list[str]:
        """Return in one line, for the report, which proposed calls were not made."""
        if not self._refused:
            return []
        counted = Counter(self._refused)
        return [f"{NOT_MADE}{', '.join(f'{count} x {what}' for what, count in counted.items())}"]

    def begin(self, run: RunRecorder, taken: Mapping[str, Row]) -> None:
        """Decide for this run from now on; `taken` are its earlier steps by request hash."""
        self._run, self._taken = run, taken

    @property
    def _begun(self) -> RunRecorder:
        if self._run is None:
            raise RuntimeError("a run has to begin before anything is decided for it")
        return self._run

    async def of(self, call: Call, round_: int) -> tuple[Call | None, Event]:
        """Return the call as it may be made, None where it may not, and what to tell. Raises GraphError."""
        args = {"tool": call.tool, "arguments": dict(call.arguments)}
        kept = self._find(args)
        if kept is None:
            async with self._lock:  # one question at a time
                started = time.monotonic()
                said = await self._person.approve(call, self._tools)
                self.waited_s += time.monotonic() - started
            kept = {"decision": said.decision, "arguments": dict(said.arguments or call.arguments), "why": said.why}
            await self._record(args, kept, round_)
        if kept["decision"] == "refused":
            self._refused.append(f"{call.tool} ({kept['why']})")
        made = None if kept["decision"] == "refused" else replace(call, arguments=kept["arguments"])
        return made, self._event(call.tool, kept)

    async def each(self, calls: Sequence[Call], round_: int) -> tuple[list[Call], list[Event]]:
        """Decide on calls one after the other; the ones that may be made keep their order. Raises GraphError."""
        made: list[Call] = []
        events: list[Event] = []
        for call in calls:
            decided, event = await self.of(call, round_)
            events.append(event)
            if decided is not None:
                made.append(decided)
        return made, events

    async def pick(self, number: int) -> tuple[Call | None, Event | None]:
        """Return the call that the person picks as this one (from 1), None where the last was picked."""
        if number > MAX_PICKS:
            return None, None
        args: dict[str, Any] = {"pick": number}
        kept: dict[str, Any] | None = self._find(args)
        if kept is None:
            started = time.monotonic()
            call = await self._person.pick(self._tools, number)
            self.waited_s += time.monotonic() - started
            tool, arguments = (call.tool, dict(call.arguments)) if call else ("", {})
            kept = {"decision": "picked", "tool": tool, "arguments": arguments}
            await self._record(args, kept, 0)
        if not kept["tool"]:
            return None, None
        return Call(kept["tool"], kept["arguments"], "the person picked it"), self._event(kept["tool"], kept)

    def _find(self, args: Mapping[str, Any]) -> dict[str, Any] | None:
        row = self._taken.get(self._begun.request_of(DECISION, args))
        return None if row is None else json.loads(row["output_json"])

    async def _record(self, args: Mapping[str, Any], kept: Mapping[str, Any], round_: int) -> None:
        output = {**kept, "by": "person", "autonomy": self.mode}
        outcome = "refused" if kept["decision"] == "refused" else "ok"
        await self._begun.step(
            StepDone(round_, self._begun.next_ordinal(), DECISION, args, output, outcome, latency_ms=0, rows=0)
        )

    def _event(self, tool: str, kept: Mapping[str, Any]) -> Event:
        data = {"tool": tool, "arguments": kept["arguments"], "decision": kept["decision"], "by": "person"}
        return Event("consulted", self._begun.key, {**data, "why": kept.get("why", "")})


async def approve_queries(approval: Approval, calls: Sequence[Call], round_: int) -> tuple[list[Call], list[Event]]:
    """Decide on each query of a round's searches in what is stored. Somebody who picks has decided already."""
    if approval.mode == "manual":
        return list(calls), []
    made: list[Call] = []
    events: list[Event] = []
    for call in calls:
        queries: list[tuple[int, str]] = []
        for part, query in zip(call.arguments["for"], call.arguments["queries"], strict=True):
            decided, event = await approval.of(replace(call, arguments={"query": query}), round_)
            events.append(event)
            if decided is not None:
                queries.append((part, str(decided.arguments["query"])))
        if queries:
            given = {"queries": [query for _, query in queries], "for": [part for part, _ in queries]}
            made.append(replace(call, arguments={**call.arguments, **given}))
    return made, events


async def approve_searches(
    approval: Approval | None, calls: Sequence[Call], round_: int
) -> tuple[list[Call], list[Event]]:
    """Decide on each search of the web. Somebody who picks has decided already."""
    if approval is None or approval.mode == "manual":
        return list(calls), []
    made: list[Call] = []
    events: list[Event] = []
    for call in calls:
        decided, event = await approval.of(replace(call, arguments={"query": call.arguments["query"]}), round_)
        events.append(event)
        if decided is not None:
            made.append(replace(call, arguments={**call.arguments, "query": str(decided.arguments["query"])}))
    return made, events


async def approve_page(approval: Approval | None, url: str, round_: int) -> Event | None:
    """Decide on the reading of a page that a search found; None where nobody has to be asked.

    The event says whether it may be read, and at which address.
    """
    if approval is None or approval.mode == "manual":
        return None
    return (await approval.of(Call("read_page", {"url": url}, "a search found it"), round_))[1]
