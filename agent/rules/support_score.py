"""How far a text seems to bear a claim out: an order for people to review in, never a verdict. Pure.

Each part was measured on SciFact's training claims (`python -m bench.claims`); there are no learned weights, and
values near these give the same order. Vectors (all-MiniLM-L6-v2) added nothing to it.
"""

from collections.abc import Sequence

from agent.rules.align import compare, find_span
from agent.rules.check import check_claim
from agent.rules.denials import is_negator, poles_at
from agent.rules.opposites import are_opposed
from agent.rules.tokens import Token, as_stretch
from agent.words.terms import covers, guess_language

_LIKENESS = 1 / 3  # the weight of words in the source's order beside words that the text has at all
_REJECTED = 0.5  # where a rule objects
_TURNED = 0.6  # where the stretch only has the opposite of a word of direction
_DENIED = 0.8  # where one of the two denies something and the other nothing
_DIRECTIONS = frozenset({"change", "amount", "height", "quality", "act"})
_GUESSED = 600  # characters of a text that its language is guessed from


def support_score(claim: str, text: str, *, language: str | None = None, text_language: str | None = None) -> float:
    """Return how far a text seems to bear a claim out, 0 to 1; languages are ISO 639-1 and guessed where None.

    A text about something else comes lowest, then one that speaks of the claim's subject and says otherwise.
    """
    theirs = text_language or guess_language(text[:_GUESSED])
    ours = language or theirs
    span = find_span(claim, text, theirs)
    if span is None:
        return 0.0
    pair = compare(claim, text, span, ours, theirs)
    wanted, known = as_stretch(claim, ours).stems, as_stretch(text, theirs).stems
    spoken = sum(covers(stem, known, theirs) for stem in wanted) / len(wanted)
    found = check_claim(claim, text, language=ours, text_language=theirs)
    if found.verdict == "valid":
        return 1.0
    made = (1 - _LIKENESS) * spoken + _LIKENESS * pair.likeness
    if found.differences:
        made *= _REJECTED
    if _is_turned(pair.claim_tokens, pair.source_tokens, ours, theirs):
        made *= _TURNED
    if _denies(pair.claim_tokens, ours) != _denies(pair.source_tokens, theirs):
        made *= _DENIED
    return made


def _is_turned(
    claim: Sequence[Token], source: Sequence[Token], language: str | None, text_language: str | None
) -> bool:
    """Whether a claim says of something that it rises where the source only speaks of falling, or the like."""
    ours, theirs = _directions(claim, language), _directions(source, text_language)
    return any(
        not any(one & other for other in theirs) and any(are_opposed(one, other) for other in theirs) for one in ours
    )


def _directions(tokens: Sequence[Token], language: str | None) -> list[frozenset[tuple[str, int]]]:
    found = (frozenset(pole for pole in poles_at(one, language) if pole[0] in _DIRECTIONS) for one in tokens)
    return [one for one in found if one]


def _denies(tokens: Sequence[Token], language: str | None) -> bool:
    return any(is_negator(one, language) for one in tokens)
