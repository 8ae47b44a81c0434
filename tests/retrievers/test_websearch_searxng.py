"""Search by a SearXNG instance's JSON: what is sent, what its silence means, what helps when JSON is off."""

import pytest
from search_server import Scripted, SearchServer, page, searxng

from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.searxng import open_searxng


async def failure_of(*answers: Scripted) -> SearchFailed:
    """The one failure of a search that gets these answers."""
    with SearchServer(*answers) as server:
        async with open_searxng(server.url, timeout_s=5) as provider:
            with pytest.raises(SearchFailed) as caught:
                await provider.search("tides")
    return caught.value


FIVE = [page(f"https://site{n}.example/") for n in range(5)]


@pytest.mark.parametrize("written", ["{}", "{}/", "{}/search", " {}/search/ "])
async def test_an_instance_is_asked_for_json_however_its_address_is_written(written: str) -> None:
    with SearchServer(searxng(*FIVE)) as server:
        async with open_searxng(written.format(server.url)) as provider:
            result = await provider.search("tides & more", time_range="week")
    (sent,) = server.sent
    assert (sent.method, sent.path) == ("GET", "/search")
    assert sent.body == {"q": "tides & more", "format": "json", "pageno": "1", "time_range": "week"}
    assert [hit.provider for hit in result.results] == ["searxng"] * 5


async def test_an_instance_below_a_path_is_asked_there() -> None:
    with SearchServer(searxng(*FIVE)) as server:
        async with open_searxng(f"{server.url}/searxng") as provider:
            await provider.search("tides")
    assert server.sent[0].path == "/searxng/search"


async def test_one_page_at_two_addresses_is_one_result_and_the_next_page_fills_up() -> None:
    first = searxng(page("https://a.example/x?utm_source=1"), page("http://www.a.example/x"))
    second = searxng(page("https://b.example/"))
    with SearchServer(first, second) as server:
        async with open_searxng(server.url) as provider:
            result = await provider.search("tides", limit=3)
    assert [sent.body["pageno"] for sent in server.sent] == ["1", "2"]
    assert [hit.url for hit in result.results] == ["https://a.example/x?utm_source=1", "https://b.example/"]


async def test_what_the_first_page_gave_stays_when_the_second_fails() -> None:
    with SearchServer(searxng(page("https://a.example/")), Scripted(b"", 429)) as server:
        async with open_searxng(server.url) as provider:
            result = await provider.search("tides")
    assert [hit.url for hit in result.results] == ["https://a.example/"]


async def test_a_strict_list_goes_into_the_query_and_is_checked_again() -> None:
    rules = DomainRules.of(only=["a.example", "b.example"])
    answer = searxng(page("https://x.a.example/1"), page("https://c.example/2"), page("https://b.example/3"))
    with SearchServer(answer) as server:
        async with open_searxng(server.url) as provider:
            result = await provider.search("tides", limit=2, domains=rules)
    assert server.sent[0].body["q"] == "tides (site:a.example OR site:b.example)"
    assert result.query == server.sent[0].body["q"]
    assert [hit.url for hit in result.results] == ["https://x.a.example/1", "https://b.example/3"]


@pytest.mark.parametrize(
    ("written", "value", "precision"),
    [
        ("2026-03-12T00:00:00", "2026-03-12", "day"),
        ("2026-03-12T09:30:00", "2026-03-12T09:30:00", "time"),
        ("2026-03-12T00:00:00+02:00", "2026-03-12T00:00:00+02:00", "time"),
        ("2026-03", "2026-03", "month"),
        ("2026", "2026", "year"),
        ("2999-01-01T00:00:00", None, None),
        ("2026-02-30", None, None),
        ("last week", None, None),
        (None, None, None),
        (20260312, None, None),
    ],
)
async def test_a_date_keeps_the_precision_that_is_known(
    written: object, value: str | None, precision: str | None
) -> None:
    with SearchServer(searxng(page("https://a.example/", publishedDate=written))) as server:
        async with open_searxng(server.url) as provider:
            (hit,) = (await provider.search("tides", limit=1)).results
    assert (hit.published_at, hit.published_precision) == (value, precision)


async def test_an_instance_without_json_is_told_how_to_enable_it() -> None:
    failure = await failure_of(Scripted(b"<h1>Forbidden", 403))
    assert failure.outcome == "refused"
    assert "formats:" in failure.reason
    assert "settings.yml" in failure.reason


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Scripted(b"Too Many Requests", 429, {"Retry-After": "3"}), "rate_limited"),
        (Scripted(b"", 500), "offline"),
        (Scripted(b"<html>a wiki", 200), "unreadable"),
        (Scripted({"results": None}, 200), "unreadable"),
        (Scripted(b"", 404), "unreadable"),
        (Scripted(b"", 302, {"Location": "https://login.example/"}), "refused"),
        (Scripted(b"", 401), "unauthorised"),
        (searxng(silent=[["google", "Suspended: too many requests"], ["brave", "timeout"]]), "rate_limited"),
        (searxng(silent=[["google", "CAPTCHA"]]), "challenge"),
        (searxng(silent=[["google", "timeout"]]), "timeout"),
        (searxng(silent=[["google", "unexpected crash"]]), "offline"),
    ],
)
async def test_every_failure_has_its_outcome(answer: Scripted, outcome: str) -> None:
    failure = await failure_of(answer)
    assert failure.outcome == outcome


async def test_nothing_found_while_every_engine_answered_is_empty() -> None:
    with SearchServer(searxng()) as server:
        async with open_searxng(server.url) as provider:
            assert (await provider.search("tides")).outcome == "empty"


async def test_results_beside_silent_engines_name_them() -> None:
    with SearchServer(searxng(*FIVE, silent=[["brave", "timeout"]])) as server:
        async with open_searxng(server.url) as provider:
            result = await provider.search("tides")
    assert "engines that gave nothing: brave (timeout)" in result.notes


async def test_an_address_that_is_none_is_refused_with_a_sentence() -> None:
    async with open_searxng("ftp://nowhere") as provider:
        with pytest.raises(SearchFailed, match="write one like https"):
            await provider.search("tides")
