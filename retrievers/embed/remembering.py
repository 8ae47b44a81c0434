"""An embedder that embeds no text twice while it lives: pages are stored, then ranked for several queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retrievers.embed.protocol import Embedded, Embedder, EmbeddingModelInfo, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Remembering:
    """Gives what another embedder gives; keeps every vector (4 bytes a dimension), so make one a run."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: dict[tuple[Kind, str], NDArray[np.float32]] = {}

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        return self._embedder.info

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed the texts that are new; `cut` counts among those alone. Raises as the embedder does."""
        import numpy as np

        new = [text for text in dict.fromkeys(texts) if (kind, text) not in self._kept]
        cut = 0
        if new or not texts:
            embedded = await self._embedder.embed(new, kind=kind)
            self._kept |= {(kind, text): vector for text, vector in zip(new, embedded.vectors, strict=True)}
            cut = embedded.cut
            if not texts:
                return embedded
        return Embedded(np.stack([self._kept[kind, text] for text in texts]), cut)
