"""Search by the real Tavily SDK against a scripted server: what is sent, what is believed, what every refusal means."""

import gzip
import json

import pytest
from search_server import Scripted, SearchServer, page, tavily, tavily_refuses

from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.tavily import open_tavily

MAIL_DATE = "Tue, 05 Mar 2024 10:00:00 GMT"
KEY = "tvly-secret-0123456789"


async def failure_of(*answers: Scripted, key: str = KEY, timeout_s: float = 5) -> SearchFailed:
    """The one failure of a search that gets these answers."""
    with SearchServer(*answers) as server:
        async with open_tavily(key, base_url=server.url, timeout_s=timeout_s) as provider:
            with pytest.raises(SearchFailed) as caught:
                await provider.search("tides")
    assert KEY not in f"{caught.value!r} {caught.value.__cause__!r}"
    assert caught.value.reason.count(". ") == 0
    return caught.value


async def test_a_search_asks_for_basic_results_without_answers_or_page_texts() -> None:
    with SearchServer(tavily(page("https://a.example/x"))) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            await provider.search("tides of Skerra", time_range="week")
    (sent,) = server.sent
    assert (sent.method, sent.path) == ("POST", "/search")
    assert sent.body == {
        "query": "tides of Skerra",
        "search_depth": "basic",
        "include_answer": False,
        "include_raw_content": False,
        "include_images": False,
        "max_results": 5,
        "time_range": "week",
    }
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert "x-tavily-access-mode" not in sent.headers


async def test_without_a_key_the_keyless_mode_is_asked_even_where_the_environment_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-of-somebody")
    with SearchServer(tavily(page("https://a.example/"))) as server:
        async with open_tavily("", base_url=server.url) as provider:
            await provider.search("tides")
    (sent,) = server.sent
    assert "authorization" not in sent.headers
    assert sent.headers["x-tavily-access-mode"] == "keyless"
    assert sent.headers["x-client-source"] == "tavily-python-keyless"


async def test_domains_are_sent_and_then_checked_by_us() -> None:
    rules = DomainRules.of(only=["Example.org"], block=["bad.example.org"])
    answer = tavily(
        page("https://news.example.org/a"),
        page("https://notexample.org/b"),
        page("https://bad.example.org/c"),
        page("https://example.org.evil.net/d"),
    )
    with SearchServer(answer) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides", domains=rules)
    assert server.sent[0].body["include_domains"] == ["example.org"]
    assert server.sent[0].body["exclude_domains"] == ["bad.example.org"]
    assert [hit.url for hit in result.results] == ["https://news.example.org/a"]
    assert "3 of its results lay outside the rules for domains" in result.notes


async def test_results_that_all_lie_outside_the_rules_are_an_empty_answer() -> None:
    with SearchServer(tavily(page("https://other.net/"))) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides", domains=DomainRules.of(only=["example.org"]))
    assert (result.outcome, result.results) == ("empty", ())


async def test_rules_that_leave_nothing_ask_nobody() -> None:
    with SearchServer() as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides", domains=DomainRules(only=()))
    assert result.outcome == "empty"
    assert "nothing in common" in result.notes[0]


async def test_a_result_keeps_what_can_be_believed() -> None:
    answer = tavily(
        page("HTTP://WWW.Example.org:80/a?utm_source=x&id=1#top", "A\n title", published_date=MAIL_DATE),
        page("https://example.org/a?id=1&utm_source=y", "the same page"),
        page("https://user:pass@example.org/", "carries a login"),
        page("javascript:alert(1)", "no address"),
        page("https://example.org/future", published_date="2999-01-01"),
        {"title": "no address at all"},
        {"url": 7, "title": None, "content": ["x"], "score": "high"},
    )  # fmt: skip
    with SearchServer(answer) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides")
    first, second = result.results
    assert (first.rank, first.title, first.url) == (1, "A title", "http://www.example.org/a?utm_source=x&id=1")
    assert (first.published_at, first.published_precision) == ("2024-03-05T10:00:00+00:00", "time")
    assert (first.score, first.locator) == (0.5, "example.org/a?id=1")
    assert (second.url, second.published_at) == ("https://example.org/future", None)
    assert "4 of its results had an address that is not read" in result.notes


async def test_a_preferred_domain_rises_from_below_the_limit_and_the_others_stay() -> None:
    answer = tavily(*(page(f"https://site{n}.example/") for n in range(5)), page("https://lab.gov.example.net/x"))
    rules = DomainRules.of(prefer=["example.net"])
    with SearchServer(answer) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides", domains=rules)
    assert server.sent[0].body["max_results"] == 10
    assert [hit.url for hit in result.results].index("https://lab.gov.example.net/x") == 2
    assert [hit.rank for hit in result.results] == [1, 2, 3, 4, 5]


async def test_a_packed_answer_is_read() -> None:
    packed = gzip.compress(json.dumps({"results": [page("https://a.example/")]}).encode())
    with SearchServer(Scripted(packed, headers={"Content-Encoding": "gzip"})) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            assert len((await provider.search("tides")).results) == 1


async def test_finding_nothing_is_an_answer() -> None:
    with SearchServer(tavily()) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tides")
    assert (result.outcome, result.results) == ("empty", ())


@pytest.mark.parametrize(
    ("answer", "outcome", "says"),
    [
        (tavily_refuses(401, f"Unauthorized: {KEY} is no key"), "unauthorised", "set TAVILY_API_KEY"),
        (tavily_refuses(403, "Forbidden"), "unauthorised", "set TAVILY_API_KEY"),
        (tavily_refuses(432, "This request exceeds your plan's set usage limit."), "quota", "SEARXNG_URL"),
        (tavily_refuses(433, "pay as you go limit"), "quota", "add credit"),
        (tavily_refuses(429, "blocked for excessive requests", retry_after="7"), "rate_limited", "429"),
        (tavily_refuses(400, "Query is too long"), "refused", "Query is too long"),
        (tavily_refuses(500, "oops"), "offline", "500"),
        (Scripted(b"<html>bad gateway", 502), "offline", "502"),
        (Scripted(b"", 204), "unreadable", "204"),
        (Scripted(b"", 307, {"Location": "https://elsewhere.example/"}), "unreadable", "307"),
        (Scripted(b'{"results": [', 200), "unreadable", "something else"),
        (Scripted(b"[" * 100_000, 200), "unreadable", "something else"),
        (Scripted(["no", "object"], 200), "unreadable", "something else"),
        (Scripted({"results": "none"}, 200), "unreadable", "something else"),
        (Scripted(gzip.compress(b" " * 9_000_000), 200, {"Content-Encoding": "gzip"}), "too_large", "8 MiB"),
        (Scripted(b"x", 200, {"Content-Encoding": "gzip"}), "unreadable", "broke off"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_every_refusal_has_its_outcome_and_never_shows_the_key(answer: Scripted, outcome: str, says: str) -> None:
    failure = await failure_of(answer)
    assert failure.outcome == outcome
    assert says in failure.reason


async def test_the_seconds_to_wait_are_read_that_the_sdk_drops() -> None:
    failure = await failure_of(tavily_refuses(429, "slow down", retry_after="7"))
    assert (failure.status, failure.retry_after_s) == (429, 7.0)


async def test_the_keyless_limit_says_how_long_and_what_helps() -> None:
    error = {"code": "keyless_limit", "message": "Daily limit reached", "window": "day", "retry_after_seconds": 3600}
    failure = await failure_of(Scripted({"error": error}, 429), key="")
    assert (failure.outcome, failure.retry_after_s) == ("rate_limited", 3600.0)
    assert "Daily limit reached" in failure.reason
    assert "set TAVILY_API_KEY" in failure.reason


@pytest.mark.parametrize(("delay_s", "drip_s"), [(1.0, 0.0), (0.0, 0.1)], ids=["sleeps", "drips"])
async def test_a_server_that_drips_or_sleeps_is_left_after_our_time(delay_s: float, drip_s: float) -> None:
    failure = await failure_of(Scripted({"results": []}, delay_s=delay_s, drip_s=drip_s), timeout_s=0.3)
    assert failure.outcome == "timeout"


async def test_nothing_listening_is_offline_and_has_no_status() -> None:
    with SearchServer() as server:
        gone = server.url
    async with open_tavily(KEY, base_url=gone) as provider:
        with pytest.raises(SearchFailed) as caught:
            await provider.search("tides")
    assert (caught.value.outcome, caught.value.status) == ("offline", None)


async def test_a_long_query_is_cut_at_a_word_and_says_so() -> None:
    with SearchServer(tavily(page("https://a.example/"))) as server:
        async with open_tavily(KEY, base_url=server.url) as provider:
            result = await provider.search("tide\x00 " + "measured " * 80)
    sent = server.sent[0].body["query"]
    assert len(sent) <= 400
    assert sent.startswith("tide measured")
    assert sent.endswith("measured")
    assert any("was cut to" in note for note in result.notes)
