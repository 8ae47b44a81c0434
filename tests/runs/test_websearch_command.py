"""`websearch`: one search, its pages read and ranked, an answer with citations as the tool's result object."""

from typing import Any

import pytest
from loopback import open_site
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.build import open_web
from agent.find import find_report, find_run
from agent.research import research
from agent.resume import read_begun
from agent.settings import Settings
from agent.web.answer import read_web_answer
from agent.web.options import WebOptions
from graph.store import GraphStore

QUERY = "What will the Skerra plant cost?"


async def search(store: GraphStore, server: SearchServer, **options: Any) -> dict[str, Any]:
    async with open_web_app(store, server, new_pages=3, **options) as app:
        budget = Budget(rounds=1)
        events = [e async for e in research(QUERY, app, run_key="w1", budget=budget, direct=True)]
        assert events[0].data["subquestions"] == [QUERY]
        return await read_web_answer(store, await find_report(store, "w1"), reranker="bm25+vectors")


async def test_the_result_names_all_sources_with_their_rank_and_the_answer_cites_those_it_uses(
    store: GraphStore,
) -> None:
    async with open_site() as site:
        site.pages["/log"] = article("The log speaks of other harbours.", title="Harbour log")
        site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.", title="Council &lt;minutes&gt;")
        urls = [site.url("/log"), site.url("/none"), site.url("/a")]
        with SearchServer(finds(*urls)) as server:
            result = await search(store, server)
        assert server.sent[0].body["query"] == QUERY
    assert (result["query"], result["total_results"], result["model"]) == (QUERY, 3, "none")
    assert [one["rank"] for one in result["sources"]] == [1, 2, 3]
    best = result["sources"][0]
    assert (best["url"], best["rerank_score"], best["used_in_response"]) == (site.url("/a"), 1.0, True)
    assert result["sources_used"] == [1]
    unread = next(one for one in result["sources"] if one["url"] == site.url("/none"))
    assert (unread["rerank_score"], unread["used_in_response"]) == (0.0, False)
    title = "Council &lt;minutes&gt;"
    cited = f'<web_citation url="{site.url("/a")}" title="{title}">[1]</web_citation>'
    assert f"The Skerra plant will cost 48 million crowns. {cited}" in result["response"]


@pytest.mark.parametrize("answers", [[finds()]])
async def test_a_search_that_finds_nothing_gives_an_empty_answer_with_its_outcomes(
    answers: list[Any], store: GraphStore
) -> None:
    with SearchServer(*answers) as server:
        result = await search(store, server)
    assert (result["response"], result["sources"], result["sources_used"]) == ("", [], [])
    assert {"provider": "tavily", "outcome": "empty", "count": 1} in result["outcomes"]


async def test_a_search_that_is_gone_on_with_reads_as_many_pages_as_it_was_begun_with(store: GraphStore) -> None:
    with SearchServer(finds()) as server:
        await search(store, server, options=WebOptions(new_pages=5))
    begun = await read_begun(store, await find_run(store, "w1"))
    assert isinstance(begun.web, WebOptions)
    async with open_web(Settings(tavily_api_key="tvly-x"), begun.web, lambda _: None) as web:
        assert web.new_pages == 5
