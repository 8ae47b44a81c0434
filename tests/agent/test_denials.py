from itertools import permutations

import pytest
from affairs import gathered, passage
from hypothesis import given
from hypothesis import strategies as st

from agent.conflicts.differ import find_differences
from agent.draft import draft
from agent.extract import Candidate, Evidence, extract
from agent.plan import plan_by_rules
from agent.review import review
from agent.words.denials import is_denied
from agent.words.values import find_values

OPENS = "When will the Nord bridge open?"
COSTS = "What will the Nord bridge cost?"


def denied(text: str, language: str = "en") -> list[str]:
    return [value.text for value in find_values(text, language) if is_denied(text, value.char_start, value.char_end)]


def found(question: str, *evidence: Evidence) -> tuple[list[Candidate], list[dict[str, list[str]]], list[str]]:
    """The claims, each difference as its values with the sentences credited with them, and the summary's sentences."""
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    candidates = extract(plan, everything)
    differing = find_differences(candidates, everything)
    written = draft(plan, candidates, differing, review(plan, candidates, 1, set(), everything), everything)
    credited = [
        {side.value: sorted({candidates[i].claim_text for i in side.candidates}) for side in one.sides}
        for one in differing
    ]
    return candidates, credited, [one.text for one in written if one.section == "summary" and one.kind == "factual"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The Nord bridge will not open in May 2027.", ["May 2027"]),
        ("The Nord bridge won't open in May 2027 or June 2027.", ["May 2027", "June 2027"]),
        ("In May 2027 the Nord bridge will not open.", ["May 2027"]),
        ("The Nord bridge will not cost 40 million crowns.", ["40 million crowns"]),
        ("The toll will never be 5 percent of the price.", ["5 percent"]),
        ("The council did not say that the Nord bridge will open in May 2027.", ["May 2027"]),
        ("Instead of opening in May 2027, the bridge will open in June 2028.", ["May 2027"]),
        ("The bridge will open not in October 2026 but in June 2028.", ["October 2026"]),
        ("The bridge will not open in October 2026, but in June 2028.", ["October 2026"]),
        ("The bridge will open in May 2029 and not in October 2026.", ["October 2026"]),
        ("The bridge will not open in May 2027 and will open in June 2028.", ["May 2027"]),
        ("The bridge will not cost 40 million crowns, it will cost 60 million crowns.", ["40 million crowns"]),
    ],
)
def test_a_denied_value_is_told_from_one_that_the_same_sentence_gives(text: str, values: list[str]):
    assert denied(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "The bridge will not open before June 2028.",
        "The bridge did not open until June 2028.",
        "The bridge will open no later than June 2028.",
        "The bridge will not only open in May 2027.",
        "The bridge will cost no more than 40 million crowns.",
        "The bridge is not only late, it will cost 40 million crowns.",
        "The bridge, which is not painted, will cost 40 million crowns.",
        "The bridge does not carry trains and costs 40 million crowns.",
        "Because it was not ready, the bridge opened in June 2028.",
        "The old bridge did not last, so the new one opened in 2019.",
    ],
)
def test_a_limit_an_addition_and_the_not_of_another_clause_deny_nothing(text: str):
    assert denied(text) == []


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("Die Brücke wird nicht im Mai 2027, sondern im Juni 2028 eröffnet.", "de", ["Mai 2027"]),
        ("Die Brücke wird im Mai 2027 nicht eröffnet.", "de", ["Mai 2027"]),
        ("Die Brücke wird nicht vor Juni 2028 eröffnet.", "de", []),
        ("Le pont n'ouvrira pas en mai 2027 mais en juin 2028.", "fr", ["mai 2027"]),
        ("Le pont n'ouvrira pas avant juin 2028.", "fr", []),
    ],
)
def test_german_and_french_deny_in_their_own_order(text: str, language: str, values: list[str]):
    assert denied(text, language) == values


@pytest.mark.parametrize(
    ("question", "denial", "answer"),
    [
        (OPENS, "The Nord bridge will not open in May 2027.", "The Nord bridge will open in June 2028."),
        (OPENS, "In May 2027 the Nord bridge will not open.", "The Nord bridge will open in June 2028."),
        (COSTS, "The Nord bridge will not cost 40 million crowns.", "The Nord bridge will cost 60 million crowns."),
        (
            "What share of households will the Nord plant supply?",
            "The Nord plant will not supply 40 percent of households.",
            "The Nord plant will supply 30 percent of households.",
        ),
        (
            "Who designed the Nord bridge?",
            "The Nord bridge was not designed by Anna Berg.",
            "The Nord bridge was designed by Ole Holm.",
        ),
    ],
)
def test_a_newer_denial_makes_no_difference_and_leads_nothing(question: str, denial: str, answer: str):
    evidence = [passage(denial, "a", published_at="2026-05-03"), passage(answer, "b", published_at="2026-02-03")]
    for order in permutations(evidence):
        candidates, credited, summary = found(question, *order)
        assert credited == []
        assert summary == [answer]
        assert [one.claim_text for one in candidates] == [answer]


def test_not_this_but_that_is_credited_with_that():
    text = "The Nord bridge will open not in October 2026 but in August 2028."
    candidates, credited, _ = found(OPENS, passage(text, "a"), passage("The Nord bridge will open in June 2028.", "b"))
    assert [[v.text for v in one.answering] for one in candidates if one.claim_text == text] == [["August 2028"]]
    assert [sorted(one) for one in credited] == [["August 2028", "June 2028"]]
    turned = "The Nord bridge was designed not by Anna Berg but by Ole Holm."
    assert found("Who designed the Nord bridge?", passage(turned, "a"))[2] == [turned]


def test_a_sentence_that_only_allows_a_date_is_not_credited_with_it():
    limit = "The Nord bridge will not open before June 2028."
    old = "The Nord bridge will be opened in October 2026, the mayor says."
    new = "The Nord bridge will open in May 2029 and not in October 2026."
    evidence = [
        passage(limit, "a", published_at="2026-01-03"),
        passage(old, "b", published_at="2024-01-03"),
        passage(new, "c", published_at="2026-06-03"),
    ]
    for order in permutations(evidence):
        _, credited, summary = found(OPENS, *order)
        assert credited == [{"October 2026": [old], "May 2029": [new]}]
        assert summary == [new]


def test_a_limit_hides_no_difference_between_two_dates():
    texts = ("will open in June 2028", "will not open before June 2028", "will open in May 2029")
    evidence = [passage(f"The Nord bridge {text}.", f"s{at}") for at, text in enumerate(texts)]
    for order in permutations(evidence):
        _, credited, _ = found(OPENS, *order)
        assert [sorted(one) for one in credited] == [["June 2028", "May 2029"]]
        assert all("before" not in text for one in credited for said in one.values() for text in said)


def test_a_limit_that_a_date_breaks_stands_against_it_in_its_own_words():
    limit = "The Nord bridge will not open before June 2028."
    other = "The Nord bridge will open in May 2027."
    _, credited, _ = found(OPENS, passage(limit, "a"), passage(other, "b"))
    assert credited == [{"May 2027": [other], "not before June 2028": [limit]}]


@given(
    st.sampled_from(["May 2027", "3 June 2028", "2031"]),
    st.sampled_from(["will not open in", "won't open in", "will never be opened in", "is not due to open in"]),
)
def test_a_denied_date_is_denied_however_it_is_written(when: str, verb: str):
    assert denied(f"The Nord bridge {verb} {when}.") == [when]
    assert denied(f"The Nord bridge {verb} {when}, but the road opens in July 2030.") == [when]
