"""What a tool may ask of the model: a prompt by its name, filled with values; the reply's fields, checked."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from agent.budget import BudgetSpent
from agent.by_model.calls import ModelCalls
from agent.fence import make_fence
from agent.llm import Check, MalformedReply, Model, ModelRefused
from agent.llm.reply import bare_text
from agent.prompts import PromptName, load_prompt
from retrievers.errors import NoCompletion
from retrievers.tool import CheckReply, Complete

Ask = Callable[[PromptName, Mapping[str, str], type[BaseModel], Check[Any]], Awaitable[BaseModel]]


class WrittenStatement(BaseModel):
    """A statement for a question."""

    model_config = ConfigDict(extra="forbid")
    asks: str = Field(description="The question that exactly this statement answers; without one, what is missing.")
    statement: str = Field(description="One Cypher statement that reads; empty where the graph cannot answer.")


REPLIES: Mapping[str, type[BaseModel]] = {"text2cypher": WrittenStatement}
"""Prompt of a tool -> what its reply holds."""


def complete_alone(model: Model) -> Complete:
    """Return what completes prompts outside a run, by the planner.

    It raises ModelError when no reply can be had, NoCompletion when none can be used.
    """

    async def ask(
        prompt: PromptName, values: Mapping[str, str], answer: type[BaseModel], check: Check[Any]
    ) -> BaseModel:
        system, user = load_prompt(prompt).render(values)
        return (await model.ask("planner", system=system, user=user, answer=answer, check=check)).value

    return _completing(ask)


def complete_in_run(calls: ModelCalls, round_: int) -> Complete:
    """Return what completes prompts within a run: each is a Step, within the budget, and paid for once.

    It raises ModelError when no reply can be had, NoCompletion when none can be used or the budget ends.
    """

    async def ask(
        prompt: PromptName, values: Mapping[str, str], answer: type[BaseModel], check: Check[Any]
    ) -> BaseModel:
        return await calls.ask(prompt, "planner", values, answer, round_=round_, check=check)

    return _completing(ask)


def _completing(ask: Ask) -> Complete:
    async def complete(prompt: str, values: Mapping[str, str], check: CheckReply) -> Mapping[str, str]:
        filled = {**values, "fence": make_fence(*values.values())}

        def judge(value: BaseModel) -> Awaitable[str | None]:
            return check(_fields(value))

        try:
            return _fields(await ask(cast("PromptName", prompt), filled, REPLIES[prompt], judge))
        except (MalformedReply, ModelRefused) as failed:
            raise NoCompletion("refused", str(failed)) from failed
        except BudgetSpent as spent:
            raise NoCompletion("refused", f"no query was written: {spent}") from spent

    return complete


def _fields(value: BaseModel) -> dict[str, str]:
    """The fields as text, without what models put round a text of code."""
    return {name: bare_text(str(text)) for name, text in value.model_dump().items()}
