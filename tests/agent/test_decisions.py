"""What a person decides on claims: the line it is said in, what is still lacking, the quotes it stands on."""

from typing import Any

import pytest

from agent.curate.word import MAX_PERSON, Decision, Wording, check_decision, person_of, quotes_for, verdicts_of
from agent.errors import NotDecidable
from agent.ledger.answers import KEYS, MOVES, PROMPT, read_answer, read_wordings


@pytest.mark.parametrize(
    ("line", "move", "text", "numbers"),
    [
        ("accept", "accept", "", ()),
        ("A", "accept", "", ()),
        (" accept [1, 3] the board says so ", "accept", "the board says so", (1, 3)),
        ("reject: the page is [2] a hoax", "reject", "the page is [2] a hoax", ()),
        ("r [2] it is a hoax", "reject", "it is a hoax", (2,)),
        ("narrow It opens in June [1]", "narrow", "It opens in June [1]", ()),
        ("narrow [sic] it opens", "narrow", "[sic] it opens", ()),
        ("p One || Other", "split", "One || Other", ()),
        ("o [2] the newer one holds", "resolve", "the newer one holds", (2,)),
        ("?", "help", "", ()),
        ("quit now", "quit", "now", ()),
    ],
)
def test_an_answer_is_a_word_or_a_key_and_the_rest_of_the_line(
    line: str, move: str, text: str, numbers: tuple[int, ...]
) -> None:
    answer = read_answer(line)
    assert (answer.move, answer.text, answer.numbers) == (move, text, numbers)


@pytest.mark.parametrize("line", ["", "yes", "acept it", "accept,1", "delete everything", "x" * 500])
def test_another_word_is_no_answer_and_the_words_that_are_get_named(line: str) -> None:
    with pytest.raises(NotDecidable, match="is no answer; say accept, narrow, reject, split, note") as error:
        read_answer(line)
    assert len(str(error.value)) < 200


def test_what_an_answer_still_lacks_is_said() -> None:
    assert [move for move in MOVES if read_answer(move).lacks] == [
        "narrow",
        "reject",
        "split",
        "note",
        "resolve",
        "dismiss",
    ]
    assert set(KEYS.values()) == set(MOVES)
    assert all(f"({key})" in PROMPT for key in KEYS)


def test_new_wordings_name_the_quotes_that_bear_them_out() -> None:
    keys = ["citation.a", "citation.b"]
    assert read_wordings(read_answer("narrow It opens in June [2]"), keys) == (
        Wording("It opens in June", ("citation.b",)),
    )
    assert read_wordings(read_answer("split It opens [1,2] || in June"), keys) == (
        Wording("It opens", ("citation.a", "citation.b")),
        Wording("in June"),
    )
    with pytest.raises(NotDecidable, match=r"there is no \[3\]; 1 to 2 are shown"):
        read_wordings(read_answer("narrow It opens in June [3]"), keys)


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (Decision("c", "reject"), "a rejection needs a reason"),
        (Decision("c", "note", "  "), "a note needs its text"),
        (Decision("c", "narrow"), "give its new wording"),
        (
            Decision("c", "narrow", wordings=(Wording("The  plant\nopens"),)),
            "the new wording is the claim as it stands",
        ),
        (Decision("c", "narrow", wordings=(Wording(" "),)), "1 to 2000 characters; this one has 0"),
        (Decision("c", "narrow", wordings=(Wording("x" * 2_001),)), "this one has 2001"),
        (Decision("c", "split", wordings=(Wording("One"),)), "give 2 to 20 new claims"),
        (Decision("c", "split", wordings=(Wording("One"), Wording(" One"))), "two of the new claims are the same"),
    ],
)
def test_a_decision_that_lacks_something_says_what(decision: Decision, told: str) -> None:
    with pytest.raises(NotDecidable, match=told):
        check_decision(decision, "The plant opens")


@pytest.mark.parametrize(("name", "told"), [("", "needs a name"), (" \n\t", "needs a name"), ("x" * 81, "at most 80")])
def test_a_decision_needs_a_name_that_is_bounded(name: str, told: str) -> None:
    with pytest.raises(NotDecidable, match=told):
        person_of(name)
    assert person_of("Ada\x1b[31m  Lund\n") == "person:Ada [31m Lund"
    assert len(person_of("x" * MAX_PERSON)) == MAX_PERSON + len("person:")


def quote(key: str, **changes: Any) -> dict[str, Any]:
    values = {
        "citation": key,
        "stance": "supports",
        "verdict": "unchecked",
        "quote_match": "exact",
        "version_state": "current",
    }
    return values | changes


AGAINST = quote("against", stance="refutes", verdict="valid")


@pytest.mark.parametrize(
    ("decision", "quotes", "verdicts"),
    [
        (Decision("c", "accept"), [quote("a"), quote("b", verdict="rejected"), AGAINST], {"a": "valid", "b": "valid"}),
        (Decision("c", "accept", quotes=("b",)), [quote("a"), quote("b")], {"b": "valid"}),
        (Decision("c", "accept"), [quote("a"), quote("old", version_state="superseded")], {"a": "valid"}),
        (Decision("c", "accept"), [quote("scan", quote_match="cannot_check")], {"scan": "valid"}),
        (Decision("c", "reject"), [quote("a"), AGAINST, quote("gone", verdict="removed")], {"a": "rejected"}),
        (Decision("c", "reject", quotes=("against",)), [quote("a"), AGAINST], {"against": "rejected"}),
        (Decision("c", "narrow"), [quote("a"), quote("old", verdict="stale")], {"a": "rejected", "old": "rejected"}),
        (Decision("c", "note"), [quote("a")], {}),
    ],
)
def test_a_word_is_a_verdict_on_quotes(
    decision: Decision, quotes: list[dict[str, Any]], verdicts: dict[str, str]
) -> None:
    assert verdicts_of(decision, quotes) == verdicts


@pytest.mark.parametrize(
    ("decision", "quotes", "told"),
    [
        (Decision("c", "accept"), [], "it has no quote: a person's word is a verdict on a quote"),
        (Decision("c", "accept"), [AGAINST], "it has no quote"),
        (Decision("c", "accept"), [quote("a", quote_match="none")], "none of its quotes stands in its source"),
        (Decision("c", "accept"), [quote("a", version_state="snippet")], "only what a search said"),
        (Decision("c", "accept"), [quote("a", version_state="superseded")], "replaced or removed"),
        (Decision("c", "accept", quotes=("against",)), [quote("a"), AGAINST], "cannot bear it out"),
        (Decision("c", "accept", quotes=("z",)), [quote("a")], "z is no quote of this claim"),
        (Decision("c", "reject"), [AGAINST], "no quote to reject"),
    ],
)
def test_a_word_without_a_quote_to_stand_on_is_refused(
    decision: Decision, quotes: list[dict[str, Any]], told: str
) -> None:
    with pytest.raises(NotDecidable, match=told):
        verdicts_of(decision, quotes)


def test_a_new_claim_takes_over_the_quotes_that_are_named_or_all_that_stand() -> None:
    quotes = [quote("a"), quote("b"), quote("c", quote_match="none"), AGAINST]
    assert [one["citation"] for one in quotes_for(Wording("It opens"), quotes)] == ["a", "b"]
    assert [one["citation"] for one in quotes_for(Wording("It opens", ("b",)), quotes)] == ["b"]
    with pytest.raises(NotDecidable, match="none of its quotes stands"):
        quotes_for(Wording("It opens", ("c",)), quotes)
