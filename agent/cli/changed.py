"""`claimgraph changed`: which claims are not what they were at a point in time."""

from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.ledger.read import Filters
    from agent.record.clock import Moment


@click.command()
@click.option("--since", required=True, metavar="DATE", help="2026-03-01, 2026-03, 'March 2026', 30d, yesterday.")
@click.option("--source", metavar="SOURCE", help="Only claims that quote this source: its key, id, address or title.")
@click.option("--about", metavar="WORDS", help="Only claims with these words, or about a thing by its name or key.")
@click.option("--limit", "-k", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many.")
@options
def changed(since: str, source: str | None, about: str | None, limit: int, face: Face) -> int:
    """Show the claims whose status or evidence changed since DATE: from what to what, why, and by which source."""
    from datetime import UTC, datetime

    from agent.ledger.read import Filters
    from agent.refresh.when import find_moment

    moment = find_moment(since, datetime.now(UTC), "first")
    return run(_changed(face, moment, Filters(source=source, about=about), limit))


async def _changed(face: Face, since: "Moment", filters: "Filters", limit: int) -> int:
    from agent.refresh.changed import read_changed, tell_change

    async with face.plain().app() as app:
        found = await read_changed(app.store, since, filters, limit=limit)
    if face.json:
        face.out_json({"since": since.iso, "claims": list(found.claims), "notes": list(found.notes)})
    else:
        for row in found.claims:
            for line in tell_change(row, since):
                face.out_line(line)
    for note in found.notes:
        face.say(note)
    face.say(f"{counted(len(found.claims), 'claim')} changed since {since.iso}" if found.claims else _nothing(since))
    return 0


def _nothing(since: "Moment") -> str:
    return f"no claim changed since {since.iso}"
