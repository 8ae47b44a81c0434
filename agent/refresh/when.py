"""A point in time as people write it: `2026-03-01`, `March 2026`, `30d`, `yesterday`."""

import calendar
import re
from datetime import UTC, datetime, timedelta
from typing import Literal

from agent.errors import MomentUnclear
from agent.record.clock import Moment, moment_of
from agent.route.dates import find_day

_LENGTH = re.compile(r"(\d{1,5})\s*(min|h|d|w|m|y)", re.IGNORECASE)
_SECONDS = {"min": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}
_DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.ASCII)


def find_moment(said: str, today: datetime, edge: Literal["first", "last"]) -> Moment:
    """Return the first or the last moment of the day, month or year that is named, in UTC; `30d` is that long ago.

    `m` is 30 days and `y` 365, `min` minutes. Raises MomentUnclear where no time is named.
    """
    words = " ".join(said.split())
    if length := _LENGTH.fullmatch(words):
        seconds = int(length[1]) * _SECONDS[length[2].lower()]
        return moment_of(max(0, int((today - timedelta(seconds=seconds)).timestamp() * 1000)))
    if _STAMP.fullmatch(words):
        return _stamp(words, said)
    day = words if _DAY.fullmatch(words) else find_day(words, today.date(), edge)
    found = _DAY.fullmatch(day)
    if found is None:
        raise _unclear(said)
    try:
        year, month, date = int(found[1]), int(found[2] or 0), int(found[3] or 0)
        start = datetime(year, month or 1, date or 1, tzinfo=UTC)
        days = 1 if date else calendar.monthrange(year, month)[1] if month else 366 if calendar.isleap(year) else 365
        end = start + timedelta(days=days)
    except (ValueError, OverflowError):
        raise _unclear(said) from None
    first, after = (int(one.timestamp() * 1000) for one in (start, end))
    return moment_of(max(0, first if edge == "first" else after - 1))


def _stamp(words: str, said: str) -> Moment:
    try:
        moment = datetime.fromisoformat(words)
    except ValueError:
        raise _unclear(said) from None
    return moment_of(int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000))


def _unclear(said: str) -> MomentUnclear:
    return MomentUnclear(f"{said!r} names no time; write 2026-03-01, 2026-03, “March 2026” or 30d")
