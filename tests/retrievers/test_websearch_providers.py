"""Several providers: the order, the one wait, who is left out for the run, and what the report can count."""

from typing import Any

import pytest
from search_server import Answer, Scripted, SearchServer, page, searxng, tavily, tavily_refuses

from retrievers.outcome import Outcome
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.providers import OutcomeCount, Providers
from retrievers.websearch.searxng import open_searxng
from retrievers.websearch.tavily import open_tavily

HIT = page("https://a.example/")


class Run:
    """Tavily, then SearXNG, each with its script; keeps what was said and how often was paid."""

    def __init__(self, first: list[Answer], second: list[Answer]) -> None:
        self.first, self.second = SearchServer(*first), SearchServer(*second)
        self.said: list[str] = []
        self.paid = 0
        self.timeout_s = 30.0

    def pay(self) -> None:
        self.paid += 1

    async def searches(self, *queries: str) -> tuple[Providers, list[Any]]:
        """The providers afterwards, and a result or failure a query."""
        got: list[Any] = []
        with self.first, self.second:
            async with (
                open_tavily("tvly-key", base_url=self.first.url, timeout_s=self.timeout_s) as one,
                open_searxng(self.second.url, timeout_s=self.timeout_s) as two,
            ):
                providers = Providers([one, two], say=self.said.append, back_off_s=0.01)
                for query in queries:
                    try:
                        got.append(await providers.search(query, allow=self.pay))
                    except SearchFailed as failure:
                        got.append(failure)
        return providers, got


async def test_the_first_that_finds_something_is_enough() -> None:
    run = Run([tavily(HIT)], [])
    providers, (result,) = await run.searches("tides")
    assert result.provider == "tavily"
    assert providers.outcomes == (OutcomeCount("tavily", "ok", 1),)
    assert run.paid == 1


async def test_an_empty_answer_asks_the_next() -> None:
    providers, (result,) = await Run([tavily()], [searxng(*[HIT] * 2)] * 2).searches("tides")
    assert result.provider == "searxng"
    assert providers.off == {}


async def test_a_wait_that_was_asked_for_is_kept_once_and_seen() -> None:
    run = Run([tavily_refuses(429, "slow", Retry_After="0"), tavily(HIT)], [])
    providers, (result,) = await run.searches("tides")
    assert result.outcome == "ok"
    assert run.said == ["tavily: rate_limited; asking once more in 0 s"]
    assert providers.outcomes == (OutcomeCount("tavily", "ok", 1), OutcomeCount("tavily", "rate_limited", 1))
    assert run.paid == 2


async def test_who_refuses_again_after_the_wait_is_left_out_and_named() -> None:
    slow = tavily_refuses(429, "slow", Retry_After="0")
    run = Run([slow, slow], [searxng(HIT), searxng(), searxng(HIT), searxng()])
    providers, (first, second) = await run.searches("tides", "more")
    assert providers.off["tavily"].outcome == "rate_limited"
    assert any("tavily asks for fewer requests" in note for note in first.notes)
    assert second.outcome == "ok"
    assert len(run.first.sent) == 2
    assert run.said[-1].startswith("tavily is left out from now on: tavily asks")


async def test_nobody_waits_longer_than_the_bound() -> None:
    run = Run([tavily_refuses(429, "slow", Retry_After="3600")], [searxng(HIT), searxng()])
    providers, _ = await run.searches("tides")
    assert len(run.first.sent) == 1
    assert "tavily" in providers.off


@pytest.mark.parametrize(
    ("status", "outcome"), [(401, "unauthorised"), (403, "unauthorised"), (432, "quota"), (433, "quota")]
)
async def test_without_credit_or_a_key_a_provider_is_asked_once_a_run(status: int, outcome: Outcome) -> None:
    run = Run([tavily_refuses(status, "no")], [searxng(HIT), searxng()] * 2)
    providers, _ = await run.searches("tides", "more")
    assert len(run.first.sent) == 1
    assert providers.outcomes[0] == OutcomeCount("tavily", outcome, 1)


async def test_a_refused_query_leaves_the_provider_in() -> None:
    run = Run([tavily_refuses(400, "bad query"), tavily(HIT)], [searxng(HIT), searxng()])
    providers, (_, second) = await run.searches("tides", "more")
    assert second.provider == "tavily"
    assert providers.off == {}


async def test_a_server_that_fails_once_is_asked_again_and_one_that_stays_down_is_left_out() -> None:
    run = Run([Scripted(b"", 500), tavily(HIT), Scripted(b"", 503), Scripted(b"", 503)], [searxng(HIT), searxng()])
    providers, (first, second) = await run.searches("tides", "more")
    assert first.provider == "tavily"
    assert second.provider == "searxng"
    assert providers.off["tavily"].outcome == "offline"


async def test_one_timeout_is_forgiven_and_two_in_a_row_are_not() -> None:
    late = Scripted(b"", delay_s=3.0)
    run = Run([late, tavily(HIT), late, late], [searxng(HIT), searxng()] * 3)
    run.timeout_s = 2.0
    providers, results = await run.searches("a", "b", "c", "d")
    assert [result.provider for result in results] == ["searxng", "tavily", "searxng", "searxng"]
    assert providers.off["tavily"].outcome == "timeout"


async def test_the_loop_sees_an_empty_answer_beside_failures_as_empty_with_their_names() -> None:
    """R3: one returns nothing, one is rate limited, one has used up its plan."""
    run = Run([tavily_refuses(432, "plan limit")], [searxng()])
    providers, (result,) = await run.searches("tides")
    assert result.outcome == "empty"
    assert any("432" in note for note in result.notes)
    assert providers.outcomes == (OutcomeCount("tavily", "quota", 1), OutcomeCount("searxng", "empty", 1))


async def test_when_all_fail_the_failure_names_each_and_later_searches_ask_nobody() -> None:
    run = Run([tavily_refuses(432, "plan limit")], [Scripted(b"", 403)])
    providers, (first, second) = await run.searches("tides", "more")
    assert isinstance(first, SearchFailed)
    assert isinstance(second, SearchFailed)
    assert (first.outcome, second.outcome) == ("quota", "quota")
    assert "432" in second.reason
    assert "403" in second.reason
    assert run.paid == 2
    assert set(providers.off) == {"tavily", "searxng"}


async def test_a_budget_that_is_used_up_ends_the_search_before_the_request() -> None:
    class Spent(Exception):
        pass

    def refuse() -> None:
        raise Spent

    with SearchServer() as server:
        async with open_tavily("k", base_url=server.url) as provider:
            with pytest.raises(Spent):
                await Providers([provider], say=print).search("tides", allow=refuse)
    assert server.sent == []


async def test_a_query_without_a_word_and_rules_without_a_domain_cost_nothing() -> None:
    with SearchServer() as server:
        async with open_tavily("k", base_url=server.url) as provider:
            providers = Providers([provider], say=print)
            with pytest.raises(SearchFailed, match="no word to search for"):
                await providers.search(" \x00?! ")
            result = await providers.search("tides", domains=DomainRules(only=()))
    assert result.outcome == "empty"
    assert providers.outcomes == ()


async def test_without_any_provider_the_settings_are_named() -> None:
    with pytest.raises(SearchFailed, match="set TAVILY_API_KEY or SEARXNG_URL"):
        await Providers([], say=print).search("tides")
