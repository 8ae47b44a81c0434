"""A point in time as people write it: `2026-03-01`, `March 2026`, `30d`, `yesterday`."""

import calendar
import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from agent.errors import MomentUnclear
from agent.record.clock import Moment, moment_of
from agent.route.dates import find_day
from agent.words.dates import DateSpan, find_dates

_LENGTH = re.compile(r"(\d{1,5})\s*(min|s|h|d|w|m|y)(?:\s+ago)?", re.IGNORECASE)
_SECONDS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}
_DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.ASCII)
_NUMBERS = re.compile(r"(?<![\w/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\w/-])", re.ASCII)
"""A day in numbers whose order is not told: the day first, or as in the United States the month."""
_LANGUAGES = ("en", "de", "fr", "es")
_AROUND = re.compile(
    r"(?:since|in|on|by|at|as|of|the|end|beginning|start|seit|am|im|den|ende|anfang|depuis|le|la|en|fin|début|desde|el|"
    r"de|a|al|fines|principios|,)*",
    re.IGNORECASE,
)
"""Words that may stand beside a date."""
_FIRST = re.compile(r"\b(?:beginning|start|anfang|début|principios)\b", re.IGNORECASE)
_LAST = re.compile(r"\b(?:end|ende|fin|fines)\b", re.IGNORECASE)
"""Those of them that mean only the first, or the last, day of it."""


def find_moment(said: str, today: datetime, edge: Literal["first", "last"]) -> Moment:
    """Return the first or the last moment of the day, month or year that is named, in UTC; `30d` is that long ago.

    `m` is 30 days and `y` 365, `min` minutes, `s` seconds. Raises MomentUnclear where no time is named, more than a
    time, or a day in numbers that may be two.
    """
    words = _NUMBERS.sub(lambda found: _in_order(found, said), " ".join(said.split()))
    if length := _LENGTH.fullmatch(words):
        seconds = int(length[1]) * _SECONDS[length[2].lower()]
        return moment_of(max(0, int((today.timestamp() - seconds) * 1000)))
    if _STAMP.fullmatch(words):
        return _stamp(words, said)
    span = _iso(words) if _DAY.fullmatch(words) else _widest(words)
    if span is None and not _DAY.fullmatch(words):
        day = find_day(words, today.date(), edge)
        span = _iso(day)
    elif span is not None:
        around = f"{words[: span.char_start]} {words[span.char_end :]}"
        if not _AROUND.fullmatch("".join(around.split())):
            raise _unclear(said)
        if _FIRST.search(around):
            span = replace(span, last=span.first)
        elif _LAST.search(around):
            span = replace(span, first=span.last)
    if span is None:
        raise _unclear(said)
    return moment_of(max(0, _ms(span.first) if edge == "first" else _after(span.last) - 1))


def _in_order(found: re.Match[str], said: str) -> str:
    """A day in numbers as an ISO date; as it is where it is none. Raises MomentUnclear where it may be two."""
    one, other = int(found[1]), int(found[3])
    year = found[4] if len(found[4]) == 4 else f"20{found[4]}"
    days = dict.fromkeys(f"{year}-{month:02}-{day:02}" for day, month in ((one, other), (other, one)))
    real = [day for day in days if _iso(day)]
    if len(real) > 1:
        raise MomentUnclear(f"{said!r} may be {' or '.join(real)}; write the one that is meant")
    return real[0] if real else found[0]


def _iso(day: str) -> DateSpan | None:
    """What `YYYY`, `YYYY-MM` or `YYYY-MM-DD` spans."""
    if (found := _DAY.fullmatch(day)) is None:
        return None
    year, month, number = (int(part or 0) for part in found.groups())
    try:
        first = date(year, month or 1, number or 1)
        days = 1 if number else calendar.monthrange(year, month)[1] if month else 365 + calendar.isleap(year)
        return DateSpan(first, first + timedelta(days=days - 1), "day", 0, len(day))
    except (ValueError, OverflowError):
        return None


def _widest(words: str) -> DateSpan | None:
    """The date that most of the words are read as, in any of the languages that dates are written in here."""
    spans = [span for language in _LANGUAGES for span in find_dates(words, language) if span.precision != "months"]
    return max(spans, key=lambda span: span.char_end - span.char_start, default=None)


def _ms(day: date) -> int:
    return round(datetime.combine(day, time(), UTC).timestamp() * 1000)


def _after(day: date) -> int:
    return _ms(day) + round(timedelta(days=1).total_seconds() * 1000)


def _stamp(words: str, said: str) -> Moment:
    try:
        moment = datetime.fromisoformat(words)
        return moment_of(max(0, int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)))
    except (ValueError, OverflowError):  # no such time, or one that is in no year of ours in UTC
        raise _unclear(said) from None


def _unclear(said: str) -> MomentUnclear:
    return MomentUnclear(f"{said!r} names no time; write 2026-03-01, 2026-03, “March 2026” or 30d")
