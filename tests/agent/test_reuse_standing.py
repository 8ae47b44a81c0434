"""What of an earlier answer may be taken over: a part as a whole or not at all."""

from typing import Any

import pytest

from agent.reuse.standing import find_standing
from retrievers.websearch.domains import DomainRules


def citation(**fields: Any) -> dict[str, Any]:
    return {
        "citation": "ci", "claim": "c1", "claim_text": "It costs 48.", "quote_match": "exact", "verdict": "valid",
        "char_start": 0, "char_end": 12, "passage": "p", "version": "v", "state": "current", "source": "s",
        "url": "https://a.example/x", "title": "A", "kind": "web", "seen_at": "2026-01-01T00:00:00Z", "seen_at_ms": 1,
    } | fields  # fmt: skip


def sentence(*citations: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "ordinal": 1, "section": "summary", "kind": "factual", "text": "It costs 48.", "subquestion": 1,
        "status_when_written": "supported", "claims": [{"claim": "c1", "status": "supported"}],
        "citations": list(citations) or [citation()],
    } | fields  # fmt: skip


def standing(*rows: dict[str, Any], has_judge: bool = True, rules: DomainRules = DomainRules()) -> Any:  # noqa: B008
    return find_standing(rows, [1], rules, has_judge=has_judge)


def test_a_part_stands_with_its_sentences_in_order_and_what_was_said_of_its_limits() -> None:
    limit = sentence(section="limitations", kind="connective", text="Limit of part 1: Only for 2026.", subquestion=None)
    found = standing(sentence(), sentence(section="findings", text="More."), limit)
    assert [one.text for one in found.parts[1]] == ["It costs 48.", "More."]
    assert (dict(found.limits), dict(found.anew)) == ({1: "Only for 2026"}, {})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (sentence(section="findings"), "nothing answered it"),
        (sentence(citation(state="superseded")), "a source of it says something else now"),
        (sentence(citation(state="removed")), "a source of it says something else now"),
        (sentence(citation(verdict="rejected")), "a quote of it does not hold or was not judged"),
        (sentence(citation(verdict="unchecked")), "a quote of it does not hold or was not judged"),
        (sentence(citation(url="https://b.example/x")), "a source of it is outside the domains asked for"),
        (sentence(claims=[{"claim": "c1", "status": "unsupported"}]), "a claim of it is not supported"),
        (sentence(claims=[{"claim": "c1", "status": "conflicting"}]), "the status of a claim of it has changed"),
        (sentence(claims=[]), "a sentence of it has no quote any more"),
        (sentence(citation(claim="c2")), "a claim of it has no quote any more"),
    ],
)
def test_a_part_with_anything_fallen_is_made_anew_and_says_why(row: dict[str, Any], why: str) -> None:
    found = standing(row, rules=DomainRules.of(only=("a.example",)))
    assert (dict(found.parts), dict(found.anew)) == ({}, {1: why})
    beside = standing(sentence(), row | {"section": "findings"}, rules=DomainRules.of(only=("a.example",)))
    assert bool(beside.parts) == (why == "nothing answered it"), "one fallen sentence is enough"


def test_what_nobody_had_judged_stands_unjudged_only_where_nobody_judges() -> None:
    row = sentence(
        citation(verdict="unchecked"),
        claims=[{"claim": "c1", "status": "unreviewed"}],
        status_when_written="unreviewed",
    )
    assert not standing(row).parts
    assert standing(row, has_judge=False).parts
