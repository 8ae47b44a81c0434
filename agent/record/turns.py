"""Writing a conversation as it goes: a question before anything is done for it, then its answer. Nothing twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.record.clock import now
from graph.keys import bounded, claim_text, make_key, short_name
from graph.model import MAX_STEP_OUTPUT, TurnKind
from graph.rows import bounded_json
from graph.store import GraphStore, Row, Transaction

MAX_SAID = 20_000
"""Characters of a question or an answer that a turn keeps; the report holds the whole."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a turn came to: text for people, what kind of answer, the run and report behind it, a vector of both."""

    text: str
    kind: TurnKind
    run: str | None = None
    report: str | None = None
    vector: Sequence[float] | None = None


class ConversationRecorder:
    """Writes one conversation of that name. Every method may be called again with the same values."""

    def __init__(self, store: GraphStore, name: str) -> None:
        self.name = name
        self.key = make_key("conversation", store.namespace, name)
        self._store = store

    async def open(self) -> None:
        """Write the conversation, unless it is there. Raises GraphError."""
        row = {"key": self.key, "name": short_name(self.name), "conversation": self.name}
        await self._run("record_conversation", conversation=row, now=now().iso)

    def turn_key(self, ordinal: int) -> str:
        """Return the key of a turn; ordinals count from 1."""
        return make_key("turn", self._store.namespace, self.key, ordinal)

    def run_key(self, ordinal: int) -> str:
        """Return the run key of a turn's research: always the same, so that it is gone on with."""
        return f"{self.name}-{ordinal}"

    async def begin(self, ordinal: int, question: str) -> int:
        """Write a question as the turn of that place and return its place: the next free one where another process has
        written a turn there meanwhile. Raises GraphError."""
        text = bounded(claim_text(question), MAX_SAID) or ""
        while True:
            turn = {"key": self.turn_key(ordinal), "name": short_name(text), "ordinal": ordinal, "question": text}
            row = (await self._run("record_turn", conversation=self.key, turn=turn, now=now().iso))[0]
            if row["question"] == text and row["state"] == "asked":
                return ordinal
            ordinal += 1

    async def choose(
        self, ordinal: int, asked: str, calls: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> None:
        """Write what a question was taken to ask, the calls chosen and what was remembered. Raises GraphError."""
        await self._run(
            "record_turn_choice", turn=self.turn_key(ordinal), asked=bounded(asked, MAX_SAID),
            calls_json=bounded_json(list(calls), MAX_STEP_OUTPUT), memory_json=bounded_json(memory, MAX_STEP_OUTPUT),
        )  # fmt: skip

    async def answer(self, ordinal: int, answered: Answered) -> None:
        """Write a turn's answer, unless it has one. Raises GraphError."""
        moment = now()
        await self._run(
            "record_answer", turn=self.turn_key(ordinal), answer=bounded(answered.text, MAX_SAID), kind=answered.kind,
            run=answered.run, report=answered.report, vector=answered.vector, now=moment.iso, now_ms=moment.ms,
        )  # fmt: skip

    async def _run(self, statement: str, **params: Any) -> list[Row]:
        async def work(tx: Transaction) -> list[Row]:
            return await tx.run(statement, **params)

        return await self._store.write(work)
