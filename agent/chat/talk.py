"""One turn after the other: what was said before, the choice, the answer, all of it in the graph before it is shown.

The cheapest that can answer does: words alone for a greeting, an earlier answer where it still holds, rows, research.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from agent.answer import Asking, answer, open_tools, plain_answer
from agent.build import App
from agent.chat.claim_meant import NO_SOURCE_MEANT, NONE_MEANT, find_meant
from agent.chat.exchange import Exchange, read_elsewhere, read_exchanges
from agent.chat.given import why_not_again
from agent.chat.remember import LIMITS, Memory, MemoryLimits, remember
from agent.events import Event
from agent.llm import Attempt
from agent.plan import check_question
from agent.query_update import Said, update_query
from agent.query_update.by_model import needs_update, update_by_model
from agent.record.turns import Answered, ConversationRecorder
from agent.report.data import say_data
from agent.report.read import read_report
from agent.report.view import ReportView
from agent.route import ANSWER_GIVEN, Routed, choose_tools
from agent.route.carry import as_data
from agent.route.pointing import find_pointed
from agent.route.small_talk import Talk, is_off_topic, kind_of_talk, strip_greeting
from graph.keys import claim_text
from retrievers.embed import EmbeddingError

_ASK = "ask what your sources say of something, or about the graph itself, like “Which claims conflict?”"
GREETED = (
    "Hello. I answer from the sources stored here, with their quotes, and about the graph of claims itself; ask a "
    "question."
)
TALKED: dict[Talk, str] = {
    "greeting": GREETED,
    "thanks": "You are welcome.",
    "farewell": "Goodbye. What was said here is kept and can be gone on with.",
    "agreed": f"Good. To go on, {_ASK}.",
    "help": f"I answer from the sources stored here, with their quotes: {_ASK}. "
    "/why tells how the last answer came about, /sources what it cites.",
}
"""What is said to words that ask for nothing, by their kind."""
OFF_TOPIC = (
    "That asks for something to be made or done, which no source could answer; I only look up, so nothing was searched."
)
_LOOKED_BACK = 4
"""Turns before, in which what a pointing word stands for is looked for, the last first."""


@dataclass(frozen=True, slots=True)
class TurnDone:
    """What one turn came to. `view` is the report or the rows behind it, None where words alone answered.

    `again` is the earlier exchange that was given once more; `notes` say what a reader should know.
    """

    exchange: Exchange
    view: ReportView | None = None
    again: Exchange | None = None
    notes: tuple[str, ...] = ()


class Chat:
    """A conversation of that name over an app's graph. `asking` is how each of its questions is researched."""

    def __init__(
        self,
        app: App,
        name: str,
        asking: Asking,
        *,
        limits: MemoryLimits = LIMITS,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._app = app
        self._asking = asking
        self._limits = limits
        self._today = today
        self._writer = ConversationRecorder(app.store, name)
        self.name = name
        self.exchanges: list[Exchange] = []
        self.done: TurnDone | None = None

    async def open(self) -> str:
        """Read what was said so far; return the question that an earlier process left without an answer, or "".

        Raises GraphError.
        """
        await self._writer.open()
        self.exchanges = await read_exchanges(self._app.store, self.name)
        last = self.exchanges[-1] if self.exchanges else None
        return last.question if last is not None and last.state == "asked" else ""

    async def ask(self, question: str) -> AsyncGenerator[Event]:
        """Answer one question and yield what happens; then `done` holds the answer, and the graph does.

        A question that an earlier process left without an answer is gone on with. Raises as `answer` does, PlanError
        for one without a word.
        """
        check_question(question)
        self.done = None
        ordinal = await self._writer.begin(self._next(question), question)
        earlier = [one for one in self.exchanges if one.state == "answered" and one.kind != "talk"]
        begun = next((one for one in self.exchanges if one.ordinal == ordinal), None)
        if words := _words_for(question):
            await self._end(ordinal, Answered(words, "talk"))
            return
        pointed = find_pointed(question)
        meant = await find_meant(self._app.store, pointed, earlier) if pointed else None
        if pointed and not meant:
            await self._end(ordinal, Answered(NONE_MEANT if pointed.kind == "claim" else NO_SOURCE_MEANT, "missing"))
            return
        memory = await self._remember(question, earlier)
        said, exchanges = memory.conversation(self.name)
        attempts: list[Attempt] = []
        if begun and begun.asked:
            asked, notes = begun.asked, list[str]()
        elif pointed and meant:
            asked = pointed.named(meant.key)
            notes = [f"taken as: {asked}{f' ({meant.words})' if meant.words else ''}"]
        else:
            asked, notes = await self._alone(question, earlier, attempts)
        routed = await self._choose(asked, said, attempts)
        again, why = await self._given(routed, exchanges)
        await self._chosen(ordinal, asked, routed, memory, attempts)
        if again is not None and not why:
            yield Event("routed", self._writer.key, {"by": routed.by, "calls": _told(routed), "notes": []})
            view = await read_report(self._app.store, again.report) if again.report else None
            await self._end(ordinal, Answered(again.answer, "given", again.run, again.report), view, again, notes)
            return
        if again is not None:
            notes.append(f"this was answered in turn {again.ordinal} ({again.dated}), but {why}: it is looked up anew")
            routed = await self._choose(asked, (), attempts)
            await self._chosen(ordinal, asked, routed, memory, attempts)
        notes += [_say_elsewhere(one) for one in _same_elsewhere(asked, memory, self.name)]
        asking = replace(self._asking, run_key=self._writer.run_key(ordinal), names_all=True)
        event: Event | None = None
        async for event in answer(asked, self._app, asking, routed=routed):
            yield event
        await self._answered(ordinal, question, event, notes)

    def _next(self, question: str) -> int:
        last = self.exchanges[-1] if self.exchanges else None
        if last is None:
            return 1
        is_left = last.state == "asked" and last.question == claim_text(question)
        return last.ordinal if is_left else last.ordinal + 1

    async def _alone(
        self, question: str, earlier: Sequence[Exchange], attempts: list[Attempt]
    ) -> tuple[str, list[str]]:
        """The question with what its pointing words stand for, and notes that say how it was taken."""
        model = None if self._asking.extractive else self._app.model
        if model is None or not needs_update(question) or not earlier:
            return _standing_alone(question, earlier)
        said = [Said(one.asked or one.question, one.answer) for one in earlier]
        updated = await update_by_model(question, said, model, seen=attempts.append)
        if updated.by == "rules":
            asked, notes = _standing_alone(question, earlier)
            return asked, [*notes, updated.note]
        asked = " ".join(part.text for part in updated.parts)
        return asked, [] if asked == question else [f"taken as: {asked}"]

    async def _choose(self, asked: str, said: Sequence[Any], attempts: list[Attempt]) -> Routed:
        tools, _ = open_tools(self._app, extractive=self._asking.extractive)
        model = None if self._asking.extractive else self._app.model
        return await choose_tools(
            asked, said, tools, today=self._today(), model=model, embedder=self._app.embedder if model else None,
            seen=attempts.append,
        )  # fmt: skip

    async def _chosen(
        self, ordinal: int, asked: str, routed: Routed, memory: Memory, attempts: Sequence[Attempt]
    ) -> None:
        calls = [as_data(call) for call in routed.calls]
        usage = {"usage": [asdict(one) for one in attempts]} if attempts else {}
        await self._writer.choose(ordinal, asked, calls, memory.data() | usage)

    async def _given(self, routed: Routed, exchanges: Sequence[Exchange]) -> tuple[Exchange | None, str]:
        """The earlier exchange that the router takes for an answer, and why it may not be given again."""
        call = next((call for call in routed.calls if call.tool == ANSWER_GIVEN), None)
        if call is None or len(routed.calls) > 1:
            return None, ""
        found = exchanges[min(int(call.arguments["turn"]) // 2, len(exchanges) - 1)]
        if found.kind == "given":  # what was given again speaks for the answer that it was
            first = (one for one in self.exchanges if one.report == found.report and one.kind != "given")
            found = next(first, found)
        return found, await why_not_again(self._app.store, found)

    async def _remember(self, question: str, earlier: Sequence[Exchange]) -> Memory:
        embedder = self._app.embedder
        if not earlier and embedder is None:
            return Memory((), self._limits)
        elsewhere: list[Exchange] = []
        vector: list[float] | None = None
        if embedder is not None:
            elsewhere = await read_elsewhere(self._app.store, self.name, limit=self._limits.elsewhere)
            if earlier or elsewhere:
                vector = (await embedder.embed([question], kind="query")).vectors[0].tolist()
        least = embedder.info.min_similarity if embedder is not None else -1.0
        return remember(question, earlier, elsewhere, vector=vector, min_similarity=least, limits=self._limits)

    async def _answered(self, ordinal: int, question: str, event: Event | None, notes: list[str]) -> None:
        report = event.data.get("report") if event is not None and event.event == "reported" else None
        run = event.run if event is not None else None
        if not report:
            await self._end(ordinal, Answered("The information is missing.", "missing", run), notes=notes)
            return
        view = await read_report(self._app.store, str(report))
        plain = plain_answer(view)
        rows = "; ".join(say_data(one) for one in view.data)
        text = " ".join(part for part in (plain, rows) if part) or "The information is missing."
        kind = "report" if plain else "rows" if view.data else "missing"
        vector = await self._vector(f"{question} {text}") if plain else None
        await self._end(ordinal, Answered(text, kind, run, str(report), vector), view, None, notes)

    async def _vector(self, text: str) -> list[float] | None:
        if self._app.embedder is None:
            return None
        try:
            return (await self._app.embedder.embed([text], kind="passage")).vectors[0].tolist()
        except EmbeddingError:
            return None

    async def _end(
        self,
        ordinal: int,
        answered: Answered,
        view: ReportView | None = None,
        again: Exchange | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        await self._writer.answer(ordinal, answered)
        self.exchanges = await read_exchanges(self._app.store, self.name)
        exchange = next(one for one in self.exchanges if one.ordinal == ordinal)
        self.done = TurnDone(exchange, view, again, tuple(notes))

    async def last_view(self) -> ReportView | None:
        """Return the report behind the last answer that cites a source, as it is now. Raises GraphError."""
        for report in dict.fromkeys(one.report for one in reversed(self.exchanges) if one.report):
            view = await read_report(self._app.store, report)
            if any(statement.citations for statement in view.statements):
                return view
        return None


def _words_for(question: str) -> str:
    """What is said to a greeting or to what no source could answer, "" to a question."""
    if talk := kind_of_talk(question):
        return TALKED[talk]
    return OFF_TOPIC if is_off_topic(strip_greeting(question).strip()) else ""


def _standing_alone(question: str, earlier: Sequence[Exchange]) -> tuple[str, list[str]]:
    """The question with what its pointing words stand for, and a note that says how it was taken."""
    answered = [one for one in reversed(earlier) if one.kind in {"report", "rows", "given"}][:_LOOKED_BACK]
    parts = update_query(question)
    for one in answered:
        parts = update_query(question, Said(one.asked or one.question, one.answer))
        if not any(part.missing for part in parts):
            break
    if any(part.missing for part in parts):
        return question, ["a word of the question points to something that the conversation has not named"]
    if any(part.after is not None for part in parts):
        return question, []
    asked = " ".join(part.text for part in parts)
    return asked, [] if asked == question else [f"taken as: {asked}"]


def _told(routed: Routed) -> list[dict[str, Any]]:
    return [{"tool": call.tool, "arguments": dict(call.arguments), "reason": call.reason} for call in routed.calls]


def _same_elsewhere(asked: str, memory: Memory, name: str) -> list[Exchange]:
    """Answers to the same question in other conversations: shown as what they are, never used as evidence."""
    same = " ".join(asked.casefold().split())
    others = [one.exchange for one in memory.recalled if one.exchange.conversation != name]
    return [one for one in others if " ".join((one.asked or one.question).casefold().split()) == same]


def _say_elsewhere(one: Exchange) -> str:
    return f"asked before in the conversation {one.conversation} ({one.dated}): {(one.report or '')[:19]}"
