"""The rule of graph schema section 4, as properties."""

from dataclasses import replace
from random import Random
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from graph.model import Stance, Status, Verdict
from graph.status import CitedEvidence, ClaimStatus, status_of

stances = st.sampled_from(get_args(Stance))
verdicts = st.sampled_from(get_args(Verdict))
checkers = st.sampled_from(["verbatim", "rule:numbers", "judge:m", "person:ada"])
matches = st.sampled_from(["exact", "normalised", "none", "cannot_check"])
citations = st.builds(CitedEvidence, stances, verdicts, matches, checkers)
many = st.lists(citations, max_size=6)
RANK = {"supported": 3, "conflicting": 2, "unreviewed": 1, "unsupported": 0}


@given(many, st.booleans(), st.randoms())
def test_the_order_of_citations_does_not_matter(cited: list[CitedEvidence], opposed: bool, random: Random) -> None:
    shuffled = sorted(cited, key=lambda _: random.random())
    assert status_of(shuffled, opposed=opposed) == status_of(cited, opposed=opposed)


@given(many, st.booleans())
def test_the_same_citations_twice_are_the_same_status(cited: list[CitedEvidence], opposed: bool) -> None:
    assert status_of(cited + cited, opposed=opposed) == status_of(cited, opposed=opposed)


@given(many, st.booleans())
def test_nothing_is_supported_without_a_valid_supporting_citation(cited: list[CitedEvidence], opposed: bool) -> None:
    valid = any(c.verdict == "valid" and c.stance == "supports" for c in cited)
    assert valid or status_of(cited, opposed=opposed).status != "supported"


@given(many, citations, st.booleans())
def test_removing_a_supporting_citation_never_raises_a_status(
    cited: list[CitedEvidence], one: CitedEvidence, opposed: bool
) -> None:
    one = replace(one, stance="supports", verdict="valid")
    before = status_of([*cited, one], opposed=opposed)
    after = status_of([*cited, replace(one, verdict="removed")], opposed=opposed)
    if before.status == "conflicting":  # what remains is the other side alone, or the same conflict
        assert after.status in {"conflicting", "unsupported"}
    else:
        assert RANK[after.status] <= RANK[before.status]


@given(many, matches)
def test_a_mention_only_turns_unreviewed_into_unsupported(cited: list[CitedEvidence], match: str) -> None:
    mention = CitedEvidence("mentions", "valid", match, "verbatim")
    before, after = status_of(cited), status_of([*cited, mention])
    if before.status == "unreviewed":
        assert after.status == "unsupported" or after == before
    else:
        assert after.status == before.status


@given(many)
def test_resolving_the_last_conflict_returns_to_what_the_citations_say(cited: list[CitedEvidence]) -> None:
    opposed, resolved = status_of(cited, opposed=True), status_of(cited)
    assert opposed == resolved or opposed == ClaimStatus("conflicting", "open_conflict")


@given(many)
def test_what_is_unchecked_counts_for_nothing(cited: list[CitedEvidence]) -> None:
    checked = [c for c in cited if c.verdict != "unchecked"]
    assert status_of(cited) == status_of(checked)


def test_each_row_of_the_table_in_its_order() -> None:
    def one(verdict: Verdict, stance: Stance = "supports", match: str = "exact", checker: str = "") -> CitedEvidence:
        return CitedEvidence(stance, verdict, match, checker)

    table: list[tuple[list[CitedEvidence], tuple[Status, str]]] = [
        ([], ("unreviewed", "not_checked")),
        ([one("unchecked")], ("unreviewed", "not_checked")),
        ([one("valid"), one("valid", "refutes")], ("conflicting", "opposing_evidence")),
        ([one("valid", checker="verbatim")], ("supported", "verbatim")),
        ([one("valid", checker="judge:m"), one("valid", checker="verbatim")], ("supported", "judged")),
        ([one("valid", checker="person:ada"), one("valid", checker="judge:m")], ("supported", "person")),
        ([one("valid", "refutes"), one("stale")], ("unsupported", "refuted")),
        ([one("stale")], ("unreviewed", "evidence_superseded")),
        ([one("stale"), one("cannot_check")], ("unreviewed", "cannot_check")),
        ([one("removed"), one("rejected", match="none")], ("unsupported", "evidence_removed")),
        ([one("rejected", match="none")], ("unsupported", "quote_not_found")),
        ([one("rejected")], ("unsupported", "rejected")),
        ([one("valid", "mentions")], ("unsupported", "no_evidence")),
    ]
    for cited, (status, reason) in table:
        assert status_of(cited) == ClaimStatus(status, reason), cited
