"""Questions that point to something: rewritten to stand alone, split where one part needs another's answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.query_update import Part, Said, find_name, resolve, update_query

LARGEST = Said("Which plant is the largest?", "Brenn Falls is the largest plant.")
PLANT = "What will the Skerra Sound tidal plant cost?"
BUILDER = Said("Who built the Skerra Sound tidal plant?", "It was built by Ada Lind of Norhavn. [1]")
COMPANY = Said("Which company built the Skerra Sound plant?", "It was Norhavn Works. [1]")
WINNER = Said("Who won the Tornholm prize most often?", "The prize was won most often by Ada Lind, four times. [1]")


@pytest.mark.parametrize(
    ("question", "earlier", "asked"),
    [
        ("When will it open?", Said(PLANT, "61.5 million. [1]"), "the Skerra Sound tidal plant open?"),
        ("When will it open?", BUILDER, "When will the Skerra Sound tidal plant open?"),
        ("When will it open?", Said("Where is the Orm plant?", "In Tarn Bay. [1]"), "When will the Orm plant open?"),
        ("When will it open?", LARGEST, "When will Brenn Falls open?"),
        ("When was it decided?", WINNER, "When was the Tornholm prize decided?"),
        ("When was that company founded?", COMPANY, "When was Norhavn Works founded?"),
        ("When did that plant open?", COMPANY, "When did the Skerra Sound plant open?"),
        ("How many of them turn?", Said("What do the Orm wind turbines cost?"), "How many of the Orm wind turbines"),
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


@pytest.mark.parametrize("earlier", [None, Said(PLANT, "61.5 million. [1]"), BUILDER, LARGEST])
@pytest.mark.parametrize(
    "question",
    [
        "When was the storm that damaged the cable?",
        "What is the name of the ship that ran aground?",
        "When did the bridge that collapsed fall?",
        "What do firms that ship goods pay?",
        "What is the law that book shops fear?",
        "Was it the storm that broke the cable?",
        "Why is that cost higher?",
        "Is that true?",
    ],
)
def test_that_before_a_verb_or_a_word_that_calls_nothing_is_left_as_it_was_typed(
    question: str, earlier: Said | None
) -> None:
    assert update_query(question, earlier) == [Part(question)]


@pytest.mark.parametrize(
    ("question", "earlier"),
    [
        ("How many of them are open?", Said(PLANT, "61.5 million. [1]")),
        ("How old are they?", BUILDER),
        ("When will it open?", Said("Who is Ada Lind?", "A chemist.")),
        ("When was that company founded?", Said(PLANT)),
        ("Is she alive?", Said(PLANT)),
    ],
)
def test_what_the_question_before_was_not_about_is_not_put_for_a_pointing_word(question: str, earlier: Said) -> None:
    assert update_query(question, earlier) == [Part(question, missing=True)]


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


def test_what_was_put_into_a_short_question_is_carried_on_once_and_whole() -> None:
    said = Said("How many passengers were on board the Maren Dahl?", "98 passengers. [1]")
    asked: list[str] = []
    for question in ("And how many were rescued?", "What about the crew?", "When was it built?"):
        (part,) = update_query(question, said)
        asked.append(part.text)
        said = Said(part.text, "79 people. [1]")
    assert asked == [
        "And how many were rescued (the Maren Dahl)?",
        "What about the crew (the Maren Dahl)?",
        "When was the Maren Dahl built?",
    ]
