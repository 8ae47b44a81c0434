"""How well a sentence speaks of what a sub-question asks: a ranking by words, and a share of the words covered."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from agent.words.terms import same_term

_OTHERWISE = 0.85  # what another word for an asked one is worth


def rank_texts(query: Sequence[str], texts: Sequence[Sequence[str]]) -> list[float]:
    """BM25 of each text for the query's terms, 0 where none occurs, the best 1. Any number of texts.

    BM25+ because its weights stay positive where a term stands in most of a handful of texts (Okapi's turn
    negative there); the constant it gives to texts without the term is taken off again.
    """
    if not query or not any(texts):
        return [0.0] * len(texts)
    from rank_bm25 import BM25Plus  # pyright: ignore[reportMissingTypeStubs] # ships no types

    score = cast(
        "Callable[[list[str]], Sequence[float]]",
        BM25Plus([list(text) for text in texts] + [["\0"]]).get_scores,  # pyright: ignore[reportUnknownMemberType] # the same
    )
    scores = [float(one) for one in score(list(dict.fromkeys(query)))]
    floor = scores.pop()
    lifted = [max(0.0, one - floor) for one in scores]
    best = max(lifted)
    return [one / best if best > 0 else 0.0 for one in lifted]


def weigh_terms(
    terms: Sequence[str], passages: Sequence[frozenset[str]], language: str | None, absent: int = 1
) -> dict[str, float]:
    """How much each term tells passages apart: from a little for one that all have up to log(1 + 2n).

    A term that no passage has weighs as if it were missing in at least `absent` passages.
    """
    n = max(1, len(passages))
    weights: dict[str, float] = {}
    for term in terms:
        having = sum(any(same_term(term, other, language) for other in passage) for passage in passages)
        weights[term] = math.log((n + 1) / having) if having else math.log(1 + 2 * max(n, absent))
    return weights


def coverage(
    weights: Mapping[str, float], tiers: Sequence[tuple[frozenset[str], float]], language: str | None
) -> float:
    """The weighted share (0 to 1) of terms that a sentence and its surroundings speak of.

    `tiers` are sets of terms with what finding one there is worth (0 to 1), the sentence itself first.
    """
    total = sum(weights.values())
    if total <= 0:
        return 0.0
    gained = 0.0
    for term, weight in weights.items():
        gained += weight * max((value * _said(term, terms, language) for terms, value in tiers), default=0.0)
    return gained / total


def _said(term: str, terms: frozenset[str], language: str | None) -> float:
    """1 where a set has the term itself, a little less where another word stands for it, 0 where neither."""
    if term in terms:
        return 1.0
    return _OTHERWISE if any(same_term(term, other, language) for other in terms) else 0.0


def similar(a: Sequence[str], b: Sequence[str]) -> float:
    """Overlap of two texts' three-term shingles, 0 to 1 (Jaccard; of terms where a text has under three)."""
    first, second = _shingles(a), _shingles(b)
    union = first | second
    return len(first & second) / len(union) if union else 1.0


def _shingles(terms: Sequence[str]) -> set[tuple[str, ...]]:
    size = min(3, len(terms)) or 1
    return {tuple(terms[at : at + size]) for at in range(max(1, len(terms) - size + 1))}
