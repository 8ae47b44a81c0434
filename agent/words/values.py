"""The values a sentence states: amounts, shares, counts, dates, durations, each with how exactly it is written."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.words.bounds import SAID_LIMIT, Bound, bound_of, bound_words, date_bound_of
from agent.words.dates import DateSpan, find_dates
from agent.words.numerals import NUMBER, Numeral, find_numerals, parse_number
from agent.words.sums import find_sums
from agent.words.terms import find_terms
from agent.words.units import find_symbol_before, find_unit

ValueKind = Literal["amount", "share", "count", "date", "duration"]

_RANGE = re.compile(r"\s?(?:[–—-]|to|and|bis|und|à|et|a|y)\s?(?:€|£|\$)?\s?", re.IGNORECASE)
_GIVE_OR_TAKE = re.compile(
    r",?\s?(?:±|\+/[-−–]|(?:plus or minus|plus/minus|give or take|plus ou moins|más o menos)\s)\s?(?:€|£|\$)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:between|zwischen|entre)\s(?:€|£|\$)?\s?$", re.IGNORECASE)
# "risen from 48 to 61" tells of two values, what was and what is, as "fallen from 61 to 48" does.
_RISEN_FROM = re.compile(
    r"\b(?:ris(?:e[sn]?|ing)|rose|increas\w+|rais(?:e[sd]?|ing)|gr[eo]w\w*|climb\w*|jump\w*|chang\w+|revis\w+|mov(?:e[sd]?|ing)|"
    r"went|gone|goes|up|pass\w+|augment\w+|mont\w+)\b[^.;]{0,90}?\b(?:from|de)\s(?:(?:about|around|some)\s)?[€£$]?\s?$",
    re.IGNORECASE,
)
_OLD = re.compile(r"[- ](?:old|year-old|jährig)")
_POINTS = re.compile(r"[ -](?:points?|Punkte)")
_BY = re.compile(r"\b(?:by|of|um)\s$")
_LOOK = 120  # characters before a value
_NO_VALUE = re.compile(
    r"(?:\b(?:section|article|art\.|chapter|figure|fig\.|table|page|pp?\.|no\.|nr\.|number|paragraph|§|"
    r"room|vol\.|issue|version|Abschnitt|Artikel|Kapitel|Abbildung|Tabelle|Seite|Absatz)\s?|[\[#§])$",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    r"\b(?:(?P<half>half|die Hälfte|la moitié|la mitad)|"
    r"(?P<top>a|an|one|two|three|four|five|ein|eine|zwei|drei|vier)[ -]"
    r"(?P<bottom>quarter|third|fifth|tenth|viertel|drittel|fünftel|zehntel)s?|"
    r"one (?:in|out of) (?P<among>two|three|four|five|six|seven|eight|nine|ten|twenty|\d+))\b(?!-)",
    re.IGNORECASE,
)
_BELOW_ZERO = re.compile(r"(?:(?<!\w)(?:minus|moins|menos)[ \u00a0]|零下)$", re.IGNORECASE)
_DEGREES = frozenset({"°C", "°F"})
_OUT_OF = re.compile(r"\s(?:in|out of|von|sur|(?:in|of|out of) every|de cada|von je)\s", re.IGNORECASE)
_TOPS = {
    "a": 1, "an": 1, "one": 1, "ein": 1, "eine": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4,
    "vier": 4, "five": 5,
}  # fmt: skip
_BOTTOMS = {
    "quarter": 4,
    "third": 3,
    "fifth": 5,
    "tenth": 10,
    "viertel": 4,
    "drittel": 3,
    "fünftel": 5,
    "zehntel": 10,
}


@dataclass(frozen=True, slots=True)
class Value:
    """One stated value, as a span in one unit.

    `low` and `high` are in `unit`: the base unit of an amount, percent of a share, day numbers of the proleptic
    calendar for a date ("day", or "yearly" for months of every year, then in year 1), days of a duration; a
    count's unit is the counted noun's stem. `precision` is half of the last written digit in that unit, 0 for a
    date, whose span says it and `written` names ("day", "month", "year" ...). `text` stands at `char_start` to
    `char_end` of the sentence it was found in, in characters.
    """

    kind: ValueKind
    low: float
    high: float
    unit: str
    text: str
    char_start: int
    char_end: int
    precision: float = 0.0
    bound: Bound = ""
    written: str = ""


def find_values(text: str, language: str | None) -> list[Value]:
    """Every value in order of place. Numbers of headings, footnotes, versions and codes are none."""
    return list(_find_values(text, language))


@functools.lru_cache(maxsize=8192)
def _find_values(text: str, language: str | None) -> tuple[Value, ...]:
    dates = find_dates(text, language)
    values = [_dated(text, one) for one in dates] + _fractions(text)
    numerals = [
        one for one in _outside(find_numerals(text, language), values)
        if not _NO_VALUE.search(_before(text, one.char_start))
    ]  # fmt: skip
    sums = _sums(text, numerals)
    numerals = _outside(numerals, sums)
    values += [one for one in sums if not _OLD.match(text, one.char_end)]
    at = 0
    while at < len(numerals):
        value, used = _numeric(text, numerals, at, language)
        at += used
        if value is not None:
            values.append(value)
    return tuple(sorted(values, key=lambda value: (value.char_start, value.char_end)))


def _outside(numerals: Sequence[Numeral], values: Sequence[Value]) -> list[Numeral]:
    return [
        one for one in numerals
        if not any(one.char_start < value.char_end and value.char_start < one.char_end for value in values)
    ]  # fmt: skip


def _sums(text: str, numerals: Sequence[Numeral]) -> list[Value]:
    """The measures that stand in several units, two of them joined as a range where they are one."""
    made: list[Value] = []
    for one in find_sums(text, numerals):
        value = Value(
            "duration" if one.kind == "duration" else "amount", one.value, one.value, one.unit,
            text[one.char_start : one.char_end], one.char_start, one.char_end, one.precision,
            bound_of(text, one.char_start),
        )  # fmt: skip
        last = made[-1] if made else None
        if last is not None and last.unit == value.unit and last.high < value.low:
            between = text[last.char_end : value.char_start]
            if _RANGE.fullmatch(between) and _joins(text, between, last.char_start):
                whole = text[last.char_start : value.char_end]
                made[-1] = replace(last, high=value.high, text=whole, char_end=value.char_end)
                continue
        made.append(value)
    return made


def _joins(text: str, between: str, start: int) -> bool:
    """Whether what stands between two numbers makes a range of them: "and" does only after "between"."""
    is_and = between.strip().lower() in {"and", "und", "et", "y"}
    return not is_and or _BETWEEN.search(_before(text, start)) is not None


def _dated(text: str, one: DateSpan) -> Value:
    return Value(
        kind="date", low=float(one.first.toordinal()), high=float(one.last.toordinal()),
        unit="yearly" if one.precision == "months" else "day",
        text=text[one.char_start : one.char_end], char_start=one.char_start, char_end=one.char_end,
        bound=date_bound_of(text, one.char_start, one.char_end), written=one.precision,
    )  # fmt: skip


def _before(text: str, at: int) -> str:
    return text[max(0, at - _LOOK) : at]


def say_value(text: str, value: Value) -> str:
    """A value in its sentence's own words, with what makes it a limit or a rough figure ("not before 2028", "about
    3,100")."""
    said = value.text.lower() if value.text.isalpha() else value.text
    if not value.bound:
        return said
    if value.kind != "date":
        words = bound_words(text, value.char_start).lower()
        return f"{words} {said}" if words else said
    limit = SAID_LIMIT.search(_before(text, value.char_start))
    if limit is None:
        return said
    return f"{'not ' if limit['denied'] else ''}{limit['limit'].lower()} {said}"


def _fractions(text: str) -> list[Value]:
    values: list[Value] = []
    for match in _FRACTION.finditer(text):
        if match["among"]:
            among = find_numerals(match["among"], "en")[0].value
            if among:
                share = 100.0 / among
                values.append(
                    Value("share", share, share, "%", match.group(), *match.span(), 0.5, bound_of(text, match.start()))
                )
            continue
        share = 50.0 if match["half"] else 100.0 * _TOPS[match["top"].lower()] / _BOTTOMS[match["bottom"].lower()]
        if re.match(r"\s+(?:of|der|des|von|de|of)\b", text[match.end() :], re.IGNORECASE):
            values.append(
                Value("share", share, share, "%", match.group(), *match.span(), 2.5, bound_of(text, match.start()))
            )
    return values


def _numeric(text: str, numerals: list[Numeral], at: int, language: str | None) -> tuple[Value | None, int]:
    """The value that begins with numeral `at`, and how many numerals it uses (a range, and one ± another, use two)."""
    first = numerals[at]
    second = numerals[at + 1] if at + 1 < len(numerals) else None
    if second is not None and _OUT_OF.fullmatch(text[first.char_end : second.char_start]):
        whole, part = second.value, first.value
        if 0 < part <= whole:
            share = 100.0 * part / whole
            start, end = first.char_start, second.char_end
            return Value("share", share, share, "%", text[start:end], start, end, 0.5, bound_of(text, start)), 2
    if second is not None and _GIVE_OR_TAKE.fullmatch(_without_unit(text, first, second)):
        return _measured(text, *_give_or_take(text, first, second, language), language), 2
    joined = second is not None and _is_range(text, first, second, language)
    last = second if second is not None and joined else first
    one = _measured(text, first, last, language)
    return one, 2 if joined else 1


def _give_or_take(text: str, first: Numeral, second: Numeral, language: str | None) -> tuple[Numeral, Numeral]:
    """A number whose tolerance the text states, as both its ends: "3,100 ± 50"."""
    size = 1.0 if first.is_scaled or not second.is_scaled else _factor(text, second, language)
    has_unit = find_unit(text, first.char_end) is not None and find_unit(text, second.char_end) is None
    end = first.char_end if has_unit else second.char_end
    whole = replace(first, value=first.value * size, half_step=second.value, char_end=end, is_scaled=True)
    return whole, whole


def _is_range(text: str, first: Numeral, second: Numeral, language: str | None) -> bool:
    between = _without_unit(text, first, second)
    if not _RANGE.fullmatch(between) or not _joins(text, between, first.char_start):
        return False
    if not _is_one_measure(text, first, second) or _RISEN_FROM.search(_before(text, first.char_start)):
        return False
    scaled = first.value if first.is_scaled or not second.is_scaled else first.value * _factor(text, second, language)
    return scaled < second.value


def _is_one_measure(text: str, first: Numeral, second: Numeral) -> bool:
    """Whether two ends may be of one range: "rose 4 percent to £318 million" has none."""
    ours, theirs = find_unit(text, first.char_end), find_unit(text, second.char_end)
    if ours is not None and find_symbol_before(text, second.char_start) is not None:
        return ours[0] == "amount"
    return ours is None or theirs is None or ours[:3] == theirs[:3]


def _without_unit(text: str, first: Numeral, second: Numeral) -> str:
    unit = find_unit(text, first.char_end)
    start = unit[3] if unit is not None and unit[3] <= second.char_start else first.char_end
    return text[start : second.char_start]


def _factor(text: str, numeral: Numeral, language: str | None) -> float:
    match = NUMBER.match(text, numeral.char_start)
    written = parse_number(match.group(), language)[0] if match else numeral.value
    return numeral.value / written if written else 1.0


def _measured(text: str, first: Numeral, last: Numeral, language: str | None) -> Value | None:
    factor = 1.0 if first is last or first.is_scaled else _factor(text, last, language) if last.is_scaled else 1.0
    low, high, half = first.value * factor, last.value, max(last.half_step, first.half_step * factor)
    start, end, bound = first.char_start, last.char_end, bound_of(text, first.char_start)
    unit = find_unit(text, end)
    symbol = find_symbol_before(text, start)
    if symbol is not None:
        value = Value("amount", low, high, symbol[0], text[symbol[1] : end], symbol[1], end, half)
        return replace(value, bound=bound or bound_of(text, symbol[1]))
    if unit is None:
        return _counted(text, Value("count", low, high, "", text[start:end], start, end, half, bound), language)
    kind, base, size, unit_end = unit
    if base == "°F" and not _BY.search(_before(text, start)):  # a temperature, no difference of two
        low, high, half, base = (low - 32) / 1.8, (high - 32) / 1.8, half / 1.8, "°C"
    if _OLD.match(text, unit_end) or text[start - 1 : start] == "/":
        return None
    if kind == "share" and _POINTS.match(text, unit_end):
        base = "percentage point"
    below = _BELOW_ZERO.search(_before(text, start)) if base in _DEGREES else None
    if below is not None and low > 0:
        low, high, start = -high, -low, start - len(below.group())
    made = Value("count", low * size, high * size, base, text[start:unit_end], start, unit_end, half * size, bound)
    return replace(made, kind="amount" if kind == "amount" else "share" if kind == "share" else "duration")


def _counted(text: str, value: Value, language: str | None) -> Value | None:
    """A number without unit counts the noun after it; a number that nothing follows counts nothing named."""
    rest = text[value.char_end : value.char_end + 60]
    clause = re.split(r"[.,;:()!?。，；]", rest)[0]
    if re.match(r"(?:st|nd|rd|th)\b|\.\s?[a-zäöü]|-[a-z]+-old|-jährig", rest):
        return None
    terms = find_terms(clause, language)
    return replace(value, unit=terms[0].stem if terms and not terms[0].stem.isdigit() else "")
