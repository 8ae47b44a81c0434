"""What a rough figure stands for, and under which value a sentence with one is shown."""

from collections.abc import Sequence

import pytest
from affairs import gathered, passage
from drafts import drafted

from agent.conflicts.differ import find_differences
from agent.extract import Evidence, extract
from agent.plan import plan_by_rules
from agent.report.render import render_markdown
from agent.rules.said import says
from agent.words.measures import same_value
from agent.words.values import Value, find_values, say_value


def one(text: str, language: str | None = "en") -> Value:
    (value,) = find_values(text, language)
    return value


@pytest.mark.parametrize(
    ("rough", "other", "same"),
    [
        ("about 3,100 customers", "3,200 customers", False),
        ("about 3,100 customers", "3,140 customers", True),
        ("about 3,100 customers", "about 3,200 customers", False),
        ("about 3,000 customers", "3,140 customers", True),
        ("about 3,000 customers", "2,600 customers", False),
        ("almost seven hours", "6 hours and 40 minutes", True),
        ("about 48 million crowns", "48.2 million crowns", True),
        ("about 48.2 million crowns", "49.5 million crowns", False),
        ("about 100 boats", "60 boats", False),
    ],
)
def test_a_rough_figure_agrees_with_what_rounds_to_it(rough: str, other: str, same: bool):
    assert same_value(one(rough), one(other)) is same
    assert same_value(one(other), one(rough)) is same
    assert says(one(rough), one(other)) is same


@pytest.mark.parametrize(
    "told",
    [
        "3,100 ± 150 customers",
        "3,100 +/- 150 customers",
        "3,100 plus or minus 150 customers",
    ],
)
def test_a_tolerance_that_a_text_states_holds_to_both_sides(told: str):
    value = one(told)
    assert value.low == value.high == 3100
    for other, same in (("3,240 customers", True), ("2,960 customers", True), ("3,300 customers", False)):
        assert same_value(value, one(other)) is same


def test_a_tolerance_after_the_unit_is_of_that_unit():
    value = one("It costs 48 million crowns, give or take 2 million.")
    assert (value.low, value.high, value.unit, value.precision) == (48e6, 48e6, "crown", 2e6)


def test_a_rough_figure_is_said_as_one():
    text = "About 3,100 households were affected."
    assert say_value(text, one(text)) == "about 3,100"


def _outage() -> Sequence[Evidence]:
    return [
        passage("The Norvik tidal plant will cost about 48 million crowns.", "status", published_at="2024-03-01"),
        passage("The Norvik tidal plant will cost 48.3 million crowns.", "report", published_at="2024-04-01"),
        passage("The Norvik tidal plant will cost 61.5 million crowns.", "audit", published_at="2024-05-01"),
    ]


def test_about_3100_and_3200_are_told_as_a_difference_of_two_sources():
    plan = plan_by_rules("How many customers were affected by the outage?", None)
    everything = gathered(1, [
        passage("About 3,100 customers were affected by the outage.", "status"),
        passage("3,200 customers were affected by the outage.", "report"),
    ])  # fmt: skip
    (found,) = find_differences(extract(plan, everything), everything)
    assert sorted(side.value for side in found.sides) == ["3,200", "about 3,100"]


def test_no_sentence_is_shown_under_a_value_that_it_does_not_say():
    _, view = drafted(_outage())
    shown = render_markdown(view)
    assert "- about 48 million crowns: “The Norvik tidal plant will cost about 48 million crowns.”" in shown
    assert "- 48.3 million crowns: “The Norvik tidal plant will cost 48.3 million crowns.”" in shown
    line = next(line for line in shown.splitlines() if "Sources differ" in line)
    assert "Sources differ: about 48 million crowns [2], 48.3 million crowns [3] (" in line
