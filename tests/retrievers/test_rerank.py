"""Hits placed anew by a model that reads query and passage together: the order, what is kept, what is refused."""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from graphs import add_text
from hypothesis import given
from hypothesis import strategies as st

from graph.store import GraphStore
from retrievers.embed import EmbeddingUnavailable
from retrievers.memory import ArmScore, Hit
from retrievers.rerank import RERANKED, open_reranker, rerank_hits, search_reranked

needs_library = pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None,
    reason="the extra [sentence-transformers] is not installed",
)


class ScoredBy:
    """A reranker that scores a text by a function of it."""

    name = "by-hand"

    def __init__(self, score: Callable[[str], int]) -> None:
        self._score = score
        self.asked: list[tuple[str, list[str]]] = []

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((query, list(texts)))
        return [float(self._score(text)) for text in texts]


def hit(number: int, score: float) -> Hit:
    return Hit(
        passage=f"passage.{number}",
        source="source.1",
        source_id="s",
        version="sourceversion.1",
        title=None,
        url=None,
        publisher=None,
        published_at=None,
        fetched_at="2026-01-01",
        text=str(number),
        heading=None,
        page=None,
        ordinal=number,
        char_start=0,
        char_end=1,
        score=score,
        arms={"text": ArmScore(number + 1, score)},
    )


async def test_hits_come_in_the_order_of_the_reranker_with_the_places_they_had() -> None:
    hits = [hit(n, 1 / (60 + n)) for n in range(4)]
    placed = await rerank_hits(ScoredBy(int), "q", hits)
    assert [h.text for h in placed] == ["3", "2", "1", "0"]
    assert placed[0].arms["before"] == ArmScore(4, hits[3].score)
    assert placed[0].arms["rerank"] == ArmScore(1, 3.0)
    assert placed[0].arms["text"] == hits[3].arms["text"]


@given(scores=st.lists(st.integers(-3, 3), max_size=40), top=st.integers(1, 40))
async def test_no_hit_is_lost_or_doubled_and_what_was_not_read_anew_stays_below_in_its_order(
    scores: list[int], top: int
) -> None:
    hits = [hit(n, 1 / (60 + n)) for n in range(len(scores))]
    placed = await rerank_hits(ScoredBy(lambda text: scores[int(text)]), "q", hits, top=top)
    numbers = [int(h.text) for h in placed]
    assert sorted(numbers) == list(range(len(scores)))
    assert numbers[top:] == list(range(len(scores)))[top:]
    head = [(-scores[n], n) for n in numbers[:top]]
    assert head == sorted(head)
    assert [h.score for h in placed] == sorted((h.score for h in placed), reverse=True)


async def test_a_search_reads_more_hits_than_asked_for_and_returns_the_best(store: GraphStore) -> None:
    for n in range(20):
        await add_text(store, f"The plant at site {n} will cost {n} million crowns.", name=f"{n}.md")
    reranker = ScoredBy(lambda text: text.count("site 17 "))
    found = await search_reranked(store, ["plant cost", "..."], None, reranker, limit=3)
    assert len(found.hits[0]) == 3
    assert "site 17 " in found.hits[0][0].text
    assert len(reranker.asked[0][1]) == min(20, RERANKED)
    assert "reranked by by-hand" in found.notes
    assert found.hits[1] == ()
    plain = await search_reranked(store, ["plant cost"], None, None, limit=3)
    assert not any("rerank" in h.arms for h in plain.hits[0])


def test_none_switches_reranking_off_and_what_is_not_known_is_never_guessed(tmp_path: Path) -> None:
    assert open_reranker("none", home=tmp_path) is None
    for setting in ("", "auto", "ms-marco", "cross_encoder:x"):
        with pytest.raises(EmbeddingUnavailable, match="CLAIMGRAPH_RERANKER"):
            open_reranker(setting, home=tmp_path)


def tiny_cross_encoder(folder: Path, *, labels: int = 1) -> Path:
    """A BERT of two small layers with weights of chance: it shows the wiring, its scores mean nothing."""
    transformers: Any = importlib.import_module("transformers")
    importlib.import_module("torch").manual_seed(7)
    folder.mkdir()
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in "aeiou")]
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        num_labels=labels,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@needs_library
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_a_cross_encoder_from_a_folder_scores_each_text_by_itself_and_always_the_same(tmp_path: Path) -> None:
    folder = tiny_cross_encoder(tmp_path / "tiny")
    reranker = open_reranker(f"cross-encoder:{folder}", home=tmp_path, threads=1)
    assert reranker is not None
    assert reranker.name == "tiny"
    texts = ["a b c", "d e f", "", "z " * 500, "\ud800 \x00", *("x" * n for n in range(1, 30))]
    scores = await reranker.rerank("a b", texts)
    assert len(scores) == len(texts)
    assert all(math.isfinite(score) for score in scores)
    assert len(set(scores[:2])) == 2
    alone = [(await reranker.rerank("a b", [text]))[0] for text in texts[:5]]
    assert alone == pytest.approx(scores[:5], abs=1e-5)
    assert await reranker.rerank("a b", []) == []


@needs_library
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_what_is_no_reranker_is_refused_with_its_folder(tmp_path: Path) -> None:
    two = open_reranker(f"cross-encoder:{tiny_cross_encoder(tmp_path / 'two', labels=2)}", home=tmp_path)
    assert two is not None
    with pytest.raises(EmbeddingUnavailable, match=r"two gives 2 scores"):
        await two.rerank("q", ["text"])
    (tmp_path / "empty").mkdir()
    empty = open_reranker(f"cross-encoder:{tmp_path / 'empty'}", home=tmp_path)
    assert empty is not None
    with pytest.raises(EmbeddingUnavailable, match="empty"):
        await empty.rerank("q", ["text"])


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is not None,
    reason="the extra [sentence-transformers] is installed",
)
def test_without_the_library_the_extra_to_install_is_named(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingUnavailable, match=r"pip install 'claimgraph\[sentence-transformers\]'"):
        open_reranker("cross-encoder:ms-marco-MiniLM-L6-v2", home=tmp_path)
