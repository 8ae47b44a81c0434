"""A question to the graph as a statement that a model writes: looked at, mended at most twice, run once, shown.

Such a statement more often answers another question than it fails: so its rows come with the query and with what the
model holds it to ask, and no status of a claim ever hangs on them. No rows are no answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graph.errors import StatementRefused, StatementWrong
from graph.foreign import ForeignRows, Limits, explain_foreign
from graph.guard.schema import NAMESPACE
from graph.guarded_read import GuardedRead, read_guarded, rewrite
from graph.own_shape import own_shape
from graph.plan_guard import with_nearest
from graph.shape import Shape
from graph.shape_check import find_misuse
from graph.store import GraphStore
from retrievers.errors import NoCompletion
from retrievers.outcome import Outcome
from retrievers.tool import Complete

PROMPT = "text2cypher"
_MAX_SHOWN = 500  # characters of a statement or reason in a note
_QUESTION_MARKS = ("?", "？", "؟")
NOTHING_FITS = "no row fits the query, which is no proof that the answer is no"
COUNTED = "counted by the database from what is stored"


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """What came of a question. `ran` is the statement as it was run, "" where none was; `asks` is the question that the
    model holds it to answer; `found` are the rows; `notes` say what a reader must know, each refused try included."""

    outcome: Outcome
    asks: str = ""
    ran: str = ""
    found: ForeignRows | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Tries:
    """The statements that were refused, each with the reason."""

    store: GraphStore
    shape: Shape
    refused: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    async def check(self, reply: Mapping[str, str]) -> str | None:
        """Return what is wrong with a reply's statement; one that is left out on purpose is not wrong."""
        statement = reply["statement"]
        if not statement:
            return None
        fault = await find_fault(self.store, statement, self.shape)
        if fault:
            self.refused.append((statement, fault))
        return fault or None

    def notes(self) -> tuple[str, ...]:
        """Return each refused statement with its reason, on one line."""
        return tuple(f"tried and refused: {_short(fault)} | {_short(statement)}" for statement, fault in self.refused)


async def ask_graph(
    store: GraphStore, question: str, complete: Complete, *, shape: Shape | None = None, limits: Limits | None = None
) -> GraphAnswer:
    """Return the rows of a statement that a model writes for the question.

    `shape` is that of a graph which is not ours. What is refused is an outcome with its reasons, no error. Raises
    GraphError where the database fails, and what `complete` raises beside NoCompletion.
    """
    shape = shape or own_shape()
    tries = _Tries(store, shape)
    try:
        written = await complete(PROMPT, _values(question, shape), tries.check)
    except NoCompletion as failed:
        return GraphAnswer(failed.outcome, notes=(failed.reason, *tries.notes()))
    asks, statement = _short(written["asks"]), written["statement"]
    if not statement:
        return GraphAnswer("unsupported", notes=(f"the graph cannot answer it: {asks}", *tries.notes()))
    asks = asks if asks.endswith(_QUESTION_MARKS) else ""  # a model may tell the answer before there are rows
    try:
        ran, found = await read_guarded(store, GuardedRead(statement, foreign=shape.foreign), limits)
    except (StatementRefused, StatementWrong) as error:
        return GraphAnswer("refused", asks, notes=(str(error), *tries.notes(), f"not run: {_short(statement)}"))
    return _answer(asks, ran, found, tries)


async def find_fault(store: GraphStore, statement: str, shape: Shape) -> str:
    """Return in one sentence why a statement is not run, "" where nothing is against it; nothing is run for it."""
    try:
        sent = rewrite(GuardedRead(statement, foreign=shape.foreign))
        if not shape.foreign and (never := find_misuse(statement, shape)):
            return "; ".join(never)
        params = {} if shape.foreign else {NAMESPACE: store.namespace}
        explained = await explain_foreign(store, sent, params, known=shape.names)
    except (StatementRefused, StatementWrong) as error:
        return str(error)
    if explained.refused:
        return f"refused by layer 2 of the guard: {explained.refused}"
    return "; ".join(map(str, with_nearest(explained.unknown, shape.names)))


def _values(question: str, shape: Shape) -> dict[str, str]:
    return {
        "question": question,
        "schema": shape.text(),
        "rules": "\n".join(f"- {rule}" for rule in shape.rules),
        "examples": "\n".join(f"{one.question}\n{one.statement}" for one in shape.examples) or "(none)",
        "today": datetime.now(UTC).date().isoformat(),
    }


def _answer(asks: str, ran: str, found: ForeignRows, tries: _Tries) -> GraphAnswer:
    if found.unknown:  # a name that was there when the statement was looked at is gone
        unknown = "; ".join(map(str, found.unknown))
        return GraphAnswer("refused", asks, notes=(unknown, *tries.notes(), f"not answered by: {_short(ran)}"))
    notes = [f"the query asks: {asks}"] if asks else []
    notes += [found.note] if found.note else []
    outcome: Outcome = "ok" if found.rows else "empty"
    if not found.rows and found.stopped in ("time", "memory"):
        outcome = "timeout"
    elif not found.rows:
        notes.append(NOTHING_FITS)
    elif found.kind == "aggregate":
        notes.append(COUNTED)
    return GraphAnswer(outcome, asks, ran, found, (*notes, *tries.notes()))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]} …"
