"""The tool for what the conversation already says: nothing is looked up."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.route.calls import ANSWER_GIVEN, Turn
from retrievers import Tools
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema


def with_given(tools: Tools, conversation: Sequence[Turn]) -> Tools:
    """Return the tools with `answer_given` first where the conversation holds an answer, else as they are."""
    if ANSWER_GIVEN in tools or not any(turn.role == "assistant" for turn in conversation):
        return tools
    return Tools([_given_tool(conversation), *tools])


def _given_tool(conversation: Sequence[Turn]) -> Tool:
    async def run(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
        del context
        turn = int(arguments["turn"])
        if turn >= len(conversation) or conversation[turn].role != "assistant":
            return ToolResult("empty", notes=(f"turn {turn} of the conversation is no answer",))
        return ToolResult("ok", ({"turn": turn, "text": conversation[turn].text},))

    return Tool(
        name=ANSWER_GIVEN,
        sentence="The conversation already answers the question: nothing is looked up.",
        parameters=object_schema(
            {
                "turn": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": max(0, len(conversation) - 1),
                    "description": "The turn that answers, as it is numbered in the conversation.",
                }
            },
            ["turn"],
        ),
        group="conversation",
        run=run,
        examples=("What did you say it costs?", "Can you repeat that?"),
    )
