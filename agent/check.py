"""Checking what the graph holds: each unchecked citation against the stored text, its finding written, its claim
recomputed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.record.verdicts import finding_of, record_verdicts
from graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class Checked:
    """How many citations were checked, and what each claim is called now."""

    count: int
    statuses: Mapping[str, str]


async def check_claims(store: GraphStore, claims: Sequence[str], *, by: str) -> Checked:
    """Check the unchecked citations of these claims and return the claims' statuses."""
    wanted = sorted(set(claims))
    rows = await store.read("unchecked_citations", claims=wanted, versions=[])
    findings = {row["citation"]: (str(row["claim"]), finding_of(row)) for row in rows}
    if findings:
        await record_verdicts(store, findings, by=by)
    statuses = await store.read("claim_statuses", keys=wanted)
    return Checked(len(findings), {row["claim"]: row["status"] for row in statuses})
