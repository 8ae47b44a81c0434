"""How near two questions are, and whether a rule tells them apart although they are."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from agent.rules.check import check_claim
from agent.words.denied_question import asks_denied
from agent.words.terms import same_term, stems
from retrievers.embed import Embedder

_NUMBER = re.compile(r"\d+")
_SHARED = 0.6
"""Of the words of two questions, where no model tells how near they are."""
_NEAR: Mapping[str, float] = {"all-MiniLM-L6-v2": 0.83}
_NEAR_ELSE = 0.85
"""The cosine from which two questions ask for the same evidence, by embedding model. Of 17 pairs, seven of eight with
one meaning reach .83 with the first, and none of the others that name the same numbers."""


async def find_near(
    asked: Sequence[str], others: Sequence[str], embedder: Embedder | None
) -> list[list[tuple[float, int]]]:
    """Return for each question (score, place) of the others that are near enough, name the same numbers and both
    deny or both do not, the nearest first. How near is near enough is the embedding model's own word; without one, by
    words."""
    if not asked or not others:
        return [[] for _ in asked]
    if embedder is None:
        told = [frozenset(stems(text, None)) for text in (*asked, *others)]
        mine, theirs = told[: len(asked)], told[len(asked) :]
        scores = [[len(a & b) / len(a | b) if a | b else 0.0 for b in theirs] for a in mine]
        least = _SHARED
    else:
        vectors = (await embedder.embed([*asked, *others], kind="query")).vectors
        scores = [[float(one) for one in row] for row in vectors[: len(asked)] @ vectors[len(asked) :].T]
        least = _NEAR.get(embedder.info.id, _NEAR_ELSE)
    near = (
        [(score, at) for at, score in enumerate(row) if score >= least and _name_alike(text, others[at])]
        for text, row in zip(asked, scores, strict=True)
    )
    return [sorted(row, key=lambda pair: (-pair[0], pair[1])) for row in near]


def _name_alike(one: str, other: str) -> bool:
    return numbers_of(one) == numbers_of(other) and asks_denied(one) == asks_denied(other)


def numbers_of(text: str) -> set[str]:
    """Return the numbers that a question names."""
    return set(_NUMBER.findall(text))


def are_told_apart(one: str, other: str, language: str | None) -> bool:
    """Say whether a rule finds that two questions ask for different things: another name, number or unit, a word that
    points the other way, one word of a question in place of another. A doubt is enough, for to ask anew does no harm;
    that no rule objects says nothing yet. Pure."""
    ours, theirs = (text.strip().rstrip("?？ ") for text in (one, other))
    return (
        asks_denied(one) != asks_denied(other)
        or _is_one_word_another(ours, theirs, language)
        or any(
            check_claim(a, b, quote=b, language=language, text_language=language).differences
            for a, b in ((ours, theirs), (theirs, ours))
        )
    )


def _is_one_word_another(ours: str, theirs: str, language: str | None) -> bool:
    """Whether two questions are the same but for one word of content that is no other word for the same: who words a
    question anew changes more than that."""
    a, b = (re.findall(r"[^\W_]+", text.casefold()) for text in (ours, theirs))
    changes = [one for one in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if one[0] != "equal"]
    if len(changes) != 1 or changes[0][2] - changes[0][1] != 1 or changes[0][4] - changes[0][3] != 1:
        return False
    mine, other = stems(a[changes[0][1]], language), stems(b[changes[0][3]], language)
    return bool(mine and other) and not same_term(mine[0], other[0], language)
