"""Placing the best hits anew by a model that reads query and passage together; off unless it is set."""

from __future__ import annotations

from pathlib import Path

from retrievers.embed.errors import EmbeddingUnavailable
from retrievers.rerank.hits import RERANKED, rerank_hits, search_reranked
from retrievers.rerank.protocol import Reranker

__all__ = ["RERANKED", "Reranker", "open_reranker", "rerank_hits", "search_reranked"]


def open_reranker(setting: str, *, home: Path, threads: int | None = None) -> Reranker | None:
    """Open what CLAIMGRAPH_RERANKER names; ``none`` is None. The model is loaded at the first call.

    Raises EmbeddingUnavailable when the setting is unknown, or a library or the model is absent.
    """
    setting = setting.strip()
    backend, _, name = setting.partition(":")
    if setting == "none":
        return None
    if backend != "cross-encoder":
        raise EmbeddingUnavailable(
            f"CLAIMGRAPH_RERANKER={setting!r} is not known; set it to none, or to cross-encoder:MODEL with a folder or"
            " a model of the hub."
        )
    from retrievers.rerank.cross_encoder import open_cross_encoder

    return open_cross_encoder(name, home=home, threads=threads)
