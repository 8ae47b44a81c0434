"""Writing which claims cannot both hold: under the claims' locks, their statuses recomputed in the same transaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.conflicts.find import Opposed
from agent.record.clock import now
from agent.record.status import change_claims
from graph.keys import bounded, make_key, short_name
from graph.rows import batches
from graph.store import GraphStore, Transaction

_LONGEST_WHY = 300


def conflict_key(claims: tuple[str, str], namespace: str) -> str:
    """Return the key of the conflict between two claims, in whichever order they are given. Pure."""
    return make_key("conflict", namespace, *sorted(claims))


async def record_conflicts(store: GraphStore, opposed: Sequence[Opposed], *, by: str) -> dict[str, str]:
    """Write the pairs that are conflicts and return the state of each by its key; `by` is who found them.

    Twice is once, also by several at a time; what a person resolved or dismissed stays so. A pair whose claims are not
    both in the namespace is left out. Raises GraphError.
    """
    moment = now()
    rows = [
        {
            "key": conflict_key(one.claims, store.namespace), "first": min(one.claims), "second": max(one.claims),
            "kind": one.kind, "name": short_name(f"{one.kind}: {one.subject}" if one.subject else one.kind),
            "rationale": bounded(one.rationale, _LONGEST_WHY),
        }
        for one in opposed
        if one.outcome == "conflict" and one.claims[0] != one.claims[1]
    ]  # fmt: skip
    states: dict[str, str] = {}
    for batch in batches(sorted(rows, key=lambda row: str(row["key"]))):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> dict[str, str]:
            claims = sorted({str(row[side]) for row in rows for side in ("first", "second")})

            async def change() -> dict[str, str]:
                made = await tx.run("record_conflicts", rows=rows, by=by, now=moment.iso)
                return {str(row["conflict"]): str(row["state"]) for row in made}

            return await change_claims(tx, claims, change, by=by, moment=moment)

        states |= await store.write(work)
    return states
