"""Searching what is stored, by words and by meaning."""

from collections.abc import Mapping
from typing import Any

from retrievers.memory import RESULTS, Hit
from retrievers.rerank import search_reranked
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema

_FIELDS = ("passage", "source", "title", "url", "publisher", "published_at", "fetched_at", "text")


async def _search(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    query = str(arguments["query"])
    found = await search_reranked(
        context.store, [query], context.embedder, context.reranker, limit=int(arguments.get("limit", RESULTS))
    )
    hits = [hit for hit in found.hits[0] if not (context.rules and hit.url) or context.rules.allows(hit.url)]
    return ToolResult("ok" if hits else "empty", [_as_data(hit) for hit in hits], found.notes, ran=query)


def _as_data(hit: Hit) -> dict[str, Any]:
    return {name: getattr(hit, name) for name in _FIELDS} | {"score": hit.score}


TOOL = Tool(
    name="memory_search",
    sentence="Find passages of the stored sources that speak of something: for questions about the world, its facts, "
    "figures, reasons, people and dates.",
    parameters=object_schema(
        {
            "query": {
                "type": "string",
                "minLength": 1,
                "maxLength": 400,
                "description": "The few content words that a passage with the answer holds, names spelled as asked.",
            },
            "limit": {"type": "integer", "minimum": 1, "maximum": 200, "description": "Passages at most; 10."},
        },
        ["query"],
    ),
    group="memory",
    run=_search,
    examples=(
        "What will the bridge cost?",
        "Why did the project fail?",
        "Explain how heat pumps work.",
        "What do our documents say about eel migration?",
    ),
)
