"""Checking what the graph holds: each unchecked citation against the stored text, its finding written, its claim
recomputed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.record.verdicts import finding_of, record_verdicts
from graph.store import GraphStore, Row


@dataclass(frozen=True, slots=True)
class Checked:
    """How many citations were checked, and what each claim is called now."""

    count: int
    statuses: Mapping[str, str]


async def check_claims(store: GraphStore, claims: Sequence[str], *, by: str) -> Checked:
    """Check the unchecked citations of these claims and return the claims' statuses."""
    wanted = sorted(set(claims))
    count = await _check(store, await store.read("unchecked_citations", claims=wanted, versions=[]), by=by)
    rows = await store.read("claim_statuses", keys=wanted)
    return Checked(count, {row["claim"]: row["status"] for row in rows})


async def recheck_versions(store: GraphStore, versions: Sequence[str], *, by: str) -> int:
    """Check the citations of versions whose text returned; return how many were checked."""
    rows = await store.read("unchecked_citations", claims=[], versions=sorted(set(versions)))
    return await _check(store, rows, by=by)


async def _check(store: GraphStore, rows: Sequence[Row], *, by: str) -> int:
    findings = {row["citation"]: (str(row["claim"]), finding_of(row)) for row in rows}
    if findings:
        await record_verdicts(store, findings, by=by)
    return len(findings)
