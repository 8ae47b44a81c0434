"""When something happened to a quote, as `changed` tells it: no database."""

from typing import Any

import pytest

from agent.record.clock import moment_of
from agent.refresh.changed import tell_change, tell_quote

SINCE = moment_of(1_772_323_200_000)  # 2026-03-01T00:00:00Z
MADE, CHECKED = "2026-03-02T10:00:00.000Z", "2026-03-05T08:30:00.000Z"


def quote(**more: Any) -> dict[str, Any]:
    return {
        "quote": "It opens in June.", "title": "Minutes", "stance": "supports", "verdict": "valid",
        "checker": "verbatim", "verdict_before": None, "replaced_at": None, "gone_at": None, "carried_from": None,
        "created_at": MADE, "checked_at": CHECKED, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (quote(), f"{MADE}  new quote, supports, valid by verbatim, checked {CHECKED}: "),
        (quote(checked_at=MADE[:17] + "09.000Z"), f"{MADE}  new quote, supports, valid by verbatim: "),
        (quote(checked_at=None, checker=None, verdict="unchecked"), f"{MADE}  new quote, supports, unchecked: "),
        (quote(created_at="2025-01-01T00:00:00.000Z"), f"{CHECKED}  checked, supports, valid by verbatim: "),
        (quote(verdict="removed"), f"{CHECKED}  removed: its source was forgotten: "),
    ],
)
def test_a_new_quote_has_the_time_of_its_making_and_a_check_its_own(row: dict[str, Any], told: str) -> None:
    assert tell_quote(row, SINCE) == f"{told}“It opens in June.” (Minutes)"


def test_quotes_are_told_in_the_order_of_what_is_told_of_them() -> None:
    first, second = quote(), quote(created_at="2025-01-01T00:00:00.000Z", checked_at="2026-03-03T00:00:00.000Z")
    row = {
        "claim": "claim.1", "text": "It opens in June.", "status": "supported", "reason": "verbatim", "moves": [],
        "before": {"status": "supported", "reason": "verbatim"}, "quotes": [second, first],
    }  # fmt: skip
    assert [line[:12] for line in list(tell_change(row, SINCE))[1:]] == ["  2026-03-02", "  2026-03-03"]
