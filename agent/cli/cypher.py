"""`claimgraph cypher`: a person's read query, through all five layers of the guard."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from graph.foreign import ForeignRows
    from graph.guarded_read import GuardedRead

BUDGET_EXIT, REFUSED_EXIT = 7, 8


@click.command()
@click.argument("statement", required=False, metavar="STATEMENT | -")
@click.option(
    "--param", "-p", "params", multiple=True, metavar="NAME=VALUE", help="A parameter; VALUE is JSON or text."
)
@click.option("--limit", "-k", default=200, show_default=True, type=click.IntRange(1, 10_000), help="Rows at most.")
@click.option(
    "--timeout", default=10.0, show_default=True, type=click.FloatRange(0.1, 110), help="Seconds that it may take."
)
@click.option("--foreign", is_flag=True, help="The graph is not claimgraph's: it has no namespaces.")
@click.option("--check", is_flag=True, help="Only say what the guard decides; nothing is run.")
@click.option(
    "--file",
    "listed",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON Lines of {id, query} for --check.",
)
@click.option("--ask", "question", metavar="QUESTION", help="Let the configured model write the query.")
@click.option("--offline", is_flag=True, help="With --check: do not ask the database for the plan.")
@options
def cypher(
    statement: str | None,
    params: tuple[str, ...],
    limit: int,
    timeout: float,
    foreign: bool,
    check: bool,
    listed: Path | None,
    question: str | None,
    offline: bool,
    face: Face,
) -> int:
    """Run one read query and print its rows; what was run, the namespace written in, goes to stderr.

    With --ask the query is written by the model for a question, mended at most twice, and shown with its rows.

    Writes, files, addresses and procedures that are not known to only read are refused, with the reason and exit code
    8; there is no way to write. 7 says that the time or the server's memory ran out; what had come is printed.
    """
    from agent.cli.cypher_check import check_statements
    from graph.guarded_read import GuardedRead

    if (listed or offline) and not check:
        raise click.UsageError(f"{'--file' if listed else '--offline'} goes with --check")
    if question is not None and (check or params or statement is not None):
        raise click.UsageError("--ask takes a question alone, and --foreign, --limit and --timeout")
    if question is not None:
        from agent.cli.cypher_ask import ask_question
        from graph.foreign import Limits

        return run(ask_question(face, question, Limits(timeout, limit), foreign=foreign))
    if (statement is None) == (listed is None):
        raise click.UsageError("give a statement, - for standard input, or with --check a --file of them")
    given = _parameters(params)
    if check:
        return check_statements(face, _text(statement), listed, given, foreign=foreign, offline=offline)
    return run(_run(face, GuardedRead(_text(statement), given, foreign), limit, timeout))


def _text(statement: str | None) -> str:
    if statement != "-":
        return statement or ""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _parameters(words: tuple[str, ...]) -> dict[str, object]:
    found: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.isidentifier():
            raise click.UsageError(f"--param {word!r} is not NAME=VALUE")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


async def _run(face: Face, read: "GuardedRead", limit: int, seconds: float) -> int:
    from agent.build import open_as_is
    from graph.foreign import Limits
    from graph.guarded_read import read_guarded, rewrite

    face.say(rewrite(read))  # what is refused by its text ends here, before a database is opened
    async with open_as_is(face.settings, face.say) as store:
        statement, rows = await read_guarded(store, read, Limits(seconds, limit))
    if face.json:
        face.out_json(_as_json(face, statement, read, rows))
    else:
        from agent.report.table import render_table

        for line in render_table(rows.columns, rows.rows):
            face.out_line(line)
    for unknown in rows.unknown:
        face.say(str(unknown))
    face.say(rows.note or counted(len(rows.rows), "row"))
    return BUDGET_EXIT if rows.stopped in ("time", "memory") else 0


def _as_json(face: Face, statement: str, read: "GuardedRead", rows: "ForeignRows") -> dict[str, Any]:
    return {
        "query": statement,
        "parameters": dict(read.parameters),
        "namespace": None if read.foreign else face.settings.namespace,
        "kind": rows.kind,
        "columns": list(rows.columns),
        "rows": list(rows.rows),
        "stopped": rows.stopped,
        "note": rows.note,
        "unknown": [{"kind": one.kind, "name": one.name, "nearest": one.nearest} for one in rows.unknown],
        "milliseconds": rows.milliseconds,
    }
