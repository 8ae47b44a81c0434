"""The router: which tools a question needs, by a model where there is one, else by rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from agent.llm import Attempt, MalformedReply, Model, ModelRefused
from agent.plan import expected_type
from agent.reuse.near import are_told_apart, find_near
from agent.route.calls import ANSWER_GIVEN, Routed, Turn
from agent.route.given import with_given
from agent.route.rules import choose_by_rules
from agent.route.same_question import asks_nothing_more, asks_the_same
from agent.route.select import select_tools
from agent.words.terms import guess_language
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
    gives nothing usable, or takes the answer to another question, the rules choose, and the notes say so. Raises
    ModelError when it cannot be asked.
    """
    offered = with_given(tools, conversation)
    by_rules = choose_by_rules(question, conversation, offered, today=today)
    if model is None:
        return by_rules
    proposed = [call.tool for call in by_rules.calls]
    shown = await select_tools(question, offered, embedder, first=proposed)
    from agent.route.by_model import choose_by_model  # pydantic is not for a run without a model

    try:
        chosen = await choose_by_model(question, conversation, shown, model, today=today, allow=allow, seen=seen)
    except (MalformedReply, ModelRefused) as failed:
        return replace(by_rules, notes=(*by_rules.notes, f"rules chose the tools, because {failed}"))
    given = next((call for call in chosen.calls if call.tool == ANSWER_GIVEN), None)
    if given is None or await _answers(int(given.arguments["turn"]), question, conversation, embedder):
        return chosen
    note = "rules chose the tools, because the answer that the model took is one to another question"
    return replace(by_rules, notes=(*by_rules.notes, note))


async def _answers(turn: int, question: str, conversation: Sequence[Turn], embedder: Embedder | None) -> bool:
    """Whether what was said in a turn answers the question: it asks the same, by its words or nearly by its meaning."""
    at = turn if conversation[turn].role == "assistant" else turn + 1
    before = next((one.text for one in reversed(conversation[:at]) if one.role == "user"), "")
    if at >= len(conversation) or not before:
        return False
    if asks_nothing_more(question, before) or asks_the_same(question, before, conversation[at].text):
        return True
    language = guess_language(question)
    if embedder is None or expected_type(question, language) != expected_type(before, guess_language(before)):
        return False
    (near,) = await find_near([question], [before], embedder)
    return bool(near) and not are_told_apart(question, before, language)
