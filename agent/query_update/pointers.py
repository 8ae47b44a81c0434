"""The word of a question that points to what was said before: "it", "she", "that plant". Pure."""

import re
from dataclasses import dataclass

_I = re.IGNORECASE
_PERSON = (
    r"person|man|woman|author|artist|player|athlete|scientist|researcher|engineer|minister|mayor|director|winner|"
    r"founder|owner|chair(?:man|woman|person)?|actor|actress|singer|writer|mann|frau|autorin?|forscherin?|one"
)
_TIME = r"year|month|week|day|time|morning|afternoon|evening|way|case|one time|moment|jahr|monat|woche|tag|mal|fall"
_NOUN = re.compile(
    rf"(?<!true )(?<!known )(?<!likely )(?<!clear )(?<!say )(?<!says )(?<!said )(?<!think )(?<!believe )(?<!sure )"
    rf"(?<!claim )(?<!claims )(?<!mean )(?<!means )(?<!show )(?<!shows )(?<!fact )(?<!prove )(?<!report )"
    rf"\b(?:(?:that|this)(?=\s+\w*[^s\W]\b)|those|these|the same|the said|diese[mnrs]?|jene[mnrs]?)\s+"
    rf"(?!(?:{_TIME})s?\b)(?P<noun>(?!(?:is|are|was|were|will|would|has|have|had|does|did|do|can|could|the|an?|not|its?|we|"
    rf"they|he|she|you|there|ist|war)\b)[^\W\d_]{{3,}})\b",
    _I,
)
_PERSONAL = re.compile(r"\b(?:he|she|him|hers?|his|er|ihn|ihm)\b", _I)
_THING = re.compile(r"\b(?:its?|they|them|their|dessen|deren)\b", _I)
_GERMAN = re.compile(r"(?<!^)\b(?:sie|es)\b")
_EMPTY = r"true|known|possible|likely|necessary|clear|rain\w*|snow\w*|seems?|takes?|said|claimed"
_EMPTY_IT = re.compile(
    rf"\bit (?:is |was |'s )?(?:{_EMPTY})\b|\b(?:is|was|does|will) it (?:{_EMPTY})\b|\bes (?:gibt|ist)\b|\bgibt es\b",
    _I,
)
_OBJECT = re.compile(
    r"\s*(?:$|[?.!,;)]|(?:in|at|on|to|by|for|and|or|with|from|as|now|today|still|before|after|when|while)\b)", _I
)
_POSSESSIVE = frozenset({"its", "their", "his", "dessen", "deren"})


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointing word at its place (characters). `noun` is what it calls the thing, "" for a bare pronoun."""

    start: int
    end: int
    noun: str = ""
    is_person: bool = False
    is_possessive: bool = False


def find_pointer(text: str) -> Pointer | None:
    """Return the first word that points outside its question, None where there is none.

    A pronoun that follows a name in the same question is taken to mean that name, and so points to nothing before it.
    """
    if noun := _NOUN.search(text):
        is_person = re.fullmatch(_PERSON, noun["noun"], _I) is not None
        return Pointer(noun.start(), noun.end(), noun["noun"], is_person)
    for pattern, is_person in ((_PERSONAL, True), (_THING, False), (_GERMAN, False)):
        found = pattern.search(text)
        if found is None or _names_before(text[: found.start()]):
            continue
        if any(empty.start() <= found.start() < empty.end() for empty in _EMPTY_IT.finditer(text)):
            continue
        word = found[0].casefold()
        is_possessive = word in _POSSESSIVE or (word == "her" and not _OBJECT.match(text[found.end() :]))
        return Pointer(found.start(), found.end(), "", is_person, is_possessive)
    return None


def _names_before(text: str) -> bool:
    """Whether a name stands in the text, its first word aside: then a pronoun after it means that one."""
    words = text.split()
    return any(word[:1].isupper() and word != "I" for word in words[1:])
