"""Comparisons: which of two things is said to be more, and whether a claim has the two the other way round."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.rules.align import Comparison
from agent.rules.finding import Differs
from agent.rules.opposites import poles_of, unspaced_opposites
from agent.rules.tokens import Token, find_stretches
from agent.words.terms import is_unspaced

_THAN = {"en": "than", "de": "als", "fr": "que", "es": "que"}
_MORE = frozenset({"more", "mehr", "plus", "más"})
_LESS = frozenset({"less", "fewer", "weniger", "moins", "menos"})
_REACH = 6  # words between a comparative and its "than"
_OBJECT = 6  # words of what something is compared with
_ENDS = re.compile(r"[.,;:()!?]|\b(?:but|and|while|although|und|aber|mais|et|pero|y)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?:it|he|she|they|this|these|er|sie|es|dieser|diese|dieses|il|elle|ils|elles|este|esta|ella)\b", re.IGNORECASE
)
_NO_ADJECTIVE = frozenset({"other", "rather", "another", "either", "later", "earlier", "sooner"})
_PLACES = frozenset({"upper", "lower", "inner", "outer", "under", "former"})


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: the stems of what is compared and of what with, and on each axis +1 for more, -1 for less."""

    subject: frozenset[str]
    other: frozenset[str]
    signs: Mapping[str, int]
    word: str


def hold_comparisons(pair: Comparison) -> Differs | bool | None:
    """Whether a claim's comparison is its source's: the difference where it is turned round, True where both say the
    same, None where there is nothing to tell."""
    if is_unspaced(pair.claim):
        return _hold_unspaced(pair)
    if pair.language != pair.text_language:
        return None
    ours = list(_find(pair.claim_tokens, pair.claim, pair.language, frozenset()))
    if not ours:
        return None
    theirs = list(_find(pair.source_tokens, pair.source, pair.text_language, _said_before(pair)))
    held = [(one, other, _agree(one, other)) for one in ours for other in theirs]
    if any(agree for _, _, agree in held):
        return True
    turned = next(((one, other) for one, other, agree in held if agree is False), None)
    return None if turned is None else Differs("comparative", turned[0].word, turned[1].word)


def _find(tokens: Sequence[Token], text: str, language: str | None, before: frozenset[str]) -> Iterator[Compared]:
    than = _THAN.get(language or "en")
    for at, token in enumerate(tokens):
        if token.word.lower() != than or at + 1 == len(tokens) or tokens[at + 1].value is not None:
            continue
        near = range(at - 1, max(-1, at - 1 - _REACH), -1)
        graded = [i for i in near if tokens[i].word.lower() in _MORE | _LESS]
        for i in (*graded, *near):
            if signs := _signs(tokens, i, language, is_next=i == at - 1):
                break
        else:
            continue
        subject = frozenset(one.norm for one in tokens[:i] if not one.is_function and one.value is None)
        if _PRONOUN.match(text[_clause_start(text, tokens[i].char_start) :].lstrip()):
            subject |= before
        end = _ENDS.search(text, token.char_end)
        stop = end.start() if end else len(text)
        other = [one for one in tokens[at + 1 : at + 1 + _OBJECT] if one.char_start < stop and not one.is_function]
        yield Compared(
            subject, frozenset(one.norm for one in other), signs, text[tokens[i].char_start : token.char_end]
        )


def _clause_start(text: str, end: int) -> int:
    return max((found.end() for found in re.finditer(r"[.;!?]\s", text[:end])), default=0)


def _said_before(pair: Comparison) -> frozenset[str]:
    """What the sentence before the compared stretch speaks of, and its own first one: what "it" may be."""
    stretches = find_stretches(pair.text, pair.text_language)
    near = [one for one in stretches if one.char_end <= pair.char_start][-1:]
    near += [one for one in stretches if pair.char_start <= one.char_start < pair.char_end][:-1]
    return frozenset(stem for one in near for stem in one.stems)


def _signs(tokens: Sequence[Token], at: int, language: str | None, *, is_next: bool) -> Mapping[str, int]:
    word = tokens[at].word.lower()
    if word in _MORE | _LESS:
        turn = -1 if word in _LESS else 1
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if after is None or after.word.lower() == _THAN.get(language or "en"):
            return {"amount": turn}
        own = poles_of(after.word.lower(), after.norm, language)
        signs = {axis: turn * (1 if pole == 0 else -1) for axis, pole in own} or {f"={after.norm}": turn}
        return signs | {"amount": turn} if after.is_function else signs
    if not word.endswith("er") and word not in {"better", "worse", "mejor", "peor", "meilleur", "pire"}:
        return {}
    if word in _NO_ADJECTIVE or language not in {None, "en", "de"} or len(word) < 5:
        return {}
    bases = (word, word.removesuffix("er"), word.removesuffix("r"), re.sub("ier$", "y", word))
    own = next((found for base in bases if (found := poles_of(base, base, language))), frozenset[tuple[str, int]]())
    if not is_next and (not own or word in _PLACES):
        return {}
    norm = tokens[at].norm if language == "de" else bases[1]
    return {axis: 1 if pole == 0 else -1 for axis, pole in own} | {f"={norm}": 1}


def _agree(ours: Compared, theirs: Compared) -> bool | None:
    shared = ours.signs.keys() & theirs.signs.keys()
    if not shared:
        return None
    common = (ours.subject & ours.other) | (theirs.subject & theirs.other)
    s, o, ts, to = (one - common for one in (ours.subject, ours.other, theirs.subject, theirs.other))
    same = len(s & ts) + len(o & to) if s & ts and o & to else 0
    turned = len(s & to) + len(o & ts) if s & to and o & ts else 0
    if same == turned:
        return None
    axis = min(shared)
    return (ours.signs[axis] == theirs.signs[axis]) == (same > turned)


def _hold_unspaced(pair: Comparison) -> Differs | bool | None:
    ours, theirs = (re.search(r"([^,，。；]+)比([^,，。；]+)", one) for one in (pair.claim, pair.source))
    if ours is None or theirs is None:
        return None
    if not (theirs[2].startswith(ours[1]) and ours[2].startswith(theirs[1])):
        return None
    said, stated = ours[2][len(theirs[1]) :], theirs[2][len(ours[1]) :]
    if said == stated:
        return Differs("comparative", ours.group(), theirs.group())
    pairs = unspaced_opposites()
    return True if any({said, stated} == {one, other} for one, other in pairs) else None
