"""Texts through a model on this machine: cut to its window, in batches beside the event loop, the vectors checked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from retrievers.embed.errors import EmbeddingFailed
from retrievers.embed.protocol import Embedded, EmbeddingModelInfo, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
BATCH: Final = 16
_CHARACTERS_A_TOKEN: Final = 64  # nothing that a text says is cut at so many characters before it is cut as tokens


def prefixed(info: EmbeddingModelInfo, texts: Sequence[str], kind: Kind) -> list[str]:
    """Return the texts with the model's prefix of their kind, each no longer than its tokenizer has to read."""
    prefix = info.query_prefix if kind == "query" else info.passage_prefix
    return [valid_text(prefix + text[: _longest(info)]) for text in texts]


def embed_nothing(info: EmbeddingModelInfo) -> Embedded:
    """Return what comes of no texts, for which no model is opened."""
    import numpy as np

    return Embedded(np.zeros((0, info.dimension), dtype=np.float32), cut=0)


def count_cut(info: EmbeddingModelInfo, texts: Sequence[str], is_cut: Sequence[bool]) -> int:
    """Return how many texts were longer than the window: `is_cut` says it of their tokens."""
    return sum(cut or len(text) > _longest(info) for text, cut in zip(texts, is_cut, strict=True))


async def embed_by_length(
    info: EmbeddingModelInfo, items: Sequence[T], lengths: Sequence[int], run: Callable[[list[T]], NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Return the vectors [n, d] that `run` gives of the items, in threads; those of like length go in one batch of 16.

    Cancelled, it stops after the batch that is running. Raises EmbeddingFailed as `check_directions` does.
    """
    import numpy as np

    vectors = np.zeros((len(items), info.dimension), dtype=np.float32)
    by_length = sorted(range(len(items)), key=lambda row: lengths[row])
    for start in range(0, len(by_length), BATCH):
        rows = by_length[start : start + BATCH]
        vectors[rows] = await asyncio.to_thread(run, [items[row] for row in rows])
    check_directions(vectors, info.id)
    return vectors


def check_directions(vectors: NDArray[np.float32], model: str) -> None:
    """Raise EmbeddingFailed where one of the vectors [n, d] is zero, infinite or no number: no index may hold it."""
    import numpy as np

    if not np.isfinite(vectors).all() or not vectors.any(axis=1).all():
        raise EmbeddingFailed(
            f"The embedding model {model} gave a zero or infinite vector for one of {len(vectors)} texts; set"
            " CLAIMGRAPH_EMBEDDINGS to another model or to none."
        )


def valid_text(text: str) -> str:
    """Return the text with lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _longest(info: EmbeddingModelInfo) -> int:
    return info.max_tokens * _CHARACTERS_A_TOKEN
