"""What can go wrong with embeddings.

EmbeddingError
  EmbeddingUnavailable   the setting cannot be served on this machine
  EmbeddingFailed        the model ran and gave nothing usable
  EmbeddingRefused       the address of an embedding service gave no vectors
"""

from __future__ import annotations

from typing import ClassVar, Final

from retrievers.outcome import Outcome

OR_ANOTHER: Final = "mend its folder, or name another model in CLAIMGRAPH_EMBEDDINGS (none: search by words)."
"""What to do about files of a model that cannot be used."""


class EmbeddingError(Exception):
    """Root of everything that concerns embeddings; ``exit_code`` is what a command ends with."""

    exit_code: ClassVar[int] = 6


class EmbeddingUnavailable(EmbeddingError):  # its base says that it is an error
    """The embedding setting names something that is absent, damaged or not supported."""


class EmbeddingFailed(EmbeddingError):  # the same
    """The model gave a vector that is no direction (zero, NaN or infinite), which no index may hold."""

    exit_code: ClassVar[int] = 1


class EmbeddingRefused(EmbeddingError):
    """An embedding service gave no vectors; ``outcome`` is one of the typed outcomes of every fetch."""

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome
