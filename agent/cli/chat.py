"""`claimgraph chat`: a conversation over the graph, line by line."""

import unicodedata
import uuid
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, inert, options, run
from agent.cli.run_options import AskedWeb, autonomy_option, decide_loop, limit_options, loop_option, web_options
from agent.errors import AgentError

if TYPE_CHECKING:
    from agent.answer import Asking
    from agent.autonomy import Autonomy
    from agent.chat.talk import Chat, TurnDone
    from agent.cli.lines import Lines

HELP = "/why: which calls, why, and what was remembered; /sources: the quotes of the last answer; /quit"

MAX_NAME = 200
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's kinds of control characters, lone surrogates and line breaks."""


@click.command()
@click.option("--conversation", "name", metavar="NAME", help="Name the conversation, or go on with the one so named.")
@click.option("--extractive", is_flag=True, help="Use no model, even where one is configured.")
@autonomy_option
@loop_option
@web_options
@limit_options
@options
def chat(
    name: str | None,
    extractive: bool,
    autonomy: "Autonomy",
    loop: str | None,
    live: AskedWeb,
    limits: dict[str, Any],
    face: Face,
) -> int:
    """Talk over the graph: a question a line, from a terminal or a pipe; /why, /sources and /quit.

    Each question is answered by what is cheapest: an earlier answer that still holds, the graph's own rows, stored
    evidence, the live web. The conversation is kept in the graph; --conversation goes on with it, after a kill too.
    """
    from agent.answer import Asking
    from agent.budget import Budget
    from agent.cli.lines import Lines
    from agent.cli.running import open_person

    if name is not None:
        check_name(name)
    lines = Lines()
    asking = Asking(
        "", Budget(**limits), extractive=extractive, loop=decide_loop(loop, face.settings), autonomy=autonomy,
        person=open_person(face, autonomy, lines),
    )  # fmt: skip
    return run(_chat(face, name or f"chat-{uuid.uuid4().hex[:8]}", asking, live, lines))


def check_name(name: str) -> None:
    """Raise click.UsageError for a name that no conversation may have. Pure."""
    if not name.strip() or len(name) > MAX_NAME:
        raise click.UsageError(f"a conversation has a name of 1 to {MAX_NAME} characters; this one has {len(name)}")
    if any(unicodedata.category(one) in _CONTROLS for one in name):
        raise click.UsageError("the name of a conversation holds a control character or a line break; leave it out")


async def _chat(face: Face, name: str, asking: "Asking", live: AskedWeb, lines: "Lines") -> int:
    from agent.chat.talk import Chat

    async with face.app(with_model=not asking.extractive, web=live.decide(face.settings)) as app:
        talk = Chat(app, name, asking)
        left = await talk.open()
        so_far = f", {counted(len(talk.exchanges), 'turn')} so far" if talk.exchanges else ""
        face.say(f"conversation {name}{so_far} ({HELP})")
        code = 0
        if left:
            face.say(f"going on with: {left}")
            code = await _turn(face, talk, left)
        while (line := await _next(lines, face)) is not None:
            match line.strip():
                case "":
                    continue
                case "/quit" | "/exit":
                    break
                case "/why":
                    _print_why(face, talk)
                case "/sources":
                    await _print_sources(face, talk)
                case command if command.startswith("/"):
                    face.say(f"there is no {command.split()[0]}; {HELP}")
                case question:
                    code = await _turn(face, talk, question)
    return code


async def _next(lines: "Lines", face: Face) -> str | None:
    if lines.is_terminal and not face.quiet:
        click.echo("> ", err=True, nl=False)
    return await lines.next()


async def _turn(face: Face, talk: "Chat", question: str) -> int:
    """Answer one question; what fails is said, and the conversation goes on."""
    from agent.cli.running import say_event
    from graph.errors import GraphError

    go_on = f"claimgraph chat --conversation {talk.name}"
    try:
        async for event in talk.ask(question):
            face.say(say_event(event, resume=go_on))
    except (AgentError, GraphError) as error:
        click.echo(inert(f"not answered: {error}"), err=True)  # with --quiet too
        return error.exit_code
    except BaseException as error:
        if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
            face.say(f"interrupted: go on with {go_on}")
        raise
    if talk.done is not None:
        print_answer(face, talk.done)
    return 0


def print_answer(face: Face, done: "TurnDone") -> None:
    """Print what a turn came to: rows with their number and query, the sentences that answer, what is missing."""
    from agent.report.data import count_of, say_data, table_of
    from agent.report.short import render_short

    exchange = done.exchange
    if face.json:
        face.out_json(_as_json(done))
        return
    for note in done.notes:
        face.out_line(f"Note: {note}")
    if done.again is not None:
        said = f"Answered before, in turn {done.again.ordinal} ({done.again.dated}"
        face.out_line(f"{said}{f', {done.again.report[:19]}' if done.again.report else ''}); it still holds:")
    if done.view is None:
        face.out(exchange.answer)
    else:
        for one in done.view.data:
            if count := count_of(one):
                face.out_line(count)
            face.out_line(f"Asked the graph: {say_data(one)}")
            for note in one.notes:
                face.out_line(f"- {note}")
            for line in table_of(one):
                face.out_line(line)
            for line in one.query.strip().splitlines():
                face.out(f"    {line}")
        for line in render_short(done.view):
            face.out(line)
    face.out("")


def _as_json(done: "TurnDone") -> dict[str, Any]:
    from agent.report.as_json import render_json

    exchange = done.exchange
    shown = render_json(done.view) if done.view is not None else {}
    kept = ("data", "statements", "conflicts", "sources", "gaps")
    return {
        "conversation": exchange.conversation,
        "turn": exchange.ordinal,
        "question": exchange.question,
        "asked": exchange.asked or exchange.question,
        "kind": exchange.kind,
        "answer": exchange.answer,
        "run": exchange.run,
        "report": exchange.report,
        "again": done.again.ordinal if done.again is not None else None,
        "calls": list(exchange.calls),
        "memory": exchange.memory,
        "notes": list(done.notes),
        **{name: shown.get(name, []) for name in kept},
    }


def _print_why(face: Face, talk: "Chat") -> None:
    import json

    last = talk.done.exchange if talk.done else (talk.exchanges[-1] if talk.exchanges else None)
    if last is None:
        face.out("Nothing was answered yet.")
        return
    if last.asked and last.asked != last.question:
        face.out_line(f"taken as: {last.asked}")
    for number, call in enumerate(last.calls, 1):
        given = ", ".join(
            f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in call["arguments"].items()
        )
        face.out_line(f"{number}. {call['tool']}({given})  {call['reason']}")
    if not last.calls:
        face.out("no call: nothing was to be looked up")
    chosen = last.memory.get("chosen", [])
    for one in chosen:
        place = f"turn {one['ordinal']} of {one['conversation']}"
        face.out_line(
            f"remembered: {place} by {one['how']} ({one['tokens']} tokens, {one['score']}): {one['question']}"
        )
    if chosen:
        spent = sum(one["tokens"] for one in chosen)
        face.out_line(
            f"remembered in all: {spent} of {last.memory['tokens']} tokens, {last.memory['left_out']} left out"
        )
    face.out("")


async def _print_sources(face: Face, talk: "Chat") -> None:
    from agent.report.render import Page

    view = await talk.last_view()
    lines = Page(view).sources() if view is not None else []
    if view is not None and talk.exchanges[-1].report != view.report:
        face.out_line(f"The last answer that cites a source is to: {view.question}")
    for line in lines or ["No answer so far cites a source."]:
        face.out(line)
    face.out("")
