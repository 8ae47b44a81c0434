"""The shape every reranker has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Scores how well texts answer a query; its scores compare within one call only."""

    @property
    def name(self) -> str:
        """The model, as notes and reports name it."""
        ...

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one finite score a text, in the order of the texts, higher for better.

        Raises EmbeddingError when the model cannot be loaded or gives nothing usable.
        """
        ...
