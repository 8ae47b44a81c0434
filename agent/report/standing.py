"""What of a report's evidence stands no longer, and how many of its sentences are borne out now. Pure."""

from collections.abc import Sequence

from agent.ledger.became import Became
from agent.report.view import ReportView, StatementView

_FELL = {"removed": "removed since", "rejected": "rejected", "stale": "its source has a newer text"}
_BORNE = frozenset({"supported", "conflicting"})
_NAMES = ("supported", "conflicting", "unreviewed", "unsupported")


def fallen_quotes(statements: Sequence[StatementView]) -> dict[str, str]:
    """Return by citation what became of the quotes that bear nothing out any more, in words.

    One whose source has a newer text stands while a sentence that it is cited for is still borne out: the newer text
    may hold it too.
    """
    borne = {c.citation for one in statements if one.status in _BORNE for c in one.citations}
    return {
        c.citation: _FELL[c.verdict]
        for one in statements
        for c in one.citations
        if c.verdict in _FELL and not (c.verdict == "stale" and c.citation in borne)
    }


def is_changed(statements: Sequence[StatementView]) -> bool:
    """Return whether claims or quotes of a report are called something else than when it was written."""
    return bool(fallen_quotes(statements)) or any(s.claims and s.status != s.status_when_written for s in statements)


def say_lost(view: ReportView) -> str:
    """Return, in words, which parts of an old report nothing answers any more that is borne out; "" where all stand.

    A claim that a person put in the place of another one answers for it.
    """
    parts: dict[int | None, list[StatementView]] = {}
    for one in view.statements:
        if one.section == "summary" and one.claims:
            parts.setdefault(one.subquestion, []).append(one)
    lost = [
        part
        for part, some in parts.items()
        if any(one.status_when_written in _BORNE for one in some) and not any(map(_is_borne, some))
    ]
    if not lost:
        return ""
    told = " and ".join(str(part) for part in lost if part)
    which = f"part{'s' * (len(lost) > 1)} {told}" if told and len(lost) < len(parts) else "the question"
    return f"since then, nothing that answered {which} is borne out any more"


def _is_borne(one: StatementView) -> bool:
    return one.status in _BORNE or any(_stands(became) for became in one.became)


def _stands(became: Became) -> bool:
    return any(_stands(one.became) if one.became else one.status in _BORNE for one in became.claims)


def coverage_now(statements: Sequence[StatementView]) -> dict[str, float | None]:
    """Return how many factual sentences there are, how many have a quote that stands and what they are called now;
    `supported_share` is 0 to 1, None where there are none."""
    fallen = fallen_quotes(statements)
    factual = [one for one in statements if one.kind == "factual"]
    counts: dict[str, float | None] = {
        "factual": len(factual),
        "cited": sum(1 for one in factual if any(c.citation not in fallen for c in one.citations)),
        **{name: sum(1 for one in factual if one.status == name) for name in _NAMES},
    }
    supported = sum(1 for one in factual if one.status == "supported")
    return {**counts, "supported_share": round(supported / len(factual), 3) if factual else None}
