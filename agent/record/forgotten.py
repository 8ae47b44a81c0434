"""What was forgotten stays so: no run brings it back, and nobody while it is still being taken away."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graph.keys import make_key
from graph.store import Transaction

if TYPE_CHECKING:
    from agent.record.sources import Arrival

_SNIPPET = "snippet:"


async def refuse_forgotten(
    tx: Transaction, arrivals: Sequence["Arrival"], namespace: str, *, by_run: bool
) -> dict[str, str]:
    """Lock the sources of these arrivals and return why each of those that may not arrive may not, by source key.

    A run may not bring back what a person forgot, nor what a search says of such a page; adding it may, once the
    forgetting has ended.
    """
    pages = {a.source: _page_of(a, namespace) for a in arrivals}
    rows = await tx.run("forgotten_among", keys=sorted({*pages, *pages.values()}))
    forgotten = {row["source"]: row for row in rows}
    refused: dict[str, str] = {}
    for source, page in pages.items():
        for row in (forgotten[key] for key in (source, page) if key in forgotten):
            if row["is_being_forgotten"]:
                refused[source] = "it is being forgotten; run `claimgraph forget` with it again to end that"
            elif by_run:
                refused[source] = (
                    f"it was forgotten on {row['forgotten_at'][:10]}; only `claimgraph add` brings it back"
                )
    return refused


def _page_of(arrival: "Arrival", namespace: str) -> str:
    """The source of the page that a snippet speaks of; of anything else its own."""
    locator = arrival.reading.locator
    if not locator.startswith(_SNIPPET):
        return arrival.source
    return make_key("source", namespace, locator.removeprefix(_SNIPPET))
