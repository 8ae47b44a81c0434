"""The finding about one claim and one text: verdicts, places, quotes, languages, and the order for review."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.rules.check import check_claim
from agent.rules.support_score import support_score

TEXT = (
    "The plant employs 300 people and covers 5 km of coast. It opened in March 2022. "
    "About 12 % of the town works there. The landlord is not permitted to terminate during the fixed term."
)


def test_only_the_texts_own_whole_sentence_is_valid_by_rule() -> None:
    own = check_claim("It opened in March 2022.", TEXT)
    assert (own.quote_match, own.verdict, own.checker, own.spans) == ("exact", "valid", "verbatim", ((55, 79),))
    part = check_claim("The plant employs 300 people.", TEXT)
    assert (part.verdict, part.checker) == ("unchecked", "")


def test_the_sentences_that_were_compared_are_pointed_to() -> None:
    found = check_claim("The plant employs 310 people.", TEXT)
    (span,) = found.spans
    assert TEXT[slice(*span)] == "The plant employs 300 people and covers 5 km of coast."


@pytest.mark.parametrize(
    ("quote", "match", "verdict"),
    [
        ("is not permitted to terminate", "exact", "rejected"),
        ("is … permitted to terminate", "none", "rejected"),
        ("during the fixed term … not permitted", "none", "rejected"),
        ("covers 6 km of coast", "none", "rejected"),
    ],
)
def test_r8_a_quote_that_drops_or_reorders_words_is_not_in_the_text(quote: str, match: str, verdict: str) -> None:
    found = check_claim("The landlord is permitted to terminate during the fixed term.", TEXT, quote=quote)
    assert (found.quote_match, found.verdict) == (match, verdict)
    assert found.differences


@pytest.mark.parametrize(
    "quote",
    [
        "The plant\u2019s\u00a0cost is 48\u00admillion",
        "The plant's cost is\n48million",
        "The plant's cost is 48million",
    ],
)
def test_g17_a_quote_set_otherwise_is_found_with_the_originals_offsets(quote: str) -> None:
    text = "So it is. The plant\u2019s cost is 48million crowns."
    found = check_claim("The cost of the plant is 48 million crowns.", text, quote=quote)
    assert found.quote_match in {"exact", "normalised"}
    assert text[slice(*found.spans[0])].endswith("48million")


@pytest.mark.parametrize("text", ["", "  \n", "\ufffd\ufffd .. 12 -- \ufffd"])
def test_r9_what_cannot_be_read_cannot_be_checked_and_is_not_called_false(text: str) -> None:
    found = check_claim("The plant employs 300 people.", text, quote="employs 300 people")
    assert (found.quote_match, found.verdict) == ("cannot_check", "cannot_check")


def test_r15_across_languages_numbers_still_reject_and_words_are_left_open() -> None:
    german = "Das Werk beschäftigt 300 Menschen und wurde im März 2022 von der Gemeinde eröffnet."
    other = check_claim("The plant employs 300 people and was opened by the town in March 2022.", german)
    assert (other.verdict, other.checker) == ("cannot_check", "")
    wrong = check_claim("The plant employs 450 people and was opened by the town in March 2022.", german)
    assert (wrong.verdict, wrong.checker) == ("rejected", "rule:number")


def test_two_neighbouring_sentences_may_bear_one_claim_out() -> None:
    text = "The theatre burned down in 1903. It was rebuilt in 1905 by the guild of masons. Nobody was hurt."
    found = check_claim("The theatre burned down in 1903 and was rebuilt by the guild of masons in 1905.", text)
    assert found.verdict == "unchecked"
    assert text[slice(*found.spans[0])].startswith("The theatre")
    assert "guild of masons" in text[slice(*found.spans[0])]


def test_what_seems_borne_out_comes_before_what_does_not() -> None:
    claims = ["Penguins live in the south.", "The plant employs 450 people.", "300 people are employed by the plant."]
    scores = [support_score(claim, TEXT, language="en", text_language="en") for claim in claims]
    assert scores == sorted(scores)
    assert scores[0] < scores[1] < scores[2] <= 1.0


def test_what_says_the_opposite_comes_before_what_is_borne_out_and_after_what_is_not_spoken_of() -> None:
    text = "Feeding rapamycin to adult flies raised their resistance to starvation. It did not change their weight."
    turned, said, other = (
        "Rapamycin lowers the resistance of flies to starvation.",
        "Rapamycin raises the resistance of flies to starvation.",
        "The council lowers the fees for parking.",
    )
    assert support_score(other, text) < support_score(turned, text) < support_score(said, text)
    unlike = "Rapamycin reduces hunger among laboratory mice and birds."
    assert check_claim(unlike, text).differences == ()
    assert support_score(unlike, text) < support_score(unlike.replace("reduces", "touches"), text)
    assert support_score("Rapamycin changed the weight of flies.", text) < support_score(
        "Rapamycin did not change the weight of flies.", text
    )
    assert support_score("It did not change their weight.", text) == 1.0


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=120), st.text(max_size=300))
def test_any_claim_and_text_give_a_finding_whose_places_are_in_the_text(claim: str, text: str) -> None:
    found = check_claim(claim, text)
    assert all(0 <= start < end <= len(text) for start, end in found.spans)
    assert 0.0 <= support_score(claim, text) <= 1.0
    assert (found.verdict == "rejected") == bool(found.differences)


def test_the_reason_names_what_differs_where_the_word_found_is_the_same():
    reason = check_claim(
        "The council was consulted before the vote.", "The council was not consulted before the vote."
    ).reason
    assert "'not'" in reason
    assert "'before' where the text says 'before'" not in reason


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "The plant cost " + "5 " * 50_000, "It opened on " + "3 March 2020, " * 7_000, "工厂" * 50_000],
    ids=["one word", "numbers", "dates", "no sentence"],
)
def test_a_text_without_the_end_of_a_sentence_cannot_be_checked_whatever_its_length(text: str) -> None:
    found = check_claim("The plant cost 5 million crowns.", text, language="en")
    assert found.verdict == "cannot_check"
    assert "without the end of a sentence" in found.reason


def test_a_claim_as_long_as_a_chapter_cannot_be_checked() -> None:
    found = check_claim("The plant opened. " * 200, "The plant opened. It is open.", language="en")
    assert (found.verdict, found.reason) == (
        "cannot_check",
        "the claim has 3,599 characters; give at most 2,000, a sentence or two",
    )


def test_a_value_in_a_far_part_of_a_long_text_is_not_said_to_be_missing() -> None:
    filler = "The harbour of the town was built by many people. " * 500
    text = f"The plant cost much money. {filler} It employs 310 people."
    assert check_claim("The plant cost much money and employs 310 people.", text, language="en").verdict != "rejected"
    other = "The plant cost much money and employs 311 people."
    assert check_claim(other, text, language="en").checker == "rule:number"
