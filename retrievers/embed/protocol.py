"""The shape every source of embeddings has, and what is to be known of one before its vectors are mixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:  # numpy costs 0.1 s to import, which `claimgraph --help` does not have
    import numpy as np
    from numpy.typing import NDArray

Kind = Literal["query", "passage"]


def _nothing(text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class EmbeddingModelInfo:
    """Which model made the vectors: two sets may share an index only when all of this is equal.

    ``dimension`` is the length of a vector, ``max_tokens`` the window in tokens (special ones included),
    ``file_sha256`` the hash of the file that holds the weights. The prefixes are put before every text of
    their kind by ``embed`` itself. ``min_similarity`` is the cosine below which a text is no hit: a nearest
    neighbour always exists, and which closeness means anything is the model's own; -1 where nobody measured it.
    """

    id: str
    dimension: int
    query_prefix: str
    passage_prefix: str
    file_sha256: str
    max_tokens: int
    min_similarity: float = -1.0


@dataclass(frozen=True, slots=True)
class Embedded:
    """``vectors`` is [n, d], in the order of the texts, each row of length 1.

    ``cut`` counts the texts that were longer than the model's window, so that a report can say that the
    ends of so many passages are found by words only.
    """

    vectors: NDArray[np.float32]
    cut: int


@dataclass(frozen=True, slots=True)
class EmbeddingService:
    """Where ``openai:MODEL`` is asked: an OpenAI-compatible address ("" is OpenAI's own) and its key.

    ``timeout_s`` bounds one request in seconds; ``back_off_s`` are the waits before each repetition of a request
    that failed in passing; ``say`` is told of each.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    timeout_s: float = 60.0
    back_off_s: tuple[float, ...] = (1.0, 4.0)
    say: Callable[[str], None] = _nothing


class Embedder(Protocol):
    """Turns texts into vectors. Making one is cheap; a model is loaded at the first call of ``embed``."""

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        ...

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed texts as what is searched for (``query``) or what is searched in (``passage``).

        Any string is answered, the empty one too. Raises EmbeddingError when the model cannot be loaded or
        gives nothing usable.
        """
        ...
