"""Which of two dates is later is told by the moment, not by how it is written."""

import pytest
from affairs import gathered, passage
from drafts import drafted

from agent.conflicts.differ import find_differences
from agent.conflicts.find import ClaimRead, find_opposed
from agent.conflicts.side import Origin
from agent.extract import extract
from agent.plan import plan_by_rules
from agent.report.render import render_markdown
from agent.words.dates import is_after, moment

EAST, LATER = "2026-01-01T00:30:00+14:00", "2025-12-31T23:00:00Z"  # the first is 12 hours and 30 minutes earlier
OLD = "The Norvik tidal plant will cost 5 million crowns."
NEW = "The Norvik tidal plant will cost 6 million crowns. This figure replaces the 5 million crowns given before."


@pytest.mark.parametrize(
    ("one", "other", "later"),
    [
        (LATER, EAST, True),
        (EAST, LATER, False),
        ("2026-01-02", EAST, True),
        ("2026-03", "2026-01-02", True),
        ("2026-01-02", "2026-01", False),
        ("2026-01-02T10:00:00Z", "2026-01-02", False),
        ("2026-01-02T10:00:00Z", "2026-01-02T11:00:00+02:00", True),
    ],
)
def test_a_date_is_later_by_its_moment_and_never_than_a_part_of_itself(one: str, other: str, later: bool):
    assert is_after(one, other) is later
    assert not (is_after(one, other) and is_after(other, one))


@pytest.mark.parametrize(
    "iso", ["2026", "2026-05", "2026-05-01", "2026-05-01T10:00:00", "T", "not a dateT", "0001-01-01T00:00:00+14:00"]
)
def test_what_names_no_zone_is_ordered_as_it_is_written(iso: str):
    assert moment(iso) == iso


def test_a_figure_is_replaced_by_a_text_of_a_later_moment_whose_date_looks_earlier():
    places = [
        Origin("a", "a", "Tower", "", "Zorn", EAST, "en", "a"),
        Origin("b", "b", "Tower", "", "Zorn", LATER, "en", "b"),
    ]
    (found,) = find_opposed([ClaimRead("a", OLD, (places[0],)), ClaimRead("b", NEW, (places[1],))])
    assert (found.outcome, found.replaced) == ("superseded", "a")


def test_sides_and_most_recent_follow_the_moment():
    evidence = [
        passage("The Norvik tidal plant will cost 48 million crowns.", "east", published_at=EAST, publisher="Town"),
        passage("The Norvik tidal plant will cost 61 million crowns.", "late", published_at=LATER, publisher="Audit"),
    ]
    plan = plan_by_rules("What will the Norvik tidal plant cost?", None)
    everything = gathered(1, evidence)
    (found,) = find_differences(extract(plan, everything), everything)
    assert [side.value for side in found.sides] == ["48 million crowns", "61 million crowns"]
    _, view = drafted(evidence)
    line = next(line for line in render_markdown(view).splitlines() if "Sources differ" in line)
    assert "61 million crowns" in line.split("most recent")[0].split("—")[-1]


def test_what_a_text_gives_up_is_given_up_where_nobody_gave_it_at_a_later_moment():
    evidence = [
        passage(OLD, "east", published_at=EAST, publisher="Town"),
        passage(NEW, "late", published_at=LATER, publisher="Town"),
    ]
    plan = plan_by_rules("What will the Norvik tidal plant cost?", None)
    everything = gathered(1, evidence)
    (found,) = find_differences(extract(plan, everything), everything)
    assert [(side.value, side.is_replaced) for side in found.sides] == [
        ("5 million crowns", True),
        ("6 million crowns", False),
    ]
