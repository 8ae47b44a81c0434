"""The model client over the real SDK against a scripted server: what is sent, what is accepted, what it costs."""

from collections.abc import Callable

import pytest
from llm_server import LLMServer, Scripted, refuses, says
from model_client import GOOD, KEY, Queries, ask, model_at

from agent.llm import (
    Attempt,
    MalformedReply,
    ModelRefused,
)


async def test_a_step_gets_a_typed_object_by_the_servers_own_schema() -> None:
    with LLMServer(GOOD) as server:
        async with model_at(server.base_url) as model:
            reply = await ask(model, max_tokens=77)
    assert reply.value == Queries(queries=["a"])
    (sent,) = server.sent
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert [m["role"] for m in sent.body["messages"]] == ["system", "user"]
    assert (sent.body["model"], sent.body["max_completion_tokens"], sent.body["temperature"]) == ("plan-1", 77, 0)
    shape = sent.body["response_format"]["json_schema"]
    assert shape["strict"] is True
    assert shape["schema"]["required"] == ["queries"]
    assert shape["schema"]["additionalProperties"] is False
    assert shape["schema"]["properties"]["queries"]["description"] == "one to three searches"
    (attempt,) = reply.attempts
    assert (attempt.role, attempt.model, attempt.form, attempt.outcome) == ("planner", "plan-1", "json_schema", "ok")
    assert (attempt.tokens_in, attempt.tokens_out, attempt.estimated) == (100, 20, False)


BAD: list[tuple[Scripted, str]] = [
    (Scripted("", usage=(5, 0)), "empty"),
    (Scripted(None), "empty"),
    (Scripted(None, message={"reasoning_content": '{"queries": ["secret thought"]}'}), "empty"),
    (Scripted('{"queries": ["a"]}', finish="length"), "truncated"),
    (Scripted("Query: a"), "malformed"),
    (Scripted('[["a","b"]]'), "malformed"),
    (Scripted('```json\n{"queries": ["a"],}\n```'), "malformed"),
    (Scripted('{"action": "action-search"}'), "malformed"),
    (Scripted('<think>{"queries": ["thought"]}'), "malformed"),
]


@pytest.mark.parametrize(("bad", "outcome"), BAD, ids=[f"{i}-{o}" for i, (_, o) in enumerate(BAD)])
async def test_what_cannot_be_used_is_asked_again_at_most_twice(bad: Scripted, outcome: str) -> None:
    seen: list[Attempt] = []
    with LLMServer(bad, bad, GOOD, bad, bad, bad) as server:
        async with model_at(server.base_url) as model:
            reply = await ask(model)
            with pytest.raises(MalformedReply, match="in 3 attempts") as raised:
                await ask(model, seen=seen.append)
    assert reply.value.queries == ["a"]
    assert [a.outcome for a in reply.attempts] == [outcome, outcome, "ok"]
    assert [a.outcome for a in raised.value.attempts] == [outcome] * 3
    assert tuple(seen) == raised.value.attempts
    assert all(a.error for a in seen)
    assert "cannot be used" in server.sent[1].text
    assert "thought" not in server.sent[1].text
    roles = [m["role"] for m in server.sent[1].body["messages"]]
    assert roles in (["system", "user"], ["system", "user", "assistant", "user"])


async def test_a_reply_that_was_cut_off_is_given_more_room() -> None:
    with LLMServer(Scripted('{"queries": ["a', finish="length"), GOOD) as server:
        async with model_at(server.base_url) as model:
            await ask(model, max_tokens=50)
    assert [s.body["max_completion_tokens"] for s in server.sent] == [50, 100]


async def test_what_the_check_finds_goes_back_to_the_model_in_its_words() -> None:
    def check(found: Queries) -> str | None:
        return None if all(found.queries) else "a query is empty."

    with LLMServer(says({"queries": [""]}), GOOD) as server:
        async with model_at(server.base_url) as model:
            reply = await ask(model, check=check)
    assert reply.value.queries == ["a"]
    assert "cannot be used: a query is empty. Answer" in server.sent[1].text
    assert server.sent[1].body["messages"][2]["content"] == '{"queries": [""]}'


@pytest.mark.parametrize(
    "refusal",
    [
        Scripted(None, message={"refusal": "I cannot help with that."}),
        Scripted('{"queries": ["a"]}', finish="content_filter"),
        refuses("The response was filtered: content management policy", code="content_filter"),
    ],
)
async def test_a_model_that_declines_is_not_pressed(refusal: Scripted) -> None:
    with LLMServer(refusal) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelRefused) as raised:
                await ask(model)
    assert [a.outcome for a in raised.value.attempts] == ["refused"]


async def test_the_budget_is_asked_before_every_attempt_and_can_stop_between_them() -> None:
    class Spent(Exception):
        pass

    def allow_two() -> Callable[[], None]:
        left = iter([1, 2])

        def allow() -> None:
            if next(left, None) is None:
                raise Spent

        return allow

    seen: list[Attempt] = []
    with LLMServer(Scripted("no"), Scripted(status=503)) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(Spent):
                await ask(model, allow=allow_two(), seen=seen.append)
    assert [a.outcome for a in seen] == ["malformed", "offline"]
    assert [a.tokens_in for a in seen] == [100, 0]


async def test_a_server_that_counts_no_tokens_is_estimated_and_marked() -> None:
    with LLMServer(says({"queries": ["a" * 400]}, usage=None)) as server:
        async with model_at(server.base_url) as model:
            (attempt,) = (await ask(model)).attempts
    assert attempt.estimated
    assert 100 <= attempt.tokens_out <= 110
    assert attempt.tokens_in >= 5


async def test_the_parts_of_a_reply_that_are_reasoning_are_not_read() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": '{"queries": ["thought"]}'}]},
        {"type": "text", "text": '{"queries": ["a"]}'},
    ]
    with LLMServer(Scripted(parts)) as server:
        async with model_at(server.base_url) as model:
            assert (await ask(model)).value.queries == ["a"]


async def test_half_a_character_in_a_reply_ends_no_run() -> None:
    half = b'{"choices": [{"message": {"content": "{\\"queries\\": [\\"\\ud800 a\\"], \\"more\\": "}}]}'
    with LLMServer(Scripted(body=half), Scripted(body=half.replace(b', \\"more\\": ', b"}"))) as server:
        async with model_at(server.base_url) as model:
            assert (await ask(model)).value.queries == ["? a"]


@pytest.mark.parametrize("count", [-1, 10**30, "12", 1.5, None, True])
async def test_a_count_of_tokens_that_can_be_none_is_estimated(count: object) -> None:
    choice = {"message": {"content": '{"queries": ["a"]}'}, "finish_reason": "stop"}
    usage = {"prompt_tokens": count, "completion_tokens": count}
    with LLMServer(Scripted(body={"choices": [choice], "usage": usage})) as server:
        async with model_at(server.base_url) as model:
            (attempt,) = (await ask(model)).attempts
    assert attempt.estimated
    assert 0 < attempt.tokens_in < 100


async def test_an_address_that_a_model_gives_is_in_no_error() -> None:
    def check(found: Queries) -> str:
        return f"{found.queries[0]} is at https://evil.example/key"

    made_up = says({"queries": ["a"], "https://evil.example/key": 1})
    with LLMServer(made_up, made_up, made_up, Scripted(message={"refusal": "see www.evil.example"})) as server:
        async with model_at(server.base_url) as model:
            for kind in (MalformedReply, ModelRefused):
                with pytest.raises(kind) as raised:
                    await ask(model, check=check)
                assert "evil" not in str(raised.value)
                assert "evil" not in "".join(attempt.error or "" for attempt in raised.value.attempts)
