"""The model client over the real SDK against a scripted server: what is sent, what is accepted, what it costs."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
from llm_server import LLMServer, Scripted, refuses, says
from openai import AsyncOpenAI
from pydantic import BaseModel, Field
from scripted_server import Sent

from agent.llm import (
    Attempt,
    MalformedReply,
    ModelError,
    ModelNotFound,
    ModelRefused,
    ModelUnauthorised,
    ModelUnavailable,
    ModelUnreachable,
)
from agent.llm.dialect import Dialects
from agent.llm.openai_model import OpenAIModel

KEY = "sk-very-secret-000"


class Queries(BaseModel):
    """What to look for."""

    queries: list[str] = Field(description="one to three searches")


GOOD = says({"queries": ["a"]})


@contextlib.asynccontextmanager
async def model_at(
    base_url: str, *, home: Path | None = None, said: list[str] | None = None, timeout_s: float = 20, **rest: Any
) -> AsyncGenerator[OpenAIModel]:
    told = said if said is not None else []
    async with AsyncOpenAI(api_key=KEY, base_url=base_url, max_retries=0, timeout=timeout_s) as client:
        yield OpenAIModel(
            client,
            {"planner": "plan-1", "writer": "write-1", "judge": "judge-1"},
            dialects=Dialects(home),
            base_url=base_url,
            secret=KEY,
            say=told.append,
            backoff_s=0.01,
            timeout_s=timeout_s,
            **rest,
        )


async def ask(model: OpenAIModel, **rest: Any) -> Any:
    return await model.ask("planner", system="You plan.", user="Plan this.", answer=Queries, **rest)


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


LLAMA_CPP_PYTHON = refuses(
    "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}]", status=500
)


async def test_a_server_without_json_schema_is_asked_in_the_next_form_and_not_troubled_again(tmp_path: Path) -> None:
    file = tmp_path / "models.json"
    with LLMServer(LLAMA_CPP_PYTHON, GOOD, GOOD, GOOD) as server:
        async with model_at(server.base_url, home=tmp_path) as model:
            reply = await ask(model)
            written = file.stat().st_ino
            await ask(model)
            assert file.stat().st_ino == written, "the file was written again though nothing was learnt"
        async with model_at(server.base_url, home=tmp_path) as model:
            await ask(model)
    assert [a.form for a in reply.attempts] == ["json_schema", "json_object"]
    assert [s.form for s in server.sent] == ["json_schema", "json_object", "json_object", "json_object"]
    assert [a.outcome for a in reply.attempts] == ["unsupported", "ok"]
    assert server.sent[1].body["response_format"]["schema"]["required"] == ["queries"]
    assert server.sent[1].body["max_tokens"] == 2000
    assert "max_completion_tokens" not in server.sent[1].body
    assert KEY not in file.read_text()


async def test_a_server_without_any_form_is_asked_in_words() -> None:
    no = refuses("response_format is not supported")
    with LLMServer(no, no, no, GOOD) as server:
        async with model_at(server.base_url) as model:
            reply = await ask(model)
    assert [s.form for s in server.sent] == ["json_schema", "json_object", "json_object", ""]
    assert "schema" not in server.sent[2].body["response_format"]
    assert '"required":["queries"]' in server.sent[3].text
    assert '"description":"one to three searches"' in server.sent[3].text
    assert '"title"' not in server.sent[3].text
    assert reply.attempts[-1].form == "prompt"


async def test_a_server_that_accepts_a_schema_and_ignores_it_is_shown_it_in_words_from_then_on() -> None:
    with LLMServer(Scripted("Sure! I would search for a."), GOOD, GOOD) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
            await ask(model)
    assert ['"required"' in s.text for s in server.sent] == [False, True, True]


async def test_the_name_of_the_limit_and_the_temperature_are_what_the_server_takes() -> None:
    with LLMServer(
        refuses("Unrecognized request argument supplied: max_completion_tokens"),
        refuses("Unsupported value: 'temperature' does not support 0 with this model.", param="temperature"),
        GOOD,
    ) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
    last = server.sent[-1].body
    assert last["max_tokens"] == 2000
    assert "max_completion_tokens" not in last
    assert "temperature" not in last
    assert server.sent[-1].form == "json_schema"


async def test_a_server_that_writes_on_beyond_the_limit_is_given_its_other_name() -> None:
    with LLMServer(says({"queries": ["a"]}, usage=(10, 55)), GOOD) as server:
        async with model_at(server.base_url) as model:
            await ask(model, max_tokens=50)
            await ask(model, max_tokens=50)
    assert "max_tokens" not in server.sent[0].body
    assert server.sent[1].body["max_tokens"] == 50


async def test_a_server_that_wants_the_newer_name_of_the_limit_gets_it_in_any_form() -> None:
    with LLMServer(
        refuses("response_format json_schema is unknown"),
        refuses("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param="max_tokens"),
        GOOD,
    ) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
    assert server.sent[2].form == "json_object"
    assert server.sent[2].body["max_completion_tokens"] == 2000


async def test_the_parameter_that_a_server_names_counts_for_more_than_its_words() -> None:
    words = "with max_completion_tokens, response_format: 'temperature' does not support 0"
    with LLMServer(refuses(words, param="temperature"), GOOD) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
    assert server.sent[1].form == "json_schema"
    assert "max_completion_tokens" in server.sent[1].body
    assert "temperature" not in server.sent[1].body


async def test_a_refusal_without_a_reason_is_of_the_form_only_while_the_form_never_worked() -> None:
    no = refuses("Bad Request")
    with LLMServer(no, GOOD, no) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
            with pytest.raises(ModelUnavailable, match="answered 400"):
                await ask(model)
    assert [s.form for s in server.sent] == ["json_schema", "json_object", "json_object"]


async def test_a_server_that_fails_on_a_form_is_asked_in_the_next_one_after_the_retries() -> None:
    fault = Scripted(status=500)
    with LLMServer(fault, fault, fault, GOOD, fault, fault, fault) as server:
        async with model_at(server.base_url) as model:
            await ask(model)
            with pytest.raises(ModelUnavailable, match="answered 500"):
                await ask(model)
    assert [s.form for s in server.sent[:4]] == ["json_schema"] * 3 + ["json_object"]
    assert {s.form for s in server.sent[4:]} == {"json_object"}


async def test_a_server_that_refuses_bounds_of_lists_is_asked_without_them_and_keeps_its_schema() -> None:
    class Few(BaseModel):
        queries: list[str] = Field(min_length=1, max_length=3)

    azure = refuses("Invalid schema for response_format 'Few': 'minItems' is not permitted.", param="response_format")
    with LLMServer(azure, GOOD) as server:
        async with model_at(server.base_url) as model:
            await model.ask("writer", system="s", user="u", answer=Few)
    lists = [s.body["response_format"]["json_schema"]["schema"]["properties"]["queries"] for s in server.sent]
    assert [one.get("maxItems") for one in lists] == [3, None]
    assert "minItems" not in lists[1]


VLLM = (
    "'max_tokens' or 'max_completion_tokens' is too large: 3000. This model's maximum context length is 4096 tokens "
    "and your request has {} input tokens (3000 > 4096 - {})."
)
OPENAI = (
    "This model's maximum context length is 4096 tokens. However, you requested 5946 tokens ({} in the messages, 3000 "
    "in the completion)."
)


@pytest.mark.parametrize("words", [VLLM, OPENAI])
async def test_a_server_that_counts_the_limit_of_the_reply_is_asked_for_what_its_context_has_room_for(
    words: str,
) -> None:
    full = refuses(words.replace("{}", "2946"), code="context_length_exceeded")
    with LLMServer(full, GOOD) as server:
        async with model_at(server.base_url) as model:
            reply = await ask(model, max_tokens=3_000)
    assert [s.body["max_completion_tokens"] for s in server.sent] == [3_000, 1_149]
    assert [a.outcome for a in reply.attempts] == ["too_large", "ok"]


@pytest.mark.parametrize("words", [VLLM.replace("{}", "4000"), OPENAI.replace("{}", "9000"), "context length"])
async def test_a_request_that_leaves_no_room_for_a_reply_is_an_error_that_says_what_to_do(words: str) -> None:
    with LLMServer(refuses(words, code="context_length_exceeded")) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelUnavailable, match="give its server a longer context") as raised:
                await ask(model, max_tokens=3_000)
    assert raised.value.outcome == "too_large"


async def test_only_what_strict_schemas_know_is_sent_and_a_field_may_have_any_name() -> None:
    class Part(BaseModel):
        title: str = Field(min_length=1, max_length=80)
        default: str

    class Parts(BaseModel):
        parts: list[Part] = Field(min_length=1)

    with LLMServer(
        says({"parts": [{"title": "", "default": "x"}]}), says({"parts": [{"title": "a", "default": "x"}]})
    ) as (server):
        async with model_at(server.base_url) as model:
            reply = await model.ask("writer", system="s", user="u", answer=Parts)
    schema = server.sent[0].body["response_format"]["json_schema"]["schema"]
    part = schema["$defs"]["Part"]
    assert part["properties"] == {"title": {"type": "string"}, "default": {"type": "string"}}
    assert part["required"] == ["title", "default"]
    assert schema["properties"]["parts"]["minItems"] == 1
    assert [a.outcome for a in reply.attempts] == ["malformed", "ok"]
    assert "parts.0.title" in (reply.attempts[0].error or "")


async def test_refusals_that_contradict_each_other_end(tmp_path: Path) -> None:
    no = refuses("max_completion_tokens and max_tokens are too large")
    with LLMServer(no, no) as server:
        async with model_at(server.base_url, home=tmp_path) as model:
            with pytest.raises(ModelUnavailable, match="answered 400"):
                await ask(model)
    assert len(server.sent) == 2


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
