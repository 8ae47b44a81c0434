"""What a claim may be called, from its citations and conflicts: a pure function, first match wins.

The statement `recompute_status` in `queries/status.cypher` says the same inside the transaction that changes a
citation; a property test holds the two against each other on a real server.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from graph.model import Stance, Status, Verdict


@dataclass(frozen=True, slots=True)
class CitedEvidence:
    """What status depends on in one citation."""

    stance: Stance
    verdict: Verdict
    quote_match: str
    checker: str = ""


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """A claim's status and the one reason for it."""

    status: Status
    reason: str


def status_of(citations: Iterable[CitedEvidence], *, opposed: bool = False, rejected: bool = False) -> ClaimStatus:
    """Return the status that the citations and an open conflict allow.

    `opposed` is whether an open Conflict joins the claim to another one that has valid support; `rejected` whether the
    last word of a person on the claim left it without any: then no rule bears it out, since what a rule can tell was
    known to who rejected it. The order of the citations does not matter, and nothing unchecked ever counts.
    """
    checked = [c for c in citations if c.verdict != "unchecked"]
    if rejected:
        checked = [replace(c, verdict="cannot_check") if _is_by_rule(c) else c for c in checked]
    supports = [c for c in checked if c.verdict == "valid" and c.stance == "supports"]
    refutes = [c for c in checked if c.verdict == "valid" and c.stance == "refutes"]
    if not checked:
        return ClaimStatus("unreviewed", "not_checked")
    if supports and refutes:
        return ClaimStatus("conflicting", "opposing_evidence")
    if supports and opposed:
        return ClaimStatus("conflicting", "open_conflict")
    if supports:
        return ClaimStatus("supported", _support_reason(supports))
    if refutes:
        return ClaimStatus("unsupported", "refuted")
    return _without_valid(checked)


def _is_by_rule(one: CitedEvidence) -> bool:
    is_valid = (one.stance, one.verdict) == ("supports", "valid")
    return is_valid and not one.checker.startswith(("person:", "judge:"))


def _support_reason(supports: list[CitedEvidence]) -> str:
    if any(c.checker.startswith("person:") for c in supports):
        return "person"
    return "judged" if any(c.checker.startswith("judge:") for c in supports) else "verbatim"


def _without_valid(checked: list[CitedEvidence]) -> ClaimStatus:
    verdicts = {c.verdict for c in checked}
    if verdicts == {"stale"}:
        return ClaimStatus("unreviewed", "evidence_superseded")
    if verdicts <= {"stale", "cannot_check"}:
        return ClaimStatus("unreviewed", "cannot_check")
    if "removed" in verdicts:
        return ClaimStatus("unsupported", "evidence_removed")
    if any(c.quote_match == "none" for c in checked):
        return ClaimStatus("unsupported", "quote_not_found")
    return ClaimStatus("unsupported", "rejected" if "rejected" in verdicts else "no_evidence")
