"""The passages of fresh pages that speak of a query: by words and by vectors, fused by rank, then a reranker."""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from graph.grams import WIDE, text_grams
from retrievers.embed import Embedder
from retrievers.rerank import Reranker

FUSION: Final = 60
"""The constant of rank fusion (contract.md)."""

RERANKED: Final = 30

_BEGINNING = 2  # characters
_OTHER = "\0"  # stands for every term that is not asked for
_PREFIXED = frozenset({"ar", "eo", "ga", "hy", "id", "nl", "sr"})  # their stemmers may change how a word begins
_WORD = re.compile(f"[^\\W_{WIDE}]+")
_UNSPACED = re.compile(f"[{WIDE}]")


@dataclass(frozen=True, slots=True)
class FreshPassage:
    """A passage of a page that was just read; `ordinal` is its place in the page."""

    page: str
    ordinal: int
    text: str
    title: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its score (higher is better, within one query) and its rank in each arm that found it."""

    passage: FreshPassage
    score: float
    arms: Mapping[str, int]


async def rank_passages(
    queries: Sequence[str],
    passages: Sequence[FreshPassage],
    *,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
    limit: int = 10,
) -> list[list[Ranked]]:
    """Return for each query at most `limit` passages that speak of it, best first; ties by page and place.

    Queries are asked together, as the passages are then cut into words once. Without an embedder by words alone. A
    passage that no arm finds is not returned. Raises EmbeddingError.
    """
    by_words = _rank_by_words(queries, passages)
    by_vectors = await _rank_by_vectors(queries, passages, embedder) if embedder is not None and passages else None
    found: list[list[Ranked]] = []
    for at, query in enumerate(queries):
        ranked = _fused(passages, {"text": by_words[at]} | ({"vector": by_vectors[at]} if by_vectors else {}))
        if reranker is not None and ranked:
            ranked = await _reranked(query, ranked, reranker)
        found.append(ranked[:limit])
    return found


def _fused(passages: Sequence[FreshPassage], arms: Mapping[str, Sequence[int]]) -> list[Ranked]:
    scores: dict[int, float] = {}
    for order in arms.values():
        for rank, row in enumerate(order, 1):
            scores[row] = scores.get(row, 0.0) + 1 / (FUSION + rank)
    places = {name: {row: rank for rank, row in enumerate(order, 1)} for name, order in arms.items()}
    order = sorted(scores, key=lambda row: (-scores[row], passages[row].page, passages[row].ordinal))
    return [
        Ranked(passages[row], scores[row], {name: at[row] for name, at in places.items() if row in at}) for row in order
    ]


def _rank_by_words(queries: Sequence[str], passages: Sequence[FreshPassage]) -> list[list[int]]:
    """Return for each query the rows with a word of it, best first.

    BM25+ since its weights stay positive where a word stands in most of few passages; an empty text beside them has
    its constant alone, which is the floor.
    """
    languages = sorted({passage.language for passage in passages}, key=str)
    asked = [list(dict.fromkeys(term for one in languages for term in _terms(query, one))) for query in queries]
    texts = _texts_of(passages, queries, frozenset(term for terms in asked for term in terms))
    if not any(asked) or not any(texts):
        return [[] for _ in queries]
    from rank_bm25 import BM25Plus  # pyright: ignore[reportMissingTypeStubs] # ships no types

    score = cast(
        "Callable[[list[str]], Sequence[float]]",
        BM25Plus([*texts, [_OTHER]]).get_scores,  # pyright: ignore[reportUnknownMemberType] # the same
    )
    orders: list[list[int]] = []
    for terms in asked:
        *scores, floor = (float(one) for one in score(terms))
        found = [row for row, one in enumerate(scores) if one > floor + 1e-9]
        orders.append(_in_order(found, scores, passages))
    return orders


async def _rank_by_vectors(
    queries: Sequence[str], passages: Sequence[FreshPassage], embedder: Embedder
) -> list[list[int]]:
    """Return for each query the rows near it, best first; how near means anything is the model's own."""
    asked = (await embedder.embed(queries, kind="query")).vectors
    texts = ["\n".join(filter(None, [p.title, p.text])) for p in passages]
    near = (await embedder.embed(texts, kind="passage")).vectors @ asked.T
    floor = embedder.info.min_similarity
    orders: list[list[int]] = []
    for at in range(len(queries)):
        scores = [float(one) for one in near[:, at]]
        orders.append(_in_order([row for row, one in enumerate(scores) if one >= floor], scores, passages))
    return orders


def _in_order(rows: Sequence[int], scores: Sequence[float], passages: Sequence[FreshPassage]) -> list[int]:
    return sorted(rows, key=lambda row: (-scores[row], passages[row].page, passages[row].ordinal))


async def _reranked(query: str, ranked: Sequence[Ranked], reranker: Reranker) -> list[Ranked]:
    head = ranked[:RERANKED]
    texts = ["\n".join(filter(None, [one.passage.title, one.passage.text])) for one in head]
    scores = await reranker.rerank(query, texts)
    order = sorted(range(len(head)), key=lambda row: (-scores[row], row))
    placed = [(head[row], {**head[row].arms, "rerank": rank}) for rank, row in enumerate(order, 1)]
    rest = [(one, one.arms) for one in ranked[RERANKED:]]
    return [Ranked(one.passage, 1 / (FUSION + rank), arms) for rank, (one, arms) in enumerate([*placed, *rest], 1)]


def _terms(text: str, language: str | None) -> list[str]:
    """Return stems of words, and pairs of characters of scripts without spaces."""
    stem = _stemmer(language)
    stems = [stem(word) for word in _WORD.findall(text.casefold())]
    return stems + text_grams(text, None).split() if _UNSPACED.search(text) else stems


def _texts_of(passages: Sequence[FreshPassage], queries: Sequence[str], asked: frozenset[str]) -> list[list[str]]:
    """Return the terms of the passages, every one that is not asked for as the same: their number alone counts.

    Each word of all passages is stemmed once, and only where it begins as one that is asked for: no other can become
    it, but where stemmers take off beginnings or accents.
    """
    beginnings = frozenset(word[:_BEGINNING] for word in (*asked, *_WORD.findall(" ".join(queries).casefold())))
    whole = [f"{p.title}\n{p.text}" for p in passages]
    words = [_WORD.findall(text.casefold()) for text in whole]
    known: dict[str | None, dict[str, str]] = {}
    for language in {passage.language for passage in passages}:
        stem = _stemmer(language)
        every = set[str]().union(*(one for one, p in zip(words, passages, strict=True) if p.language == language))
        if language not in _PREFIXED:
            every = {word for word in every if _may_become(word[:_BEGINNING], beginnings)}
        known[language] = {word: term for word in every if (term := stem(word)) in asked}
    texts: list[list[str]] = []
    for text, found, passage in zip(whole, words, passages, strict=True):
        stems = known[passage.language]
        grams = text_grams(text, None).split() if _UNSPACED.search(text) else []
        terms = [stems[word] for word in found if word in stems] + [gram for gram in grams if gram in asked]
        texts.append(terms + [_OTHER] * (len(found) + len(grams) - len(terms)))
    return texts


def _may_become(beginning: str, beginnings: frozenset[str]) -> bool:
    return beginning in beginnings or not beginning.isascii()


@functools.cache
def _stemmer(language: str | None) -> Callable[[str], str]:
    """The stemmer of an ISO 639-1 language; English where none is known, none where the language has none."""
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs] # ships no types
    from babel import Locale, UnknownLocaleError

    module: Any = snowballstemmer
    try:
        name = str(Locale.parse(language or "en").get_display_name("en")).split()[0].lower()
    except (UnknownLocaleError, ValueError):
        name = ""
    if name not in module.algorithms():
        return str
    return functools.lru_cache(maxsize=65_536)(cast("Callable[[str], str]", module.stemmer(name).stemWord))
