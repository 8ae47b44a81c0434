"""One change that leaves what an English sentence says as it is: what a writer does to a source without lying. Pure."""

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from bench.edits import Change

_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TABLES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "edit_words.toml").read_text(encoding="utf-8"))
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"\b({_MONTHS}) (\d\d?), (\d{{4}})\b")
_DIGIT = re.compile(
    r"(?<![\w.,/\-–<>=≤≥] )(?<![\w.,/\-–(])([2-9]|1[0-2])(?= [a-z]{3,})(?! (?:to|and|or|million|percent)\b)"
)
_OPENING = re.compile(
    r"(?:However|Moreover|Furthermore|In addition|Additionally|Finally|Therefore|Thus|Here|Also|Indeed|"
    r"In fact|Recently|Interestingly|Importantly|Notably|Overall|In conclusion|For example), "
)
_ASIDE = re.compile(r" \([^()\d]{3,60}\)")


def change_harmlessly(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """A number in words, a percent sign written out, a date in the other order, an aside or opening word left out, a
    synonym, the grouping mark of a number."""
    del text, language
    digits = [Change(*one.span(), _WORDS[int(one[1]) - 2]) for one in _DIGIT.finditer(sentence)]
    shares = [
        Change(*one.span(), " percent" if one[1] == "%" else "%")
        for one in re.finditer(r"(?<=\d) ?(%|percent)(?=[ .,;])(?! (?:CI|confidence|point))", sentence)
    ]
    dates = [Change(*one.span(), f"{one[2]} {one[1]} {one[3]}") for one in _DATE.finditer(sentence)]
    asides = [Change(*one.span(), "") for one in _ASIDE.finditer(sentence)]
    if opening := _OPENING.match(sentence):
        asides.append(Change(0, opening.end() + 1, sentence[opening.end()].upper()))
    words = [
        Change(*one.span(), new)
        for old, new in (pair.split(":") for pair in _TABLES["same"]["en"])
        for one in re.finditer(rf"\b{old}\b", sentence)
    ]
    marks = [
        Change(*one.span(), one[1] + one[2])
        for one in re.finditer(r"(?<![\d.,$])(\d{1,3}),(\d{3})(?![\d,.]\d|,)", sentence)
    ]
    found = [digits, shares, dates, asides, words, marks]
    kinds = [kind for kind in found if kind]
    return random.choice(random.choice(kinds)) if kinds else None
