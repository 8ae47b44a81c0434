"""A value of a claim that its source spells otherwise: "4.2m boxes", "30 June" for "the end of June"."""

import re

from agent.rules.align import Comparison
from agent.words.dates import month_names
from agent.words.numerals import find_numerals
from agent.words.units import find_unit
from agent.words.values import Value

FRACTIONS = {
    "half": 50.0, "third": 100 / 3, "thirds": 100 / 3, "quarter": 25.0, "quarters": 25.0, "fifth": 20.0,
    "fifths": 20.0, "tenth": 10.0, "tenths": 10.0, "sixth": 100 / 6, "eighth": 12.5, "hälfte": 50.0,
    "drittel": 100 / 3, "viertel": 25.0, "fünftel": 20.0, "sechstel": 100 / 6, "achtel": 12.5, "zehntel": 10.0,
    "moitié": 50.0, "tiers": 100 / 3, "quart": 25.0, "quarts": 25.0, "cinquième": 20.0, "dixième": 10.0,
    "mitad": 50.0, "tercio": 100 / 3, "tercios": 100 / 3, "tercera": 100 / 3, "terceras": 100 / 3,
    "cuarto": 25.0, "cuartos": 25.0, "cuarta": 25.0, "cuartas": 25.0, "quinto": 20.0, "quinta": 20.0,
    "décima": 10.0, "décimo": 10.0,
}  # fmt: skip
_FRACTION_OF = re.compile(
    rf"(?<!\w)(?:(?P<times>\w{{1,12}})[ -])?(?P<part>{'|'.join(FRACTIONS)})\s+"
    r"(?:of an?|an?|d['’]une?|de una?|eines|einer)\b",
    re.IGNORECASE,
)
TIMES = {"two": 2, "three": 3, "four": 4, "zwei": 2, "drei": 3, "vier": 4, "deux": 2, "trois": 3, "dos": 2, "tres": 3}
_PERIOD = re.compile(
    r"\b(?:(?:first|last|second|ersten|letzten|premiers|derniers|primeros|últimos)\s+(?:\w+\s+)?"
    r"(?:months?|half|quarters?|monaten?|halbjahr|quartal\w*|mois|semestre|trimestre\w*|meses)|quarter|Q[1-4])\b",
    re.IGNORECASE,
)
_SCALED = re.compile(r"(\d+(?:\.\d+)?)([mk])")
_LETTERS = {"m": 1e6, "k": 1e3}
_DAY_OF = (
    re.compile(r"\b(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?(?P<month>[^\W\d_]+)"),
    re.compile(r"\b(?P<month>[^\W\d_]+)\s+(?P<day>\d{1,2})\b"),
)
_LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ENDS = "end of|close of|last day of|ende|fin|fin de|la fin de|finales de|final de"
_BEGINS = "start of|beginning of|first day of|anfang|début|début de|principios de|comienzos de"


def is_spelled_otherwise(value: Value, pair: Comparison) -> bool:
    """Whether the text has a value in a form that is not read as one."""
    if value.unit == "yearly" and _PERIOD.search(pair.text):
        return True
    return _is_fraction_of_unit(value, pair.text) or _is_scaled(value, pair) or _is_month_end(value, pair)


def _is_fraction_of_unit(value: Value, text: str) -> bool:
    """Whether a value is a fraction in a word of one unit: "0.25 points" for "a quarter of a point"."""
    for found in _FRACTION_OF.finditer(text):
        unit = find_unit(text, found.end())
        size = FRACTIONS[found["part"].lower()] * TIMES.get((found["times"] or "").lower(), 1) / 100
        if unit is not None and unit[1] == value.unit and abs(size * unit[2] - value.low) <= 0.05 * unit[2]:
            return True
    return False


def _is_scaled(value: Value, pair: Comparison) -> bool:
    """Whether a letter that may be a unit stands for a scale word: "4.2m boxes" for "4.2 million containers"."""
    found = _SCALED.fullmatch(value.text)
    if found is None:
        return False
    size = float(found[1]) * _LETTERS[found[2]]
    step = 0.5 * _LETTERS[found[2]] * 10.0 ** -len(found[1].partition(".")[2])
    return any(abs(one.value - size) <= step for one in find_numerals(pair.text, pair.text_language))


def _is_month_end(value: Value, pair: Comparison) -> bool:
    """Whether a day is where its month begins or ends, as the text says in words: "30 June", "the end of June"."""
    months = month_names(pair.language)
    for found in (one for pattern in _DAY_OF for one in pattern.finditer(pair.claim)):
        day, month = int(found["day"]), found["month"].lower()
        if month not in months or day != value.low or value.kind != "count":
            continue
        edge = _ENDS if day == _LAST_DAYS[months[month] - 1] else _BEGINS if day == 1 else ""
        if edge and re.search(rf"\b(?:{edge})\s+{month}\b", pair.text, re.IGNORECASE):
            return True
    return False
