"""`claimgraph impact`: what hangs on a source."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.forget.plan import ClaimImpact, Impact, SourceHeld

COUNTED = (
    "independent origins as reports count them, by each claim's own quotes; a report adds what its other sentences say "
    "alike, and a page that speaks to software is none"
)


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--limit", "-k", default=20, show_default=True, type=click.IntRange(0, 100_000), help="Claims shown.")
@options
def impact(sources: tuple[str, ...], limit: int, face: Face) -> int:
    """Show what would fall if a source went: its claims, which of them lose all support, the reports that say them.

    SOURCE is a key or a unique prefix of one, a path or address as it was added, or its title or file name where only
    one has it. Several go together. Only looks.
    """
    return run(_impact(face, sources, limit))


async def _impact(face: Face, said: tuple[str, ...], limit: int) -> int:
    from agent.forget.find import find_sources
    from agent.forget.plan import look_at_impact

    async with face.app() as app:
        keys = [key for one in said for key in await find_sources(app.store, one)]
        found = await look_at_impact(app.store, keys)
    if face.json:
        face.out_json(as_data(found))
        return 0
    for line in told(found, limit):
        face.out_line(line)
    return 0


def told(found: "Impact", limit: int) -> Iterator[str]:
    """Yield the lines of a plan: sources, then claims (at most `limit`), then reports."""
    for one in found.sources:
        yield from _source(one)
    falling = [one for one in found.claims if one.loses_all_support]
    changing = [one for one in found.claims if one.changes]
    yield (
        f"{counted(len(found.claims), 'claim')} {'cites' if len(found.claims) == 1 else 'cite'} it: "
        f"{len(falling)} would lose all support, {len(changing)} would be called otherwise"
    )
    if (found.claims or found.freed) and limit:
        yield f"  ({COUNTED})"
    for claim in found.claims[:limit]:
        yield f"  {_claim(claim)}"
    if len(found.claims) > limit:
        yield f"  and {len(found.claims) - limit} more (--limit {len(found.claims)} or --json shows all)"
    yield from _freed(found, limit)
    for row in found.reports:
        accepted = f", accepted by {row['accepted_by']}" if row["accepted_by"] else ""
        yield f"report {row['run']}: {counted(row['statements'], 'sentence')} of “{row['question']}”{accepted}"


def _freed(found: "Impact", limit: int) -> Iterator[str]:
    if not found.freed:
        return
    falls = "its opponent falls" if len(found.freed) == 1 else "their opponents fall"
    yield f"{counted(len(found.freed), 'other claim')} would be supported again: {falls}"
    for claim in found.freed[:limit]:
        yield f"  {_claim(claim)}"
    if len(found.freed) > limit:
        yield f"  and {len(found.freed) - limit} more (--limit {len(found.freed)} or --json shows all)"


def _source(one: "SourceHeld") -> Iterator[str]:
    last = f", last seen {one.seen_at[:10]}" if one.seen_at else ""
    yield f"{one.source_id}  {one.title}  {one.source[:15]}"
    if one.is_gone:
        yield f"  forgotten{f' on {one.forgotten_at[:10]}' if one.forgotten_at else ''}; nothing of its text is left"
        return
    yield (
        f"  {counted(one.versions, 'version')}, {counted(one.passages, 'passage')} ({one.searchable} searchable), "
        f"{counted(one.citations, 'quote')}{last}"
    )
    if one.deletion:
        yield "  it is being forgotten and that was not ended: run the same command again"


def _claim(one: "ClaimImpact") -> str:
    origins = f"{counted(one.origins, 'independent origin')} by its own quotes now, {one.origins_after} without"
    was = f"{one.now.status} ({one.now.reason})"
    other = f"now {one.now.reason}, then {one.after.reason}"
    stays = f"stays {was}" if one.now == one.after else f"stays {one.now.status} ({other})"
    moves = f"{was} -> {one.after.status} ({one.after.reason})" if one.changes else stays
    return f"{moves}; {origins}: “{' '.join(one.text.split())[:200]}”  {one.claim[:15]}"


def as_data(found: "Impact") -> dict[str, Any]:
    """Return the plan as data."""
    from dataclasses import asdict

    return {
        "origins_counted": COUNTED,
        "sources": [asdict(one) for one in found.sources],
        "claims": [_claim_data(one) for one in found.claims],
        "freed": [_claim_data(one) for one in found.freed],
        "reports": [dict(row) for row in found.reports],
    }


def _claim_data(one: "ClaimImpact") -> dict[str, Any]:
    return {
        "claim": one.claim,
        "text": one.text,
        "status_now": one.now.status,
        "reason_now": one.now.reason,
        "status_after": one.after.status,
        "reason_after": one.after.reason,
        "origins_now": one.origins,
        "origins_after": one.origins_after,
        "loses_all_support": one.loses_all_support,
    }
