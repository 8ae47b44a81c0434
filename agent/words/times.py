"""Times of a day and of a year: when something is open, and what only says when a thing was."""

import re

_I = re.IGNORECASE
_CLOCK = re.compile(
    r"\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?\s?(?:[ap]\.?m\b|o['’]clock\b|uhr\b|heures?\b|UTC\b|GMT\b)|"
    r"\b(?:[01]?\d|2[0-3])[:][0-5]\d\b(?![:\d])|\b(?:[01]?\d|2[0-3])\s?h(?:\s?[0-5]\d)?\b|"
    r"\b(?:at|until|till|from|to) (?:noon|midnight)\b",
    _I,
)
_WEEKLY = re.compile(
    r"\b(?:on|every|each|all)\s+(?:weekdays?|weekends?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\bdaily\b|"
    r"\b(?:täglich|werktags|sonntags|montags|samstags|rund um die Uhr)\b|\bround the clock\b|\btous les jours\b",
    _I,
)
_ASKS_WHEN = re.compile(r"\b(?:when|wann|quand|cuándo)\b", _I)
_STANDING = re.compile(
    r"\b(?:when|wann|quand)\s+(?:is|are|ist|sind|hat|haben|est|sont)\b.*\b(?:open|closed|available|staffed|offen|geöffnet|"
    r"geschlossen|erreichbar|ouverte?s?|fermée?s?)\b",
    _I,
)
_PART_OF_YEAR = re.compile(
    r"summer|winter|spring|autumn|season|morning|evening|afternoon|night|week|weekend|month|january|february|march|april|"
    r"june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|sommer|frühling|"
    r"frühjahr|herbst|januar|februar|märz|mai|juni|juli|oktober|dezember|woche|monat|été|hiver|printemps|automne",
    _I,
)


def says_when(asked: str, text: str) -> bool:
    """Whether a text gives a time of day to a question that asks when, or days of the week to one that asks when
    something is open."""
    if _ASKS_WHEN.search(asked) is None:
        return False
    return _CLOCK.search(text) is not None or (_STANDING.search(asked) is not None and _WEEKLY.search(text) is not None)


def is_part_of_year(word: str) -> bool:
    """Whether a word names a part of any year, week or day, which says nothing of what happened then."""
    return _PART_OF_YEAR.fullmatch(word) is not None
