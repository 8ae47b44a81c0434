"""Hits in the order of a reranker, with the places they had before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from graph.store import GraphStore
from retrievers.embed import Embedder
from retrievers.memory import RESULTS, ArmScore, Found, Hit, search_memory
from retrievers.rerank.protocol import Reranker

RERANKED: Final = 30
"""So many of the best hits a query are read anew; what stood below them stays below."""

_FUSION: Final = 60


async def search_reranked(
    store: GraphStore,
    queries: Sequence[str],
    embedder: Embedder | None,
    reranker: Reranker | None,
    *,
    limit: int = RESULTS,
    **search: Any,
) -> Found:
    """Search as ``search_memory`` does and place the best hits of each query anew; without a reranker just search.

    ``search`` is passed on. Raises GraphError and EmbeddingError.
    """
    if reranker is None:
        return await search_memory(store, queries, embedder, limit=limit, **search)
    found = await search_memory(store, queries, embedder, limit=max(limit, RERANKED), **search)
    hits = [(await rerank_hits(reranker, query, hits))[:limit] for query, hits in zip(queries, found.hits, strict=True)]
    return replace(found, hits=tuple(hits), notes=(*found.notes, f"reranked by {reranker.name}"))


async def rerank_hits(reranker: Reranker, query: str, hits: Sequence[Hit], *, top: int = RERANKED) -> tuple[Hit, ...]:
    """Return the hits with the first ``top`` in the reranker's order, those of equal score in the order before.

    ``arms`` gains ``before`` (rank and score of the search) and, for those that were read anew, ``rerank`` (their
    rank and the model's score). ``score`` is 1 / (60 + rank), as scores of models compare within one query only.
    Raises EmbeddingError.
    """
    if not hits:
        return ()
    head = hits[:top]
    scores = await reranker.rerank(query, ["\n".join(filter(None, [hit.title, hit.text])) for hit in head])
    order = sorted(range(len(head)), key=lambda row: (-scores[row], row))
    placed: list[Hit] = []
    for rank, row in enumerate([*order, *range(len(head), len(hits))], 1):
        hit = hits[row]
        arms = {**hit.arms, "before": ArmScore(row + 1, hit.score)}
        if row < len(head):
            arms["rerank"] = ArmScore(rank, scores[row])
        placed.append(replace(hit, score=1 / (_FUSION + rank), arms=arms))
    return tuple(placed)
