"""`claimgraph route`: show which tools a question would call, with what and why, without calling any."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, options, run
from agent.cli.json_lines import read_json_lines

if TYPE_CHECKING:
    from agent.route import Call


@click.command()
@click.argument("question", required=False)
@click.option(
    "--file", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="JSON Lines of {id, text}."
)
@click.option(
    "--conversation",
    "conversation",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON Lines of {role, text}: what was said before, oldest first; role is user or assistant.",
)
@click.option(
    "--templates",
    "templates",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with templates of your own.",
)
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="The day that words like `last week` count from; unset: today.",
)
@click.option("--rules", is_flag=True, help="Choose by rules, even where a model is configured.")
@options
def route(
    question: str | None,
    file: Path | None,
    conversation: Path | None,
    templates: Path | None,
    today: datetime | None,
    rules: bool,
    face: Face,
) -> int:
    """Show which tools a question would call, with what arguments and why; nothing is called."""
    if (question is None) == (file is None):
        raise click.UsageError("give a question, or --file with JSON Lines of {id, text}")
    asked = [("", question or "")] if file is None else _rows(file, ("id", "text"))
    day = today.date() if today else date.today()  # noqa: DTZ011 - a person's own day
    return run(_route(face, asked, conversation, templates, day, rules))


async def _route(
    face: Face,
    asked: list[tuple[str, str]],
    conversation: Path | None,
    templates: Path | None,
    today: date,
    rules: bool,
) -> int:
    from agent.cli.router import open_router
    from agent.errors import AgentError
    from agent.llm.configured import configured_models
    from agent.route import Turn
    from agent.route.carry import as_data
    from retrievers import load_tools

    said: list[Turn] = []
    for role, text in _rows(conversation, ("role", "text")) if conversation else []:
        if role not in {"user", "assistant"}:
            raise AgentError(f"{conversation} has a turn by {role!r}; a role is user or assistant")
        said.append(Turn("user" if role == "user" else "assistant", text))
    has_model = configured_models(face.settings) is not None
    tools = load_tools(templates or face.settings.templates_path, has_model=has_model)
    async with open_router(face, tools, today, rules=rules) as choose:
        for name, question in asked:
            routed = await choose(question, said)
            for note in routed.notes:
                face.say(note)
            if face.json:
                data = {"question": question, "calls": [as_data(call) for call in routed.calls], "by": routed.by}
                face.out_json({"id": name, **data} if name else data)
                continue
            if len(asked) > 1:
                face.out_line(f"# {question}")
            if not routed.calls:
                face.out("no tool: nothing is to be looked up")
            for number, call in enumerate(routed.calls, 1):
                face.out_line(_line(number, call))
    return 0


def _line(number: int, call: "Call") -> str:
    given = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in call.arguments.items())
    waits = f"; waits for {call.after + 1}" if call.after is not None else ""
    return f"{number}. {call.tool}({given})  {call.reason}{waits}"


def _rows(path: Path, names: tuple[str, str]) -> list[tuple[str, str]]:
    from agent.errors import AgentError

    rows: list[tuple[str, str]] = []
    for number, row in read_json_lines(path):
        try:
            first, second = (row[name] for name in names)
        except (KeyError, TypeError, IndexError) as error:
            raise AgentError(
                f"line {number} of {path} is not one to read; each line must be a JSON object with {names[0]} and "
                f"{names[1]}"
            ) from error
        rows.append((str(first), str(second)))
    return rows
