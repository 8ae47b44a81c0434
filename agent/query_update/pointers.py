"""The word of a question that points to what was said before: "it", "she", "that plant". Pure."""

import re
from dataclasses import dataclass

_I = re.IGNORECASE
_PERSON = (
    r"person|man|woman|author|artist|player|athlete|scientist|researcher|engineer|minister|mayor|director|winner|"
    r"founder|owner|chair(?:man|woman|person)?|actor|actress|singer|writer|mann|frau|autorin?|forscherin?|one"
)
_THINGS = (
    r"plant|power station|factory|mill|mine|bridge|tunnel|dam|lock|harbour|harbor|port|airport|station|railway|road|"
    r"cable|pipeline|building|house|church|school|hospital|university|museum|library|theatre|theater|stadium|hotel|"
    r"tower|castle|company|firm|council|agency|ministry|party|team|club|band|bank|court|city|town|village|"
    r"country|region|island|river|lake|mountain|place|ship|ferry|boat|aircraft|satellite|book|film|movie|album|novel|"
    r"paper|report|law|treaty|prize|award|festival|war|battle|storm|species|"
    r"werk|kraftwerk|anlage|brücke|tunnel|firma|stadt|insel|schiff|buch|gesetz|preis"
)
_NOUN = re.compile(
    rf"\b(?P<word>that|this|those|these|the said|diese[mnrs]?|jene[mnrs]?)\s+(?P<noun>(?:{_PERSON}|{_THINGS})s?)\b", _I
)
_THING_NOUN = re.compile(rf"\b(?:{_THINGS})\b|(?<=-)(?:{_THINGS})\b", _I)
_CLOSES = re.compile(
    r"\s*(?:$|[?.!,;:)]|(?:is|are|was|were|will|would|does|do|did|has|have|had|can|could|should|in|at|on|to|by|for|and|"
    r"or|with|from|of|as|now|today|still|before|after|when|while)\b)",
    _I,
)
_PHRASE = re.compile(r"(?:\b(?:a|an|the)\s+(?:[\w-]+\s+){1,3}|\b\w{3,}[^\Ws]s\s+|\bpeople\s+)$", _I)
_SINGULAR_IN_S = frozenset({"species"})
_AGREES = re.compile(r"\b(?:of|among|between|are|were|have|aren't|weren't|haven't)\s+$", _I)
_PERSONAL = re.compile(r"\b(?:he|she|him|hers?|his|er|ihn|ihm)\b", _I)
_THING = re.compile(r"\b(?:its?|they|them|their|dessen|deren)\b", _I)
_GERMAN = re.compile(r"(?<!^)\b(?:sie|es)\b")
_EMPTY = r"true|known|possible|likely|necessary|clear|rain\w*|snow\w*|seems?|takes?|said|claimed"
_EMPTY_IT = re.compile(
    rf"\bit (?:is |was |'s )?(?:{_EMPTY})\b|\b(?:is|was|does|will) it (?:{_EMPTY})\b|"
    r"\b(?:is|was) it (?:the|an?|in|on|at|by)\b.{0,80}\b(?:that|who|which)\b|\bes (?:gibt|ist)\b|\bgibt es\b",
    _I,
)
_OBJECT = re.compile(
    r"\s*(?:$|[?.!,;)]|(?:in|at|on|to|by|for|and|or|with|from|as|now|today|still|before|after|when|while)\b)", _I
)
_PLURAL = frozenset({"they", "them", "their", "sie", "deren"})
_POSSESSIVE = frozenset({"its", "their", "his", "dessen", "deren"})


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointing word at its place (characters). `noun` is what it calls the thing, "" for a bare pronoun.

    "They" `may_be_persons`; "of them" and "are they" are `of_many`, which one thing cannot be.
    """

    start: int
    end: int
    noun: str = ""
    is_person: bool = False
    is_possessive: bool = False
    may_be_persons: bool = False
    of_many: bool = False


def find_pointer(text: str) -> Pointer | None:
    """Return the first word that points outside its question, None where there is none.

    A pronoun that follows a name in the same question is taken to mean that name, and so points to nothing before it.
    """
    if noun := next((found for found in _NOUN.finditer(text) if _is_determined(found)), None):
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
        of_many = word in _PLURAL and _AGREES.search(text[: found.start()]) is not None
        return Pointer(
            found.start(), found.end(), "", is_person, is_possessive, word in _PLURAL, of_many
        )  # fmt: skip
    return None


def is_called_otherwise(noun: str, subject: str) -> bool:
    """Whether a subject holds a kind of thing and it is not that noun: "that company" is no "tidal plant"."""
    return noun.casefold() not in subject.casefold() and _THING_NOUN.search(subject) is not None


def is_no_person(subject: str) -> bool:
    """Whether a subject holds a kind of thing, which "she" cannot mean."""
    return _THING_NOUN.search(subject) is not None


def _is_determined(found: re.Match[str]) -> bool:
    """Whether the word before a noun belongs to it: "that" before a plural, or after a noun, begins a clause."""
    word, noun = found["word"].casefold(), found["noun"].casefold()
    if word in {"that", "this"} and noun.endswith("s") and noun not in _SINGULAR_IN_S:
        return False
    after_phrase = _PHRASE.search(found.string[: found.start()]) is not None
    return not (word == "that" and after_phrase and _CLOSES.match(found.string[found.end() :]) is None)


def _names_before(text: str) -> bool:
    """Whether a name stands in the text, its first word aside: then a pronoun after it means that one."""
    words = text.split()
    return any(word[:1].isupper() and word != "I" for word in words[1:])
