"""The registry: what a model is shown and what is called are one table, and every tool keeps its promises."""

from collections.abc import Mapping
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text

from agent.build import open_pages
from agent.settings import Settings
from graph.store import GraphStore
from retrievers import TOOLS, Tools, load_tools
from retrievers.errors import UnknownTool, WrongArguments
from retrievers.read import Refusal
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.protocol import SearchResult, WebHit
from retrievers.websearch.providers import Providers

ALL = load_tools()


async def _echo(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    return ToolResult("ok", [dict(arguments)])


def echo(name: str = "echo") -> Tool:
    schema = object_schema({"word": {"type": "string"}, "times": {"type": "integer", "minimum": 1}}, ["word"])
    return Tool(name, "Says a word again.", schema, "own", _echo)


@pytest.mark.parametrize("name", [tool.name for tool in ALL])
def test_every_tool_says_in_a_sentence_what_it_answers_and_takes_an_object_of_described_fields(name: str) -> None:
    tool = ALL[name]
    assert len(tool.sentence) > 20
    assert tool.parameters["type"] == "object"
    assert tool.parameters["additionalProperties"] is False
    assert all(field["description"] for field in tool.parameters["properties"].values())
    assert set(tool.parameters["required"]) <= set(tool.parameters["properties"])
    assert "has" in ALL.check(name, {"no such field": 1}) or "must" in ALL.check(name, {"no such field": 1})


def test_what_is_shown_and_what_is_called_come_from_one_table() -> None:
    assert [tool.name for tool in ALL][: len(TOOLS)] == list(TOOLS)
    for tool in ALL:
        assert ALL[tool.name] is tool
    assert {"memory_search", "web_search", "read_page", "evidence_for_claim", "graph_health"} <= {t.name for t in ALL}


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two tools are named echo"):
        Tools([echo(), echo()])
    with pytest.raises(ValueError, match="memory_search"):
        load_tools(more=[echo("memory_search")])


async def test_an_unknown_tool_is_an_error_that_names_those_that_there_are(store: GraphStore) -> None:
    with pytest.raises(UnknownTool, match=r"there is no tool 'ech'; the tools are echo"):
        await Tools([echo()]).call("ech", {"word": "a"}, ToolContext(store))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "must contain"),
        ({"word": 1}, "word must be string"),
        ({"word": "a", "times": 0}, "times must be bigger than or equal to 1"),
        ({"word": "a", "more": 1}, "must not contain"),
        ([], "must be object"),
        (None, "must be object"),
    ],
)
async def test_wrong_arguments_are_told_by_name_and_nothing_is_called(
    arguments: Any, says: str, store: GraphStore
) -> None:
    with pytest.raises(WrongArguments, match=f"the arguments of echo are wrong: .*{says}"):
        await Tools([echo()]).call("echo", arguments, ToolContext(store))


async def test_memory_search_gives_passages_with_their_sources_and_nothing_is_empty_and_not_failed(
    store: GraphStore,
) -> None:
    await add_text(store, "The Orm bridge was opened on 4 May 1987.", name="orm")
    context = ToolContext(store, FakeEmbedder())
    found = await ALL.call("memory_search", {"query": "Orm bridge opened", "limit": 1}, context)
    assert (found.outcome, found.ran) == ("ok", "Orm bridge opened")
    assert "4 May 1987" in found.rows[0]["text"]
    assert found.rows[0]["passage"].startswith("passage.")
    assert (await ALL.call("memory_search", {"query": "?"}, context)).outcome == "empty"


class _Search:
    name = "scripted"

    def __init__(self, failure: SearchFailed | None = None) -> None:
        self.asked: list[tuple[str, int, str]] = []
        self._failure = failure

    async def search(
        self, query: str, *, limit: int = 5, time_range: Any = "none", domains: Any = None
    ) -> SearchResult:
        self.asked.append((query, limit, time_range))
        if self._failure:
            raise self._failure
        hit = WebHit(1, "Orm", "https://example.org/orm", "The bridge.", "scripted")
        return SearchResult((hit,), "scripted", "ok", query)


def quiet(text: str) -> None:
    del text


async def test_a_web_search_gives_addresses_and_keeps_to_what_it_was_asked(store: GraphStore) -> None:
    provider = _Search()
    context = ToolContext(store, providers=Providers([provider], say=quiet))
    found = await ALL.call("web_search", {"query": "orm bridge", "limit": 2, "time_range": "week"}, context)
    assert provider.asked == [("orm bridge", 2, "week")]
    assert (found.outcome, [row["url"] for row in found.rows]) == ("ok", ["https://example.org/orm"])


async def test_a_search_that_fails_is_told_with_its_outcome_and_one_that_is_not_set_up_says_what_to_set(
    store: GraphStore,
) -> None:
    failing = Providers([_Search(SearchFailed("quota", "no credit is left"))], say=quiet)
    found = await ALL.call("web_search", {"query": "orm"}, ToolContext(store, providers=failing))
    assert (found.outcome, found.rows) == ("quota", ())
    without = await ALL.call("web_search", {"query": "orm"}, ToolContext(store))
    assert (without.outcome, without.notes) == (
        "offline", ("no web search is set up; set TAVILY_API_KEY or SEARXNG_URL",),
    )  # fmt: skip


async def test_a_page_outside_the_rules_or_the_net_is_refused_before_it_is_asked_for(store: GraphStore) -> None:
    async with open_pages(Settings()) as pages:
        rules = DomainRules.of(block=["example.org"])
        outside = await ALL.call(
            "read_page", {"url": "www.example.org/a"}, ToolContext(store, pages=pages, rules=rules)
        )
        assert outside.outcome == "refused"
        assert "blocked" in outside.notes[0]
        inside = await ALL.call("read_page", {"url": "http://169.254.169.254/latest"}, ToolContext(store, pages=pages))
        assert inside.outcome == "refused"
        assert (await ALL.call("read_page", {"url": "https://a.example"}, ToolContext(store))).outcome == "offline"


class _Page:
    async def read(self, url: str) -> Refusal:
        return Refusal(url, "consent", f"{url} shows a consent wall")


async def test_a_page_that_cannot_be_read_gives_its_typed_outcome(store: GraphStore) -> None:
    found = await ALL.call("read_page", {"url": "https://a.example"}, ToolContext(store, pages=_Page()))
    assert (found.outcome, found.notes) == ("consent", ("https://a.example shows a consent wall",))


async def test_a_template_is_a_tool_whose_rows_come_with_the_query_that_gave_them(store: GraphStore) -> None:
    found = await ALL.call("graph_health", {}, ToolContext(store))
    assert found.outcome == "ok"
    assert found.rows[0]["claims"] == 0
    assert "MATCH" in found.ran
    nothing = await ALL.call("sources_for_entity", {"entity": "Zyx Quillfeather"}, ToolContext(store))
    assert (nothing.outcome, nothing.rows) == ("empty", ())
    assert "Zyx Quillfeather" in nothing.notes[0]
