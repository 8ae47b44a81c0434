"""`claimgraph runs`, `claimgraph accept` and `claimgraph reject`."""

import click

from agent.cli.as_person import name_of, person_option
from agent.cli.face import Face, options, run


@click.command()
@click.option("--limit", "-k", default=20, show_default=True, type=click.IntRange(1, 1_000), help="How many.")
@options
def runs(limit: int, face: Face) -> int:
    """List the runs, newest first."""
    return run(_runs(face, limit))


async def _runs(face: Face, limit: int) -> int:
    async with face.plain().app() as app:
        rows = await app.store.read("runs_by_state", state=None, limit=limit)
    for row in rows:
        if face.json:
            face.out_json(row)
            continue
        accepted = f"  accepted by {row['accepted_by']}" if row["accepted_by"] else ""
        accepted = f"  rejected by {row['rejected_by']}" if row["rejected_by"] else accepted
        named = f"{row['run'][:16]}  {row['run_key']}"
        face.out_line(f"{row['started_at']}  {row['state']:<11}  {named}  {row['question']}{accepted}")
    if not rows and not face.json:
        face.say(f"no runs in the namespace {face.settings.namespace}")
    return 0


@click.command()
@click.argument("key", metavar="RUN")
@person_option("accepts")
@options
def accept(key: str, person: str | None, face: Face) -> int:
    """Accept a run's final report, as a person: that is a third state beside evidence found and coverage reviewed."""
    return run(_accept(face, key, name_of(face, person)))


async def _accept(face: Face, key: str, by: str) -> int:
    from agent.curate import accept_run
    from agent.find import find_run

    async with face.plain().app() as app:
        found = await find_run(app.store, key)
        await accept_run(app.store, found, by=by)
    face.say(f"{found} accepted by {by}")
    return 0


@click.command()
@click.argument("key", metavar="RUN")
@click.option("--why", "why", required=True, metavar="TEXT", help="What is wrong with it.")
@person_option("rejects")
@options
def reject(key: str, why: str, person: str | None, face: Face) -> int:
    """Reject a run's final report, as a person, and say why; nothing of its evidence is deleted."""
    return run(_reject(face, key, name_of(face, person), why))


async def _reject(face: Face, key: str, by: str, why: str) -> int:
    from agent.curate import reject_run
    from agent.find import find_run

    async with face.plain().app() as app:
        found = await find_run(app.store, key)
        await reject_run(app.store, found, by=by, why=why)
    face.say(f"{found} rejected by {by}")
    return 0
