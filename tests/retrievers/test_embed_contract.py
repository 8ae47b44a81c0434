"""What every Embedder gives, the real one and the fake that other tests use in its place."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedding_service import Reply, answered, running_service
from fakes import FakeEmbedder
from hypothesis import given, settings
from hypothesis import strategies as st

from retrievers.embed import Embedder, open_embedder
from retrievers.embed.known import minilm_folder

TEXTS = [
    "The council approved the harbour wall on Tuesday.",
    "Ships wait outside when the swell is high.",
    "",
    "Der Hafen bleibt im Winter geschlossen.",
    "港口在冬天关闭。",
    "\N{WAVING HAND SIGN} \ud800 \x00 " + "z" * 300,
    "The harbour wall was approved by the council on Tuesday. " * 8,
]


HAS_TRANSFORMERS = importlib.util.find_spec("sentence_transformers") is not None and minilm_folder() is not None
BACKENDS = ["local", "fake", "service", *(["sentence-transformers"] if HAS_TRANSFORMERS else [])]


@pytest.fixture(scope="session", params=BACKENDS)
def embedder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generator[Embedder]:
    home = tmp_path_factory.mktemp("home")
    if request.param == "service":
        with running_service(answer_by_fake) as service:
            yield service.open(home)
        return
    yield _opened(request.param, home)


def answer_by_fake(asked: dict[str, Any]) -> Reply:
    """What a service says that has the fake as its model."""
    found = asyncio.run(FakeEmbedder(dimension=48).embed(asked["input"], kind="passage"))
    return answered(asked, (3 * found.vectors).tolist())


def _opened(backend: str, home: Path) -> Embedder:
    if backend == "fake":
        return FakeEmbedder(dimension=48)
    setting = f"sentence-transformers:{minilm_folder()}" if backend == "sentence-transformers" else backend
    opened = open_embedder(setting, home=home, threads=1)
    assert opened is not None
    return opened


async def test_a_vector_for_each_text_has_the_declared_dimension_and_length_one(embedder: Embedder) -> None:
    found = await embedder.embed(TEXTS, kind="passage")
    assert found.vectors.shape == (len(TEXTS), embedder.info.dimension)
    assert found.vectors.dtype == np.float32
    assert np.isfinite(found.vectors).all()
    assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1.0, atol=1e-5)


async def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    found = await embedder.embed([], kind="passage")
    assert found.vectors.shape == (0, embedder.info.dimension)
    assert found.cut == 0


async def test_the_same_text_gives_the_same_vector_every_time(embedder: Embedder) -> None:
    first = await embedder.embed(TEXTS, kind="passage")
    again = await embedder.embed(TEXTS, kind="passage")
    assert np.array_equal(first.vectors, again.vectors)


async def test_a_text_has_the_same_vector_alone_in_a_batch_and_in_another_order(embedder: Embedder) -> None:
    many = TEXTS * 5  # more than one batch
    together = (await embedder.embed(many, kind="passage")).vectors
    backwards = (await embedder.embed(many[::-1], kind="passage")).vectors[::-1]
    assert np.abs(together - backwards).max() < 1e-5
    for row, text in enumerate(TEXTS):
        alone = (await embedder.embed([text], kind="passage")).vectors[0]
        assert np.abs(together[row] - alone).max() < 1e-5, text[:40]


async def test_different_texts_have_different_vectors(embedder: Embedder) -> None:
    vectors = (await embedder.embed(TEXTS, kind="passage")).vectors
    cosines = vectors @ vectors.T - 2 * np.eye(len(TEXTS))
    assert cosines.max() < 0.999


async def test_texts_longer_than_the_window_are_counted_and_still_embedded(embedder: Embedder) -> None:
    long = "The tide turns twice a day. " * 400
    assert len(long) > 10_000
    found = await embedder.embed([long, "short", long[:100]], kind="passage")
    assert found.cut == 1
    assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1.0, atol=1e-5)


async def test_what_lies_behind_the_window_does_not_change_the_vector(embedder: Embedder) -> None:
    long = "The tide turns twice a day. " * 400
    found = await embedder.embed([long, long + "Something else."], kind="passage")
    assert np.abs(found.vectors[0] - found.vectors[1]).max() < 1e-6


async def test_a_text_that_shares_words_with_the_query_is_nearer_than_one_that_does_not(
    embedder: Embedder,
) -> None:
    query = (await embedder.embed(["when did the council approve the harbour wall"], kind="query")).vectors[0]
    near, far = (
        await embedder.embed(
            ["The council approved the harbour wall on Tuesday.", "Bananas ripen faster in a paper bag."],
            kind="passage",
        )
    ).vectors
    assert query @ near > query @ far + 0.1


@given(texts=st.lists(st.text(alphabet=st.characters(), max_size=60), max_size=4))
@settings(max_examples=25, deadline=None)
async def test_any_text_is_answered(embedder: Embedder, texts: list[str]) -> None:
    found = await embedder.embed(texts, kind="query")
    assert found.vectors.shape == (len(texts), embedder.info.dimension)
    assert np.isfinite(found.vectors).all()


def test_the_model_says_what_it_is_before_it_is_loaded(embedder: Embedder, tmp_path: Path) -> None:
    info = embedder.info
    assert info.id
    assert info.dimension > 0
    assert info.max_tokens >= 256
    assert len(info.file_sha256) == 64
