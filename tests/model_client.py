"""The client of a model as tests of it open one: quick to give up, against a scripted server."""

import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from llm_server import says
from openai import AsyncOpenAI
from pydantic import BaseModel, Field

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
