"""A cross-encoder of sentence-transformers: reads query and passage together, some 10 ms a pair on a CPU."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import math
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from retrievers.embed.batches import BATCH, valid_text
from retrievers.embed.errors import EmbeddingFailed, EmbeddingUnavailable
from retrievers.embed.folder import name_of
from retrievers.embed.hub import find_model

_INSTALL: Final = "install it with: pip install 'claimgraph[sentence-transformers]'"
_CHARACTERS: Final = 20_000


class CrossEncoderReranker:
    """A Reranker over sentence-transformers; works in threads, so that the event loop stays free."""

    def __init__(self, folder: Path, *, threads: int | None) -> None:
        """Only note what to open; the model is loaded at the first call of ``rerank``."""
        self._folder = folder
        self._threads = threads or min(8, os.cpu_count() or 1)
        self._opening = threading.Lock()
        self._model: Any = None

    @property
    def name(self) -> str:
        """The model's name or folder."""
        return name_of(self._folder)

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts; see Reranker. Pairs longer than the model's window are cut at their end by the model."""
        pairs = [(valid_text(query[:_CHARACTERS]), valid_text(text[:_CHARACTERS])) for text in texts]
        scores: list[float] = []
        for start in range(0, len(pairs), BATCH):
            scores.extend(await asyncio.to_thread(self._run, pairs[start : start + BATCH]))
        if not all(math.isfinite(score) for score in scores):
            raise EmbeddingFailed(
                f"The reranker {self.name} gave a score that is no number; set CLAIMGRAPH_RERANKER to another one or to"
                " none."
            )
        return scores

    def _run(self, pairs: list[tuple[str, str]]) -> list[float]:
        model = self._open()
        torch: Any = importlib.import_module("torch")
        torch.set_num_threads(self._threads)
        return [float(score) for score in model.predict(pairs, batch_size=BATCH, show_progress_bar=False)]

    def _open(self) -> Any:
        with self._opening:
            if self._model is None:
                self._model = _load(self._folder)
            return self._model


def open_cross_encoder(name: str, *, home: Path, threads: int | None) -> CrossEncoderReranker:
    """Open a cross-encoder by folder or hub name. Raises EmbeddingUnavailable when a library or the model is absent."""
    if importlib.util.find_spec("sentence_transformers") is None:
        raise EmbeddingUnavailable(f"The library sentence-transformers is missing; {_INSTALL}")
    folder = find_model(name if "/" in name or Path(name).is_dir() else f"cross-encoder/{name}", home=home)
    return CrossEncoderReranker(folder, threads=threads)


def _load(folder: Path) -> Any:
    logs: Any = importlib.import_module("transformers.utils.logging")
    library: Any = importlib.import_module("sentence_transformers")
    logs.disable_progress_bar()
    logs.set_verbosity_error()
    try:
        model = library.CrossEncoder(str(folder), local_files_only=True)
    except Exception as error:  # whatever a model's files make the library raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise EmbeddingUnavailable(
            f"The reranker in {folder} cannot be opened: {reason}; name another in CLAIMGRAPH_RERANKER, or none."
        ) from error
    if model.num_labels != 1:
        raise EmbeddingUnavailable(
            f"The model in {folder} gives {model.num_labels} scores a pair and is no reranker; name one that gives one."
        )
    return model
