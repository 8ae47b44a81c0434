"""A run on the command line: what happens as it happens, then the report; after Ctrl-C the last draft."""

import contextlib
import json
import shlex
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

from agent.cli.face import Face, counted
from agent.settings import DEFAULT_NAMESPACE

if TYPE_CHECKING:
    from agent.autonomy import Autonomy, Person
    from agent.build import App
    from agent.cli.lines import Lines
    from agent.events import Event
    from agent.report.view import ReportView
    from agent.resume import Begun

BUDGET_EXIT, NO_EVIDENCE_EXIT = 7, 3


async def run_research(face: Face, begun: "Begun", *, events: bool) -> int:
    """Begin a run as it is given, or go on with it, print the report and return the exit code. Raises as `answer`
    does."""
    from agent.answer import Asking, answer
    from agent.budget import Budget
    from agent.plan import check_question
    from agent.record.another import Begins, check_run_key
    from agent.steps import mode_of

    check_question(begun.question)  # a question without a word ends here, before a database is opened
    key = begun.run_key
    last: dict[str, Any] = {}
    async with face.app(with_model=not begun.is_extractive, web=begun.web) as app:
        await check_run_key(app.store, Begins(key, begun.question, mode_of(app, begun.is_extractive), begun.loop))
        await _refuse_empty(app, begun)
        face.say(f"run {key}")
        async with told_when_stopped(face, app, key, as_json=face.json or events):
            asking = Asking(
                key, Budget(**begun.limits), extractive=begun.is_extractive, direct=begun.direct, loop=begun.loop,
                autonomy=begun.autonomy, person=open_person(face, begun.autonomy), fresh=begun.fresh,
            )  # fmt: skip
            async for event in answer(begun.question, app, asking):
                if events:
                    face.out_json({"event": event.event, "run": event.run, "at": event.at, "data": event.data})
                else:
                    face.say(say_event(event, resume=say_resume(key, face.settings.namespace)))
                last = event.data
        report = last.get("report")
        if report:
            await print_report(face, app, str(report), as_json=face.json or events)
        if last.get("state") == "no_evidence":
            from agent.cli.namespaces import say_when_empty

            await say_when_empty(face, app.store)
    if last.get("state") == "no_evidence":
        return NO_EVIDENCE_EXIT
    return BUDGET_EXIT if last.get("stopped_by") == "budget" else 0


def open_person(face: Face, autonomy: "Autonomy", lines: "Lines | None" = None) -> "Person | None":
    """Return who is asked before calls are made: nobody where the program decides."""
    if autonomy == "agent":
        return None
    from agent.cli.lines import Lines
    from agent.cli.person import TerminalPerson

    return TerminalPerson(face, lines or Lines())


@contextlib.asynccontextmanager
async def told_when_stopped(face: Face, app: "App", key: str, *, as_json: bool) -> AsyncGenerator[None]:
    """Where Ctrl-C stops the run in the body, print what it has found and how to go on with it."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
            await _print_partial(face, app, key, as_json=as_json)
            face.say(f"interrupted: go on with {say_resume(key, face.settings.namespace)}")
        raise


async def _print_partial(face: Face, app: "App", key: str, *, as_json: bool) -> None:
    from graph.errors import GraphError
    from graph.keys import make_key

    try:
        await print_run(face, app, make_key("run", app.store.namespace, key), as_json=as_json)
    except GraphError as error:
        face.say(f"what was found cannot be shown: {error}")


async def _refuse_empty(app: "App", begun: "Begun") -> None:
    """Raise NamespaceEmpty before a run that could find nothing where others hold sources: it would be a typo's."""
    from agent.cli.namespaces import other_namespaces, why_empty
    from agent.errors import NamespaceEmpty

    if app.web is not None or await app.store.read("runs_by_run_key", run_key=begun.run_key):
        return
    if (said := await why_empty(app.store)) and await other_namespaces(app.store):
        raise NamespaceEmpty(said)


async def print_run(face: Face, app: "App", run: str, *, as_json: bool) -> None:
    """Print a run's report or its newest draft; before the first one, what it has found. Raises GraphError."""
    rows = await app.store.read("report_of_run", run=run)
    if rows:
        await print_report(face, app, str(rows[0]["report"]), as_json=as_json)
        return
    if not await app.store.read("run_as_begun", run=run):
        face.say("the run had not begun")
        return
    from agent.report.partial import read_partial

    _print(face, app, await read_partial(app.store, run), draw=("Run", run), as_json=as_json)


async def print_report(face: Face, app: "App", report: str, *, as_json: bool) -> None:
    """Print a report from the database, as Markdown or as JSON, with the query that draws it."""
    from agent.report.read import read_report

    _print(face, app, await read_report(app.store, report), draw=("Report", report), as_json=as_json)


def _print(face: Face, app: "App", view: "ReportView", *, draw: tuple[str, str], as_json: bool) -> None:
    from agent.report.links import list_links
    from agent.report.read import browser_query
    from agent.report.render import render_json, render_markdown

    if as_json:
        face.out_json(render_json(view))
        return
    face.out(render_markdown(view))
    if view.data and not view.statements and not view.subquestions:
        return  # rows alone: there is nothing to draw
    face.say("")
    if app.browser_url and draw[0] == "Report":
        face.say("In Neo4j Browser (claimgraph browse signs it in):")
        for line in list_links(view, app.browser_url):
            face.say(line)
        return
    face.say(f"In Neo4j Browser{f' ({app.browser_url})' if app.browser_url else ''}:")
    face.say(browser_query(*draw))


def say_resume(key: str, namespace: str) -> str:
    """Return the command that goes on with a run, to be copied as it is."""
    named = "" if namespace == DEFAULT_NAMESPACE else f" -n {namespace}"
    # A key that begins with a dash would be read as an option.
    return f"claimgraph resume{named} {'-- ' if key.startswith('-') else ''}{shlex.quote(key)}"


def say_event(event: "Event", *, resume: str) -> str:
    """Return the line that tells of an event; `resume` is the command that goes on with its run."""
    data = event.data
    if say := _SAY.get(event.event):
        return say(data)
    match event.event:
        case "planned":
            return "planned:   " + " | ".join(data["subquestions"])
        case "failed":
            return f"failed:    this run can go on with {resume}"
        case "recorded":
            return (
                f"recorded:  {counted(data['pages'], 'page')}, {counted(data['passages'], 'passage')} that may answer"
            )
        case "extracted":
            return f"extracted: {counted(data['claims'], 'claim')}, {counted(data['citations'], 'quote')}"
        case "reviewed":
            return f"reviewed:  {data['verdict']}" + "".join(f"; {gap}" for gap in data["gaps"])
        case "drafted":
            return f"drafted:   {counted(data['statements'], 'sentence')} in round {data['round']}"
        case "verified":
            if not (data["statements"] or data["checked"] or data["removed"]):
                return "verified:  there was nothing to check"
            checked = (
                f"{counted(data['checked'], 'quote')} checked" if data["checked"] else "every quote was checked before"
            )
            narrowed = f", {data['narrowed']} narrowed" if data.get("narrowed") else ""
            return f"verified:  {checked}, {counted(data['removed'], 'sentence')} removed{narrowed}"
        case "reported":
            learned = "".join(f"\nlearned:   {lesson}" for lesson in data.get("lessons", ()))
            return f"reported:  {data['state']}" + (" (this run had ended before)" if data["again"] else "") + learned
        case _:
            return f"{event.event}: {json.dumps(data, ensure_ascii=False)}"


def _say_route(data: dict[str, Any]) -> str:
    calls = "; ".join(f"{call['tool']} ({call['reason']})" for call in data["calls"]) or "nothing is to be looked up"
    return f"routed:    {calls}" + "".join(f"; {note}" for note in data["notes"])


def _say_consulted(data: dict[str, Any]) -> str:
    given = json.dumps(data["arguments"], ensure_ascii=False)
    return f"{data['decision'] + ':':<10} {data['tool']} {given}{', ' + data['why'] if data['why'] else ''}"


def _say_asked(data: dict[str, Any]) -> str:
    came = counted(data["rows"], "row") if data["outcome"] in {"ok", "empty"} else data["outcome"].replace("_", " ")
    notes = "".join(f"; {note}" for note in data["notes"])
    return f"asked:     the graph, {data['tool']}: {came}{notes}{', ' + data['then'] if data['then'] else ''}"


def _say_reused(data: dict[str, Any]) -> str:
    said = "; ".join(f"“{one['question']}” of {one['at'][:10]} (run {one['run']})" for one in data["past"])
    taken = f", parts taken over: {', '.join(map(str, data['parts']))}" if data["parts"] else ""
    asked = data["reworded"]
    taken += f", answers in other words at hand for parts: {', '.join(map(str, asked))}" if asked else ""
    return f"reused:    {said}{taken}" + "".join(f"; part {one['part']} anew: {one['why']}" for one in data["anew"])


def _say_choice(data: dict[str, Any]) -> str:
    queries = "; ".join(f"“{one['query']}” ({one['where']})" for one in data["queries"])
    judged = f"{data['by']}, round {data['round']}"
    return f"decided:   {judged}: {'look for ' + queries if queries else 'look no further'}: {data['why']}"


def _say_lesson(data: dict[str, Any]) -> str:
    return f"recalled:  {data['says']}"


def _say_search(data: dict[str, Any]) -> str:
    if data["tool"] == "memory_search":
        again = ", taken from the earlier start" if data["reused"] else ""
        passages = counted(data["passages"], "passage")
        return f"searched:  memory, {data['outcome']}: {passages} ({data['reason']}{again})"
    again = ", an earlier answer" if data["reused"] else ""
    found = data["says"] or counted(data["results"], "result")
    return f"searched:  {data['provider'] or 'web'}, {data['outcome']}: “{data['query']}”, {found}{again}"


def _say_page(data: dict[str, Any]) -> str:
    if data["version"] is None:
        return f"refused:   {data['url']} ({data['outcome']}: {data['says']})"
    again = ", read before" if data["reused"] else ""
    if data.get("snippet"):
        return f"snippet:   {data['url']}  {data['title']}, the page was not read"
    return f"read:      {data['url']}  {data['title']}, {counted(data['passages'], 'passage')}{again}"


_SAY = {
    "routed": _say_route,
    "consulted": _say_consulted,
    "asked": _say_asked,
    "recalled": _say_lesson,
    "decided": _say_choice,
    "reused": _say_reused,
    "searched": _say_search,
    "read": _say_page,
}
