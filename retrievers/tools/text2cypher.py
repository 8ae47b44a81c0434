"""Asking the graph by a statement that a model writes, for what no template answers: counts, shares, rankings."""

from collections.abc import Mapping
from typing import Any

from retrievers.text2cypher import ask_graph
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema

NEEDS_MODEL = (
    "a query can be written only by a language model; set CLAIMGRAPH_PLANNER_MODEL and CLAIMGRAPH_WRITER_MODEL, or ask "
    "a template, such as stored_counts"
)


async def _ask(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    if context.complete is None:
        return ToolResult("offline", notes=(NEEDS_MODEL,))
    answer = await ask_graph(context.store, str(arguments["question"]), context.complete, shape=context.shape)
    if answer.found is None:
        return ToolResult(answer.outcome, notes=answer.notes)
    return ToolResult(answer.outcome, answer.found.rows, answer.notes, ran=answer.ran, kind=answer.found.kind)


TOOL = Tool(
    name="text2cypher",
    sentence="Count, sum, rank or list what the graph of research holds, by a read query that is written for the "
    "question: for numbers and shapes that no other tool gives, never for facts about the world.",
    parameters=object_schema(
        {
            "question": {
                "type": "string",
                "minLength": 3,
                "maxLength": 1000,
                "description": "What is to be counted or listed, with all names and dates, in whole words.",
            }
        },
        ["question"],
    ),
    group="graph",
    run=_ask,
    examples=(
        "How many sources are stored?",
        "Which publisher has the most claims?",
        "What share of the quotes was rejected?",
        "What is the average number of passages per source?",
    ),
    needs_model=True,
)
