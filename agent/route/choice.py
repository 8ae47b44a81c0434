"""The router: which tools a question needs, by a model where there is one, else by rules."""

from collections.abc import Sequence
from datetime import date

from agent.route.calls import Routed, Turn
from agent.route.given import with_given
from agent.route.rules import choose_by_rules
from retrievers import Tools


async def choose_tools(question: str, conversation: Sequence[Turn], tools: Tools, *, today: date) -> Routed:
    """Return the calls that a question needs, each with its reason, checked against the tools; none are made.

    `conversation` is what was said before, oldest first. Relative dates count from `today`.
    """
    offered = with_given(tools, conversation)
    return choose_by_rules(question, conversation, offered, today=today)
