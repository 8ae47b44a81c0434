"""`claimgraph as-of`: what the graph believed at the end of a day."""

from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.record.clock import Moment


@click.command()
@click.argument("date")
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
@click.option("--limit", "-k", default=20, show_default=True, type=click.IntRange(1, 200), help="How many claims.")
@options
def as_of(date: str, words: tuple[str, ...], limit: int, face: Face) -> int:
    """Show what was believed about a question, or words, at the end of DATE: each claim with its status then and now,
    and the quotes that were known then. What was found later is not used."""
    from datetime import UTC, datetime

    from agent.refresh.when import find_moment

    return run(_as_of(face, find_moment(date, datetime.now(UTC), "last"), " ".join(words).strip(), limit))


async def _as_of(face: Face, until: "Moment", said: str, limit: int) -> int:
    from agent.refresh.as_of import read_as_of, tell_belief

    async with face.plain().app() as app:
        found = await read_as_of(app.store, said, until, limit=limit)
    if face.json:
        face.out_json({"as_of": until.iso, "question": said, "claims": list(found.claims), "later": found.later})
    else:
        for row in found.claims:
            for line in tell_belief(row):
                face.out_line(line)
    later = f"; {counted(found.later, 'claim')} came only later" if found.later else ""
    face.say(
        f"{counted(len(found.claims), 'claim')} known at {until.iso}{later}" if found.claims else _nothing(until, later)
    )
    return 0


def _nothing(until: "Moment", later: str) -> str:
    return f"nothing was known about it at {until.iso}{later}"
