"""Writing what a checker found of citations."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.record.clock import now
from agent.record.status import change_claims
from agent.verify import Check
from graph.rows import batches
from graph.store import GraphStore, Transaction


async def record_verdicts(store: GraphStore, checks: Mapping[str, tuple[str, Check]], *, by: str) -> None:
    """Write what a checker found and recompute the claims; `checks` is by citation key: claim key and finding.

    Only citations that are still unchecked change: a person's word stays.
    """
    moment = now()
    rows = [
        {
            "citation": citation,
            "claim": claim,
            "verdict": check.verdict,
            "quote_match": check.quote_match,
            "checker": check.checker,
        }
        for citation, (claim, check) in checks.items()
    ]
    for batch in batches(sorted(rows, key=lambda r: (r["claim"], r["citation"]))):
        claims = sorted({str(row["claim"]) for row in batch})

        async def work(
            tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch, claims: Sequence[str] = claims
        ) -> None:
            async def change() -> None:
                await tx.run("record_verdicts", rows=rows, now=moment.iso)

            await change_claims(tx, claims, change, by=by, moment=moment)

        await store.write(work)
