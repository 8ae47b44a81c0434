"""What of an old quote still holds in a new text, by rule and without a database."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.refresh.carry import Text, carry

SENTENCE = "The plant costs 48 million crowns."
BEFORE = f"Minutes of the council. {SENTENCE} It opens in 2026."


def text_of(*passages: str, title: str = "Minutes", heading: str | None = None) -> Text:
    """A version's text in these passages."""
    rows: list[dict[str, Any]] = []
    start = 0
    for number, passage in enumerate(passages):
        place = {"char_start": start, "char_end": start + len(passage)}
        rows.append({"passage": f"p{number}", "text": passage, "title": title, "heading": heading, **place})
        start += len(passage)
    return Text(rows)


def quote_of(passage: str = BEFORE, quote: str = SENTENCE, **changes: Any) -> dict[str, Any]:
    """A quote of the old text's only passage, found valid because it is the source's own sentence."""
    start = passage.index(quote)
    return {
        "citation": "citation.old",
        "claim": "claim.c",
        "claim_text": quote,
        "stance": "supports",
        "quote": quote,
        "char_start": start,
        "char_end": start + len(quote),
        "quote_match": "exact",
        "checker": "verbatim",
        "reason": "the claim is the source's own sentence",
        "verdict_before": "valid",
        "checked_before": "2026-01-02T00:00:00Z",
        "person_verdict": None,
        "said_at": "2026-01-02T00:00:00Z",
        "prefix": passage[max(0, start - 60) : start],
        "suffix": passage[start + len(quote) :][:60],
        "passage_text": passage,
        "passage_start": 0,
        "heading": None,
        "title": "Minutes",
        "fetched_at": "2026-01-01T00:00:00Z",
        "source": "source.s",
        "version": "sourceversion.new",
    } | changes


JUDGED: dict[str, Any] = {"claim_text": "Its price is 48 million.", "checker": "judge:m", "reason": "it bears it out"}
PERSON: dict[str, Any] = {**JUDGED, "checker": "person:Ada", "person_verdict": "valid"}


def test_the_sources_own_sentence_is_found_again_at_its_new_place() -> None:
    new = text_of(f"News first. {SENTENCE} It opens in 2027.")
    row = carry(quote_of(), new, "ns")
    assert row is not None
    assert (row["verdict"], row["checker"], row["carried_from"]) == ("valid", "verbatim", "citation.old")
    assert new.whole[row["char_start"] : row["char_end"]] == SENTENCE == row["quote"]
    assert row["prefix"] + row["quote"] + row["suffix"] == new.whole
    assert row["checked_at"] is None, "it was checked now"


def test_words_that_are_set_differently_are_still_the_same_words() -> None:
    row = carry(quote_of(), text_of("News first.\n\nThe plant costs\n48 million crowns. More."), "ns")
    assert row is not None
    assert row["quote"] == "The plant costs\n48 million crowns."


@pytest.mark.parametrize(
    "new",
    ["The plant costs 84 million crowns.", "Nobody believes that the plant costs 48 million crowns.", "", "Nothing."],
)
def test_other_words_are_not_carried_over(new: str) -> None:
    assert carry(quote_of(), text_of(new), "ns") is None


def test_what_a_judge_found_comes_along_only_where_the_whole_passage_is_what_it_was() -> None:
    unchanged = carry(quote_of(**JUDGED), text_of("A new first passage. ", BEFORE), "ns")
    assert unchanged is not None
    assert (unchanged["passage"], unchanged["verdict"], unchanged["checker"]) == ("p1", "valid", "judge:m")
    assert unchanged["checked_at"] == "2026-01-02T00:00:00Z", "reading again is not checking again"
    assert "found in the text of 2026-01-01, whose passage stands unchanged" in unchanged["reason"]
    assert unchanged["person_verdict"] is None
    assert carry(quote_of(**JUDGED), text_of(BEFORE.replace("2026", "2027")), "ns") is None
    assert carry(quote_of(**JUDGED), text_of(BEFORE, title="Satire"), "ns") is None
    assert carry(quote_of(**JUDGED), text_of(BEFORE, heading="What is not true"), "ns") is None


@pytest.mark.parametrize("new", [BEFORE, BEFORE.replace("2026", "2027"), f"News.\n\n{SENTENCE}\n\nMore."])
def test_what_a_person_accepted_comes_along_with_the_sentence(new: str) -> None:
    row = carry(quote_of(**PERSON), text_of(new), "ns")
    assert row is not None
    assert (row["verdict"], row["person_verdict"], row["checker"]) == ("valid", "valid", "person:Ada")
    assert (row["reason"], row["checked_at"]) == ("it bears it out", "2026-01-02T00:00:00Z")
    assert new[row["char_start"] : row["char_end"]] == SENTENCE


@pytest.mark.parametrize(
    ("new", "above"),
    [
        (f"Nobody believes this: “{SENTENCE}”", {}),
        (f"{SENTENCE} That was wrong.", {}),
        (BEFORE.replace("crowns.", "crowns a year."), {}),
        (BEFORE, {"title": "Satire"}),
        (BEFORE, {"heading": "What is not true"}),
    ],
)
def test_what_a_person_accepted_does_not_where_the_same_words_may_mean_something_else(
    new: str, above: dict[str, str]
) -> None:
    assert carry(quote_of(**PERSON), text_of(new, **above), "ns") is None


def test_what_a_person_accepted_of_a_part_of_a_sentence_comes_along_between_the_same_words() -> None:
    part = quote_of(quote="costs 48 million", **PERSON)
    assert carry(part, text_of("News. ", f"{BEFORE} More."), "ns") is None, "what follows is another text"
    long = f"{BEFORE} It is to be built beside the old one, which will be taken down the year after."
    kept = carry(quote_of(long, "costs 48 million", **PERSON), text_of(f"{long} More."), "ns")
    assert kept is not None
    assert kept["verdict"] == "valid"


@pytest.mark.parametrize(
    ("new", "above"),
    [
        (BEFORE, {}),
        (BEFORE.replace("2026", "2027"), {}),
        (f"More. {SENTENCE}", {"title": "Report", "heading": "Costs"}),
        (f"It is true: {SENTENCE}", {}),
    ],
)
def test_what_a_person_rejected_stays_rejected_wherever_the_same_words_stand(new: str, above: dict[str, str]) -> None:
    row = carry(quote_of(person_verdict="rejected", checker="person:Ada", reason="a hoax"), text_of(new, **above), "ns")
    assert row is not None
    assert (row["verdict"], row["person_verdict"], row["checker"]) == ("rejected", "rejected", "person:Ada")
    assert row["reason"] == "a hoax"


def test_what_a_person_rejected_is_never_found_to_hold_by_a_rule() -> None:
    rejected = quote_of(person_verdict="rejected", checker="person:Ada")
    assert carry(rejected, text_of(BEFORE.replace("48", "49")), "ns") is None


def test_what_an_earlier_release_left_no_finding_of_is_checked_by_rule_alone() -> None:
    row = carry(quote_of(verdict_before=None), text_of(BEFORE), "ns")
    assert row is not None
    assert row["reason"].endswith("found again in the source's new text")
    assert carry(quote_of(**JUDGED, verdict_before=None), text_of(BEFORE), "ns") is None


def test_a_quote_against_a_claim_is_not_made_one_by_rule() -> None:
    assert carry(quote_of(stance="refutes"), text_of(f"News. {SENTENCE}"), "ns") is None


words = st.text(alphabet=st.sampled_from("ab .\n"), max_size=30)


@given(before=words, after=words, split=st.integers(0, 90))
def test_whatever_stands_around_the_quote_is_the_texts_own_words_at_its_offsets(
    before: str, after: str, split: int
) -> None:
    whole = f"{before}{SENTENCE}{after}"
    new = text_of(*[part for part in (whole[:split], whole[split:]) if part])
    row = carry(quote_of(), new, "ns")
    if row is not None:
        assert whole[row["char_start"] : row["char_end"]] == row["quote"]
        passage = next(p for p in new.passages if p["passage"] == row["passage"])
        assert passage["char_start"] <= row["char_start"] < passage["char_end"]
