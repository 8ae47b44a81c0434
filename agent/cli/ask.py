"""`claimgraph ask`: answer a question from the stored evidence."""

import json
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.build import App
    from agent.events import Event

BUDGET_EXIT, NO_EVIDENCE_EXIT = 7, 3


@click.command()
@click.argument("question")
@click.option("--run-key", metavar="KEY", help="Name the run, or go on with the run of that name.")
@click.option("--extractive", is_flag=True, help="Use no model, even where one is configured.")
@click.option("--events", is_flag=True, help="Stream what happens as JSON lines on stdout, the report last.")
@click.option("--seconds", type=click.IntRange(min=1), help="Wall time the run may take; 600 unless told.")
@click.option("--calls", type=click.IntRange(min=1), help="Model calls the run may make; 40 unless told.")
@options
def ask(
    question: str,
    run_key: str | None,
    extractive: bool,
    events: bool,
    seconds: int | None,
    calls: int | None,
    face: Face,
) -> int:
    """Answer a question from the stored evidence, every factual sentence with its quoted words.

    Exit code 3 when nothing usable was found, 7 when a budget ended the run; the report is there in both.
    """
    limits = {name: value for name, value in (("seconds", seconds), ("calls", calls)) if value is not None}
    return run(_ask(face, question, run_key, events, limits, extractive=extractive))


async def _ask(
    face: Face, question: str, run_key: str | None, events: bool, limits: dict[str, int], *, extractive: bool
) -> int:
    import uuid

    from agent.budget import Budget
    from agent.plan import check_question
    from agent.research import research

    check_question(question)  # a question without a word ends here, before a database is opened
    key = run_key or str(uuid.uuid4())
    last: dict[str, Any] = {}
    async with face.app(with_model=not extractive) as app:
        face.say(f"run {key}")
        try:
            async for event in research(question, app, run_key=key, budget=Budget(**limits), extractive=extractive):
                if events:
                    face.out_json({"event": event.event, "run": event.run, "at": event.at, "data": event.data})
                else:
                    face.say(_say(event))
                last = event.data
        except BaseException as error:
            if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
                face.say(f"interrupted: go on with --run-key {key}")
            raise
        report = last.get("report")
        if report:
            await print_report(face, app, str(report), as_json=face.json or events)
        if last.get("state") == "no_evidence":
            await say_when_empty(face, app)
    if last.get("state") == "no_evidence":
        return NO_EVIDENCE_EXIT
    return BUDGET_EXIT if last.get("stopped_by") == "budget" else 0


async def say_when_empty(face: Face, app: "App") -> None:
    """Tell an empty namespace from one where nothing fits: a mistyped name must not look like an answer."""
    if not (await app.store.read("count_nodes"))[0]["sources"]:
        face.say(f"the namespace {app.store.namespace} holds no source; add some, or name another one with --namespace")


async def print_report(face: Face, app: "App", report: str, *, as_json: bool) -> None:
    """Print a report from the database, as Markdown or as JSON, with the query that draws it."""
    from agent.read_report import browser_query, read_report
    from agent.report import render_json, render_markdown

    view = await read_report(app.store, report)
    if as_json:
        face.out_json(render_json(view))
        return
    face.out(render_markdown(view))
    face.say("")
    face.say(f"In Neo4j Browser{f' ({app.browser_url})' if app.browser_url else ''}:")
    face.say(browser_query("Report", report))


def _say(event: "Event") -> str:
    data = event.data
    match event.event:
        case "planned":
            return "planned:   " + " | ".join(data["subquestions"])
        case "failed":
            return "failed:    this run can go on with --run-key"
        case "searched":
            again = ", taken from the earlier start" if data["reused"] else ""
            passages = counted(data["passages"], "passage")
            return f"searched:  memory, {data['outcome']}: {passages} ({data['reason']}{again})"
        case "extracted":
            return f"extracted: {counted(data['claims'], 'claim')}, {counted(data['citations'], 'quote')}"
        case "reviewed":
            return f"reviewed:  {data['verdict']}" + "".join(f"; {gap}" for gap in data["gaps"])
        case "drafted":
            return f"drafted:   {counted(data['statements'], 'sentence')} in round {data['round']}"
        case "verified":
            checked = (
                f"{counted(data['checked'], 'quote')} checked" if data["checked"] else "every quote was checked before"
            )
            return f"verified:  {checked}, {counted(data['removed'], 'sentence')} removed"
        case "reported":
            return f"reported:  {data['state']}" + (" (this run had ended before)" if data["again"] else "")
        case _:
            return f"{event.event}: {json.dumps(data, ensure_ascii=False)}"
