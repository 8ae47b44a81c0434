"""Layers 3 and 4 of the guard: statements that are not ours, run once in a READ transaction under limits.

Layer 2 (`plan_guard.py`) is asked first, in the same transaction. The server is told the time limit; as it does not
stop one long expression, the client gives up a little later and drops the connection. Memory is the server's limit
(`db.memory.transaction.max`, which the managed one has). Nothing is ever tried twice: the server marks running out of
memory as passing, and the driver's managed transactions would run the same ruin again.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of begin_transaction() untyped; nothing else here is unknown.
import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, LiteralString, cast

from graph.driver_errors import TIMED_OUT, translated_errors
from graph.errors import StatementFailed, StatementRefused, StatementWrong
from graph.plan_guard import Names, UnknownName, counts_or_aggregates, unknown_names, why_refused
from graph.store import GraphStore
from graph.values_json import JSON, row_to_json

if TYPE_CHECKING:
    from neo4j import AsyncSession, AsyncTransaction, ResultSummary
    from neo4j.exceptions import Neo4jError

Stopped = Literal["rows", "bytes", "time", "memory"]

GRACE_S = 1.0
"""How much longer than the server the client waits: what it stopped is then said by the server itself."""

_OUT_OF_MEMORY = ("OutOfMemory", "MemoryLimit", "StackOverFlow", "StackOverflow")
_NOT_A_READ = "Neo.ClientError.Statement.AccessMode"
_FAILED = "Neo.DatabaseError.Statement.ExecutionFailed"
_SAME_ENDS = "start and end nodes are the same"
_THEIR_FAULT = (_FAILED, "Neo.ClientError.Statement.", "Neo.ClientError.Procedure.", "Neo.ClientError.Schema.")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a statement may take: seconds on the server, rows, and bytes of their JSON."""

    seconds: float = 10.0
    rows: int = 200
    bytes: int = 256 * 1024


@dataclass(frozen=True, slots=True)
class ForeignRows:
    """The rows of a statement as JSON data, and what a reader must know of them.

    `kind` is `aggregate` where something of it was counted or aggregated. `stopped` names the limit that cut it and
    `note` says so in a sentence; both are empty when these are all the rows.
    """

    columns: tuple[str, ...]
    rows: tuple[dict[str, JSON], ...]
    kind: Literal["rows", "aggregate"]
    stopped: Stopped | None
    note: str
    unknown: tuple[UnknownName, ...]
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Explained:
    """What the server says that a statement would do. `refused` is layer 2's reason, "" when it may run."""

    refused: str
    kind: Literal["rows", "aggregate"]
    unknown: tuple[UnknownName, ...]


@dataclass(slots=True)
class _Reading:
    """What has come so far, kept outside the transaction so that a stop does not lose it."""

    columns: tuple[str, ...] = ()
    rows: list[dict[str, JSON]] = field(default_factory=list)
    size: int = 0
    stopped: Stopped | None = None
    explained: Explained = Explained("", "rows", ())
    was_planned: bool = False


async def explain_foreign(
    store: GraphStore,
    statement: str,
    params: Mapping[str, object] | None = None,
    *,
    known: Names | None = None,
) -> Explained:
    """Ask the server what a statement would do, and judge it; nothing of it is run.

    Raises StatementWrong when the server cannot read it, and DatabaseUnreachable and the like.
    """
    limits = Limits()
    reading = await _guarded(store, statement, params or {}, known or Names(), limits, runs=False)
    if reading.stopped:
        raise StatementWrong(
            f"the server did not plan the statement within {limits.seconds:g} seconds; make it smaller"
        )
    return reading.explained


async def read_foreign(
    store: GraphStore,
    statement: str,
    params: Mapping[str, object] | None = None,
    *,
    known: Names | None = None,
    limits: Limits | None = None,
) -> ForeignRows:
    """Run a statement that is not ours, once, and return its rows as far as the limits let it go.

    It passes layers 2 to 4; layers 1 and 5 (`graph/guard/`) are the caller's. `known` are the names that the graph may
    hold though nothing wears them yet. Raises StatementRefused (layer 2 or 3), StatementWrong when the server cannot
    read it or it fails on the data, and DatabaseUnreachable and the like.
    """
    limits = limits or Limits()
    began = time.monotonic()
    reading = await _guarded(store, statement, params or {}, known or Names(), limits, runs=True)
    return ForeignRows(
        reading.columns,
        tuple(reading.rows),
        reading.explained.kind,
        reading.stopped,
        _note(reading, limits),
        reading.explained.unknown,
        round((time.monotonic() - began) * 1000),
    )


async def _guarded(
    store: GraphStore, statement: str, params: Mapping[str, object], known: Names, limits: Limits, *, runs: bool
) -> _Reading:
    """Explain a statement and, where it `runs`, read its rows, with every way that it can go wrong judged."""
    from neo4j.exceptions import BrokenRecordError, Neo4jError

    reading = _Reading()
    async with store.foreign_session() as session:
        with translated_errors():
            try:
                async with asyncio.timeout(limits.seconds + GRACE_S):
                    await _read(session, statement, params, known, limits, reading, runs=runs)
            except TimeoutError:  # the driver has dropped the connection, and the server ends what it can
                reading.stopped = "time"
            except BrokenRecordError as error:
                raise StatementWrong(
                    "a value of its rows has no counterpart here, such as a date beyond the year 9999; "
                    "return toString() of it"
                ) from error
            except Neo4jError as error:
                _judge_error(error, reading)
    return reading


def _judge_error(error: "Neo4jError", reading: _Reading) -> None:
    code, message = str(error.code), " ".join(str(error.message).split())
    if code.startswith(TIMED_OUT):
        reading.stopped = "time"
    elif any(word in code or f".{word}Error" in message for word in _OUT_OF_MEMORY):  # a procedure's is in its message
        reading.stopped = "memory"
    elif code == _NOT_A_READ:
        raise StatementRefused(3, f"it is no read to the server ({message})") from error
    elif code == _FAILED and _SAME_ENDS in message:
        raise StatementWrong("a shortest path needs two nodes that differ; write WHERE a <> b before it") from error
    elif code.startswith(_THEIR_FAULT) and reading.was_planned:  # what could be planned fails on what is stored
        raise StatementFailed(message) from error
    elif code.startswith(_THEIR_FAULT):
        raise StatementWrong(f"the database cannot run this statement: {message}") from error
    else:
        raise error


async def _read(
    session: "AsyncSession",
    statement: str,
    params: Mapping[str, object],
    known: Names,
    limits: Limits,
    reading: _Reading,
    *,
    runs: bool,
) -> None:
    begun = session.begin_transaction(timeout=limits.seconds, metadata={"app": "claimgraph", "kind": "foreign"})
    async with await begun as transaction:
        reading.explained = await _explain(transaction, statement, params, known)
        if not runs:
            return
        if reading.explained.refused:
            raise StatementRefused(2, reading.explained.refused)
        reading.was_planned = True
        result = await transaction.run(cast("LiteralString", statement), dict(params))
        reading.columns = tuple(result.keys())
        async for record in result:
            if len(reading.rows) >= limits.rows:
                reading.stopped = "rows"
                break
            row = row_to_json(dict(record))
            reading.size += len(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
            if reading.size > limits.bytes:
                reading.stopped = "bytes"
                break
            reading.rows.append(row)


async def _explain(
    transaction: "AsyncTransaction", statement: str, params: Mapping[str, object], known: Names
) -> Explained:
    result = await transaction.run(cast("LiteralString", f"EXPLAIN {statement}"), dict(params))
    summary: ResultSummary = await result.consume()
    plan = cast("Mapping[str, Any] | None", summary.plan)
    told = [(one.gql_status, one.status_description) for one in summary.gql_status_objects]
    return Explained(
        why_refused(summary.query_type, plan),
        "aggregate" if plan and counts_or_aggregates(plan) else "rows",
        unknown_names(told, known),
    )


def _note(reading: _Reading, limits: Limits) -> str:
    shown = f"{len(reading.rows)} {'row' if len(reading.rows) == 1 else 'rows'}"
    match reading.stopped:
        case "rows":
            return f"cut after {shown}; there are more: add a LIMIT, or count instead"
        case "bytes":
            return f"cut after {shown}, at {limits.bytes:,} bytes; there are more: return fewer or shorter properties"
        case "time":
            return f"stopped after {limits.seconds:g} seconds with {shown}; narrow the pattern or LIMIT it early"
        case "memory":
            return f"stopped at the server's memory limit with {shown}; collect or sort less"
        case None:
            return ""
