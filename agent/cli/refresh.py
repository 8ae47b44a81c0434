"""`claimgraph refresh`: read stored sources again from where they came."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from agent.refresh.again import Refreshed
    from agent.refresh.select import Wanted
    from graph.store import Row

_INTERRUPTED = "interrupted: what is told above is written; the same command goes on"
_SHOWN = 5
"""Re-opened claims that are printed of one source."""


@click.command()
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option("--older-than", metavar="AGE", help="Sources last looked at before that: 30d, 12h, 2026-03-01.")
@click.option(
    "--source", "more", multiple=True, metavar="SOURCE", help="A source, as SOURCE; may be given several times."
)
@click.option("--claim", "claims", multiple=True, metavar="CLAIM", help="The sources that this claim quotes.")
@click.option("--cited", is_flag=True, help="Only sources that something rests on.")
@click.option("--dry-run", is_flag=True, help="Say which would be read; nothing is asked for, nothing written.")
@options
def refresh(
    sources: tuple[str, ...],
    older_than: str | None,
    more: tuple[str, ...],
    claims: tuple[str, ...],
    cited: bool,
    dry_run: bool,
    face: Face,
) -> int:
    """Read sources again: pages by asking whether they changed, files from where they were added.

    SOURCE is a key, address, path or title. Of a changed source the old text and its quotes stay; quotes that the new
    text still holds are carried over, claims that lost their evidence are re-opened. What is gone is marked and kept.
    """
    from datetime import UTC, datetime

    from agent.refresh.select import Wanted
    from agent.refresh.when import find_moment

    before = find_moment(older_than, datetime.now(UTC), "first").ms if older_than is not None else None
    wanted = Wanted((*sources, *more), claims, before, cited)
    if wanted.is_nothing:
        raise click.UsageError("say which: SOURCE, --older-than 30d, --claim CLAIM or --cited")
    return run(_refresh(face, wanted, dry_run=dry_run))


async def _refresh(face: Face, wanted: "Wanted", *, dry_run: bool) -> int:
    import contextlib

    from agent.build import open_pages
    from agent.refresh.again import refresh_sources
    from agent.refresh.select import select_sources

    async with contextlib.AsyncExitStack() as stack:
        app = await stack.enter_async_context(face.app())
        selected = await select_sources(app.store, wanted)
        if selected.left_out:
            some = counted(selected.left_out, "source")
            face.say(f"{some} came by standard input or as a search's word alone, and cannot be read again")
        if dry_run:
            for row in selected.rows:
                _print_row(face, row)
            face.say(f"{counted(len(selected.rows), 'source')} would be read again; nothing was asked for or written")
            return 0
        has_pages = any(row["kind"] == "web" for row in selected.rows)
        pages = await stack.enter_async_context(open_pages(face.settings)) if has_pages else None
        running = refresh_sources(app.store, app.embedder, pages, selected.rows, selected.begun)
        return await tell(face, running, len(selected.rows) + len(selected.begun))


async def tell(face: Face, refreshed: "AsyncIterator[Refreshed]", total: int) -> int:
    """Print what became of each source and the counts; return the exit code."""
    outcomes: Counter[str] = Counter()
    carried = reopened = forbidden = 0
    try:
        with face.progress(total, "source", "refreshing") as advance:
            async for one in refreshed:
                advance(1)
                outcomes[one.outcome] += 1
                carried += one.carried
                reopened += len(one.reopened) if one.outcome == "changed" else 0
                forbidden += one.reason == "refused"
                _print(face, one)
    except BaseException as error:
        if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
            face.say(_INTERRUPTED)
        raise
    counts = ", ".join(f"{n} {name}" for name, n in sorted(outcomes.items()))
    face.say(
        f"{counts or 'nothing to read again'}; {counted(carried, 'quote')} carried over, "
        f"{counted(reopened, 'claim')} re-opened"
    )
    if forbidden and forbidden == outcomes.total():
        return 8
    return 4 if outcomes["refused"] or outcomes["moved"] else 0


def _print_row(face: Face, row: "Row") -> None:
    if face.json:
        names = ("source", "title", "kind", "seen_at", "gone_at", "citations")
        face.out_json({"input": row["place"] or row["address"], **{name: row[name] for name in names}})
        return
    from agent.record.clock import AHEAD_MS, now

    gone = f", gone since {row['gone_at'][:10]}" if row["gone_at"] else ""
    ahead = ", ahead of this machine's clock" if row["seen_at_ms"] > now().ms + AHEAD_MS else ""
    said = f"seen {row['seen_at'][:10]}{ahead}, {counted(row['citations'], 'quote')}{gone}"
    face.out_line(f"{row['place'] or row['address']}  {row['title']}  {said}  {row['source'][:15]}")


def _print(face: Face, one: "Refreshed") -> None:
    if face.json:
        face.out_json(
            {
                "input": one.input,
                "source": one.source,
                "title": one.title,
                "outcome": one.outcome,
                "reason": one.reason,
                "says": one.says,
                "version": one.version,
                "seen_before": one.seen_before,
                "stale": one.stale,
                "carried": one.carried,
                "reopened": [
                    {name: row[name] for name in ("claim", "text", "status", "reason")} for row in one.reopened
                ],
            }
        )
        return
    why = f"  ({one.reason}: {one.says})" if one.says else ""
    face.out_line(f"{one.outcome:<10} {one.input}  {one.title}  {one.source[:15]}{why}")
    if one.carried or (one.stale and one.outcome == "changed"):
        face.out_line(f"{'':<10} {counted(one.carried, 'quote')} carried over, {one.stale} only in an earlier text")
    for row in one.reopened[:_SHOWN] if one.outcome == "changed" else ():
        face.out_line(f"{'':<10} re-opened: {row['text']}  {row['claim'][:15]}")
    if one.outcome == "changed" and len(one.reopened) > _SHOWN:
        face.out_line(f"{'':<10} and {len(one.reopened) - _SHOWN} more; `claimgraph claims --source {one.source[:15]}`")
