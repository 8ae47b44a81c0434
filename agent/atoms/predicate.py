"""Where an English clause has its predicate, and whether a word may begin another one. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.atoms.verbs import AUX, BE, HAVE, INNER, MODALS, NO_OBJECT, forms_of, may_be_noun
from agent.atoms.words import DETERMINERS, PREPOSITIONS, PRONOUNS, Word

Kind = Literal["modal", "have", "passive", "be", "finite"]
_MAX_SUBJECT = 14  # words


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate by word indexes: where it starts (an auxiliary or the verb), its verb, and what kind it is."""

    start: int
    main: int
    kind: Kind


def find_predicate(words: Sequence[Word], low: int, high: int) -> Predicate | None:
    """Return the first predicate of a clause that has a subject before it; None where none is sure."""
    for at in range(low + 1, min(high, low + _MAX_SUBJECT)):
        if words[at].depth == 0 and _may_be(words, at):
            return read_predicate(words, at, high)
    return None


def has_further(words: Sequence[Word], low: int, high: int) -> bool:
    """Return whether a stretch after a predicate holds what may be another one."""
    return any(_may_be(words, at) for at in range(max(low, 1), high) if words[at].depth == 0)


def read_predicate(words: Sequence[Word], at: int, high: int) -> Predicate | None:
    """Return the predicate that begins with a word; None where it is not whole."""
    low = words[at].low
    after = at + 1
    while after < high and words[after].is_adverb:
        after += 1
    following = words[after].low if after < high else ""
    if low in MODALS:
        if following == "be" and after + 1 < high and _is_participle(words[after + 1].low):
            return Predicate(at, after + 1, "passive")
        return Predicate(at, after, "modal") if "base" in forms_of(following) or following == "be" else None
    if low in HAVE and following == "been" and after + 1 < high and _is_participle(words[after + 1].low):
        return Predicate(at, after + 1, "passive")
    if low in HAVE and "participle" in forms_of(following):
        return Predicate(at, after, "have")
    if low in BE:
        return Predicate(at, after, "passive") if _is_participle(following) else Predicate(at, at, "be")
    return Predicate(at, at, "finite")


def carry_on(first: Predicate, words: Sequence[Word], at: int, high: int) -> Literal["subject", "auxiliary"] | None:
    """Return what a word that goes on after "and" needs before it to be a sentence; None where it is no verb for sure.

    "will cost 48 million and open in June" needs "The plant will", "cost 48 million and opened in June" the subject.
    """
    low = words[at].low
    forms = forms_of(low)
    following = words[at + 1] if at + 1 < high else None
    if low in AUX:
        return "subject" if low not in INNER else None
    if first.kind == "modal":
        return "auxiliary" if "base" in forms and _is_sure(words[at], following) else None
    if first.kind == "have":
        return "auxiliary" if "participle" in forms and _is_sure(words[at], following) else None
    if first.kind == "passive":
        if "participle" in forms and following is not None and following.low == "by":
            return "auxiliary"
        is_active = low in NO_OBJECT or ("past" in forms and (_takes_object(following) or "participle" not in forms))
        return "subject" if is_active or ("s" in forms and _is_sure(words[at], following)) else None
    if first.kind == "be" and {"past", "participle"} <= forms and low not in NO_OBJECT:
        return "subject" if _takes_object(following) else None  # "is known in Norway and used in Sweden"
    return "subject" if forms & {"past", "s"} and _is_sure(words[at], following) else None


def _may_be(words: Sequence[Word], at: int) -> bool:
    word, before = words[at], words[at - 1]
    if word.low in AUX:
        return before.low != "to"
    forms = forms_of(word.low)
    is_finite = bool(forms & {"past", "s"}) or ("base" in forms and (_is_plural(before) or before.low == "each"))
    if not is_finite or word.text[0].isupper() or before.is_number or before.is_mark:
        return False
    if before.low in (DETERMINERS - {"each"}) | PREPOSITIONS | {"and", "or", "to"}:
        return False
    if forms_of(before.low) & {"past", "s"} and not may_be_noun(before.low):
        return False
    following = words[at + 1] if at + 1 < len(words) else None
    return not may_be_noun(word.low) or _is_sure(word, following) or _is_noun(following)


def _is_noun(following: Word | None) -> bool:
    """Whether a word is likely a bare noun, as the object in "causes cancer"."""
    return following is not None and not (
        following.is_mark or following.low in PREPOSITIONS | AUX | {"and", "or"} or forms_of(following.low)
    )


def _is_plural(word: Word) -> bool:
    return word.low.endswith("s") and not word.low.endswith(("ss", "us", "is"))


def _is_participle(word: str) -> bool:
    return "participle" in forms_of(word) or (word.endswith("ed") and len(word) > 4)


def _takes_object(following: Word | None) -> bool:
    return following is not None and (
        following.low in DETERMINERS or following.is_number or following.text[0].isupper() or following.text in "€$£"
    )


def _is_sure(word: Word, following: Word | None) -> bool:
    """Whether a word is a verb and no noun or adjective, by what follows it."""
    forms = forms_of(word.low)
    if may_be_noun(word.low):
        return _takes_object(following) or (following is not None and following.low in {"that", "about", "up", "by"})
    if "s" in forms or ("past" in forms and not word.low.endswith("ed")):
        return True
    return (
        following is None
        or _takes_object(following)
        or following.is_adverb
        or following.is_mark
        or following.low in PREPOSITIONS | PRONOUNS | {"to"}
    )
