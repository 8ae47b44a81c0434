"""Runs a sentence-embedding model in ONNX form: tokens, model, mean over the tokens, length 1."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from retrievers.embed.batches import count_cut, embed_by_length, embed_nothing, prefixed
from retrievers.embed.errors import OR_ANOTHER, EmbeddingUnavailable
from retrievers.embed.protocol import Embedded, EmbeddingModelInfo, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer


class OnnxEmbedder:
    """An Embedder over onnxruntime; works in threads, so that the event loop stays free."""

    def __init__(self, info: EmbeddingModelInfo, model: Path, tokenizer: Path, *, threads: int | None) -> None:
        """Only note what to open; files are read at the first call of ``embed``."""
        self._info = info
        self._model = model
        self._tokenizer_file = tokenizer
        self._threads = threads or min(8, os.cpu_count() or 1)
        self._opening = threading.Lock()
        self._opened: tuple[Any, Tokenizer] | None = None

    @property
    def info(self) -> EmbeddingModelInfo:
        """The model behind the vectors."""
        return self._info

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Embed texts; see Embedder. A cancelled call stops after the batch of 16 that is running."""
        if not texts:
            return embed_nothing(self._info)
        tokens, cut = await asyncio.to_thread(self._tokenise, texts, kind)
        return Embedded(await embed_by_length(self._info, tokens, [len(row) for row in tokens], self._run), cut)

    def _tokenise(self, texts: Sequence[str], kind: Kind) -> tuple[list[Encoding], int]:
        _, tokenizer = self._open()
        tokens = tokenizer.encode_batch(prefixed(self._info, texts, kind))
        return tokens, count_cut(self._info, texts, [bool(row.overflowing) for row in tokens])

    def _run(self, tokens: list[Encoding]) -> NDArray[np.float32]:
        """Vectors [n, d] of one batch, padded to its longest text."""
        import numpy as np

        session, _ = self._open()
        width = max(1, *(len(row) for row in tokens))
        ids = np.zeros((len(tokens), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, encoding in enumerate(tokens):
            ids[row, : len(encoding)] = encoding.ids
            mask[row, : max(1, len(encoding))] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {entry.name for entry in session.get_inputs()}
        hidden: NDArray[np.float32] = session.run(
            [_hidden_output(session).name], {name: array for name, array in feeds.items() if name in wanted}
        )[0]
        weights = mask[:, :, None].astype(np.float32)
        mean = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        length = np.linalg.norm(mean, axis=1, keepdims=True)
        return (mean / np.maximum(length, np.finfo(np.float32).tiny)).astype(np.float32)

    def _open(self) -> tuple[Any, Tokenizer]:
        with self._opening:
            if self._opened is None:
                self._opened = (
                    _open_session(self._model, self._threads),
                    _open_tokenizer(self._tokenizer_file, self._info.max_tokens),
                )
            return self._opened


def measure_dimension(model: Path, tokenizer: Path) -> int:
    """Length of a model's vectors, as the model itself declares it; opens the model.

    Raises EmbeddingUnavailable when the model or its tokenizer cannot be opened.
    """
    _open_tokenizer(tokenizer, max_tokens=16)
    width = _hidden_output(_open_session(model, threads=1)).shape[-1]
    if not isinstance(width, int):
        raise EmbeddingUnavailable(
            f"The embedding model {model} does not declare its dimension; export it with a fixed hidden size."
        )
    return width


def _hidden_output(session: Any) -> Any:
    for output in session.get_outputs():
        if len(output.shape) == 3:
            return output
    names = ", ".join(output.name for output in session.get_outputs())
    raise EmbeddingUnavailable(
        f"The ONNX model gives {names} and no vector for each token; export it as a feature extraction model."
    )


def _open_session(model: Path, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise EmbeddingUnavailable(
            "The library onnxruntime is missing; install it with: pip install 'claimgraph[local]'"
        ) from error
    runtime = cast("Any", onnxruntime)  # ships no types
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own classes share no public base
        raise EmbeddingUnavailable(f"The embedding model {model} cannot be opened: {error}; {OR_ANOTHER}") from error


def _open_tokenizer(path: Path, max_tokens: int) -> Tokenizer:
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise EmbeddingUnavailable(
            "The library tokenizers is missing; install it with: pip install 'claimgraph[local]'"
        ) from error
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception
        raise EmbeddingUnavailable(f"The tokenizer {path} cannot be read: {error}; {OR_ANOTHER}") from error
    tokenizer.no_padding()
    cast("Any", tokenizer).enable_truncation(max_tokens)  # typed only in part
    return tokenizer
