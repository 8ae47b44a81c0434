"""A conversation of a test: over the real database, with a person who answers from a list."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import date
from typing import Any

from fakes import FakeEmbedder

from agent.answer import Asking
from agent.autonomy import Autonomy, Said
from agent.budget import Budget
from agent.build import App
from agent.chat.remember import LIMITS, MemoryLimits
from agent.chat.talk import Chat, TurnDone
from agent.events import Event
from agent.route.calls import Call
from agent.settings import Settings
from graph.store import GraphStore
from retrievers import Tools

TODAY = date(2026, 6, 15)


def app_of(store: GraphStore, **changes: Any) -> App:
    return App(Settings(), store, FakeEmbedder(), (), None, **changes)


class Talker:
    """Asks one question after the other; `events` are those of the last one."""

    def __init__(self, app: App, name: str = "c", limits: MemoryLimits = LIMITS, **asking: Any) -> None:
        self.chat = Chat(app, name, Asking("", Budget(), **asking), limits=limits, today=lambda: TODAY)
        self.events: list[Event] = []
        self.left = ""

    async def open(self) -> Talker:
        self.left = await self.chat.open()
        return self

    async def ask(self, question: str) -> TurnDone:
        self.events = [event async for event in self.chat.ask(question)]
        assert self.chat.done is not None
        return self.chat.done

    def tools(self) -> list[str]:
        """The tools that were chosen for the last question."""
        assert self.chat.done is not None
        return [call["tool"] for call in self.chat.done.exchange.calls]


class ScriptedPerson:
    """A person who answers from a list; a missing answer fails at once."""

    def __init__(self, *answers: Said, picks: Sequence[Call] = ()) -> None:
        self._answers = deque(answers)
        self._picks = deque(picks)
        self.asked: list[Call] = []

    async def approve(self, call: Call, tools: Tools) -> Said:
        self.asked.append(call)
        assert self._answers, f"nobody answers to {call}"
        return self._answers.popleft()

    async def pick(self, tools: Tools, number: int) -> Call | None:
        return self._picks.popleft() if self._picks else None


def deciding(autonomy: Autonomy, person: ScriptedPerson) -> dict[str, Any]:
    return {"autonomy": autonomy, "person": person}
