"""What can go wrong with embeddings.

EmbeddingError
  EmbeddingUnavailable   the setting cannot be served on this machine
  EmbeddingFailed        the model ran and gave nothing usable
"""

from __future__ import annotations

from typing import ClassVar


class EmbeddingError(Exception):
    """Root of everything that concerns embeddings; ``exit_code`` is what a command ends with."""

    exit_code: ClassVar[int] = 6


class EmbeddingUnavailable(EmbeddingError):  # its base says that it is an error
    """The embedding setting names something that is absent, damaged or not supported."""


class EmbeddingFailed(EmbeddingError):  # the same
    """The model gave a vector that is no direction (zero, NaN or infinite), which no index may hold."""

    exit_code: ClassVar[int] = 1
