"""Stand-ins that pass the same contract suites as the real things and need no weights."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from retrievers.embed import Embedded, EmbeddingModelInfo, Kind

WINDOW = 256


class FakeEmbedder:
    """Texts that share words are near: a text is the sum of one fixed random direction for each word.

    Words, not meaning: "price" and "cost" are unrelated here. The same in every process and on every machine.
    """

    def __init__(self, dimension: int = 64) -> None:
        self.info = EmbeddingModelInfo(
            id=f"fake-{dimension}",
            dimension=dimension,
            query_prefix="",
            passage_prefix="",
            file_sha256=hashlib.sha256(b"fake").hexdigest(),
            max_tokens=WINDOW,
        )

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        dimension = self.info.dimension
        vectors = np.zeros((len(texts), dimension), dtype=np.float32)
        cut = 0
        for row, text in enumerate(texts):
            words = re.findall(r"\w+", text.casefold())
            cut += len(words) > WINDOW
            # The empty word leads, as a start token does: a text without words has a direction too.
            total = sum((_direction(word, dimension) for word in words[:WINDOW]), 0.1 * _direction("", dimension))
            vectors[row] = total / np.linalg.norm(total)
        return Embedded(vectors, cut)


@cache
def _direction(word: str, dimension: int) -> NDArray[np.float64]:
    seed = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(seed[:8], "big")).standard_normal(dimension)
