"""Does one value say another? Tolerance, limits, precision of dates, units of one dimension."""

import re

from agent.rules.units import convert
from agent.words.measures import rough_gap, same_value
from agent.words.numerals import find_numerals
from agent.words.units import is_money, is_one_unit
from agent.words.values import Value

_TOLERANCE = 0.01
_DAYS = {"day": 0, "month": 31, "quarter": 92, "season": 150, "year": 366, "decade": 3660}


def says(value: Value, other: Value, *, same_language: bool = True) -> bool:
    """Whether the source's value `other` says the claim's.

    Equal within 1 % or the precision as written, "about" as what rounds to it; a limit says every wider limit of its
    side; a date says no more exact one; units of one dimension are converted, currencies never; a percentage point is
    no percent.
    """
    if value.kind == "date" or other.kind == "date":
        return _says_date(value, other)
    if "share" in {value.kind, other.kind} and (value.kind != other.kind or value.unit != other.unit):
        return False
    if _is_range(value) != _is_range(other) and not value.bound and not other.bound:
        return False
    if is_one_unit(value.unit, other.unit) or value.kind == other.kind == "count":
        return _is_within(value, other)
    if is_money(value.unit) and is_money(other.unit):
        return False
    if "count" in {value.kind, other.kind} and (not same_language or not _is_plain(value, other)):
        return _is_within(value, other)
    return _converts(value, other)


def equals(value: Value, other: Value) -> bool:
    """Whether two values are the same, their limits aside."""
    if value.kind == "date" and other.kind == "date":
        if _is_period(value) or _is_period(other):
            step = max(_DAYS.get(value.written, 0), _DAYS.get(other.written, 0))
            return abs(value.low - other.low) <= step and abs(value.high - other.high) <= step and _covers(value, other)
        return _covers(value, other)
    return says(_unbound(value), _unbound(other))


def number_of(value: Value) -> str:
    """The figures of a value as they are written."""
    found = re.search(r"\d[\d.,]*", value.text)
    return found.group() if found else value.text.split()[0]


def _figures(value: Value) -> str:
    """The figures of a number of thousands without the marks that group them: "1250" is "1,250" and "1.250"."""
    return re.sub(r"[.,](?=\d{3}(?!\d))", "", number_of(value))


def _unbound(value: Value) -> Value:
    from dataclasses import replace

    return replace(value, bound="")


def _is_plain(value: Value, other: Value) -> bool:
    """Whether the one without a unit counts something nameable, which a unit may be."""
    return bool(value.unit) and bool(other.unit)


def _is_within(value: Value, other: Value) -> bool:
    step = max(value.precision, other.precision)
    if _is_range(value) and _is_range(other) and not value.bound and not other.bound:
        gap = max(step, _TOLERANCE * abs(other.high))
        return abs(value.low - other.low) <= gap and abs(value.high - other.high) <= gap
    size = max(abs(value.low), abs(other.low))
    gap = max(step, _TOLERANCE * size)
    if value.bound == "least":
        return other.bound != "most" and other.low >= value.low - gap
    if value.bound == "most":
        return other.bound != "least" and other.high <= value.high + gap
    gap = max(gap, rough_gap(value), rough_gap(other))
    return max(value.low - other.high, other.low - value.high, 0.0) <= gap * (1 + 1e-9)


def _is_range(value: Value) -> bool:
    return value.kind != "date" and value.low < value.high


def _says_date(value: Value, other: Value) -> bool:
    if value.kind != other.kind:
        return "year" in {value.written, other.written} and _figures(value) == _figures(other)
    if value.unit != other.unit or value.bound or other.bound:
        return same_value(value, other)
    return _covers(value, other)


def _covers(value: Value, other: Value) -> bool:
    return value.low <= other.low and other.high <= value.high


def _is_period(value: Value) -> bool:
    return value.high - value.low > _DAYS.get(value.written, 400)


def _converts(value: Value, other: Value) -> bool:
    ours, theirs = _written(value), _written(other)
    if ours is None or theirs is None:
        return False
    said = convert(theirs[0], theirs[1], ours[1])
    if said is None:
        return False
    numerals = find_numerals(value.text, "en")
    return abs(said - ours[0]) <= max(numerals[-1].half_step, _TOLERANCE * abs(said))


def _written(value: Value) -> tuple[float, str] | None:
    """The number and the unit as they are written."""
    numerals = find_numerals(value.text, "en")
    if not numerals:
        return None
    if len(numerals) > 1 and not _is_range(value):  # several units
        return value.low, value.unit
    unit = value.text[numerals[-1].char_end :].strip(" -\u00a0\u202f") or value.unit
    return numerals[-1].value, unit
