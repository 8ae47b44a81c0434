"""What a server does not take is left out or said otherwise, and remembered."""

from pathlib import Path

import pytest
from llm_server import LLMServer, Scripted, refuses, says
from model_client import GOOD, KEY, ask, model_at
from pydantic import BaseModel, Field

from agent.llm import (
    ModelUnavailable,
)

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
