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


async def search_reranked(
    store: GraphStore,
    queries: Sequence[str],
    embedder: Embedder | None,
    reranker: Reranker | None,
    *,
    limit: int = RESULTS,
    **arms: Any,
) -> Found:
    """Search as ``search_memory`` does and place the best hits of each query anew; without a reranker just search.

    ``arms`` are passed on. Raises GraphError and EmbeddingError.
    """
    if reranker is None:
        return await search_memory(store, queries, embedder, limit=limit, **arms)
    found = await search_memory(store, queries, embedder, limit=max(limit, RERANKED), **arms)
    hits = [(await rerank_hits(reranker, query, hits))[:limit] for query, hits in zip(queries, found.hits, strict=True)]
    return replace(found, hits=tuple(hits), notes=(*found.notes, f"reranked by {reranker.name}"))


async def rerank_hits(reranker: Reranker, query: str, hits: Sequence[Hit], *, top: int = RERANKED) -> tuple[Hit, ...]:
    """Return the hits with the first ``top`` in the reranker's order, those of equal score in the order before.

    ``arms`` gains ``rerank`` (the new rank and the model's score) and ``before`` (rank and score of the search);
    ``score`` stays the search's own. Raises EmbeddingError.
    """
    head, tail = hits[:top], hits[top:]
    if not head:
        return tuple(hits)
    scores = await reranker.rerank(query, ["\n".join(filter(None, [hit.title, hit.text])) for hit in head])
    order = sorted(range(len(head)), key=lambda row: (-scores[row], row))
    placed = [
        replace(
            head[row],
            arms={
                **head[row].arms,
                "before": ArmScore(row + 1, head[row].score),
                "rerank": ArmScore(rank, scores[row]),
            },
        )
        for rank, row in enumerate(order, 1)
    ]
    return (*placed, *tail)
