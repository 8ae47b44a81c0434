"""The router: which tools a question needs, by a model where there is one, else by rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from agent.llm import Attempt, MalformedReply, Model, ModelRefused
from agent.route.calls import Routed, Turn
from agent.route.given import with_given
from agent.route.rules import choose_by_rules
from agent.route.select import select_tools
from retrievers import Tools
from retrievers.embed import Embedder


async def choose_tools(
    question: str,
    conversation: Sequence[Turn],
    tools: Tools,
    *,
    today: date,
    model: Model | None = None,
    embedder: Embedder | None = None,
    allow: Callable[[], None] | None = None,
    seen: Callable[[Attempt], None] | None = None,
) -> Routed:
    """Return the calls that a question needs, each with its reason, checked against the tools; none are made.

    `conversation` is what was said before, oldest first. Relative dates count from `today`. A model is shown the few
    tools that fit, by words and with an `embedder` by meaning; `allow` and `seen` are those of `Model.ask`. Where it
    gives nothing usable the rules choose, and the notes say so. Raises ModelError when it cannot be asked.
    """
    offered = with_given(tools, conversation)
    by_rules = choose_by_rules(question, conversation, offered, today=today)
    if model is None:
        return by_rules
    proposed = [call.tool for call in by_rules.calls]
    shown = await select_tools(question, offered, embedder, first=proposed)
    from agent.route.by_model import choose_by_model  # pydantic is not for a run without a model

    try:
        return await choose_by_model(question, conversation, shown, model, today=today, allow=allow, seen=seen)
    except (MalformedReply, ModelRefused) as failed:
        return replace(by_rules, notes=(*by_rules.notes, f"rules chose the tools, because {failed}"))
