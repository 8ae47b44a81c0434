"""`claimgraph report`: a report again, from the database alone."""

import click

from agent.cli.face import Face, options, run
from agent.cli.running import print_report, print_run


@click.command()
@click.argument("key")
@options
def report(key: str, face: Face) -> int:
    """Show a report again, from the database alone. KEY is a report's or a run's key, a unique prefix of one, the
    --run-key it was given, or `latest`."""
    return run(_report(face, key))


async def _report(face: Face, key: str) -> int:
    from agent.find import find_report, find_run

    async with face.plain().app() as app:
        if key.startswith("report."):
            await print_report(face, app, await find_report(app.store, key), as_json=face.json)
        else:
            await print_run(face, app, await find_run(app.store, key), as_json=face.json)
    return 0
