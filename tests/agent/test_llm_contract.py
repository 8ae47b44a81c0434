"""What every model promises the steps: the real client and the scripted one pass the same tests."""

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
from fakes import ScriptedModel
from llm_server import LLMServer, Scripted
from openai import AsyncOpenAI
from pydantic import BaseModel

from agent.llm import Attempt, MalformedReply, Model, ModelUnavailable
from agent.llm.dialect import Dialects
from agent.llm.openai_model import OpenAIModel


class Plan(BaseModel):
    """A plan."""

    parts: list[str]


Open = Callable[..., contextlib.AbstractAsyncContextManager[Model]]


@contextlib.asynccontextmanager
async def scripted(*texts: str, fails: bool = False) -> AsyncGenerator[Model]:
    model = ScriptedModel(planner=[ModelUnavailable("503", outcome="offline")] if fails else texts)
    yield model
    model.done()


@contextlib.asynccontextmanager
async def over_the_wire(*texts: str, fails: bool = False) -> AsyncGenerator[Model]:
    replies = [Scripted(status=503)] * 3 if fails else [Scripted(text) for text in texts]
    with LLMServer(*replies) as server:
        async with AsyncOpenAI(api_key="k", base_url=server.base_url, max_retries=0) as client:
            yield OpenAIModel(
                client,
                {"planner": "m", "writer": "m", "judge": "m"},
                dialects=Dialects(None),
                base_url=server.base_url,
                secret="k",
                say=lambda _: None,
                backoff_s=0.01,
            )


models = pytest.mark.parametrize("opened", [scripted, over_the_wire])
GOOD = '{"parts": ["a"]}'


async def ask(model: Model, **rest: Any) -> Any:
    return await model.ask("planner", system="s", user="u", answer=Plan, **rest)


@models
async def test_a_good_reply_is_a_typed_value_with_its_cost(opened: Open) -> None:
    async with opened(GOOD) as model:
        reply = await ask(model)
        (attempt,) = reply.attempts
        assert reply.value == Plan(parts=["a"])
        assert (attempt.role, attempt.model, attempt.outcome) == ("planner", model.model_of("planner"), "ok")
        assert (attempt.tokens_in, attempt.tokens_out, reply.finish) == (100, 20, "stop")


@models
async def test_reasoning_is_never_in_the_value(opened: Open) -> None:
    async with opened('<think>{"parts": ["thought"]}</think>' + GOOD) as model:
        assert (await ask(model)).value.parts == ["a"]


@models
async def test_two_repairs_and_then_a_failure_with_all_attempts(opened: Open) -> None:
    seen: list[Attempt] = []
    async with opened("no", "", "{}", "no", GOOD) as model:
        with pytest.raises(MalformedReply) as raised:
            await ask(model, seen=seen.append)
        assert [a.outcome for a in raised.value.attempts] == ["malformed", "empty", "malformed"]
        assert list(raised.value.attempts) == seen
        reply = await ask(model)
        assert [a.outcome for a in reply.attempts] == ["malformed", "ok"]


@models
async def test_the_check_is_heard(opened: Open) -> None:
    def check(plan: Plan) -> str | None:
        return None if plan.parts else "there are no parts"

    async with opened('{"parts": []}', GOOD) as model:
        reply = await ask(model, check=check)
        assert [a.error for a in reply.attempts] == ["there are no parts", None]


@models
async def test_a_failure_carries_its_outcome_and_attempts(opened: Open) -> None:
    async with opened(fails=True) as model:
        with pytest.raises(ModelUnavailable) as raised:
            await ask(model)
        assert raised.value.outcome == "offline"
        assert {a.outcome for a in raised.value.attempts} == {"offline"}
        assert sum(a.tokens_in for a in raised.value.attempts) == 0


@models
async def test_nothing_is_asked_that_is_not_allowed(opened: Open) -> None:
    def allow() -> None:
        raise PermissionError

    async with opened() as model:
        with pytest.raises(PermissionError):
            await ask(model, allow=allow)


async def test_a_script_with_a_line_too_many_or_too_few_fails() -> None:
    with pytest.raises(AssertionError, match="nobody asked"):
        ScriptedModel(writer=[GOOD]).done()
    with pytest.raises(AssertionError, match="no line is left for the planner"):
        await ask(ScriptedModel())
    with pytest.raises(AssertionError, match="never asked for"), LLMServer(Scripted(GOOD)):
        pass
