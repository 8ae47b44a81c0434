"""Embeddings that need no network: all-MiniLM-L6-v2 from an installed package, or a model from a folder."""

from __future__ import annotations

from pathlib import Path

from retrievers.embed.errors import EmbeddingError, EmbeddingFailed, EmbeddingUnavailable
from retrievers.embed.protocol import Embedded, Embedder, EmbeddingModelInfo, Kind

__all__ = [
    "Embedded",
    "Embedder",
    "EmbeddingError",
    "EmbeddingFailed",
    "EmbeddingModelInfo",
    "EmbeddingUnavailable",
    "Kind",
    "open_embedder",
    "why_not",
]

_LATER = ("sentence-transformers:", "openai:")


def open_embedder(setting: str, *, home: Path, threads: int | None = None) -> Embedder | None:
    """Open what CLAIMGRAPH_EMBEDDINGS names, without ever asking a network.

    ``auto`` is the installed model or None (``why_not`` tells the reason), ``none`` is None. ``home`` keeps a
    small file with the hashes already checked, so that only the first opening reads the whole weights.
    ``threads`` is how many cores one call may use (default: all, at most eight).

    Raises EmbeddingUnavailable when ``local``, ``local:<folder>`` or an unknown setting cannot be served.
    """
    match setting.strip():
        case "none":
            return None
        case "auto":
            try:
                return _open_installed(home, threads)
            except EmbeddingUnavailable:
                return None
        case "local":
            return _open_installed(home, threads)
        case text if text.startswith("local:"):
            from retrievers.embed.folder import open_folder

            return open_folder(text.removeprefix("local:"), home=home, threads=threads)
        case text if text.startswith(_LATER):
            raise EmbeddingUnavailable(
                f"CLAIMGRAPH_EMBEDDINGS={text} asks for embeddings that come in a later release;"
                " set it to auto, local, local:<folder> or none."
            )
        case text:
            raise EmbeddingUnavailable(
                f"CLAIMGRAPH_EMBEDDINGS={text!r} is not known; set it to auto, local, local:<folder> or none."
            )


def why_not(setting: str, *, home: Path) -> str | None:
    """Say in one sentence why ``open_embedder`` gives nothing for this setting; None when it does give."""
    if setting.strip() == "none":
        return "CLAIMGRAPH_EMBEDDINGS is none, so only words are searched."
    try:
        open_embedder("local" if setting.strip() == "auto" else setting, home=home)
    except EmbeddingUnavailable as reason:
        return str(reason)
    return None


def _open_installed(home: Path, threads: int | None) -> Embedder:
    from retrievers.embed.installed import open_installed

    return open_installed(home=home, threads=threads)
