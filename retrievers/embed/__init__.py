"""Embeddings: all-MiniLM-L6-v2 from an installed package, other models by ONNX, sentence-transformers or a service."""

from __future__ import annotations

from pathlib import Path

from retrievers.embed.errors import EmbeddingError, EmbeddingFailed, EmbeddingRefused, EmbeddingUnavailable
from retrievers.embed.protocol import Embedded, Embedder, EmbeddingModelInfo, EmbeddingService, Kind

__all__ = [
    "Embedded",
    "Embedder",
    "EmbeddingError",
    "EmbeddingFailed",
    "EmbeddingModelInfo",
    "EmbeddingRefused",
    "EmbeddingService",
    "EmbeddingUnavailable",
    "Kind",
    "open_embedder",
    "why_not",
]

_CHOICES = "auto, local, local:FOLDER, sentence-transformers:MODEL, openai:MODEL or none"


def open_embedder(
    setting: str, *, home: Path, threads: int | None = None, service: EmbeddingService | None = None
) -> Embedder | None:
    """Open what CLAIMGRAPH_EMBEDDINGS names; no network is asked unless the setting names something that is on one.

    ``auto`` is the installed model or None (``why_not`` tells the reason), ``none`` is None. ``home`` keeps a
    small file with what was found out about models, so that only the first opening reads the whole weights.
    ``threads`` is how many cores one call may use (default: all, at most eight). ``service`` is the address that
    ``openai:MODEL`` is asked at.

    Raises EmbeddingUnavailable when the setting is unknown or cannot be served, EmbeddingRefused when a service
    gives nothing.
    """
    setting = setting.strip()
    backend, _, name = setting.partition(":")
    match backend, name:
        case ("none", "") if setting == "none":
            return None
        case ("auto", "") if setting == "auto":
            try:
                return _open_installed(home, threads)
            except EmbeddingUnavailable:
                return None
        case ("local", "") if setting == "local":
            return _open_installed(home, threads)
        case "local", folder:
            from retrievers.embed.folder import open_folder

            return open_folder(folder, home=home, threads=threads)
        case "sentence-transformers", model:
            from retrievers.embed.transformer import open_transformer

            return open_transformer(model, home=home, threads=threads)
        case "openai", model:
            from retrievers.embed.service import open_service

            return open_service(model, service or EmbeddingService(), home=home)
        case _:
            raise EmbeddingUnavailable(f"CLAIMGRAPH_EMBEDDINGS={setting!r} is not known; set it to {_CHOICES}.")


def why_not(setting: str, *, home: Path) -> str | None:
    """Say in one sentence why ``open_embedder`` gives nothing for this setting; None when it does give."""
    if setting.strip() == "none":
        return "CLAIMGRAPH_EMBEDDINGS is none, so only words are searched."
    try:
        open_embedder("local" if setting.strip() == "auto" else setting, home=home)
    except (EmbeddingUnavailable, EmbeddingRefused) as reason:
        return str(reason)
    return None


def _open_installed(home: Path, threads: int | None) -> Embedder:
    from retrievers.embed.installed import open_installed

    return open_installed(home=home, threads=threads)
