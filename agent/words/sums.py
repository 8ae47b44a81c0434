"""One measure in several units, the larger first: "5 hours and 10 minutes", "2 m 30 cm", "an hour and a half". Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.words.numerals import Numeral
from agent.words.units import find_unit

_I = re.IGNORECASE
_ADDED = frozenset({"day", "m", "g", "m3"})
"""Base units of what people give in several units at once; the power of two plants is no sum of theirs."""
_JOIN = re.compile(r"[\s\u00a0\u202f]*(?P<comma>,\s*)?(?:(?:and|und|et|y|e)\s+)?", _I)
_ONE = re.compile(r"(?<![\w-])(?:an?|one|eine[rmn]?|ein|une?|una?|uno)(?=[\s\u00a0])", _I)
_HALF = re.compile(r"\s(?:and (?:a|one) half|und ein(?:e[nr]?)? halbe?[nrs]?|et demie?|y medi[oa])\b", _I)
# What a unit may stand for only beside a smaller one of the same kind ("5 h 10 min", "5 pounds 3 ounces").
_HOUR, _MINUTE, _SECOND = (("duration", "day", 1 / part) for part in (24, 1440, 86400))
_ALSO = {
    "h": _HOUR, "hr": _HOUR, "hrs": _HOUR, "std": _HOUR, "m": _MINUTE, "s": _SECOND, "sec": _SECOND, "secs": _SECOND,
    "stone": ("amount", "g", 6350.29), "pound": ("amount", "g", 453.592), "pounds": ("amount", "g", 453.592),
}  # fmt: skip
_SHORT = re.compile(rf"[ \u00a0]?(?P<unit>{'|'.join(sorted(_ALSO, key=len, reverse=True))})\.?(?![^\W\d_])")
# Each for itself, or reckoned from another time: "10 minutes later".
_APART = re.compile(
    r"[^.;!?]*\b(?:respectively|beziehungsweise|jeweils|respectivement|respectivamente)\b|"
    r"\s(?:later|after|before|earlier|ago|longer|more|später|vorher|nach|plus tard|avant|después|antes)\b",
    _I,
)


# "8 hours a day": that much of each day.
_RATE = re.compile(
    r"(?:\d|\b(?:per|once|twice|times|einmal|zweimal|mal|fois|veces))(?:\s+[^\W\d_]+){0,2}\s+$|\b(?:per|once|twice)\s$",
    _I,
)
_LOOK = 40  # characters before an article


@dataclass(frozen=True, slots=True)
class Sum:
    """A measure given in parts, in `unit`, the base unit of its kind; `precision` is half of the last written digit."""

    kind: str
    unit: str
    value: float
    precision: float
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A number with what its unit may be: kind, base unit and size, and where that ends; with "and a half" between."""

    number: float
    half_step: float
    char_start: int
    units: tuple[tuple[str, str, float, int], ...]
    is_halved: bool = False


def find_sums(text: str, numerals: Sequence[Numeral]) -> list[Sum]:
    """Return the measures of a text that stand in more than one unit of one dimension, each smaller than the one before
    it: two such numbers are one value and no range."""
    parts = sorted(_parts(text, numerals), key=lambda one: one.char_start)
    found: list[Sum] = []
    for at, part in enumerate(parts):
        if found and part.char_start < found[-1].char_end:
            continue
        made = max((_sum(text, parts[at:], unit) for unit in part.units), key=lambda one: one[1], default=(None, 0))[0]
        if made is not None:
            found.append(made)
    return found


def _parts(text: str, numerals: Sequence[Numeral]) -> Iterator[_Part]:
    for one in numerals:
        half = _HALF.match(text, one.char_end)
        units = tuple(_units(text, half.end() if half else one.char_end))
        if units:
            size = (one.value + 0.5, 0.25) if half else (one.value, one.half_step)
            yield _Part(*size, one.char_start, units, half is not None)
    for match in _ONE.finditer(text):
        half = _HALF.match(text, match.end())
        if _RATE.search(text, max(0, match.start() - _LOOK), match.start()):
            continue
        units = tuple(_units(text, half.end() if half else match.end()))
        if units:
            size = (1.5, 0.25) if half else (1.0, 0.5)
            yield _Part(*size, match.start(), units, half is not None)


def _units(text: str, at: int) -> Iterator[tuple[str, str, float, int]]:
    unit = find_unit(text, at)
    if unit is not None and unit[1] in _ADDED:
        yield unit
    short = _SHORT.match(text, at)
    if short is not None:
        yield (*_ALSO[short["unit"]], short.end())


def _sum(text: str, parts: Sequence[_Part], unit: tuple[str, str, float, int]) -> tuple[Sum | None, int]:
    """The measure that begins with a part in this unit, and of how many parts it is; None where that is but one."""
    kind, base, size, end = unit
    first = parts[0]
    total, last, half_step, used = first.number * size, size, first.half_step, 2 if first.is_halved else 1
    for part in parts[1:]:
        joined = _JOIN.fullmatch(text, end, part.char_start) if end <= part.char_start else None
        smaller = [one for one in part.units if one[:2] == (kind, base) and part.number * one[2] < last]
        if joined is None or not smaller or (joined["comma"] and kind != "duration"):
            break
        if _APART.match(text, smaller[0][3]):
            break
        total, last, end = total + part.number * smaller[0][2], smaller[0][2], smaller[0][3]
        half_step, used = part.half_step, used + 1
    half = _HALF.match(text, end) if used == 1 or last < size else None
    if half is not None:
        total, half_step, end, used = total + last / 2, 0.25, half.end(), used + 1
    if used == 1:
        return None, 0
    return Sum(kind, base, total, half_step * last, first.char_start, end), used
