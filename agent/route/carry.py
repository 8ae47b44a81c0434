"""Carrying out chosen calls: each checked, made once, those that do not wait for one another together."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.record.runs import RunRecorder, StepDone
from agent.route.calls import Call, Routed
from retrievers import Tools
from retrievers.errors import RetrieverError
from retrievers.tool import ToolContext, ToolResult

ROUTE = "route"
"""The tool of the Step that keeps a choice with its reasons."""

_KEPT_ROWS = 50
_KEPT_CHARACTERS = 50_000
_POINTS_AT = ("source", "claim", "entity", "run", "report", "question")


@dataclass(frozen=True, slots=True)
class Made:
    """A call with what came of it; `skipped` says why it was not made, "" where it was."""

    call: Call
    result: ToolResult
    milliseconds: int = 0
    skipped: str = ""


async def carry_out(calls: Sequence[Call], tools: Tools, context: ToolContext) -> list[Made]:
    """Make the calls and return what each gave, in their order.

    A call that waits for another is filled from that one's first row, and skipped where nothing there fits. The same
    tool with the same arguments is called once. What is wrong with a call is the reason why it is skipped; a database
    that fails raises GraphError.
    """
    made: dict[int, Made] = {}
    left = list(range(len(calls)))
    while left:
        ready = [at for at in left if (after := calls[at].after) is None or after in made or after not in left]
        left = [at for at in left if at not in ready]
        if not ready:
            for at in left:
                made[at] = _skip(calls[at], "it waits for a call that waits for it")
            break
        filled = [fill(calls[at], made.get(after) if (after := calls[at].after) is not None else None, tools)
                  for at in ready]  # fmt: skip
        first: dict[str, int] = {}
        for at, call in zip(ready, filled, strict=True):
            first.setdefault(_name(call), at)
        done = await asyncio.gather(
            *(_make(call, tools, context) for at, call in zip(ready, filled, strict=True) if first[_name(call)] == at)
        )
        results = {_name(one.call): one for one in done} | {_name(one.call): one for one in made.values()}
        for at, call in zip(ready, filled, strict=True):
            made[at] = replace(results[_name(call)], call=call)
    return [made[at] for at in range(len(calls))]


def fill(call: Call, before: Made | None, tools: Tools) -> Call:
    """Return the call with the arguments that it lacks, taken from the first row of the call that it waited for.

    A column of the parameter's name is taken, such as `source`. Nothing is made up: what is not there stays lacking.
    """
    if before is None or call.tool not in tools or not before.result.rows:
        return call
    row = before.result.rows[0]
    lacking = [name for name in tools[call.tool].parameters.get("required", ()) if name not in call.arguments]
    found = {name: row[name] for name in lacking if name in _POINTS_AT and isinstance(row.get(name), str)}
    return replace(call, arguments={**call.arguments, **found})


async def _make(call: Call, tools: Tools, context: ToolContext) -> Made:
    started = time.perf_counter()
    try:
        result = await tools.call(call.tool, call.arguments, context)
    except RetrieverError as error:
        return _skip(call, error.reason)
    return Made(call, result, round((time.perf_counter() - started) * 1000))


def _skip(call: Call, why: str) -> Made:
    return Made(call, ToolResult("refused", notes=(why,)), skipped=why)


def _name(call: Call) -> str:
    return json.dumps([call.tool, call.arguments], sort_keys=True, ensure_ascii=True, default=str)


async def record_choice(run: RunRecorder, routed: Routed, *, round_: int) -> None:
    """Write the choice for a question as a Step: which tools, with what, why, by whom. Raises GraphError."""
    await run.step(
        StepDone(
            round=round_,
            ordinal=run.next_ordinal(),
            tool=ROUTE,
            args={"question": routed.question},
            output={
                "by": routed.by,
                "calls": [as_data(call) for call in routed.calls],
                "notes": list(routed.notes),
            },
            outcome="ok" if routed.calls else "empty",
            latency_ms=0,
            rows=len(routed.calls),
        )
    )


async def record_made(run: RunRecorder, made: Made, *, round_: int) -> None:
    """Write a call that was made or skipped as a Step, with its reason and its first rows. Raises GraphError."""
    result = made.result
    found = [
        {"passage": row["passage"], "rank": rank, "score": float(row.get("score") or 0.0), "arm": made.call.tool}
        for rank, row in enumerate(result.rows, 1)
        if isinstance(row.get("passage"), str)
    ]
    await run.step(
        StepDone(
            round=round_,
            ordinal=run.next_ordinal(),
            tool=made.call.tool,
            args=made.call.arguments,
            output={
                "reason": made.call.reason,
                "ran": result.ran,
                "rows": (rows := _kept(result.rows)),
                "columns": list(rows[0]) if rows else [],  # a Step's JSON has its names in alphabetical order
                "notes": [
                    *result.notes,
                    *([f"{len(rows)} of {len(result.rows)} rows are kept"] if len(rows) < len(result.rows) else []),
                ],
                "kind": result.kind,
            },
            outcome=result.outcome,
            latency_ms=made.milliseconds,
            rows=len(result.rows),
            found=list({one["passage"]: one for one in reversed(found)}.values()),
            error=made.skipped or None,
        )
    )


def _kept(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The first rows, as many as a Step can hold."""
    kept: list[dict[str, Any]] = []
    left = _KEPT_CHARACTERS
    for row in rows[:_KEPT_ROWS]:
        left -= len(json.dumps(row, ensure_ascii=False, default=str))
        if left < 0:
            break
        kept.append(dict(row))
    return kept


def kept_rows(output: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a Step's output with their columns in the order that they came in."""
    columns: Sequence[str] = output.get("columns", ())
    return [{**{name: row[name] for name in columns if name in row}, **row} for row in output["rows"]]


def as_data(call: Call) -> dict[str, Any]:
    """Return a call as `claimgraph route` prints it."""
    data: dict[str, Any] = {"tool": call.tool, "arguments": dict(call.arguments), "reason": call.reason}
    return data if call.after is None else {**data, "after": call.after}
