"""A claim in other words than its source, clause for clause: one "not" too many or too few, one word's opposite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.rules.align import Comparison
from agent.rules.denials import is_negator
from agent.rules.finding import Differs
from agent.rules.opposites import are_opposed, poles_of
from agent.rules.quantities import quantifier_class
from agent.rules.tokens import Token

_COVERED = 0.6  # of the claim's content words that the window holds
_RETURNED = 0.6  # of the window's content words that the claim holds
_QUANTIFIED = 0.45  # either, where one quantifier stands before the same word
_LOST = 0.5  # what a word that the claim lacks costs a window
_AROUND = 3  # words beside a window that may turn it round
_PLAIN_NOT = frozenset({"not", "never", "no", "nicht", "nie", "pas", "jamais", "nunca"})
_DENIES = re.compile(
    r"(?:un|in|im|ir|il|dis|non|mis)[a-z]{4,}|[a-z]{3,}(?:less|free)|stop\w*|ceas\w*|avoid\w*|prevent\w*|forb\w+|ban\w*|"
    r"against|except|only|instead|rather|unless|until|but|none|nobody|neither|nor|fewer|less|few|than|drop\w*|clos\w*|kept|"
    r"keep\w*|end\w*",
    re.IGNORECASE,
)
_LOUDER = {
    "all": {"most", "many", "some", "few", "none"}, "none": {"all", "most", "many", "some"},
    "most": {"some", "few", "none"},
    "few": {"all", "most", "many"}, "many": {"few", "none"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Window:
    """The words of the source that a claim speaks of, with a few on either side; how much each holds of the other."""

    tokens: tuple[Token, ...]
    covered: float
    returned: float


def find_reworded_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield what turns a reworded claim round; only where it and a stretch of the source hold nearly the same words."""
    if pair.is_near or pair.language != pair.text_language or pair.language not in {None, "en"}:
        return
    window = _window(pair)
    if window is None:
        return
    found = _quantifier(pair, window) if min(window.covered, window.returned) >= _QUANTIFIED else None
    if found is None and window.covered >= _COVERED and window.returned >= _RETURNED:
        found = _denied(pair, window) or _opposite(pair, window)
    if found is not None:
        yield found


def _window(pair: Comparison) -> _Window | None:
    ours = {one.norm for one in _content(pair.claim_tokens, pair.language)}
    theirs = pair.source_tokens
    best, start, end, total, begun = 0.0, 0, 0, 0.0, 0
    for at, one in enumerate(theirs):
        if one.norm in ours:
            total += 1.0
        elif not one.is_function and not is_negator(one, pair.text_language):
            total -= _LOST
        if total <= 0.0:
            total, begun = 0.0, at + 1
        elif total > best:
            best, start, end = total, begun, at + 1
    if best == 0.0 or not ours:
        return None
    inner = _content(theirs[start:end], pair.text_language)
    held = {one.norm for one in inner}
    around = theirs[max(0, start - _AROUND) : end + _AROUND]
    return _Window(around, len(ours & held) / len(ours), sum(one.norm in ours for one in inner) / len(inner))


def _content(tokens: Sequence[Token], language: str | None) -> list[Token]:
    return [
        one
        for one in tokens
        if not one.is_function and not is_negator(one, language) and not quantifier_class(one, language)
    ]


def _denied(pair: Comparison, window: _Window) -> Differs | None:
    ours, theirs = _nots(pair.claim_tokens), _nots(window.tokens)
    if len(ours) + len(theirs) != 1:
        return None
    if any(_DENIES.fullmatch(one.word) for one in (*pair.claim_tokens, *window.tokens)):
        return None
    stated = {one.norm for one in pair.source_tokens}
    if any(one.value is not None and one.norm not in stated for one in pair.claim_tokens):
        return None  # what is denied may be of the rest: "8 of 120 did not" for "112 of 120 did"
    others = [one for one in (*pair.claim_tokens, *window.tokens) if is_negator(one, pair.language)]
    if len(others) != 1 or _opposite(pair, window, is_counted=False):
        return None
    side, other = (pair.claim_tokens, window.tokens) if ours else (window.tokens, pair.claim_tokens)
    denied = _beside(side, side.index((ours or theirs)[0]), 1)
    if denied is None or denied.norm not in {one.norm for one in other}:
        return None
    return Differs("negation", ours[0].word if ours else "", theirs[0].word if theirs else "")


def _nots(tokens: Sequence[Token]) -> list[Token]:
    return [one for one in tokens if one.word.lower() in _PLAIN_NOT or one.word.lower().endswith(("n't", "n’t"))]


def _opposite(pair: Comparison, window: _Window, *, is_counted: bool = True) -> Differs | None:
    """A word whose opposite the source says of the same thing, where neither says both; `is_counted`: only where
    both sides deny equally often."""
    ours, theirs = pair.claim_tokens, window.tokens
    if any(one.word.lower() == "than" for one in (*ours, *theirs)):
        return None
    denials = [sum(is_negator(one, pair.language) for one in side) for side in (ours, theirs)]
    if is_counted and denials[0] != denials[1]:
        return None
    said, stated = {one.norm for one in ours}, {one.norm for one in pair.source_tokens}
    for i, one in enumerate(ours):
        its = poles_of(one.word.lower(), one.norm, pair.language)
        if not its or one.norm in stated:
            continue
        for j, other in enumerate(theirs):
            if other.norm in said or not are_opposed(its, poles_of(other.word.lower(), other.norm, pair.text_language)):
                continue
            if _neighbours(ours, i) & _neighbours(theirs, j):
                return Differs("comparative", one.word, other.word)
    return None


def _quantifier(pair: Comparison, window: _Window) -> Differs | None:
    for i, one in enumerate(pair.claim_tokens):
        ours = quantifier_class(one, pair.language)
        for j, other in enumerate(window.tokens):
            theirs = quantifier_class(other, pair.text_language)
            if theirs not in _LOUDER.get(ours, set()) or _is_limited(window.tokens, j):
                continue
            said, stated = _beside(pair.claim_tokens, i, 1), _beside(window.tokens, j, 1)
            if said is not None and stated is not None and said.norm == stated.norm:
                return Differs("quantifier", one.word, other.word)
    return None


def _is_limited(tokens: Sequence[Token], at: int) -> bool:
    """Whether a quantifier is a piece of another phrase: "a few", "at most", "not all"."""
    before = tokens[at - 1].word.lower() if at else ""
    return before in {"a", "at", "the", "not", "how", "too", "so", "as"}


def _neighbours(tokens: Sequence[Token], at: int) -> set[str]:
    """The words with content next to a word, by their stems."""
    return {one.norm for one in (_beside(tokens, at, 1), _beside(tokens, at, -1)) if one is not None}


def _beside(tokens: Sequence[Token], at: int, step: int) -> Token | None:
    at += step
    while 0 <= at < len(tokens):
        one = tokens[at]
        if not one.is_function and not is_negator(one, "en") and not quantifier_class(one, "en"):
            return one
        at += step
    return None
