"""Questions that point to something: rewritten to stand alone, split where one part needs another's answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.query_update import Part, Said, find_name, resolve, update_query

LARGEST = Said("Which plant is the largest?", "Brenn Falls is the largest plant.")
PLANT = "What will the Skerra Sound tidal plant cost?"
WINNER = Said("Who won the Tornholm prize most often?", "The prize was won most often by Ada Lind, four times. [1]")


@pytest.mark.parametrize(
    ("question", "earlier", "asked"),
    [
        ("When will it open?", Said(PLANT, "61.5 million. [1]"), "the Skerra Sound tidal plant open?"),
        ("And its owner?", Said(PLANT), "And the Skerra Sound tidal plant's owner?"),
        ("And when?", Said(PLANT), "And when (the Skerra Sound tidal plant)?"),
        ("When did that plant open?", LARGEST, "When did Brenn Falls open?"),
        ("Is she alive?", WINNER, "Is Ada Lind alive?"),
        ("Is that person alive?", WINNER, "Is Ada Lind alive?"),
        ("Who is her brother?", Said("Who is Ada Lind?", "Ada Lind is a chemist."), "Who is Ada Lind's brother?"),
        ("Wann wird sie eröffnet?", Said("Was kostet die Orm-Brücke?", "3 Millionen."), "die Orm-Brücke eröffnet?"),
    ],
)  # fmt: skip
def test_a_pointing_word_becomes_what_was_asked_about_or_who_the_answer_names(
    question: str, earlier: Said, asked: str
) -> None:
    assert asked in " ".join(part.text for part in update_query(question, earlier))
    assert not any(part.missing for part in update_query(question, earlier))


def test_a_part_that_needs_an_answer_waits_for_it() -> None:
    parts = update_query("Who won most Oscars? Is that person alive?")
    assert parts == [Part("Who won most Oscars?"), Part("Is that person alive?", after=0)]
    assert resolve(parts[1].text, Said(parts[0].text, "Walt Disney won 22 Oscars. [1]")) == "Is Walt Disney alive?"


def test_a_chain_of_parts_waits_link_by_link() -> None:
    parts = update_query("Which plant is the largest? Who built that plant? Is that person alive?")
    assert [part.after for part in parts] == [None, 0, 1]


@pytest.mark.parametrize(
    "question",
    [
        PLANT,
        "What will the Skerra Sound tidal plant cost and when will it open?",
        "Is it true that eels migrate?",
        "Does Ada Lind say that she won?",
        "What does the leaflet say that the council decided?",
        "What happened in that year?",
        "Who pays, and why?",
    ],
)
def test_a_question_that_stands_alone_stays_word_for_word(question: str) -> None:
    assert update_query(question) == [Part(question)]


@pytest.mark.parametrize("earlier", [None, Said("Who won the prize?", ""), Said("Who won the prize?", "Nobody did.")])
def test_what_nothing_names_is_told_missing_and_never_guessed(earlier: Said | None) -> None:
    (part,) = update_query("When did he die?", earlier)
    assert (part.text, part.missing) == ("When did he die?", True)


def test_the_name_is_one_that_the_question_does_not_hold() -> None:
    assert find_name(WINNER) == "Ada Lind"
    assert find_name(Said("Who won the Tornholm prize?", "The Tornholm prize was given to nobody.")) == ""


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_whatever_is_said_the_parts_hold_text_and_wait_only_for_earlier_ones(
    question: str, asked: str, answer: str
) -> None:
    parts = update_query(question, Said(asked, answer))
    assert parts
    for at, part in enumerate(parts):
        assert part.after is None or 0 <= part.after < at
