"""Whether a sentence speaks of another thing of the asked kind: of the EU region where the US region was asked for."""

import re
from collections.abc import Sequence
from itertools import pairwise

from agent.words.dates import month_names
from agent.words.terms import Term, find_terms, same_term

_CODE = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z]{1,5}[-/]?\d[\w-]*")
_OTHER = re.compile(
    r"\b(?:others?|another|no|none of the|andere[rnms]?|kein(?:e[rnms]?)?|autres?|aucune?|otr[oa]s?|ningun[oa]?)\s+$",
    re.IGNORECASE,
)
WHICH = re.compile(r"(?:which|welche[rnms]?|quel(?:le)?s?|qué|cuáles)\s+(?P<kind>[^\W\d_]+)", re.IGNORECASE)
_NOT_ASKED = re.compile(r"\b(?:not|no|never|other|nicht|kein\w*|andere[rnms]?|pas|otr[oa]s?)\b", re.IGNORECASE)


def speaks_of_another(asked: str, text: str, asked_in: str | None, language: str | None) -> bool:
    """Whether a text lacks the name or code that tells the asked thing from others of its kind ("the US region",
    "lot LX2209") and has another in its place; or, asked which, names only the others of that kind."""
    return (
        _has_other_code(asked, text) or _has_other_name(asked, text, asked_in, language) or _names_others(asked, text)
    )


def _has_other_code(asked: str, text: str) -> bool:
    wanted = {found.group().casefold() for found in _CODE.finditer(asked)}
    said = {found.group().casefold() for found in _CODE.finditer(text)}
    shapes = {_shape(code) for code in wanted}
    return bool(wanted) and not wanted & said and any(_shape(code) in shapes for code in said)


def _shape(code: str) -> tuple[str, int]:
    letters = re.match(r"[a-z]+", code)
    return letters.group() if letters else "", len(code)


def _has_other_name(asked: str, text: str, asked_in: str | None, language: str | None) -> bool:
    if "de" in {asked_in, language} or asked_in != (language or asked_in):  # German writes every noun like a name
        return False
    named = _named(asked, asked_in)
    if not named:
        return False
    terms = find_terms(text, language)
    known = [term.stem for term in find_terms(asked, asked_in)]
    pairs = _named(text, language)
    for name, kind in named:
        if any(same_term(name.stem, term.stem, asked_in) for term in terms):
            continue
        rivals = [
            rival
            for rival, head in pairs
            if same_term(head.stem, kind.stem, asked_in)
            and not any(same_term(rival.stem, stem, asked_in) for stem in known)
        ]
        if rivals:
            return True
    return False


def _named(text: str, language: str | None) -> list[tuple[Term, Term]]:
    """The names that stand before a common noun, each with the noun: "US" and "region"."""
    months = month_names(language)
    return [
        (name, kind)
        for name, kind in pairwise(find_terms(text, language))
        if name.is_name
        and not kind.is_name
        and kind.char_start - name.char_end == 1
        and (name.char_start > 0 or name.word.isupper())
        and not re.search(r"[.!?:]\s$", text[: name.char_start])
        and name.word.casefold() not in months
    ]


def _names_others(asked: str, text: str) -> bool:
    which = WHICH.match(asked)
    if which is None or _NOT_ASKED.search(asked):
        return False
    kind = re.compile(rf"\b{re.escape(which['kind'])}\b", re.IGNORECASE)
    places: Sequence[int] = [found.start() for found in kind.finditer(text)]
    return bool(places) and all(_OTHER.search(text, 0, at) for at in places)
