"""Embeddings from an OpenAI-compatible address: the real SDK against a scripted server on loopback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedding_service import KEY, Reply, Service, good, running_service, vector_of

from retrievers.embed import (
    EmbeddingError,
    EmbeddingFailed,
    EmbeddingRefused,
    EmbeddingService,
    EmbeddingUnavailable,
    open_embedder,
)
from retrievers.embed.service import BATCH_BYTES, BATCH_TEXTS, MAX_TOKENS


@pytest.fixture
def service() -> Generator[Service]:
    with running_service() as script:
        yield script


def refuses(status: int, message: str, code: str = "") -> Callable[[dict[str, Any]], Reply]:
    return lambda _: (status, {"error": {"message": message, "code": code, "type": "error"}})


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], Reply]:
    def reply(request: dict[str, Any]) -> Reply:
        status, body = good({**request, "encoding_format": "float"})
        change(body)
        return status, body

    return reply


async def test_the_dimension_is_asked_once_and_remembered(service: Service, tmp_path: Path) -> None:
    assert service.open(tmp_path).info.dimension == 8
    assert len(service.asked) == 1
    info = service.open(tmp_path).info
    assert (info.id, info.dimension) == ("some-embedder", 8)
    assert len(service.asked) == 1
    assert service.keys == [f"Bearer {KEY}"]


async def test_the_dimension_is_known_also_when_asked_within_a_running_loop_and_the_prefixes_of_e5_are_sent(
    service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path, "intfloat/multilingual-e5-small")
    await opened.embed(["tides"], kind="query")
    await opened.embed(["tides"], kind="passage")
    assert [r["input"] for r in service.asked[1:]] == [["query: tides"], ["passage: tides"]]


@pytest.mark.parametrize("form", ["base64", "float"])
async def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(
    form: str, service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path)
    texts = ["a", "bb", "ccc"]
    reply: Callable[[dict[str, Any]], Reply] = lambda request: good({**request, "encoding_format": form})  # noqa: E731

    def backwards(request: dict[str, Any]) -> Reply:
        status, body = reply(request)
        body["data"].reverse()
        return status, body

    for script in (reply, backwards):
        service.replies = [script]
        found = await opened.embed(texts, kind="passage")
        right = np.asarray([vector_of(text) for text in texts])
        assert np.allclose(found.vectors, right / np.linalg.norm(right, axis=1, keepdims=True), atol=1e-6)


async def test_a_server_that_knows_no_base64_is_asked_for_numbers(service: Service, tmp_path: Path) -> None:
    service.replies = [refuses(400, "unknown field encoding_format: base64")]
    assert service.open(tmp_path).info.dimension == 8
    assert [r["encoding_format"] for r in service.asked] == ["base64", "float"]


async def test_many_texts_go_in_batches_bounded_by_count_and_by_bytes(service: Service, tmp_path: Path) -> None:
    opened = service.open(tmp_path)
    texts = ["short"] * 70 + ["x" * 7000] * 20
    found = await opened.embed(texts, kind="passage")
    assert found.vectors.shape == (90, 8)
    batches = [r["input"] for r in service.asked[1:]]
    assert [text for batch in batches for text in batch] == texts
    assert max(len(batch) for batch in batches) == BATCH_TEXTS
    assert max(sum(len(t.encode()) for t in batch) for batch in batches) <= BATCH_BYTES


async def test_a_text_over_the_window_is_cut_and_counted_and_an_empty_one_is_still_answered(
    service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path)
    found = await opened.embed(["é" * MAX_TOKENS, "", " \n", "\ud800"], kind="passage")
    assert found.cut == 1
    assert found.vectors.shape == (4, 8)
    sent = service.asked[-1]["input"]
    assert len(sent[0].encode()) <= MAX_TOKENS
    assert all(text.strip() for text in sent)


async def test_no_texts_ask_nothing(service: Service, tmp_path: Path) -> None:
    opened = service.open(tmp_path)
    assert (await opened.embed([], kind="query")).vectors.shape == (0, 8)
    assert len(service.asked) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_failure_is_asked_again_in_sight_of_the_person(
    status: int, service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path)
    service.replies = [refuses(status, "busy"), refuses(status, "busy")]
    assert (await opened.embed(["tides"], kind="query")).vectors.shape == (1, 8)
    assert len(service.said) == 2
    assert all("Asked again in" in said for said in service.said)


@pytest.mark.parametrize(
    ("status", "code", "outcome", "asked"),
    [
        (401, "", "unauthorised", 1),
        (403, "", "unauthorised", 1),
        (413, "", "too_large", 1),
        (422, "", "refused", 1),
        (429, "insufficient_quota", "quota", 1),
        (429, "", "rate_limited", 3),
        (500, "", "refused", 3),
    ],
)
async def test_what_a_service_refuses_is_a_typed_outcome_after_bounded_tries(
    status: int, code: str, outcome: str, asked: int, service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path)
    service.replies = [refuses(status, f"no for {KEY}", code)] * 3
    with pytest.raises(EmbeddingRefused) as refused:
        await opened.embed(["tides"], kind="query")
    assert refused.value.outcome == outcome
    assert KEY not in str(refused.value) + "".join(service.said)
    assert len(service.asked) == 1 + asked


def test_a_login_in_the_address_is_neither_shown_nor_kept(service: Service, tmp_path: Path) -> None:
    service.base_url = service.base_url.replace("//", "//me:hidden@")
    service.open(tmp_path)
    kept = "".join(path.read_text() for path in tmp_path.iterdir())
    assert "some-embedder" in kept
    service.replies = [refuses(400, "no")]
    with pytest.raises(EmbeddingRefused) as refused:
        service.open(tmp_path, "another")
    assert "http://127.0.0.1:" in str(refused.value)
    assert "hidden" not in kept + str(refused.value)


async def test_a_model_that_the_service_lacks_is_a_wrong_setting(service: Service, tmp_path: Path) -> None:
    service.replies = [refuses(404, "no such model")]
    with pytest.raises(EmbeddingUnavailable, match=r"some-embedder.*CLAIMGRAPH_EMBEDDINGS"):
        service.open(tmp_path)


async def test_the_texts_follow_no_redirect_to_another_address(service: Service, tmp_path: Path) -> None:
    opened = service.open(tmp_path)
    service.replies = [refuses(307, "go there")]
    with pytest.raises(EmbeddingRefused):
        await opened.embed(["tides"], kind="query")
    assert len(service.asked) == 2


async def test_a_service_that_never_answers_is_given_up_after_the_timeout(service: Service, tmp_path: Path) -> None:
    opened = service.open(tmp_path, timeout_s=0.2)
    wait = threading.Event()

    def never(request: dict[str, Any]) -> Reply:
        wait.wait(5)
        return good(request)

    service.replies = [never] * 3
    with pytest.raises(EmbeddingRefused, match=r"0\.2 s") as refused:
        await opened.embed(["tides"], kind="query")
    wait.set()
    assert refused.value.outcome == "timeout"


async def test_where_nothing_listens_is_said_with_the_setting_to_check(tmp_path: Path) -> None:
    nobody = Service(base_url="http://127.0.0.1:9/v1")
    with pytest.raises(EmbeddingRefused, match="OPENAI_BASE_URL") as refused:
        nobody.open(tmp_path)
    assert refused.value.outcome == "offline"
    assert len(nobody.said) == 2


def one_missing(body: dict[str, Any]) -> None:
    body["data"].pop()


def one_twice(body: dict[str, Any]) -> None:
    body["data"][1]["index"] = 0


def one_shorter(body: dict[str, Any]) -> None:
    body["data"][1]["embedding"].pop()


def all_longer(body: dict[str, Any]) -> None:
    for row in body["data"]:
        row["embedding"].append(1.0)


def one_zero(body: dict[str, Any]) -> None:
    body["data"][0]["embedding"] = [0.0] * 8


def one_infinite(body: dict[str, Any]) -> None:
    body["data"][0]["embedding"][3] = 1e400


def no_base64(body: dict[str, Any]) -> None:
    body["data"][0]["embedding"] = "abc"


def no_data(body: dict[str, Any]) -> None:
    del body["data"]


@pytest.mark.parametrize(
    "fault", [one_missing, one_twice, one_shorter, all_longer, one_zero, one_infinite, no_base64, no_data]
)
async def test_a_reply_that_would_spoil_an_index_is_refused_whole(
    fault: Callable[[dict[str, Any]], None], service: Service, tmp_path: Path
) -> None:
    opened = service.open(tmp_path)
    service.replies = [changed(fault)]
    with pytest.raises(EmbeddingFailed):
        await opened.embed(["a", "bb"], kind="passage")


async def test_a_dimension_that_changed_is_refused_once_and_then_asked_anew(service: Service, tmp_path: Path) -> None:
    opened = service.open(tmp_path)
    service.replies = [changed(all_longer), changed(all_longer)]
    with pytest.raises(EmbeddingFailed, match=r"9 dimensions for 2 texts where some-embedder has 8"):
        await opened.embed(["a", "bb"], kind="passage")
    assert service.open(tmp_path).info.dimension == 9


async def test_a_web_page_in_place_of_vectors_names_the_address_to_check(service: Service, tmp_path: Path) -> None:
    service.replies = [lambda _: (200, "<!doctype html><title>Welcome</title>")]
    with pytest.raises(EmbeddingError, match="OPENAI_BASE_URL"):
        service.open(tmp_path)


async def test_without_key_and_address_the_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingUnavailable, match=r"OPENAI_API_KEY.*OPENAI_BASE_URL"):
        open_embedder("openai:text-embedding-3-small", home=tmp_path)
    assert KEY not in repr(EmbeddingService("http://127.0.0.1:1", KEY))
