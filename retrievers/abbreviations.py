"""Full stops that end no sentence, where the sentence library takes them for an end."""

import re

_LAST_WORD = re.compile(r"([^\s(\[„“\"'/]{1,12})\.$")
# A number follows: "approx. 3.5 km", "No. 7", "Nr. 3", "pp. 12".
_BEFORE_NUMBER = frozenset({
    "no", "nr", "nos", "fig", "figs", "eq", "eqs", "sec", "sect", "ch", "chap", "p", "pp", "vol",
    "vols", "approx", "ca", "c", "art", "arts", "abs", "bd", "tab", "núm", "pág", "s", "z", "ed",
    "est", "min", "max", "app", "par", "para", "rn", "ziff", "st", "op", "cap", "lit",
})  # fmt: skip
# A name or the rest of the sentence follows, whatever it begins with.
_TITLES = frozenset({
    "dr", "prof", "mr", "mrs", "ms", "messrs", "rev", "hon", "gov", "sen", "rep", "gen", "col",
    "capt", "lt", "sgt", "hr", "fr", "frl", "dipl", "ing", "mag", "sr", "sra", "srta", "dott",
    "mme", "mlle", "mmes", "vs", "cf", "e.g", "i.e", "z.b", "d.h", "u.a", "v.a", "i.d.r", "inkl",
    "exkl", "bzw", "evtl", "ggf", "vgl", "sog", "zzgl", "abzgl",
})  # fmt: skip
_MONTHS_BY_ORDINAL = frozenset({"de", "da", "nb", "nn", "no", "fi", "cs", "sk", "hu", "sl", "hr", "et", "lv", "is"})

_GERMAN_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) (?:19|20)\d\d"
)
"""A text too short to tell its language still says which day it means."""


def belongs_together(text: str, edge: int, language: str | None) -> bool:
    """Say whether the boundary at `edge`, in code points, cuts a sentence at an abbreviation or ordinal."""
    after = text[edge : edge + 40].lstrip()
    match = _LAST_WORD.search(text[max(0, edge - 40) : edge].rstrip())
    if not after or match is None:
        return False
    word = match.group(1).lower()
    if word.endswith(".") or after[0].islower():
        return after[0].islower()
    if word in _BEFORE_NUMBER and (after[0].isdigit() or after[0] in "~≈§"):
        return True
    if word in _TITLES or (word == "m" and language == "fr"):
        return True
    if not (word.isdigit() and len(word) <= 2):
        return False
    return language in _MONTHS_BY_ORDINAL or _GERMAN_MONTH.match(after) is not None
