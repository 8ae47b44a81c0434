"""What of a report's evidence stands no longer, and how many of its sentences are borne out now. Pure."""

from collections.abc import Sequence

from agent.report.view import StatementView

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
