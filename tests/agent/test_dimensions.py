"""How wide a thing is and how deep are two measures of it."""

import pytest
from affairs import gathered, passage

from agent.conflicts.differ import find_differences
from agent.conflicts.find import ClaimRead, find_opposed, oppose_values
from agent.conflicts.side import Origin
from agent.extract import extract
from agent.plan import plan_by_rules
from agent.words.dimensions import asked_dimension, dimension_of
from agent.words.values import find_values

WIDE, DEEP = "The Selm gate is 44 metres wide.", "The Selm gate is 9 metres deep."


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("The gate is 44 m wide and 9 metres deep.", "en", ["width", "depth"]),
        ("It has a width of 44 metres and a depth of 9 metres.", "en", ["width", "depth"]),
        ("Width: 44 m, height: 9 m", "en", ["width", "height"]),
        ("The pipe is 12 cm in diameter and 3 mm thick.", "en", ["diameter", "thickness"]),
        ("Das Tor ist 44 Meter breit und 9 Meter tief.", "de", ["width", "depth"]),
        ("La porte fait 44 mètres de large et 9 mètres de profondeur.", "fr", ["width", "depth"]),
        ("Tiene 44 metros de ancho y una profundidad de 9 metros.", "es", ["width", "depth"]),
        ("The bridge spans 300 m and cost 5 million euros.", "en", ["", ""]),
    ],
)
def test_a_length_is_told_apart_by_the_word_beside_it(text: str, language: str, said: list[str]):
    assert [dimension_of(text, value) for value in find_values(text, language)] == said


def test_a_question_asks_for_one_length_or_for_none_in_particular():
    assert asked_dimension("How wide is the Selm gate?") == "width"
    assert asked_dimension("Wie tief ist das Tor?") == "depth"
    assert asked_dimension("What are the width and the depth of the gate?") == ""
    assert asked_dimension("What does the gate cost?") == ""


@pytest.mark.parametrize(
    ("question", "right"), [("How wide is the Selm gate?", "44"), ("How deep is the Selm gate?", "9")]
)
def test_how_wide_is_answered_by_the_width_alone_and_no_difference_is_told(question: str, right: str):
    plan = plan_by_rules(question, None)
    everything = gathered(1, [passage(WIDE, "a"), passage(DEEP, "b")])
    candidates = extract(plan, everything)
    answering = [one.claim_text for one in candidates if one.answering]
    assert len(answering) == 1
    assert right in answering[0]
    assert find_differences(candidates, everything) == []


def test_two_lengths_of_one_thing_are_no_conflict_and_two_widths_are():
    def place(name: str) -> tuple[Origin, ...]:
        return (Origin(name, name, "Selm", "", name, None, "en", name),)

    wide, deep = ClaimRead("a", WIDE, place("a")), ClaimRead("b", DEEP, place("b"))
    other = ClaimRead("c", "The Selm gate is 52 metres wide.", place("c"))
    assert find_opposed([wide, deep]) == []
    assert oppose_values(wide, "44 metres", deep, "9 metres") is None
    assert [one.outcome for one in find_opposed([wide, other])] == ["conflict"]
    spans = ClaimRead("d", "The Selm gate has a width of 52 metres.", place("d"))
    assert oppose_values(wide, "44 metres", spans, "52 metres") is not None
