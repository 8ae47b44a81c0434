"""A model's server that fails, refuses or does not answer: what is tried again, and what the error says."""

import asyncio
import time

import pytest
from llm_server import LLMServer, Scripted, refuses
from model_client import GOOD, KEY, ask, model_at
from scripted_server import Sent

from agent.llm import (
    MalformedReply,
    ModelError,
    ModelNotFound,
    ModelUnauthorised,
    ModelUnavailable,
    ModelUnreachable,
)


@pytest.mark.parametrize(
    "status", [429, 500, 502, 503, 504],
)  # fmt: skip
async def test_a_passing_fault_is_tried_twice_more_and_said(status: int) -> None:
    said: list[str] = []
    fault = Scripted(status=status)
    with LLMServer(GOOD, fault, fault, GOOD) as server:
        async with model_at(server.base_url, said=said) as model:
            await ask(model)
            reply = await ask(model)
    assert len(reply.attempts) == 3
    assert len(said) == 2
    assert said[0].startswith(f"the model plan-1 answered {status}; waiting 0.")


async def test_what_the_server_asks_to_wait_is_waited() -> None:
    said: list[str] = []
    with LLMServer(Scripted(status=429, headers={"Retry-After": "0.3"}), GOOD) as server:
        async with model_at(server.base_url, said=said) as model:
            await ask(model)
    assert said == ["the model plan-1 answered 429; waiting 0.3 s"]


async def test_a_wait_of_an_hour_is_no_wait() -> None:
    with LLMServer(Scripted(status=429, headers={"Retry-After": "3600"})) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelUnavailable, match="answered 429"):
                await ask(model)
    assert len(server.sent) == 1


async def test_after_three_faults_the_error_carries_every_attempt() -> None:
    fault = Scripted(status=503)
    with LLMServer(fault, fault, fault) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelUnavailable) as raised:
                await ask(model)
    assert [a.outcome for a in raised.value.attempts] == ["offline"] * 3
    assert raised.value.exit_code == 6


async def test_an_answer_that_does_not_come_in_time_is_a_timeout_and_not_waited_for() -> None:
    slow = Scripted(delay_s=0.6)
    with LLMServer(slow, slow, slow) as server:
        async with model_at(server.base_url, timeout_s=0.2) as model:
            with pytest.raises(ModelUnavailable, match="did not answer in time") as raised:
                await ask(model)
    assert raised.value.outcome == "timeout"
    assert len(server.sent) == 3


@pytest.mark.parametrize(
    ("is_here", "slow_s", "one_by_one"), [(True, 0.1, True), (False, 0.1, False), (True, 20, False)]
)
async def test_a_slow_server_on_this_machine_is_asked_one_thing_at_a_time(
    is_here: bool, slow_s: float, one_by_one: bool
) -> None:
    """It works on one thing at a time anyway, and what waits in its queue would time out there."""
    arrived: list[float] = []

    def late(sent: Sent) -> Scripted:
        assert sent
        arrived.append(time.monotonic())
        return Scripted(GOOD.content, delay_s=0.3)

    with LLMServer(late, late, late) as server:
        async with model_at(server.base_url, is_here=is_here, slow_s=slow_s) as model:
            await ask(model)
            await asyncio.gather(ask(model), ask(model))
    assert (arrived[2] - arrived[1] >= 0.3) == one_by_one


async def test_a_reply_cut_off_because_the_context_is_full_says_so() -> None:
    full = Scripted('{"queries": ["a', finish="length", usage=(3_800, 296))
    with LLMServer(full, full, full) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(MalformedReply, match=r"after 296 tokens .* context of about 4096 tokens was full"):
                await ask(model)


async def test_an_address_where_nothing_listens_is_named() -> None:
    with LLMServer() as server:
        base_url = server.base_url
    async with model_at(base_url) as model:
        with pytest.raises(ModelUnreachable, match=r"nothing answers at http://127.0.0.1.*OPENAI_BASE_URL"):
            await ask(model)


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_is_an_error_of_configuration_that_never_shows_the_key(status: int) -> None:
    with LLMServer(refuses(f"Incorrect API key provided: {KEY}", status=status)) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelUnauthorised) as raised:
                await ask(model)
    assert "OPENAI_API_KEY" in str(raised.value)
    error: BaseException | None = raised.value
    assert KEY not in repr(raised.value.attempts)
    while error is not None:
        assert KEY not in repr(error)
        assert error.__suppress_context__
        error = error.__cause__


async def test_an_unknown_model_is_named_with_the_address() -> None:
    with LLMServer(refuses("The model `plan-1` does not exist", status=404, code="model_not_found")) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelNotFound, match=rf"{server.base_url} has no model plan-1"):
                await ask(model)


async def test_an_account_without_credit_is_not_asked_again() -> None:
    with LLMServer(refuses("You exceeded your current quota", status=429, code="insufficient_quota")) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelError, match="no credit") as raised:
                await ask(model)
    assert raised.value.outcome == "quota"


async def test_a_request_beyond_the_models_context_is_too_large_and_not_a_matter_of_form() -> None:
    with LLMServer(refuses("This model's maximum context length is 2048 tokens", code=400)) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelError, match="too large") as raised:
                await ask(model)
    assert raised.value.outcome == "too_large"


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (b"<html>hello</html>", "unreadable"),
        (b"[1]", "unreadable"),
        (b'{"choices": []}', "unreadable"),
        (b'{"choices": [null]}', "unreadable"),
        (b'{"error": {"message": "upstream", "code": 402}}', "quota"),
        (b" " * (4 * 1024 * 1024 + 1), "too_large"),
    ],
)
async def test_a_success_that_is_no_reply_is_a_typed_failure(body: bytes, outcome: str) -> None:
    with LLMServer(Scripted(body=body)) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelError) as raised:
                await ask(model)
    assert raised.value.outcome == outcome
