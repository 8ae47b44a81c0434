"""When a value was said: what quotes an older figure is no newer word on it, and what was replaced does not lead."""

from collections.abc import Sequence

import pytest
from affairs import gathered, passage

from agent.conflicts.differ import find_differences
from agent.conflicts.difference import Difference
from agent.conflicts.told import Told, read_told
from agent.draft import DraftStatement, draft
from agent.extract import Evidence, extract
from agent.opposing.words import find_against
from agent.plan import plan_by_rules
from agent.review import review
from agent.words.values import find_values

PAPER = "2026-05-04"
TOLD = {
    "its own": ("The dam will cost 48 million crowns.", "48 million crowns", Told(PAPER)),
    "decided then": (
        "The council approved 48 million crowns for the dam in March 2024.", "48 million crowns", Told("2024-03", True),
    ),
    "that was decided then": (
        "The 48 million crowns that the council approved for the dam on 12 March 2024 were too little.",
        "48 million crowns", Told("2024-03-12", True),
    ),
    "said then": (
        "In March 2024 the council said that the dam will cost 48 million crowns.", "48 million crowns",
        Told("2024-03", True),
    ),
    "counted then": ("In 2019 the yard employed 300 people.", "300", Told("2019", True)),
    "once": ("The dam was to cost 48 million crowns.", "48 million crowns", Told(None, True)),
    "at first": ("The dam was originally put at 48 million crowns.", "48 million crowns", Told(None, True)),
    "once, of something else": (
        "The dam once planned for Drevby will cost 48 million crowns.", "48 million crowns", Told(PAPER),
    ),
    "had been": ("The dam had been expected to cost 48 million crowns.", "48 million crowns", Told(None, True)),
    "auf Deutsch": ("Der Damm sollte ursprünglich 48 Mio. Kronen kosten.", "48 Mio. Kronen", Told(None, True)),
    "a date of the thing": (
        "The dam approved in 2021 will cost 48 million crowns.", "48 million crowns", Told(PAPER),
    ),
    "a date in passing": ("The tower, completed in 1932, is 70 metres high.", "70 metres", Told(PAPER)),
    "a date to come": ("The dam will cost 48 million crowns by 2030.", "48 million crowns", Told(PAPER)),
    "a date that was said then": (
        "The company announced in March 2024 that the dam will open in October 2028.", "October 2028",
        Told("2024-03", True),
    ),
    "two dates of its own": (
        "Building began in March 2024 and the dam will open in October 2028.", "October 2028", Told(PAPER),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said", "told"), TOLD.values(), ids=TOLD)
def test_a_value_is_as_old_as_the_sentence_says(text: str, said: str, told: Told):
    values = find_values(text, "de" if "Damm" in text else "en")
    value = next(one for one in values if one.text == said)
    assert read_told(text, value, values, PAPER) == told


COST = "What will the Norvik tidal plant cost?"
MINUTES = passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes", published_at="2024-03-12")
TREASURER = passage(
    "The Norvik tidal plant will cost 61.5 million crowns. This figure replaces the 48.2 million crowns for the Norvik "
    "tidal plant that the council approved on 12 March 2024.", "treasurer", published_at="2026-03-03",
)  # fmt: skip
PLAIN = passage("The Norvik tidal plant will cost 61.5 million crowns.", "revision", published_at="2026-03-03")
COURIER = passage(
    "In March 2024 the council said that the Norvik tidal plant will cost 48.2 million crowns.", "courier",
    published_at="2026-05-04",
)  # fmt: skip


def drafted(evidence: Sequence[Evidence], *, is_ordered: bool = False) -> tuple[list[Difference], list[DraftStatement]]:
    plan, everything = plan_by_rules(COST, None), gathered(1, evidence)
    candidates = extract(plan, everything)
    found = find_differences(candidates, everything)
    looked = review(plan, candidates, 1, (), everything)
    return found, draft(plan, candidates, found, looked, everything, is_ordered=is_ordered)


def test_a_figure_that_a_newer_one_names_as_replaced_is_replaced_and_differs_from_nothing():
    (found,), said = drafted([MINUTES, TREASURER])
    assert (found.kind, found.is_open) == ("replaced", False)
    assert [(side.value, side.is_replaced) for side in found.sides] == [
        ("48.2 million crowns", True),
        ("61.5 million crowns", False),
    ]
    assert "61.5 million" in said[0].text
    assert not any("differ" in one.text for one in said)


def test_what_has_risen_from_one_figure_to_another_replaces_the_first():
    risen = "The cost of the Norvik tidal plant has risen from 48.2 million crowns to 61.5 million crowns."
    (found,), said = drafted([MINUTES, passage(risen, "paper", published_at="2026-03-03")])
    assert [(side.value, side.is_replaced) for side in found.sides] == [
        ("48.2 million crowns", True),
        ("61.5 million crowns", False),
    ]
    assert said[0].text == risen


def test_a_figure_that_is_given_again_since_is_not_replaced():
    again = passage("The Norvik tidal plant will cost 48.2 million crowns.", "post", published_at="2026-04-01")
    (found,), said = drafted([again, TREASURER])
    assert (found.kind, [side.is_replaced for side in found.sides]) == ("numeric", [False, False])
    assert any("differ" in one.text for one in said)


def test_a_newer_text_that_quotes_an_older_figure_does_not_lead():
    (found,), said = drafted([COURIER, PLAIN, MINUTES])
    assert [(side.value, side.said_at, side.is_past) for side in found.sides] == [
        ("48.2 million crowns", "2024-03-12", False),
        ("61.5 million crowns", "2026-03-03", False),
    ]
    assert "61.5 million" in said[0].text
    (alone,), said = drafted([COURIER, PLAIN])
    assert [(side.said_at, side.is_past) for side in alone.sides] == [("2024-03", True), ("2026-03-03", False)]
    assert "61.5 million" in said[0].text


def test_who_only_repeats_what_another_one_said_makes_it_no_newer():
    release = passage(
        "The Norvik tidal plant will cost 48.2 million crowns.", "release", publisher="Norvik Energy",
        published_at="2024-03-14",
    )  # fmt: skip
    paper = passage(
        "Norvik Energy says that to build the Norvik tidal plant in five years will cost 48.2 million crowns, as all "
        "in the harbour has heard by now.", "paper", publisher="The Courier", published_at="2026-05-04",
    )  # fmt: skip
    (found,), _ = drafted([release, paper, PLAIN])
    assert len(found.sides[0].texts) == 2, "both are quoted"
    assert [(side.value, side.said_at) for side in found.sides] == [
        ("48.2 million crowns", "2024-03-14"),
        ("61.5 million crowns", "2026-03-03"),
    ]


def test_a_writer_that_puts_a_replaced_figure_first_is_led_by_what_stands():
    _, said = drafted([MINUTES, TREASURER], is_ordered=True)
    assert "61.5 million" in said[0].text


OPENS = "The Norvik tidal plant will open in June 2028 and not in October 2026."


@pytest.mark.parametrize(
    ("text", "may_deny"),
    [
        ("The Norvik tidal plant is planned to open in June 2028, its director said.", False),
        ("The Norvik tidal plant will not open before June 2028.", False),
        ("The Norvik tidal plant will not open in June 2028.", True),
        ("It is false that the Norvik tidal plant will open in June 2028.", True),
    ],
)
def test_what_says_not_of_another_date_is_not_denied_by_who_gives_the_same_date(text: str, may_deny: bool):
    assert bool(find_against(OPENS, [passage(text, "other")], "en")) == may_deny
