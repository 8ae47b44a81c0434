"""A day, month or year that a question names, as an ISO date at the precision it is named with."""

import re
from datetime import date, datetime, time
from typing import Literal

from agent.words.dates import find_dates, month_names

_LENGTHS = {"day": 10, "month": 7, "year": 4}
_SPOKEN = ("en", "de", "fr", "es")
_DURATION = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\s+(?:hour|day|week|month|year)s?",
    re.IGNORECASE,
)


def find_day(phrase: str, today: date, edge: Literal["first", "last"] = "first") -> str:
    """Return what the phrase names as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, "" where it names no time.

    A month without a year is the latest that has begun; "six months" is that long ago. Of a season or a period it is
    the first or the last day, as `edge` says.
    """
    phrase = phrase.strip(" ?.!,")
    if spans := find_dates(phrase, None):
        span = spans[0]
        day = span.first if edge == "first" else span.last
        return day.isoformat()[: _LENGTHS.get(span.precision, 10)]
    for language in _SPOKEN:
        named = month_names(language).get(phrase.casefold().split(" ")[0].rstrip("."))
        if named and " " not in phrase:
            return f"{today.year - (named > today.month)}-{named:02d}"
    return _find_spoken(phrase, today)


def _find_spoken(phrase: str, today: date) -> str:
    """What "yesterday", "last week" or "three months ago" means."""
    from dateparser.date import DateDataParser

    is_duration = _DURATION.match(phrase) is not None
    words = f"{phrase} ago" if _DURATION.fullmatch(phrase) else phrase
    base = datetime.combine(today, time(12))
    parser = DateDataParser(
        languages=list(_SPOKEN),
        settings={
            "RELATIVE_BASE": base,
            "PREFER_DATES_FROM": "past",
            "PREFER_DAY_OF_MONTH": "current" if is_duration else "first",
        },
    )
    found = parser.get_date_data(words)
    if found.date_obj is None or found.date_obj.date() > today:
        return ""
    return found.date_obj.date().isoformat()[: 10 if is_duration else _LENGTHS.get(str(found.period), 10)]
