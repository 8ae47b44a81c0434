"""What a run asks the web and which pages it reads: pure choices."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from fakes import FakeEmbedder
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import ConfigurationError
from agent.plan import Plan, SubQuestion
from agent.route import route_to_web
from agent.settings import Settings
from agent.web.choose import deal_pages, is_one_work, names_of
from agent.web.options import WebOptions
from agent.web.settings import configured_web
from agent.web.volatile import is_volatile
from retrievers.embed.remembering import Remembering
from retrievers.websearch.protocol import WebHit


def hit(url: str, rank: int = 1, title: str = "A page", snippet: str = "") -> WebHit:
    return WebHit(rank, title, url, snippet, "tavily")


def test_queries_take_turns_and_no_page_is_dealt_twice() -> None:
    a, b, c = (hit(f"https://{name}.example/") for name in "abc")
    assert deal_pages([[a, b, c], [a, b, c]], ()) == [[(a,), (c,)], [(b,)]]
    assert deal_pages([[a, b], [c]], names_of(a)) == [[(b,)], [(c,)]]


def test_one_page_at_several_addresses_is_one_candidate_and_a_number_counts_only_at_its_own_site() -> None:
    same = [hit("https://a.example/x"), hit("http://www.a.example/x?utm_source=m#t")]
    paper = [hit("https://arxiv.org/abs/2401.01234"), hit("https://arxiv.org/pdf/2401.01234v2")]
    spam = hit("https://spam.example/arxiv.org/abs/2401.01234")
    assert deal_pages([same], ()) == [[(same[0],)]]
    assert deal_pages([[spam, *paper]], ()) == [[(paper[0], spam)]]
    assert deal_pages([[spam]], names_of(paper[0])) == [[(spam,)]]


TITLE = "An autonomous laboratory for the accelerated synthesis of materials"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (hit("https://doi.org/10.1000/x1"), hit("https://press.example/doi/full/10.1000/x1"), True),
        (hit("https://a.example/10.1000/x1", title=TITLE), hit("https://b.example/10.1000/x1", title=TITLE), True),
        (hit("https://a.example/10.1000/x1", title=TITLE), hit("https://b.example/10.1000/x1", title="Buy"), False),
        (
            hit("https://a.example/10.1000/x1", title=TITLE, snippet="It will cost 48 million."),
            hit("https://b.example/10.1000/x1", title=TITLE, snippet="It will cost 99 million."),
            False,
        ),
        (hit("https://a.example/10.1000/x1"), hit("https://b.example/10.1000/x2"), False),
        (hit("https://a.example/p", title=TITLE), hit("https://a.example/amp/p", title=f"{TITLE} | A"), True),
        (hit("https://a.example/p", title=TITLE), hit("https://b.example/p", title=TITLE), False),
        (hit("https://a.example/1", title="Minutes"), hit("https://a.example/2", title="Minutes"), False),
        (
            hit("https://a.example/1", title=TITLE, snippet="the log of 12 May"),
            hit("https://a.example/2", title=TITLE, snippet="the log of 19 May"),
            False,
        ),
    ],
)
def test_a_work_at_two_addresses_is_told_from_the_search_alone_where_that_is_sure(
    one: WebHit, other: WebHit, expected: bool
) -> None:
    assert is_one_work(one, other) == is_one_work(other, one) == expected
    dealt = deal_pages([[one], [other]], ())
    assert [len(own) for own in dealt] == ([1, 0] if expected else [1, 1])
    assert deal_pages([[other]], (), [one]) == ([[]] if expected else [[(other,)]])


@given(st.lists(st.lists(st.integers(0, 8), max_size=6), max_size=5))
def test_every_page_is_dealt_once_to_a_query_that_found_it(found: list[list[int]]) -> None:
    results = [[hit(f"https://s{n}.example/", r) for r, n in enumerate(row)] for row in found]
    dealt = deal_pages(results, ())
    locators = [one.locator for works in dealt for work in works for one in work]
    assert sorted(locators) == sorted({one.locator for row in results for one in row})
    assert all({work[0] for work in own} <= set(row) for own, row in zip(dealt, results, strict=True))


PLAN = Plan(
    "q", "en", (SubQuestion(1, "one?", "any", ("first one", "second one")), SubQuestion(2, "two?", "any", ("two",)))
)


def route(open_parts: set[int], follow_ups: Any = (), asked: Any = ()) -> list[tuple[int, str]]:
    calls = route_to_web(PLAN, open_parts, follow_ups, asked, max_age_s=lambda _: 1.0, reason="why")
    return [(call.arguments["for"], call.arguments["query"]) for call in calls]


def test_an_open_part_begins_with_its_planned_query_and_goes_on_with_its_follow_up_never_repeated() -> None:
    assert route({1, 2}) == [(1, "first one"), (2, "two")]
    assert route({1}, [(1, "a notice")], ["First One"]) == [(1, "a notice")]
    assert route({1}, [(1, "FIRST one")], ["first one"]) == [(1, "second one")]
    assert route({1}, [(1, "alone")], ["first one", "second one"]) == []
    assert route(set(), [(1, "a notice")]) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the price of a ticket?", True),
        ("Wie ist das Wetter heute?", True),
        ("现在的价格是多少", True),
        ("When was the plant built?", False),
        ("Who wrote the history of Skerra?", False),
    ],
)
def test_what_changes_within_hours_is_told_by_its_words(question: str, expected: bool) -> None:
    assert is_volatile(question) == expected


def test_a_remembering_embedder_gives_the_same_vectors_and_embeds_nothing_twice() -> None:
    asked: list[list[str]] = []

    class Counting(FakeEmbedder):
        async def embed(self, texts: Any, *, kind: Any) -> Any:
            asked.append(list(texts))
            return await super().embed(texts, kind=kind)

    async def run() -> None:
        one = Remembering(Counting())
        first = await one.embed(["a b", "c", "a b"], kind="passage")
        again = await one.embed(["c", "d"], kind="passage")
        await one.embed(["c"], kind="query")
        plain = await FakeEmbedder().embed(["a b", "c", "a b", "c", "d"], kind="passage")
        assert [*map(list, first.vectors), *map(list, again.vectors)] == [*map(list, plain.vectors)]

    asyncio.run(run())
    assert asked == [["a b", "c"], ["d"], ["c"]]


@pytest.mark.parametrize("url", ["nonsense", "ftp://search.example", "http://search.example:99999", "//x", " "])
@pytest.mark.parametrize("name", ["searxng_url", "tavily_base_url"])
def test_an_address_of_a_provider_that_is_none_is_a_fault_of_the_settings_and_no_empty_search(
    name: str, url: str
) -> None:
    settings = replace(Settings(tavily_api_key="k"), **{name: url})
    with pytest.raises(ConfigurationError, match=r"(TAVILY_BASE_URL|SEARXNG_URL) is no web address"):
        configured_web(settings, WebOptions())
    configured_web(replace(settings, **{name: "http://127.0.0.1:8080/searxng"}), WebOptions())
