"""Points in time as people write them."""

from datetime import UTC, datetime
from typing import Literal

import pytest

from agent.errors import MomentUnclear
from agent.refresh.as_of import verdict_then
from agent.refresh.when import find_moment

TODAY = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "edge", "iso"),
    [
        ("2026-03-01", "first", "2026-03-01T00:00:00Z"),
        ("2026-03-01", "last", "2026-03-01T23:59:59Z"),
        ("March 2026", "first", "2026-03-01T00:00:00Z"),
        ("March 2026", "last", "2026-03-31T23:59:59Z"),
        ("2024-02", "last", "2024-02-29T23:59:59Z"),
        ("2024", "last", "2024-12-31T23:59:59Z"),
        ("1. März 2026", "first", "2026-03-01T00:00:00Z"),
        ("mars 2026", "last", "2026-03-31T23:59:59Z"),
        ("since March 2026", "first", "2026-03-01T00:00:00Z"),
        ("Q2 2026", "last", "2026-06-30T23:59:59Z"),
        ("3 days ago", "first", "2026-11-27T00:00:00Z"),
        ("1s", "first", "2026-11-30T14:59:59Z"),
        ("30d", "first", "2026-10-31T15:00:00Z"),
        (" 30 d ", "last", "2026-10-31T15:00:00Z"),
        ("12h", "first", "2026-11-30T03:00:00Z"),
        ("2w", "first", "2026-11-16T15:00:00Z"),
        ("0d", "first", "2026-11-30T15:00:00Z"),
        ("yesterday", "first", "2026-11-29T00:00:00Z"),
        ("2026-03-01T12:30:00Z", "last", "2026-03-01T12:30:00Z"),
        ("2026-03-01T12:30+02:00", "first", "2026-03-01T10:30:00Z"),
        ("13/12/2026", "first", "2026-12-13T00:00:00Z"),
        ("since 12/13/2026", "first", "2026-12-13T00:00:00Z"),
        ("5/5/26", "last", "2026-05-05T23:59:59Z"),
        ("01.12.2026", "first", "2026-12-01T00:00:00Z"),
        ("99999y", "first", "1970-01-01T00:00:00Z"),
    ],
)
def test_a_day_a_month_and_how_long_ago_are_understood(said: str, edge: Literal["first", "last"], iso: str) -> None:
    assert find_moment(said, TODAY, edge).iso == iso


@pytest.mark.parametrize(
    "said",
    [
        "",
        "glurb",
        "2026-13",
        "2026-02-30",
        "2026-03-01T99:00",
        "0000",
        "plan 2026",
        "2024 2025",
        "9999-12-31T23:59:59-14:00",
        "31/02/2026",
        "13/13/2026",
    ],
)
def test_what_names_no_time_is_refused_with_how_to_write_one(said: str) -> None:
    with pytest.raises(MomentUnclear, match="names no time; write 2026-03-01"):
        find_moment(said, TODAY, "first")


@pytest.mark.parametrize("said", ["01/12/2026", "1-12-2026", "01/12/26", "since 01/12/2026"])
def test_a_day_in_numbers_that_may_be_two_is_refused_with_both(said: str) -> None:
    with pytest.raises(MomentUnclear, match=r"may be 2026-12-01 or 2026-01-12; write the one that is meant"):
        find_moment(said, TODAY, "first")


DAY = "2026-03-01T23:59:59Z"


@pytest.mark.parametrize(
    ("quote", "then"),
    [
        ({"verdict": "valid", "checked_at": "2026-02-01T00:00:00Z"}, "valid"),
        ({"verdict": "unchecked", "checked_at": None}, "unchecked"),
        ({"verdict": "valid", "checked_at": "2026-04-01T00:00:00Z"}, "unchecked"),
        (
            {"verdict": "stale", "verdict_before": "valid", "checked_before": "2026-02-01T00:00:00Z",
             "checked_at": "2026-04-01T00:00:00Z"},
            "valid",
        ),
        (
            {"verdict": "stale", "verdict_before": "valid", "checked_before": "2026-03-05T00:00:00Z",
             "checked_at": "2026-04-01T00:00:00Z"},
            "unchecked",
        ),
        ({"verdict": "rejected", "checker": "person:Ada", "checked_at": "2026-04-01T00:00:00Z"}, None),
    ],
)  # fmt: skip
def test_a_finding_counts_from_the_moment_it_was_made(quote: dict[str, str | None], then: str | None) -> None:
    given = {"verdict_before": None, "checked_before": None, "checker": None} | quote
    assert verdict_then(given, DAY) == then
