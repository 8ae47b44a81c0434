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


@given(many, st.booleans(), st.booleans(), st.randoms())
def test_the_order_of_citations_does_not_matter(
    cited: list[CitedEvidence], opposed: bool, rejected: bool, random: Random
) -> None:
    shuffled = sorted(cited, key=lambda _: random.random())
    found = status_of(shuffled, opposed=opposed, rejected=rejected)
    assert found == status_of(cited, opposed=opposed, rejected=rejected)


@given(many, st.booleans(), st.booleans())
def test_the_same_citations_twice_are_the_same_status(
    cited: list[CitedEvidence], opposed: bool, rejected: bool
) -> None:
    twice = status_of(cited + cited, opposed=opposed, rejected=rejected)
    assert twice == status_of(cited, opposed=opposed, rejected=rejected)


@given(many, st.booleans())
def test_what_a_person_rejected_is_borne_out_by_no_rule_but_by_a_judge_or_a_person(
    cited: list[CitedEvidence], opposed: bool
) -> None:
    by_reader = any(
        (c.stance, c.verdict) == ("supports", "valid") and c.checker.startswith(("judge:", "person:")) for c in cited
    )
    found = status_of(cited, opposed=opposed, rejected=True)
    assert (found.status in {"supported", "conflicting"}) == by_reader
    assert found.reason != "verbatim"
    free = status_of(cited, opposed=opposed)
    assert RANK[found.status] <= RANK[free.status] or free.status == "conflicting"


@given(many, st.booleans())
def test_a_rejection_changes_nothing_where_no_rule_found_support(cited: list[CitedEvidence], opposed: bool) -> None:
    by_rule = ("supports", "valid")
    others = [c for c in cited if (c.stance, c.verdict) != by_rule or c.checker.startswith(("judge:", "person:"))]
    assert status_of(others, opposed=opposed, rejected=True) == status_of(others, opposed=opposed)


@given(many, st.booleans())
def test_nothing_is_supported_without_a_valid_supporting_citation(cited: list[CitedEvidence], opposed: bool) -> None:
    valid = any(c.verdict == "valid" and c.stance == "supports" for c in cited)
    assert valid or status_of(cited, opposed=opposed).status != "supported"


@given(many, citations, st.booleans(), st.booleans())
def test_removing_a_supporting_citation_never_raises_a_status(
    cited: list[CitedEvidence], one: CitedEvidence, opposed: bool, rejected: bool
) -> None:
    one = replace(one, stance="supports")
    before = status_of([*cited, one], opposed=opposed, rejected=rejected)
    after = status_of([*cited, replace(one, verdict="removed")], opposed=opposed, rejected=rejected)
    if before.status == "conflicting":  # what remains is the other side alone, or the same conflict
        assert after.status in {"conflicting", "unsupported"}
    else:
        assert RANK[after.status] <= RANK[before.status]


@given(many, matches)
def test_a_mention_only_turns_unreviewed_into_unsupported(cited: list[CitedEvidence], match: str) -> None:
    mention = CitedEvidence("mentions", "valid", match, "verbatim")
    before, after = status_of(cited), status_of([*cited, mention])
    if before.status == "unreviewed":
        assert after.status in {"unsupported", "unreviewed"}
        if match != "none" and all(c.quote_match != "none" for c in cited):
            assert after in (before, ClaimStatus("unsupported", "no_evidence"))
    else:
        assert after.status == before.status


@given(many)
def test_resolving_the_last_conflict_returns_to_what_the_citations_say(cited: list[CitedEvidence]) -> None:
    opposed, resolved = status_of(cited, opposed=True), status_of(cited)
    assert opposed == resolved or opposed == ClaimStatus("conflicting", "open_conflict")


@given(many, st.booleans())
def test_an_open_conflict_counts_only_beside_valid_support(cited: list[CitedEvidence], opposed: bool) -> None:
    without = [c for c in cited if (c.stance, c.verdict) != ("supports", "valid")]
    assert status_of(without, opposed=opposed) == status_of(without)


@given(many, many, st.booleans())
def test_valid_evidence_on_both_sides_is_a_conflict_whatever_else_is_there(
    cited: list[CitedEvidence], others: list[CitedEvidence], opposed: bool
) -> None:
    both = [CitedEvidence("supports", "valid", "exact"), CitedEvidence("refutes", "valid", "exact")]
    assert status_of([*cited, *both, *others], opposed=opposed) == ClaimStatus("conflicting", "opposing_evidence")


@given(many, st.booleans())
def test_what_a_person_found_is_not_overwritten_by_what_others_find(cited: list[CitedEvidence], opposed: bool) -> None:
    accepted = status_of([*cited, CitedEvidence("supports", "valid", "exact", "person:ada")], opposed=opposed)
    assert accepted.reason == "person" if accepted.status == "supported" else accepted.status == "conflicting"
    refuted = status_of([*cited, CitedEvidence("refutes", "valid", "exact", "person:ada")], opposed=opposed)
    assert refuted in {ClaimStatus("unsupported", "refuted"), ClaimStatus("conflicting", "opposing_evidence")}


@given(many, st.booleans(), matches)
def test_whether_a_quote_was_found_does_not_weigh_against_a_valid_verdict(
    cited: list[CitedEvidence], opposed: bool, match: str
) -> None:
    valid = [CitedEvidence("supports", "valid", "exact", "judge:m"), *cited]
    assert status_of(valid, opposed=opposed) == status_of(
        [replace(c, quote_match=match) for c in valid], opposed=opposed
    )


@given(st.lists(st.sampled_from(get_args(Stance)), min_size=1, max_size=6))
def test_judged_verdicts_alone_make_the_status_that_their_stances_say(found: list[Stance]) -> None:
    """The rule of the ledger's gold labels: both sides dispute, one side decides, neither is no evidence."""
    status = status_of([CitedEvidence(stance, "valid", "exact", "judge:m") for stance in found])
    expected = {
        (True, True): ClaimStatus("conflicting", "opposing_evidence"),
        (True, False): ClaimStatus("supported", "judged"),
        (False, True): ClaimStatus("unsupported", "refuted"),
        (False, False): ClaimStatus("unsupported", "no_evidence"),
    }
    assert status == expected["supports" in found, "refutes" in found]


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
        ([one("cannot_check")], ("unreviewed", "cannot_check")),
        ([one("stale"), one("cannot_check")], ("unreviewed", "cannot_check")),
        ([one("unchecked"), one("stale")], ("unreviewed", "evidence_superseded")),
        ([one("removed"), one("rejected", match="none")], ("unsupported", "evidence_removed")),
        ([one("rejected", match="none")], ("unsupported", "quote_not_found")),
        ([one("rejected")], ("unsupported", "rejected")),
        ([one("valid", "mentions")], ("unsupported", "no_evidence")),
    ]
    for cited, (status, reason) in table:
        assert status_of(cited) == ClaimStatus(status, reason), cited
    assert status_of([one("valid")], opposed=True) == ClaimStatus("conflicting", "open_conflict")
    found = [one("stale", checker="person:ada"), one("valid", checker="verbatim")]
    assert status_of(found, rejected=True) == ClaimStatus("unreviewed", "cannot_check")
    found = [one("rejected", checker="person:ada"), one("valid", checker="verbatim")]
    assert status_of(found, rejected=True) == ClaimStatus("unsupported", "rejected")
