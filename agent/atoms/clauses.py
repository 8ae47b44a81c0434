"""Several English clauses, each with a subject of its own, as a sentence each. Pure."""

import re
from collections.abc import Sequence

from agent.atoms.predicate import Predicate, find_predicate, has_further
from agent.atoms.verbs import AUX, REPORTING, forms_of
from agent.atoms.words import DENYING, DETERMINERS, POSSESSIVES, PREPOSITIONS, PRONOUNS, SCOPING, Word, find_words

_LEADING = re.compile(r"(?:While|Whereas|Although|Though) (?P<first>[^,;]+), (?P<second>[^;]+)")
_JOINTS = frozenset({"and", "but", "while", "whereas", "although", "though", "yet"})
_CARRIED = frozenset({"it", "they"})
_POINTING = frozenset({
    "latter", "former", "same", "other", "others", "another", "one", "first", "second", "third", "rest", "remainder",
    "each",
})  # fmt: skip
"""Words in a subject that may need the clause before it."""
_POINTING_BACK = frozenset({"this", "these", "those", "such"})
_UNFINISHED = frozenset({"that", "and", "or", "which", "but", "as", "than"})
_CONNECTING = frozenset({"thus", "therefore", "hence", "even", "however", "as", "so", "perhaps", "maybe"})
_JOINING = frozenset({"that", "which", "who", "whom", "where", "when", "since", "to", "while", "as", "than"})
_OF_SOMETHING_TEXT = """cost costs price cause causes effect effects result results number rate share total figure
    figures reason aim goal budget owner capacity height age size value risk population majority rest sum amount
    average outcome purpose deadline loss profit increase decrease rise fall opening name author date"""
_OF_SOMETHING = frozenset(_OF_SOMETHING_TEXT.split())
"""Nouns that mean nothing without the thing they belong to."""
_SHORTEST = 3  # words
_MAX_SUBJECT_CARRIED = 6  # words
_ARTICLES = frozenset({"the", "a", "an", "its", "their", "this", "that", "these", "those"})


def split_clauses(text: str) -> list[str] | None:
    """Split at semicolons, "and", "but", "while" between whole clauses; None where a part may not be one."""
    leading = _LEADING.fullmatch(text)
    if leading is not None:
        if any(word.low in _POINTING_BACK for word in find_words(leading["second"])):
            return None
        parts = [leading["first"], leading["second"]]
        return parts if all(_is_clause(find_words(part)) for part in parts) else None
    words = find_words(text)
    for at, word in enumerate(words):
        if word.depth or (word.low not in _JOINTS and word.text != ";"):
            continue
        begin = at + 1
        while begin < len(words) and (words[begin].low in _JOINTS or words[begin].low in {"however", ","}):
            begin += 1
        left, right = words[:at], words[begin:]
        while left and left[-1].text == ",":
            left = left[:-1]
        has_mark = words[at].text == ";" or (at > 0 and words[at - 1].text == ",")
        if made := _two(text, left, right, has_mark=has_mark, joint=word.low):
            return made
    return None


def _two(text: str, left: Sequence[Word], right: Sequence[Word], *, has_mark: bool, joint: str) -> list[str] | None:
    if not left or not right or left[-1].low in _UNFINISHED or any(word.low in _POINTING_BACK for word in right):
        return None
    said = next((at for at, w in enumerate(left) if w.low == "that" and at and left[at - 1].low in REPORTING), None)
    if said is not None:
        if right[0].low != "that" or not (_is_clause(left[said + 1 :]) and _is_clause(right[1:])):
            return None
        lead = text[: left[said].end]
        return [text[: left[-1].end], f"{lead} {text[right[1].start :]}"]
    predicate = find_predicate(left, 0, len(left))
    if predicate is None or any(word.low in REPORTING for word in left) or _is_joined(left[: predicate.start]):
        return None
    rest = left[predicate.main + 1 :]
    if joint != ";":
        is_list = any(word.text == "," and word.depth == 0 for word in rest)
        if has_further(left, predicate.main + 1, len(left)):
            return None
        if is_list and not (right[0].low in _ARTICLES and _begins_anew(right)):
            return None
        if not has_mark and (is_list or not rest or _may_share(rest, right) or not _begins_anew(right)):
            return None
    if right[0].low in _CARRIED:
        return _with_subject(text, left, right, predicate)
    return [text[: left[-1].end], text[right[0].start :]] if _is_clause(right) else None


def _is_clause(words: Sequence[Word]) -> bool:
    """Whether words begin with a subject that stands for itself and go on with a predicate."""
    if len(words) < _SHORTEST or words[0].is_mark or words[0].is_adverb:
        return False
    first = words[0].low
    if first in PRONOUNS | PREPOSITIONS | POSSESSIVES | AUX | _CONNECTING or first.endswith(("ing", "ed")):
        return False
    if first.endswith("s") and words[0].text[0].islower() and words[1].low in DETERMINERS:
        return False  # a verb that is not known here
    found = find_predicate(words, 0, len(words))
    if found is None or forms_of(first) or any(word.low in {"which", "who", *REPORTING} for word in words):
        return False
    subject = words[: found.start]
    if subject[-1].low in {"and", "or"}:
        return False
    is_bare = len(subject) == 2 and first == "the" and subject[1].low in _OF_SOMETHING
    return not (is_bare or _is_joined(subject) or any(word.low in _POINTING for word in subject))


def _is_joined(subject: Sequence[Word]) -> bool:
    """Whether what stands before a predicate holds more than a subject: a mark, a clause, a purpose."""
    return any((word.is_mark and word.text not in "()-–'’") or word.low in _JOINING for word in subject)


def _begins_anew(right: Sequence[Word]) -> bool:
    """Whether words after a bare "and" begin a clause for sure, and not the second of two things."""
    found = find_predicate(right, 0, len(right))
    is_reduced = found is not None and found.kind == "finite" and right[found.main].low.endswith("ed")
    return (right[0].low in DETERMINERS or right[0].is_number) and not is_reduced


def _with_subject(text: str, left: Sequence[Word], right: Sequence[Word], predicate: Predicate) -> list[str] | None:
    """The second clause with the first one's subject for its pronoun, where that alone can be meant."""
    subject = left[: predicate.start]
    others = left[predicate.main + 1 :]
    is_alone = not any(w.low in _ARTICLES or (w.text[0].isupper() and not w.is_number) for w in others)
    is_plain = not any(w.low in PREPOSITIONS | {"and"} or w.is_mark for w in subject)
    if not is_alone or not is_plain or len(subject) > _MAX_SUBJECT_CARRIED or subject[0].low in PRONOUNS:
        return None
    own = find_predicate(right, 0, len(right))
    if own is None or own.start != 1 or any(word.low in REPORTING for word in right):
        return None
    return [text[: left[-1].end], f"{text[: subject[-1].end]} {text[right[1].start :]}"]


def _may_share(rest: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether what ends the second clause may hold for the first too, or a "not" of the first for both."""
    scoped = any(word.low in SCOPING for word in rest)
    found = find_predicate(right, 0, len(right))
    trailing = found is not None and any(word.low in SCOPING for word in right[found.main + 2 :])
    return (trailing and not scoped) or any(word.low in DENYING for word in rest)
