"""Writing what a checker found of citations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.record.clock import Moment, now
from agent.record.status import change_claims
from agent.verify import Check, check_verbatim
from graph.keys import bounded
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction


async def record_verdicts(store: GraphStore, checks: Mapping[str, tuple[str, Check]], *, by: str) -> None:
    """Write what a checker found and recompute the claims; `checks` is by citation key: claim key and finding.

    Only citations that are still unchecked change: a person's word stays.
    """
    moment = now()
    rows = [_row(citation, claim, check) for citation, (claim, check) in checks.items()]
    for batch in batches(sorted(rows, key=lambda r: (r["claim"], r["citation"]))):
        claims = sorted({str(row["claim"]) for row in batch})

        async def work(
            tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch, claims: Sequence[str] = claims
        ) -> None:
            async def change() -> None:
                await tx.run("record_verdicts", rows=rows, now=moment.iso)

            await change_claims(tx, claims, change, by=by, moment=moment)

        await store.write(work)


async def check_again(tx: Transaction, versions: Sequence[str], moment: Moment) -> None:
    """Check the citations of versions whose text returned, within the transaction that makes them current.

    The caller holds the claims' locks and recomputes them afterwards: a stop at any moment leaves both or neither.
    """
    rows = await tx.run("unchecked_citations", claims=[], versions=sorted(versions))
    checks = [(row, finding_of(row)) for row in rows]
    found = [_row(row["citation"], row["claim"], check) for row, check in checks if not waits_for_judge(check)]
    if found:
        await tx.run("record_verdicts", rows=found, now=moment.iso)


def finding_of(row: Row) -> Check:
    """Check one citation against the version's text around it, at its own offsets.

    `row` is one of `unchecked_citations`.
    """
    if row["char_start"] is None:
        return Check("none", "rejected", "rule:quote", -1, -1, "the quote was not found in the source")
    stretch, own = row["around"], row["passages"]
    base = stretch[0]["char_start"] if stretch else 0
    begins = own[0]["char_start"] - base if own else 0
    text = "".join(passage["text"] or "" for passage in stretch)
    place = (row["char_start"] - base, row["char_end"] - base)
    check = check_verbatim(
        row["claim_text"],
        row["quote"],
        text,
        place,
        heading=row["heading"],
        begins=begins,
        title=row["title"] or "",
        edges=("".join(row["opening"]), "".join(row["ending"])),
    )
    is_found = check.quote_match == "exact"
    return replace(check, quote_match="normalised") if is_found and row["quote_match"] == "normalised" else check


def waits_for_judge(check: Check) -> bool:
    """Whether the words are there and only somebody who reads can say if they bear the claim out."""
    return check.verdict == "cannot_check" and check.quote_match in {"exact", "normalised"}


def _row(citation: str, claim: str, check: Check) -> dict[str, Any]:
    return {
        "citation": citation,
        "claim": claim,
        "verdict": check.verdict,
        "quote_match": check.quote_match,
        "checker": check.checker,
        "reason": bounded(check.reason, 300),
    }
