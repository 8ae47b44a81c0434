"""Searching the live web: addresses with titles; what they say is evidence only once they are read."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from retrievers.tool import Tool, ToolContext, ToolResult, object_schema
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.protocol import RESULTS


async def _search(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    query = str(arguments["query"])
    if context.providers is None:
        return ToolResult("offline", notes=("no web search is set up; set TAVILY_API_KEY or SEARXNG_URL",))
    try:
        found = await context.providers.search(
            query,
            limit=int(arguments.get("limit", RESULTS)),
            time_range=arguments.get("time_range", context.time_range),
            domains=context.rules or DomainRules(),
        )
    except SearchFailed as failed:
        return ToolResult(failed.outcome, notes=(failed.reason,), ran=query)
    return ToolResult(found.outcome, [asdict(hit) for hit in found.results], found.notes, ran=found.query)


TOOL = Tool(
    name="web_search",
    sentence="Search the live web: for what changes within hours or days (prices, weather, news, who leads), "
    "for what memory does not cover, and when the person asks for the web.",
    parameters=object_schema(
        {
            "query": {
                "type": "string",
                "minLength": 1,
                "maxLength": 400,
                "description": "What to search for, in few words, without operators and web addresses.",
            },
            "time_range": {
                "type": "string",
                "enum": ["none", "day", "week", "month", "year"],
                "description": "How old a page may be.",
            },
            "limit": {"type": "integer", "minimum": 1, "maximum": 20, "description": "Results at most; 5."},
        },
        ["query"],
    ),
    group="web",
    run=_search,
    examples=(
        "What is the price of gold today?",
        "Search the web for reviews of this laptop.",
        "What are the latest news on the strike?",
        "What is the weather in Bergen now?",
    ),
)
