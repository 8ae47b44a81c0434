"""`claimgraph cypher --check`: what the guard decides of statements, and which of its layers, without running any."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, run
from agent.cli.json_lines import read_json_lines

if TYPE_CHECKING:
    from graph.store import GraphStore

REFUSED_EXIT = 8


def check_statements(
    face: Face,
    statement: str,
    listed: Path | None,
    parameters: Mapping[str, object],
    *,
    foreign: bool,
    offline: bool,
) -> int:
    """Print a decision a statement; returns 8 when any is refused.

    `listed` is a file of JSON objects with "query" (or "text") and perhaps "id", one a line.
    """
    statements = list(_read_list(listed)) if listed else [("1", statement)]
    if not statements:
        raise click.UsageError(f"{listed} holds no statement")
    return run(_check(face, statements, parameters, foreign=foreign, offline=offline))


async def _check(
    face: Face, statements: list[tuple[str, str]], parameters: Mapping[str, object], *, foreign: bool, offline: bool
) -> int:
    from graph.guarded_read import GuardedRead, check_guarded

    refused = 0
    async with contextlib.AsyncExitStack() as stack:
        store = None if offline else await _open_running(face, stack)
        if store is None:
            face.say(
                f"layer 2, the server's plan, is not asked{'' if offline else ': no database runs'}; "
                f"{'layer 1 decides' if foreign else 'layers 1 and 5 decide'} by the text alone"
            )
        for name, text in statements:
            decision = await check_guarded(store, GuardedRead(text, parameters, foreign))
            refused += decision.decision == "refuse"
            if face.json:
                face.out_json(
                    {
                        "id": name,
                        "decision": decision.decision,
                        "layer": decision.layer,
                        "reason": decision.reason,
                        "plan_seen": store is not None and decision.layer == 2,
                    }
                )
            else:
                what = " ".join(text.split())[:100] if len(statements) == 1 else name
                face.out_line(f"{decision.decision:<6}  layer {decision.layer}  {what}  ({decision.reason})")
    face.say(f"{len(statements) - refused} allowed, {refused} refused")
    return REFUSED_EXIT if refused else 0


async def _open_running(face: Face, stack: contextlib.AsyncExitStack) -> "GraphStore | None":
    """Open the database of the settings where it runs; it is not started for a check."""
    from agent.build import open_as_is
    from agent.local import local_server
    from graph.errors import DatabaseUnreachable

    if not face.settings.neo4j_uri and local_server(face.settings, face.say).status().state != "running":
        return None
    try:
        return await stack.enter_async_context(open_as_is(face.settings, face.say))
    except DatabaseUnreachable as error:
        face.say(str(error))
        return None


def _read_list(path: Path) -> Iterator[tuple[str, str]]:
    for number, row in read_json_lines(path):
        match row:
            case {"query": str() as text} | {"text": str() as text}:
                yield str(row.get("id", number)), text
            case _:
                raise click.UsageError(
                    f"line {number} of {path} is no statement; each must be a JSON object with query"
                )
