"""From a question to its answer, the same for every face: split where a part waits for another, routed, carried out.

What asks for the graph itself is answered by rows, what asks for the world by research.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from agent.autonomy import Approval, Autonomy, Person
from agent.budget import Budget
from agent.build import App
from agent.events import Event
from agent.loops.choice import LoopName
from agent.query_update import Part, Said, resolve, update_query
from agent.report.read import read_report
from agent.report.view import ReportView
from agent.research import research
from agent.route import Routed, choose_tools
from agent.route.first import RESEARCHED, GraphFirst
from agent.route.wording import COUNT, RANK
from retrievers import Tools, load_tools
from retrievers.tool import ToolContext

SPENDABLE = ("searches", "extractions", "calls", "tokens", "seconds")
NEEDS_QUERY = (
    "to count or rank what is stored, a language model writes the query: set CLAIMGRAPH_PLANNER_MODEL and "
    "CLAIMGRAPH_WRITER_MODEL, or give the query itself with `claimgraph cypher`"
)
"""The note of a question that a written query would answer, asked without a model."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How a question is asked: under which run key, within which budget, as `research` takes it.

    `names_all` tells of the choice even where everything is researched. `person` decides on calls where `autonomy` is
    not `agent`.
    """

    run_key: str
    budget: Budget
    extractive: bool = False
    direct: bool = False
    loop: LoopName = "iterative"
    names_all: bool = False
    autonomy: Autonomy = "agent"
    person: Person | None = None
    fresh: bool = False

    def approval(self, tools: Tools) -> Approval | None:
        """Return the decisions of a run, None where the program decides alone."""
        return Approval(self.autonomy, self.person, tools) if self.autonomy != "agent" and self.person else None


def open_tools(app: App, *, extractive: bool = False) -> tuple[Tools, ToolContext]:
    """Return the tools of an app and what they work with. Raises TemplatesRefused for a folder with a fault."""
    web = app.web
    context = ToolContext(
        app.store, app.embedder, app.reranker, web.providers if web else None, rules=web.rules if web else None,
        time_range=web.time_range if web else "none",
    )  # fmt: skip
    has_model = app.model is not None and not extractive
    return load_tools(app.settings.templates_path, has_model=has_model), context


async def answer(question: str, app: App, asking: Asking, *, routed: Routed | None = None) -> AsyncGenerator[Event]:
    """Answer a question and yield what happens; the last event is `reported`, of the run of the key in `asking`.

    `routed` are calls that were chosen before; else rules choose, which send no question of evidence elsewhere. A part
    that waits for another's answer is asked with that answer's name in it; the other has a run of its own before, its
    key with a number, within an equal share of the budget. Raises as `research` does, and TemplatesRefused.
    """
    if asking.direct:
        async for event in _research(question, app, asking, None):
            yield event
        return
    tools, context = open_tools(app, extractive=asking.extractive)

    async def choose(text: str) -> Routed:
        today = date.today()  # noqa: DTZ011 - a person's own day
        return await choose_tools(text, (), tools, today=today)

    routed = routed or await choose(question)
    asks_world = any(call.tool in RESEARCHED for call in routed.calls)
    parts = update_query(question) if asks_world else [Part(question)]
    first = GraphFirst(routed, tools, context, names_all=asking.names_all, approval=asking.approval(tools))
    if "text2cypher" not in tools and not first.of_graph and (COUNT.search(question) or RANK.search(question)):
        first.notes.append(NEEDS_QUERY)
    if any(part.after is not None for part in parts):

        async def prepare(first: GraphFirst) -> AsyncGenerator[Event]:
            async for event in _ask_in_turn(parts, app, asking, tools, context, choose, first):
                yield event

        first.prepare = prepare
        asking = replace(asking, budget=_shared(asking.budget, _awaited(parts), keeps=("seconds",)))
    async for event in _research(question, app, asking, first):
        yield event


async def _ask_in_turn(
    parts: list[Part],
    app: App,
    asking: Asking,
    tools: Tools,
    context: ToolContext,
    choose: Callable[[str], Awaitable[Routed]],
    first: GraphFirst,
) -> AsyncGenerator[Event]:
    """Research the parts that others wait for, each in a run of its own, and put what they name into the others."""
    said: dict[int, Said] = {}
    texts: list[str] = []
    budget = _shared(asking.budget, _awaited(parts))
    for number, part in enumerate(parts):
        text = part.text if part.after is None else _rewritten(part, said.get(part.after), first)
        if text and any(other.after == number for other in parts):
            before = GraphFirst(await choose(text), tools, context, approval=asking.approval(tools))
            own = replace(asking, budget=budget, run_key=f"{asking.run_key}.{number + 1}")
            event: Event | None = None
            async for event in _research(text, app, own, before):
                yield event
            said[number] = Said(text, await _answer_of(app, event))
        texts.append(text)
    first.left = " ".join(text for text in texts if text)
    first.routed = await choose(first.left)


async def _research(question: str, app: App, asking: Asking, first: GraphFirst | None) -> AsyncGenerator[Event]:
    running = research(
        question, app, run_key=asking.run_key, budget=asking.budget, extractive=asking.extractive,
        direct=asking.direct, loop=asking.loop, first=first, fresh=asking.fresh,
    )  # fmt: skip
    async for event in running:
        yield event


def _rewritten(part: Part, said: Said | None, first: GraphFirst) -> str:
    """The part with what it waited for; "" where that is missing, which is noted."""
    text = resolve(part.text, said) if said is not None and said.answer else None
    if text is None:
        before = f"“{said.question}”" if said else "a part before it"
        why = "which has no answer" if said is None or not said.answer else "whose answer names nobody and nothing"
        first.notes.append(f"“{part.text}” waits for {before}, {why}: the information is missing")
    else:
        first.notes.append(f"“{part.text}” was asked as “{text}”")
    first.rewritten.append((part.text, text or ""))
    return text or ""


def _awaited(parts: Sequence[Part]) -> int:
    return len({part.after for part in parts if part.after is not None})


def _shared(budget: Budget, awaited: int, *, keeps: Sequence[str] = ()) -> Budget:
    """An equal share of a budget for each run of a question whose parts wait for `awaited` others."""
    runs = awaited + 1
    shared = [name for name in SPENDABLE if name not in keeps]
    shares = {name: type(getattr(budget, name))(getattr(budget, name) / runs) for name in shared}
    return replace(budget, **shares, money=None if budget.money is None else budget.money / runs)


async def _answer_of(app: App, event: Event | None) -> str:
    report = event.data.get("report") if event is not None and event.event == "reported" else None
    return plain_answer(await read_report(app.store, str(report))) if report else ""


def plain_answer(view: ReportView) -> str:
    """Return the sentences that answer, with their marks, without who says them; "" where nothing answers."""
    said = [one for one in view.statements if one.section == "summary" and one.citations]
    return " ".join(
        f"{one.text.rstrip()} {' '.join(f'[{mark}]' for mark in dict.fromkeys(c.marker for c in one.citations))}"
        for one in said
    )
