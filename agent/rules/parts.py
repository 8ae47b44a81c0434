"""Which clause of its source a clause of a reworded claim speaks of. For reworded.py."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.rules.align import Comparison
from agent.rules.alike import keys_of
from agent.rules.said import says
from agent.rules.scales import find_quantities
from agent.rules.signs import find_signs
from agent.rules.tokens import Token
from agent.words.values import Value

_CUT = re.compile(
    r"[;:!?()]|[.](?=\s|$)|,\s|\s[–—-]\s|"
    r"\b(?:but|while|whereas|although|though|because|which|who|whose|where|when|so that|since|if|provided|as long as|"
    r"unlike|despite|and|"
    r"aber|während|obwohl|weil|dass|wenn|sondern|und|mais|tandis|parce|pero|mientras|porque)\b",
    re.IGNORECASE,
)
_CONTENT = 2  # words with content that a clause must have
_SPOKEN = 0.3  # of the claim's words that the source must have, for any of its clauses to be looked at
_JOINED = 4  # clauses that are tried together


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a claim and the words of the source that speak of the same; `covered` and `returned` are the shares
    (0 to 1) of the words with content that each has of the other."""

    ours: tuple[Token, ...]
    theirs: tuple[Token, ...]
    covered: float
    returned: float
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Word:
    """What a word may be matched by, and its value where it has one."""

    keys: frozenset[str]
    value: Value | None


def as_word(token: Token, language: str | None) -> Word:
    """A token as it is matched."""
    return Word(keys_of(token, language), token.value)


def are_alike(ours: Word, theirs: Word) -> bool:
    """Whether a word of the claim may speak of what one of the source does."""
    if ours.value is not None and theirs.value is not None:
        return ours.keys == theirs.keys or says(ours.value, theirs.value)
    return not ours.keys.isdisjoint(theirs.keys)


def find_parts(pair: Comparison) -> Iterator[Part]:
    """Yield the whole claim with what it speaks of, and each of its clauses where it has more than one; nothing where
    the source has hardly any of the claim's words."""
    if not _is_spoken_of(pair):
        return
    clauses = _clauses(pair.claim_tokens, pair.claim)
    theirs = [(one, _content(one, pair.text_language)) for one in _clauses(pair.source_tokens, pair.source)]
    whole = _best(pair.claim_tokens, theirs, pair, is_whole=True)
    if whole is not None:
        yield whole
    if len(clauses) > 1:
        for one in clauses:
            if (part := _best(one, theirs, pair, is_whole=False)) is not None:
                yield part


def _is_spoken_of(pair: Comparison) -> bool:
    known: set[str] = set()
    for one in pair.source_tokens:
        if not one.is_function:
            known |= keys_of(one, pair.text_language)
    ours = [one for one in pair.claim_tokens if not one.is_function and one.value is None]
    said = sum(not known.isdisjoint(keys_of(one, pair.language)) for one in ours)
    return said >= _SPOKEN * len(ours)


def _clauses(tokens: Sequence[Token], text: str) -> list[tuple[Token, ...]]:
    found: list[list[Token]] = [[]]
    at = 0
    for token in tokens:
        if _CUT.search(text, at, token.char_start) or _CUT.fullmatch(token.word):
            found.append([])
        found[-1].append(token)
        at = token.char_end
    joined: list[list[Token]] = []
    for one in found:
        if joined and (_size(one) < _CONTENT or _size(joined[-1]) < _CONTENT):
            joined[-1] += one
        elif one:
            joined.append(one)
    return [tuple(one) for one in joined]


def _size(tokens: Sequence[Token]) -> int:
    return sum(not one.is_function for one in tokens)


def _best(
    ours: tuple[Token, ...],
    clauses: Sequence[tuple[tuple[Token, ...], list[Word]]],
    pair: Comparison,
    *,
    is_whole: bool,
) -> Part | None:
    """The neighbouring clauses that hold most of some words of the claim, and little else."""
    wanted = _content(ours, pair.language)
    if not wanted:
        return None
    held = [[[are_alike(one, other) for other in stated] for one in wanted] for _, stated in clauses]
    best: tuple[float, int, int, float, float] = (0.0, 0, 0, 0.0, 0.0)
    for start in range(len(clauses)):
        for end in range(start + 1, min(len(clauses), start + _JOINED) + 1):
            size = sum(len(stated) for _, stated in clauses[start:end])
            if not size:
                continue
            covered = sum(any(any(rows[at]) for rows in held[start:end]) for at in range(len(wanted))) / len(wanted)
            returned = sum(any(column) for rows in held[start:end] for column in zip(*rows, strict=True)) / size
            score = 2 * covered * returned / (covered + returned) if covered + returned else 0.0
            if score > best[0]:
                best = score, start, end, covered, returned
    score, start, end, covered, returned = best
    theirs = tuple(token for clause, _ in clauses[start:end] for token in clause)
    return Part(ours, theirs, covered, returned, is_whole) if score else None


def _content(tokens: tuple[Token, ...], language: str | None) -> list[Word]:
    """The words that tell what is spoken of, without those that deny or count it."""
    signs = [*find_signs(tokens, language).denials, *find_quantities(tokens, language)]
    left_out = {at for one in signs for at in range(one.first, one.last + 1)}
    return [as_word(one, language) for at, one in enumerate(tokens) if not one.is_function and at not in left_out]
