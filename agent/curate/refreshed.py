"""Writing what reading again found: what is gone, and old quotes that a new text still holds."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.record.clock import now
from agent.record.status import change_claims
from agent.record.words import tell_words
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction

BY = "refresh"
"""Who the Assessments say moved a claim."""


async def record_gone(store: GraphStore, versions: Sequence[str]) -> None:
    """Mark versions whose source is not there any more. Nothing is deleted: what was read stays evidence."""
    moment = now()

    async def work(tx: Transaction) -> None:
        await tx.run("record_gone", keys=sorted(set(versions)), now=moment.iso)

    if versions:
        await store.write(work)


async def record_carried(
    store: GraphStore, rows: Sequence[Mapping[str, Any]], versions: Sequence[str] = ()
) -> set[str]:
    """Write quotes that a new text still holds (rows of `carry`) and recompute their claims; return their keys.

    A text that was replaced in the meantime gets none: its source is locked first. `versions` are the texts that were
    looked through, which is noted last.
    """
    moment = now()
    written: set[str] = set()
    for batch in batches(sorted(rows, key=lambda row: (row["claim"], row["key"]))):
        claims = sorted({str(row["claim"]) for row in batch})
        passages = sorted({str(row["passage"]) for row in batch})

        async def work(
            tx: Transaction,
            rows: Sequence[Mapping[str, Any]] = batch,
            claims: Sequence[str] = claims,
            passages: Sequence[str] = passages,
        ) -> set[str]:
            await tx.run("lock_sources_of_passages", keys=passages)
            words: list[Row] = []

            async def change() -> set[str]:
                for row in rows:
                    if row["person_verdict"] is not None:
                        (claim,) = await tx.run("claim_to_decide", claim=row["claim"])
                        words.append({**row, "said_at": row["checked_at"], "assessments": claim["assessments"]})
                return {row["citation"] for row in await tx.run("carry_citations", rows=rows, now=moment.iso)}

            written = await change_claims(tx, claims, change, by=BY, moment=moment)
            await tell_words(tx, words, by=BY, moment=moment)
            return written

        written |= await store.write(work)

    async def mark(tx: Transaction) -> None:
        await tx.run("mark_carried", keys=sorted(versions), now=moment.iso)

    if versions:
        await store.write(mark)
    return written
