"""A part counts as answered only while its answer holds: pure."""

from agent.deliver import ALL_FELL, ANSWER_FELL, reopen
from agent.draft import DraftStatement, Kind, Section
from agent.review import Gap, Review


def said(part: int, section: Section = "summary", kind: Kind = "factual") -> DraftStatement:
    return DraftStatement(section, kind, f"{section} of {part}", part, (part,))


REVIEW = Review(1, (1, 3), (Gap(2, "the date"),), ((2, "date"),), "gaps", {1: "of 2024", 3: "of 2025"})
DRAFTED = [said(1), said(1, "findings"), said(2, kind="connective"), said(3)]


def test_a_review_stands_while_every_answer_holds() -> None:
    assert reopen(REVIEW, DRAFTED, DRAFTED) is REVIEW
    assert reopen(REVIEW, DRAFTED, [one for one in DRAFTED if one.section == "summary"]) is REVIEW


def test_a_part_whose_answer_fell_is_open_again() -> None:
    found = reopen(REVIEW, DRAFTED, DRAFTED[:3])
    assert (found.covered, found.limits) == ((1,), {1: "of 2024"})
    assert found.gaps == (Gap(2, "the date"), Gap(3, ALL_FELL))
    alone = reopen(Review(1, (1,), (), (), "covered"), DRAFTED[:2], DRAFTED[1:2])
    assert (alone.covered, alone.gaps, alone.verdict) == ((), (Gap(1, ANSWER_FELL),), "gaps")
