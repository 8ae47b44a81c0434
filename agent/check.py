"""Checking what the graph holds: each unchecked citation against the stored text, its finding written, its claim
recomputed."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.record.verdicts import finding_of, record_verdicts, waits_for_judge
from agent.verify import Check
from graph.store import GraphStore, Row

Judge = Callable[[Sequence[Row]], Awaitable[Mapping[str, Check]]]
"""Who reads what rules cannot decide (rows of `unchecked_citations`): findings by citation, perhaps not for all."""


@dataclass(frozen=True, slots=True)
class Checked:
    """How many citations were checked, what each claim is called now, why each rejected citation was rejected, and the
    verdict of each citation."""

    count: int
    statuses: Mapping[str, str]
    reasons: Mapping[str, str]
    verdicts: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def rejected(self) -> frozenset[str]:
        """The citations that do not hold."""
        return frozenset(self.reasons)


async def check_claims(
    store: GraphStore,
    claims: Sequence[str],
    *,
    by: str,
    refused: Mapping[str, tuple[str, Check]] | None = None,
    judge: Judge | None = None,
) -> Checked:
    """Check the unchecked citations of these claims and return the claims' statuses.

    `refused` are findings that rules made before, by citation: claim and check. What no rule decides is given to the
    judge; without one it stays unchecked, and its claim unreviewed. So does a quote that a rule would find to bear out
    a claim which a person rejected; unchecked, it counts among the `rejected` with their reason.
    """
    refused = refused or {}
    wanted = sorted({*claims, *(claim for claim, _ in refused.values())})
    rows = [
        row
        for row in await store.read("unchecked_citations", claims=wanted, versions=[])
        if row["citation"] not in refused
    ]
    said = {row["claim"]: row for row in await store.read("claims_rejected", keys=wanted)} if wanted else {}
    found = {row["citation"]: (str(row["claim"]), finding_of(row)) for row in rows}
    findings = {
        key: (claim, check)
        for key, (claim, check) in found.items()
        if not waits_for_judge(check) and not (check.verdict == "valid" and claim in said)
    } | dict(refused)
    waiting = [row for row in rows if row["citation"] not in findings]
    if judge is not None and waiting:
        claim_of = {row["citation"]: str(row["claim"]) for row in waiting}
        findings |= {key: (claim_of[key], check) for key, check in (await judge(waiting)).items()}
    if findings:
        await record_verdicts(store, findings, by=by)
    statuses = {row["claim"]: row["status"] for row in await store.read("claim_statuses", keys=wanted)}
    verdicts = await store.read("citation_verdicts", claims=wanted)
    reasons = {row["citation"]: _why(row) for row in verdicts if row["verdict"] == "rejected"}
    left = {row["citation"]: said[row["claim"]] for row in rows if row["claim"] in said}
    unchecked = {row["citation"] for row in verdicts if row["verdict"] == "unchecked"}
    reasons |= {key: f"{_name(row['by'])} rejected it: {row['why']}" for key, row in left.items() if key in unchecked}
    return Checked(len(findings), statuses, reasons, {row["citation"]: row["verdict"] for row in verdicts})


def _why(row: Row) -> str:
    """Why a citation was rejected; who did it, where that was a person."""
    reason = str(row["reason"] or "rejected")
    who = str(row["checker"] or "")
    return f"{_name(who)} rejected it: {reason}" if who.startswith("person:") else reason


def _name(who: str) -> str:
    return who.removeprefix("person:")
