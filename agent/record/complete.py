"""Completing sources that are stored and not found in every way yet: added by an earlier release, or told otherwise."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.record.clock import now
from agent.record.sources import Arrival, title_rows
from graph.rows import batches
from graph.store import GraphStore, Transaction


async def retell_passages(store: GraphStore, passages: Sequence[Mapping[str, Any]]) -> None:
    """Bring what the indexes hold of these passages (rows of `passage_rows`) to what their source says of itself now.

    The first step: killed after it, the same source is recorded whole when it is added again.
    """
    told = [{"key": r["key"], "search_text": r["search_text"], "heading": r["heading"]} for r in passages]
    for batch in batches(sorted(told, key=lambda r: r["key"])):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("retell_passages", rows=rows)

        await store.write(work)


async def record_missing_names(
    store: GraphStore, arrivals: Sequence[Arrival], passages: Sequence[Mapping[str, Any]]
) -> None:
    """Give current versions that an earlier release stored what later ones search by: titles and pieces of words."""
    moment = now()
    titles = title_rows(arrivals, store.namespace)

    async def work(tx: Transaction) -> None:
        await tx.run("lock_sources", keys=sorted(a.source for a in arrivals))
        await tx.run("record_titles", rows=titles, now=moment.iso)

    await store.write(work)
    grams = [{"key": r["key"], "search_grams": r["search_grams"]} for r in passages if r["search_grams"]]
    for batch in batches(sorted(grams, key=lambda r: r["key"])):

        async def cut(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("record_grams", rows=rows)

        await store.write(cut)
