"""Any model of sentence-transformers: dearer to load than ONNX (9 CPU seconds, 800 MB), on a GPU where there is one."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import importlib.util
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from retrievers.embed.batches import BATCH, count_cut, embed_by_length, embed_nothing, prefixed
from retrievers.embed.errors import OR_ANOTHER, EmbeddingUnavailable
from retrievers.embed.folder import name_of, read_prefixes
from retrievers.embed.hub import find_model
from retrievers.embed.known import known_model, usual_prefixes
from retrievers.embed.protocol import Embedded, EmbeddingModelInfo, Kind
from retrievers.embed.seen import SeenFiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INSTALL: Final = "install it with: pip install 'claimgraph[sentence-transformers]'"
_WEIGHTS: Final = ("*.safetensors", "*.bin")


class TransformerEmbedder:
    """An Embedder over sentence-transformers; works in threads, so that the event loop stays free."""

    def __init__(self, info: EmbeddingModelInfo, folder: Path, *, threads: int | None, model: Any = None) -> None:
        """Only note what to open, unless ``model`` is open already."""
        self._info = info
        self._folder = folder
        self._threads = threads or min(8, os.cpu_count() or 1)
        self._opening = threading.Lock()
        self._model = model

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        return self._info

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed texts; see Embedder. A cancelled call stops after the batch of 16 that is running."""
        if not texts:
            return embed_nothing(self._info)
        ready = prefixed(self._info, texts, kind)
        lengths = await asyncio.to_thread(self._count_tokens, ready)
        vectors = await embed_by_length(self._info, ready, lengths, self._run)
        return Embedded(vectors, count_cut(self._info, texts, [n > self._info.max_tokens for n in lengths]))

    def _count_tokens(self, texts: list[str]) -> list[int]:
        found = self._open().tokenizer(texts, add_special_tokens=True, truncation=False, verbose=False)
        return [len(ids) for ids in found["input_ids"]]

    def _run(self, texts: list[str]) -> NDArray[np.float32]:
        model = self._open()
        torch: Any = importlib.import_module("torch")
        torch.set_num_threads(self._threads)
        return model.encode(
            texts, prompt="", batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        ).astype("float32")

    def _open(self) -> Any:
        with self._opening:
            if self._model is None:
                self._model = _load(self._folder)
            self._model.max_seq_length = self._info.max_tokens
            return self._model


def open_transformer(name: str, *, home: Path, threads: int | None) -> TransformerEmbedder:
    """Open a model by folder, package or hub name (see ``find_model``).

    The first opening of an unknown model loads it, to learn its dimension and window; both are remembered in
    ``home``. Raises EmbeddingUnavailable when a library or the model is absent, or the model cannot be opened.
    """
    if importlib.util.find_spec("sentence_transformers") is None:
        raise EmbeddingUnavailable(f"The library sentence-transformers is missing; {_INSTALL}")
    folder = find_model(name, home=home)
    seen = SeenFiles(home)
    weights = _weights(folder)
    try:
        sha256 = _identity(weights, seen)
    except OSError as error:
        raise EmbeddingUnavailable(
            f"The embedding model in {folder} cannot be read: {error.strerror}; {OR_ANOTHER}"
        ) from error
    known = known_model(sha256)
    if known is not None:
        return TransformerEmbedder(known, folder, threads=threads)
    facts, model = seen.facts(weights[0]), None
    if not {"dimension", "max_tokens"} <= set(facts):
        model = _load(folder)
        facts = {"dimension": _dimension(model), "max_tokens": model.max_seq_length or 512}
        seen.remember_facts(weights[0], facts)
    id_ = name_of(folder)
    query_prefix, passage_prefix = read_prefixes(folder)
    if not query_prefix and not passage_prefix:
        query_prefix, passage_prefix = usual_prefixes(id_)
    info = EmbeddingModelInfo(
        id=id_,
        dimension=int(facts["dimension"]),
        query_prefix=query_prefix,
        passage_prefix=passage_prefix,
        file_sha256=sha256,
        max_tokens=int(facts["max_tokens"]),
    )
    return TransformerEmbedder(info, folder, threads=threads, model=model)


def _dimension(model: Any) -> int:
    """The length of a loaded model's vectors, asked by the name that the library's release has for it."""
    ask = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    return int(ask())


def _weights(folder: Path) -> list[Path]:
    """The files of weights that are loaded: safetensors where there are any, those of ONNX and OpenVINO apart."""
    for pattern in _WEIGHTS:
        found = sorted(p for p in folder.rglob(pattern) if p.relative_to(folder).parts[0] not in {"onnx", "openvino"})
        if found:
            return found
    raise EmbeddingUnavailable(
        f"The folder {folder} holds no weights ({' or '.join(_WEIGHTS)}); name the folder of a model that"
        " sentence-transformers can open, or an ONNX model as local:FOLDER."
    )


def _identity(weights: list[Path], seen: SeenFiles) -> str:
    hashes = [seen.sha256(path) for path in weights]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def _load(folder: Path) -> Any:
    try:
        sentence_transformers: Any = importlib.import_module("sentence_transformers")
        logs: Any = importlib.import_module("transformers.utils.logging")
    except ImportError as error:
        raise EmbeddingUnavailable(f"A library of sentence-transformers is missing ({error}); {_INSTALL}") from error
    logs.disable_progress_bar()
    logs.set_verbosity_error()
    try:
        return sentence_transformers.SentenceTransformer(str(folder), local_files_only=True)
    except Exception as error:  # whatever a model's files make the library raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise EmbeddingUnavailable(
            f"The embedding model in {folder} cannot be opened: {reason}; {OR_ANOTHER}"
        ) from error
