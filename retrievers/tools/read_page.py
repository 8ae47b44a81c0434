"""Reading the page at an address that a person named, through the guarded fetcher."""

from collections.abc import Mapping
from typing import Any

from retrievers.read.reading import Refusal
from retrievers.split import split_passages
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema


async def _read(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    url = str(arguments["url"])
    url = url if "://" in url else f"https://{url}"
    if context.pages is None:
        return ToolResult("offline", notes=("reading of web pages is not set up; it is off with --no-web",))
    if context.rules and (why := context.rules.why_not(url)):
        return ToolResult("refused", notes=(f"{url} is not read: {why}",))
    reading = await context.pages.read(url)
    if isinstance(reading, Refusal):
        return ToolResult(reading.outcome, notes=(reading.reason,), ran=url)
    passages = split_passages(reading.text, reading.headings, language=reading.language)
    rows = [
        {
            "title": reading.title,
            "url": reading.url or url,
            "published_at": reading.published_at,
            "char_start": passage.char_start,
            "char_end": passage.char_end,
            "text": reading.text[passage.char_start : passage.char_end],
        }
        for passage in passages
    ]
    return ToolResult("ok" if rows else "empty", rows, ran=url)


TOOL = Tool(
    name="read_page",
    sentence="Read the web page at an address that stands in the person's question.",
    parameters=object_schema(
        {
            "url": {
                "type": "string",
                "minLength": 4,
                "maxLength": 2000,
                "description": "The address, as the person wrote it.",
            }
        },
        ["url"],
    ),
    group="web",
    run=_read,
    examples=("Read https://example.org/report.html and say who paid for it.", "What does www.example.com say?"),
)
