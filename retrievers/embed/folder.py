"""An embedding model from a folder that the user names, in the layout that ONNX exports have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

from retrievers.embed.errors import OR_ANOTHER, EmbeddingUnavailable
from retrievers.embed.known import known_model, usual_prefixes
from retrievers.embed.onnx import OnnxEmbedder, measure_dimension
from retrievers.embed.protocol import EmbeddingModelInfo
from retrievers.embed.seen import SeenFiles

MAX_TOKENS: Final = 256


def expand_home(folder: str) -> Path:
    """Return the path with ``~`` or ``~user`` as that folder; raises EmbeddingUnavailable where nobody has the name."""
    try:
        return Path(folder).expanduser()
    except RuntimeError as error:
        raise EmbeddingUnavailable(f"{folder} names no user's folder of this machine; write the path out.") from error


def open_folder(folder: str, *, home: Path, threads: int | None) -> OnnxEmbedder:
    """Open ``model.onnx`` (or ``onnx/model.onnx``) with ``tokenizer.json`` of a folder.

    Prefixes are taken from ``config_sentence_transformers.json`` where it is, else those usual for a model of
    that name. The model is known by the folder's name, unless its weights are those of all-MiniLM-L6-v2.

    Raises EmbeddingUnavailable when a file is missing or unreadable, or the model pools not by mean.
    """
    root = expand_home(folder)
    model = _first_file(root, "model.onnx", "onnx/model.onnx")
    tokenizer = _first_file(root, "tokenizer.json")
    _refuse_other_pooling(root)
    weights = model.with_name("model.onnx_data")
    seen = SeenFiles(home)
    try:
        sha256 = seen.sha256(weights if weights.is_file() else model)
    except OSError as error:
        raise EmbeddingUnavailable(
            f"The embedding model in {root} cannot be read: {error.strerror}; {OR_ANOTHER}"
        ) from error
    known = known_model(sha256)
    query_prefix, passage_prefix = read_prefixes(root)
    if known is None and not query_prefix and not passage_prefix:
        query_prefix, passage_prefix = usual_prefixes(name_of(root))
    dimension = seen.dimension(model)
    if dimension is None:
        dimension = measure_dimension(model, tokenizer)
        seen.remember_dimension(model, dimension)
    info = EmbeddingModelInfo(
        id=known.id if known else name_of(root),
        dimension=dimension,
        query_prefix=query_prefix,
        passage_prefix=passage_prefix,
        file_sha256=known.file_sha256 if known else sha256,
        max_tokens=MAX_TOKENS,
        min_similarity=known.min_similarity if known else -1.0,
    )
    return OnnxEmbedder(info, model, tokenizer, threads=threads)


def _first_file(root: Path, *names: str) -> Path:
    for name in names:
        if (root / name).is_file():
            return root / name
    raise EmbeddingUnavailable(
        f"CLAIMGRAPH_EMBEDDINGS names the folder {root}, which has no {' or '.join(names)};"
        " name a folder with an ONNX model and its tokenizer.json."
    )


def name_of(root: Path) -> str:
    """The folder's name, or the model's where the folder is a snapshot in a hub cache."""
    for parent in root.resolve().parents:
        if parent.name.startswith("models--"):
            return parent.name.rpartition("--")[2]
    return root.resolve().name


def read_prefixes(root: Path) -> tuple[str, str]:
    """Query and passage prefix of ``config_sentence_transformers.json``; empty where it names none."""
    prompts = _json(root / "config_sentence_transformers.json").get("prompts")
    if not isinstance(prompts, dict):
        return "", ""
    named = cast("dict[str, object]", prompts)
    passage = named.get("passage") or named.get("document") or ""
    return str(named.get("query") or ""), str(passage)


def _refuse_other_pooling(root: Path) -> None:
    pooling = _json(root / "1_Pooling" / "config.json")
    others = [key for key, on in pooling.items() if key.startswith("pooling_mode_") and on is True]
    if others and others != ["pooling_mode_mean_tokens"]:
        raise EmbeddingUnavailable(
            f"The embedding model in {root} pools by {', '.join(others)}; only pooling_mode_mean_tokens is"
            " supported, so choose another model."
        )


def _json(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        found: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EmbeddingUnavailable(
            f"{path} beside the embedding model is not readable JSON: {error}; {OR_ANOTHER}"
        ) from error
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}
