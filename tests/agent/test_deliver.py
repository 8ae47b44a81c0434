"""A part counts as answered only while its answer holds: pure."""

from agent.check import Checked
from agent.conflicts.difference import Difference, Side
from agent.deliver import ALL_FELL, ANSWER_FELL, lead_again, reopen, still_differing
from agent.draft import DraftStatement, Kind, Section
from agent.record.claims import Claimed
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


def test_without_a_model_the_next_answer_of_a_part_leads_where_the_first_one_fell() -> None:
    kept = lead_again(DRAFTED, [DRAFTED[3], DRAFTED[1], DRAFTED[2]])
    assert [(one.section, one.subquestion, one.text) for one in kept] == [
        ("summary", 1, "findings of 1"), ("summary", 2, "summary of 2"), ("summary", 3, "summary of 3"),
    ]  # fmt: skip
    assert lead_again(DRAFTED, DRAFTED[2:]) == DRAFTED[2:], "where none is left the part is open"


def test_sides_whose_claims_fell_differ_from_nothing_any_more() -> None:
    keys = [Claimed(f"claim.{i}", f"citation.{i}") for i in range(3)]
    sides = [Side(f"{i} percent", (i,), (f"{i} percent",), f"202{i}-01-01") for i in range(3)]
    two, three = Difference("numeric", 1, tuple(sides[:2])), Difference("numeric", 1, tuple(sides))
    fell = Checked(3, {"claim.0": "unsupported", "claim.1": "supported", "claim.2": "unreviewed"}, {})
    assert still_differing([two], keys, fell) == []
    assert [[side.value for side in one.sides] for one in still_differing([three], keys, fell)] == [
        ["1 percent", "2 percent"]
    ]
    assert still_differing([two, three], keys, Checked(3, {}, {})) == [two, three]
