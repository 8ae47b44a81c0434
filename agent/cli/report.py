"""`claimgraph report`: a report again, from the database alone."""

import click

from agent.cli.face import Face, options, run
from agent.cli.running import print_report


@click.command()
@click.argument("key")
@options
def report(key: str, face: Face) -> int:
    """Show a report again, from the database alone. KEY is a report's or a run's key, a unique prefix of one, or the
    --run-key it was given."""
    return run(_report(face, key))


async def _report(face: Face, key: str) -> int:
    from agent.find import find_report

    async with face.app() as app:
        found = await find_report(app.store, key)
        await print_report(face, app, found, as_json=face.json)
    return 0
