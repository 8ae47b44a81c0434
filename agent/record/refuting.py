"""Writing quotes against claims, each with the finding that it denies the claim, in one transaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.opposing.words import Against
from agent.record.clock import now
from agent.record.status import change_claims
from agent.verify import Check
from graph.keys import bounded, make_key, sha256_of, short_name
from graph.store import GraphStore, Transaction


def refuting_key(claim: str, one: Against, namespace: str) -> str:
    """Return the key of the citation that a sentence against a claim has, or would have: another than where the same
    words were given for the claim. Pure."""
    return make_key("citation", namespace, claim, one.evidence.version, one.char_start, one.char_end, "refutes")


async def record_refuting(store: GraphStore, found: Mapping[str, tuple[str, Against, Check]], *, by: str) -> None:
    """Write citations that refute claims, each with its finding, and recompute the claims; `found` is by citation key:
    claim key, sentence, finding. Twice is once. Raises GraphError."""
    moment = now()
    ordered = sorted(found.items(), key=lambda row: (row[1][0], row[0]))
    rows = [_row(key, claim, one, check) for key, (claim, one, check) in ordered]
    findings = [
        {
            "citation": key, "claim": claim, "verdict": check.verdict, "quote_match": check.quote_match,
            "checker": check.checker, "reason": bounded(check.reason, 300),
        }
        for key, (claim, _, check) in ordered
    ]  # fmt: skip
    if not rows:
        return

    async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = rows) -> None:
        await tx.run("lock_sources_of_passages", keys=sorted({str(row["passage"]) for row in rows}))

        async def change() -> None:
            await tx.run("record_citations", rows=rows, now=moment.iso)
            await tx.run("mark_refuting", keys=[row["key"] for row in rows])
            await tx.run("record_verdicts", rows=findings, now=moment.iso)

        await change_claims(tx, {str(row["claim"]) for row in rows}, change, by=by, moment=moment)

    await store.write(work)


def _row(key: str, claim: str, one: Against, check: Check) -> dict[str, Any]:
    text, base = one.evidence.text, one.evidence.char_start
    start, end = one.char_start - base, one.char_end - base
    return {
        "key": key,
        "claim": claim,
        "passage": one.evidence.passage,
        "name": short_name(one.quote),
        "quote": one.quote,
        "prefix": text[max(0, start - 60) : start],
        "suffix": text[end : end + 60],
        "char_start": one.char_start,
        "char_end": one.char_end,
        "quote_sha256": sha256_of(one.quote),
        "quote_match": check.quote_match,
        "stance": "refutes",
    }
