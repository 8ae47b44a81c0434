"""A question of a conversation with its answer, as it is read from the graph."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.route.calls import Turn
from graph.keys import make_key
from graph.model import TurnKind, TurnState
from graph.store import GraphStore, Row


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn. `asked` is what the question was taken to ask, standing alone; times are ISO in UTC.

    `vector` is of question and answer together, None where there is none of the model in use.
    """

    turn: str
    ordinal: int
    question: str
    asked: str
    answer: str
    kind: TurnKind
    state: TurnState
    answered_at: str
    answered_at_ms: int
    conversation: str
    run: str | None = None
    report: str | None = None
    calls: Sequence[dict[str, Any]] = ()
    memory: dict[str, Any] = field(default_factory=dict[str, Any])
    vector: Sequence[float] | None = field(default=None, repr=False)

    def as_turns(self) -> tuple[Turn, Turn]:
        """Return what the person and the program said, as the router takes it."""
        return Turn("user", self.asked or self.question), Turn("assistant", self.answer)

    @property
    def dated(self) -> str:
        """The time of the answer, to the minute."""
        return f"{self.answered_at[:16].replace('T', ' ')} UTC"


async def read_exchanges(store: GraphStore, conversation: str) -> list[Exchange]:
    """Return the turns of the conversation of that name, in order. Raises GraphError."""
    key = make_key("conversation", store.namespace, conversation)
    return [_exchange(row) for row in await store.read("turns_of_conversation", conversation=key)]


async def read_elsewhere(store: GraphStore, conversation: str, *, limit: int) -> list[Exchange]:
    """Return the newest answers from evidence in other conversations, at most `limit`. Raises GraphError."""
    key = make_key("conversation", store.namespace, conversation)
    return [_exchange(row) for row in await store.read("turns_elsewhere", conversation=key, limit=limit)]


def _exchange(row: Row) -> Exchange:
    return Exchange(
        turn=row["turn"],
        ordinal=row["ordinal"],
        question=row["question"],
        asked=row["asked"] or "",
        answer=row["answer"] or "",
        kind=row["kind"] or "talk",
        state=row["state"],
        answered_at=row["answered_at"] or "",
        answered_at_ms=row["answered_at_ms"] or 0,
        conversation=row["conversation"],
        run=row["run"],
        report=row["report"],
        calls=json.loads(row["calls_json"] or "[]"),
        memory=json.loads(row["memory_json"] or "{}"),
        vector=row["vector"],
    )
