"""Dates as people write them, at the precision they are written with, as a span of days."""

import calendar
import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from agent.words.moves import is_moved_from
from agent.words.units import find_unit

_YEAR = r"(?P<y>1[0-9]\d\d|20\d\d|21\d\d)"
_SEASONS = {
    "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "winter": (12, 14),
    "frühjahr": (3, 5), "frühling": (3, 5), "sommer": (6, 8), "herbst": (9, 11), "printemps": (3, 5),
    "été": (6, 8), "automne": (9, 11), "hiver": (12, 14),
    "primavera": (3, 5), "verano": (6, 8), "otoño": (9, 11),
}  # fmt: skip
_PARTS = {
    "early": (1, 4), "anfang": (1, 4), "début": (1, 4), "mid": (5, 8), "mitte": (5, 8), "late": (9, 12),
    "the end of": (10, 12), "end of": (10, 12), "end": (10, 12), "ende": (10, 12), "fin": (10, 12),
    "the first half of": (1, 6), "the second half of": (7, 12),
}  # fmt: skip
_QUARTERS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "erstes": 1, "zweites": 2, "drittes": 3, "viertes": 4,
    "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "premier": 1, "deuxième": 2, "troisième": 3, "quatrième": 4,
}  # fmt: skip
_BEFORE = re.compile(r"(?:[€£$¥#§]|(?:No|Nr|pp?|Art|page|room|flight|route|model)\.?)\s?$", re.IGNORECASE)
_SPATIAL = frozenset({"m", "m2", "m3", "g", "km/h", "°C", "°F"})
_AFTER = re.compile(
    r"\s?(?:%|percent|per cent|[kMG]W|km|kg|metres|meters|m²|people|residents|homes|households|members|jobs|"
    r"euros?|crowns|dollars|pounds|€|£|\$|million|thousand|Prozent|Euro|Menschen|Einwohner|Personen)\b",
)


@dataclass(frozen=True, slots=True)
class DateSpan:
    """First and last day that a written date may mean; `precision` is day, month, quarter, season or year.

    Months of every year ("from April to July") have the precision "months" and stand in the year 1.
    """

    first: date
    last: date
    precision: str
    char_start: int
    char_end: int


@functools.cache
def month_names(language: str | None) -> dict[str, int]:
    """Month names and their abbreviations, lower case without a final point, in a language and in English."""
    from babel import Locale, UnknownLocaleError

    names: dict[str, int] = {}
    for code in dict.fromkeys((language or "en", "en")):
        try:
            locale = Locale.parse(code)
        except (UnknownLocaleError, ValueError):
            continue
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                months: dict[int, str] = dict(locale.months[context][width])
                for number, name in months.items():
                    if len(name.rstrip(".")) >= 3 and not name[0].isdigit():
                        names.setdefault(name.rstrip(".").lower(), number)
    return names | ({"sept": 9} if "sep" in names else {})


@functools.cache
def _patterns(
    language: str | None,
) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[date, date, str]]]]:
    names = month_names(language)
    month = "(?P<mon>" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![\w-])\.?"
    of, day = r"(?:\s+(?:of|de|del))?\s+", r"(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|º|\.)?"

    def named(match: re.Match[str]) -> tuple[date, date, str]:
        return _span(
            int(match["y"]),
            names[match["mon"].lower()],
            int(match["d"]) if "d" in match.groupdict() else None,
        )

    def numeric(match: re.Match[str]) -> tuple[date, date, str]:
        return _span(int(match["y"]), int(match["m"]), int(match["d"]) if match.groupdict().get("d") else None)

    def part(match: re.Match[str]) -> tuple[date, date, str]:
        first, last = (_SEASONS | _PARTS)[re.sub(r"\s+", " ", match["part"].lower())]
        return _months(int(match["y"]), first, last, "season")

    def quarter(match: re.Match[str]) -> tuple[date, date, str]:
        number = int(match["q"]) if "q" in match.groupdict() else _QUARTERS[match["qw"].lower()]
        return _months(int(match["y"]), 3 * number - 2, 3 * number, "quarter")

    def decade(match: re.Match[str]) -> tuple[date, date, str]:
        return date(int(match["y"]), 1, 1), date(int(match["y"]) + 9, 12, 31), "decade"

    def year(match: re.Match[str]) -> tuple[date, date, str]:
        return _span(int(match["y"]), None, None)

    parts = "|".join(sorted((*_SEASONS, *_PARTS), key=len, reverse=True)).replace(" ", r"\s+")
    rows = [
        (rf"(?<![\d-]){_YEAR}-(?P<m>[01]\d)-(?P<d>[0-3]\d)(?!\d)", numeric),
        (rf"{_YEAR}\s?年\s?(?P<m>\d{{1,2}})\s?月(?:\s?(?P<d>\d{{1,2}})\s?日)?", numeric),
        (rf"(?<![\d.])(?P<d>[0-3]?\d)\.\s?(?P<m>[01]?\d)\.\s?{_YEAR}(?!\d)", numeric),
        (rf"(?<!\w){day}{of}{month}{of}{_YEAR}(?!\d)".replace(of + _YEAR, rf",?{of}{_YEAR}"), named),
        (rf"(?<!\w){month}\s+{day},?\s+{_YEAR}(?!\d)", named),
        (rf"(?<!\w){month},?{of}{_YEAR}(?!\d)", named),
        (rf"(?<!\w)(?P<part>{parts})(?:[\s-]+|\s+of\s+|\s+de\s+)(?:in\s+)?{_YEAR}(?![\d-]\d)", part),
        (rf"(?<!\w)Q(?P<q>[1-4])[\s/-]*{_YEAR}(?!\d)", quarter),
        (rf"(?<!\w)(?P<q>[1-4])(?:st|nd|rd|th|\.)\s+(?:quarter(?:\s+of)?|Quartal)\s+{_YEAR}(?!\d)", quarter),
        (
            rf"(?<!\w)(?P<qw>{'|'.join(_QUARTERS)})\s+(?:quarter(?:\s+of)?|Quartal|trimestre(?:\s+de)?)\s+{_YEAR}(?!\d)",
            quarter,
        ),
        (rf"(?<![\w.,/-]){_YEAR}(?P<s>s)(?!\w)", decade),
        (rf"(?<![\d.,/+-]){_YEAR}\s?年", year),
        (rf"(?<![\w.,/+-]){_YEAR}(?![\w/%]|[.,:]\d|-\d\d(?!\d)|-[a-zA-Z])", year),
    ]  # fmt: skip
    return [(re.compile(pattern, re.IGNORECASE), build) for pattern, build in rows]


def _span(year: int, month: int | None, day: int | None) -> tuple[date, date, str]:
    if month is None:
        return date(year, 1, 1), date(year, 12, 31), "year"
    if day is None:
        return _months(year, month, month, "month")
    return date(year, month, day), date(year, month, day), "day"


def _months(year: int, first: int, last: int, precision: str) -> tuple[date, date, str]:
    end_year, end_month = year + (last - 1) // 12, (last - 1) % 12 + 1
    last_day = calendar.monthrange(end_year, end_month)[1]
    return date(year, first, 1), date(end_year, end_month, last_day), precision


def find_dates(text: str, language: str | None) -> list[DateSpan]:
    """Every date of a text that names at least a year, in order, the most precise reading of each place."""
    found: list[DateSpan] = []
    taken: list[tuple[int, int]] = []
    for pattern, build in _patterns(language):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < b and a < end for a, b in taken) or _is_number(text, match):
                continue
            try:
                first, last, precision = build(match)
            except ValueError:
                continue
            taken.append((start, end))
            found.append(DateSpan(first, last, precision, start, end))
    spans = list(_ranges(text, sorted(found, key=lambda one: one.char_start)))
    spans += [
        one
        for one in _yearly(text, language)
        if not any(one.char_start < span.char_end and span.char_start < one.char_end for span in spans)
    ]
    return sorted(spans, key=lambda one: one.char_start)


def _yearly(text: str, language: str | None) -> Iterator[DateSpan]:
    """Periods between two months without a year."""
    names = month_names(language)
    for match in _yearly_pattern(language).finditer(text):
        first, last = names[(match["a"] or match["c"]).lower()], names[(match["b"] or match["d"]).lower()]
        start, end, _ = _months(1, first, last if last >= first else last + 12, "months")
        yield DateSpan(start, end, "months", match.start(), match.end())


@functools.cache
def _yearly_pattern(language: str | None) -> re.Pattern[str]:
    month = "|".join(sorted((re.escape(name) for name in month_names(language)), key=len, reverse=True))
    part = r"(?:late |early |mid-?|Ende |Anfang |Mitte )?"
    join = rf"(?:\s+(?:to|and|until|till|through|bis|und|à|a|et|y)\s+{part}|\s?[–—-]\s?)"
    begin = rf"(?:(?:from|between|von|zwischen|de|entre)\s+{part})"
    return re.compile(
        rf"(?<!\w)(?:{begin}(?P<a>{month})\.?{join}(?P<b>{month})|(?P<c>{month})\.?(?:\s?[–—-]\s?|\s+(?:to|bis)\s+)"
        rf"(?P<d>{month}))(?!\w)(?!\.?,?\s+\d)",
        re.IGNORECASE,
    )


_HAS = re.compile(r"\b(?:has|have|had|holds?|held|employs?|employed|counts?|counted)\s$", re.IGNORECASE)
_PLURAL = re.compile(r"\s[a-z]{2,}s\b")
_MORE_THAN = re.compile(
    r"\b(?:(?:more|fewer|less) than|at (?:least|most)|over|mehr als|weniger als|über|(?:plus|moins|más|menos) de)\s$",
    re.IGNORECASE,
)
_LOOK = 40  # characters before a number
_COUNTED = re.compile(r"\s[^\W\d_]{3,}")


def _is_number(text: str, match: re.Match[str]) -> bool:
    """A bare four-digit number that counts or costs something is no year."""
    if match.end() - match.start() > 4:
        return False
    begins = max(0, match.start() - _LOOK)
    if _BEFORE.search(text, begins, match.start()) or _AFTER.match(text, match.end()):
        return True
    if _HAS.search(text, begins, match.start()) and _PLURAL.match(text, match.end()):
        return True
    if (
        match.group().endswith("00")
        and _MORE_THAN.search(text, begins, match.start())
        and _COUNTED.match(text, match.end())
    ):
        return True
    unit = find_unit(text, match.end())
    return (
        unit is not None
        and unit[0] == "amount"
        and unit[1] in _SPATIAL
        and not text[match.end() :].lstrip()[:1].isupper()
    )


_JOIN = re.compile(r"\s?(?:[–—-]|to|until|bis|à|a)\s?", re.IGNORECASE)


def _ranges(text: str, spans: list[DateSpan]) -> Iterator[DateSpan]:
    """Two dates joined by a dash or "to" are one period, but where something was moved from one to the other."""
    at = 0
    while at < len(spans):
        one = spans[at]
        if at + 1 < len(spans):
            two = spans[at + 1]
            is_joined = one.first <= two.first and _JOIN.fullmatch(text[one.char_end : two.char_start])
            if is_joined and not is_moved_from(text, one.char_start, two.char_end):
                yield DateSpan(one.first, two.last, two.precision, one.char_start, two.char_end)
                at += 2
                continue
        yield one
        at += 1


def as_date(iso: str) -> date:
    """The first day an ISO date of any precision may mean. Raises ValueError when it is none."""
    parts = [int(part) for part in iso[:10].split("-")]
    return date(parts[0], parts[1] if len(parts) > 1 else 1, parts[2] if len(parts) > 2 else 1)


def moment(iso: str) -> str:
    """What an ISO date of any precision sorts by: a time with its zone as the moment in UTC, all else as written."""
    if "T" not in iso:
        return iso
    try:
        told = datetime.fromisoformat(iso)
        return told.astimezone(UTC).isoformat() if told.tzinfo is not None else iso
    except (ValueError, OverflowError):
        return iso


def is_after(iso: str, other: str) -> bool:
    """Whether one ISO date is known to be later than another: a day is not later than its month, nor a time than its
    day."""
    one, two = moment(iso), moment(other)
    return one > two and not one.startswith(two)
