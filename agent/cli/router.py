"""The router as commands use it: by the configured planner, or by rules; no database is opened."""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from agent.cli.face import Face

if TYPE_CHECKING:
    from agent.route import Routed, Turn
    from retrievers import Tools

    Choose = Callable[[str, Sequence[Turn]], Awaitable[Routed]]


@contextlib.asynccontextmanager
async def open_router(face: Face, tools: "Tools", today: date, *, rules: bool) -> AsyncGenerator["Choose"]:
    """Yield what chooses the tools for a question and what was said before it.

    Raises ConfigurationError where the model's settings are incomplete. Without a model, or with `rules`, rules choose.
    """
    from agent.llm.configured import configured_models
    from agent.route import Routed, Turn, choose_tools

    models = None if rules else configured_models(face.settings)
    async with contextlib.AsyncExitStack() as stack:
        model = embedder = None
        if models is not None:
            from agent.build import open_model
            from retrievers.embed import open_embedder
            from retrievers.embed.remembering import Remembering

            model = await stack.enter_async_context(open_model(models, face.say, home=face.settings.home_path))
            opened = open_embedder(face.settings.embeddings, home=face.settings.home_path)
            embedder = Remembering(opened) if opened is not None else None

        async def choose(question: str, said: Sequence[Turn]) -> Routed:
            return await choose_tools(question, said, tools, today=today, model=model, embedder=embedder)

        yield choose
