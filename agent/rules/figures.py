"""Figures that are no measured value: ordinals, codes, numbers in a name."""

import functools
import re

from agent.rules.tokens import Token
from agent.words.numerals import find_numerals

_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "hundredth": 100,
    "erste": 1, "ersten": 1, "erster": 1, "erstes": 1, "zweite": 2, "zweiten": 2, "zweiter": 2, "dritte": 3,
    "dritten": 3,
    "vierte": 4, "vierten": 4, "fünfte": 5, "fünften": 5, "sechste": 6, "siebte": 7, "achte": 8, "neunte": 9,
    "zehnte": 10,
    "premier": 1, "première": 1, "deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5,
    "primera": 1, "primero": 1, "segundo": 2, "segunda": 2, "tercero": 3, "tercera": 3, "cuarto": 4, "quinto": 5,
}  # fmt: skip
_ENDING = re.compile(r"(?<=\d)(?:st|nd|rd|th|er|º|ª|e)$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,:/]\d+)*")


@functools.lru_cache(maxsize=16_384)
def _figure(word: str) -> str:
    lower = _ENDING.sub("", word.lower())
    if lower in _ORDINALS:
        return str(_ORDINALS[lower])
    if found := _DIGITS.findall(lower):
        return " ".join(one.replace(",", "") for one in found)
    numbers = find_numerals(word, "en")
    return f"{numbers[0].value:g}" if numbers else ""


def figure_of(token: Token) -> str:
    """The figure in a word, comparable across spellings ("7th", "seventh"); "" for a word without one."""
    if token.value is not None:
        return f"{token.value.low:g}" if token.value.kind == "count" else ""
    return _figure(token.word)


def ordinals_in(text: str) -> frozenset[int]:
    """The ordinals that a text has in words or figures, as numbers."""
    words = re.findall(r"[^\W_]+", text.lower())
    spelled = {_ORDINALS[word] for word in words if word in _ORDINALS}
    return frozenset(
        spelled | {int(_ENDING.sub("", one)) for one in words if re.fullmatch(r"\d{1,3}(?:st|nd|rd|th)", one)}
    )
