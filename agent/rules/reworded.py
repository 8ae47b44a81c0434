"""A claim in other words than its source, clause for clause: one "not" too many or too few, one word's opposite."""

import re
from collections.abc import Iterator, Sequence

from agent.rules.align import Comparison
from agent.rules.finding import Differs
from agent.rules.opposites import are_opposed, poles_of
from agent.rules.polarity import is_negator
from agent.rules.quantities import quantifier_class
from agent.rules.tokens import Token

_BOTH_WAYS = 0.7  # of either's content words that the other holds
_PLAIN_NOT = frozenset({"not", "never", "nicht", "nie", "pas", "jamais", "nunca"})
_DENIES = re.compile(
    r"(?:un|in|im|ir|il|dis|non|mis)[a-z]{4,}|[a-z]{3,}(?:less|free)|stop\w*|ceas\w*|avoid\w*|prevent\w*|forb\w+|ban\w*|"
    r"except|only|instead|rather|unless|until|before|but|no|none|nobody|neither|nor|fewer|less|few|than",
    re.IGNORECASE,
)
_LOUDER = {
    "all": {"most", "many", "some", "few", "none"}, "none": {"all", "most", "many", "some"},
    "most": {"some", "few", "none"},
    "few": {"all", "most", "many"}, "many": {"few", "none"},
}  # fmt: skip


def find_reworded_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield what turns a reworded claim round; only where claim and source hold nearly the same words."""
    if pair.is_near or pair.language != pair.text_language or pair.language not in {None, "en"}:
        return
    if pair.coverage < _BOTH_WAYS or _returned(pair) < _BOTH_WAYS:
        return
    if found := _denied(pair) or _opposite(pair) or _quantifier(pair):
        yield found


def _returned(pair: Comparison) -> float:
    ours = {one.norm for one in pair.claim_tokens}
    theirs = [one for one in pair.source_tokens if not one.is_function and not is_negator(one, pair.text_language)]
    return sum(one.norm in ours for one in theirs) / len(theirs) if theirs else 0.0


def _denied(pair: Comparison) -> Differs | None:
    ours, theirs = _nots(pair.claim_tokens), _nots(pair.source_tokens)
    if len(ours) + len(theirs) != 1:
        return None
    if any(_DENIES.fullmatch(one.word) for one in (*pair.claim_tokens, *pair.source_tokens)):
        return None
    others = [one for one in (*pair.claim_tokens, *pair.source_tokens) if is_negator(one, pair.language)]
    if len(others) != 1:
        return None
    return Differs("negation", ours[0].word if ours else "", theirs[0].word if theirs else "")


def _nots(tokens: Sequence[Token]) -> list[Token]:
    return [one for one in tokens if one.word.lower() in _PLAIN_NOT or one.word.lower().endswith(("n't", "n’t"))]


def _opposite(pair: Comparison) -> Differs | None:
    """A word whose opposite the source says of the same thing, where neither says both."""
    ours, theirs = pair.claim_tokens, pair.source_tokens
    if any(one.word.lower() == "than" for one in (*ours, *theirs)):
        return None
    said, stated = {one.norm for one in ours}, {one.norm for one in theirs}
    for i, one in enumerate(ours):
        its = poles_of(one.word.lower(), one.norm, pair.language)
        if not its or one.norm in stated:
            continue
        for j, other in enumerate(theirs):
            if other.norm in said or not are_opposed(its, poles_of(other.word.lower(), other.norm, pair.text_language)):
                continue
            if _next(ours, i) is not None and _next(ours, i) == _next(theirs, j):
                return Differs("comparative", one.word, other.word)
    return None


def _quantifier(pair: Comparison) -> Differs | None:
    for i, one in enumerate(pair.claim_tokens):
        ours = quantifier_class(one, pair.language)
        for j, other in enumerate(pair.source_tokens):
            theirs = quantifier_class(other, pair.text_language)
            if (
                theirs in _LOUDER.get(ours, set())
                and _next(pair.claim_tokens, i) == _next(pair.source_tokens, j) is not None
            ):
                return Differs("quantifier", one.word, other.word)
    return None


def _next(tokens: Sequence[Token], at: int) -> str | None:
    """The next word with content, by its stem."""
    return next((one.norm for one in tokens[at + 1 :] if not one.is_function), None)
