"""Writing that sources were found as they are stored: when, with which marks of their server, and where they lie."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent.record.clock import now
from agent.record.sources import Arrival, marks_of
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction


def seen_row(arrival: Arrival) -> dict[str, str | None]:
    """Return what `touch_versions` notes of a version that arrived again unchanged."""
    return {"key": arrival.version, **marks_of(arrival.reading)}


async def touch_versions(store: GraphStore, rows: Sequence[Mapping[str, Any]]) -> None:
    """Note that versions were found unchanged: the one write of an unchanged add.

    Rows hold `key`, and `etag` and `last_modified` as their server says now.
    """
    moment = now()

    async def work(tx: Transaction) -> None:
        await tx.run("touch_versions", rows=_sorted(rows), now=moment.iso, now_ms=moment.ms)

    await store.write(work)


async def record_moves(store: GraphStore, arrivals: Iterable[Arrival], there: Mapping[str, Row]) -> None:
    """Note where sources lie now that were stored before, where that is another place; `there` is by version."""
    rows = [
        {"key": a.source, "place": a.reading.place, "locator": a.reading.locator}
        for a in arrivals
        if there[a.version]["known"] and _lies_elsewhere(a, there[a.version])
    ]
    for batch in batches(_sorted({row["key"]: row for row in rows}.values())):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("record_places", rows=rows)

        await store.write(work)


def _lies_elsewhere(arrival: Arrival, row: Row) -> bool:
    read = arrival.reading
    return row["locator"] != read.locator or (read.place is not None and row["place"] != read.place)


def _sorted(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda row: row["key"])
