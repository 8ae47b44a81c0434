"""The fetcher against a server on loopback that does what hostile and broken servers do."""

import asyncio
import ssl
import sys
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest
from loopback import HOST, Site, answer, open_fetcher, open_site, page, redirect

from retrievers.outcome import Outcome
from retrievers.web.errors import AddressRefused, FetchFailed
from retrievers.web.fetched import Earlier, Limits

CONNECTED: list[str] = []


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple):
        CONNECTED.append(str(args[1][0]))


@pytest.fixture(scope="module", autouse=True)
def _connections_are_watched() -> None:
    sys.addaudithook(_watch)


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    CONNECTED.clear()
    async with open_site() as site:
        yield site
    assert set(CONNECTED) <= {"127.0.0.1"}


async def failure(site: Site, path: str = "/", **options: Any) -> FetchFailed:
    async with open_fetcher(**options) as fetcher:
        with pytest.raises(FetchFailed) as caught:
            await fetcher.fetch(site.url(path))
    return caught.value


async def test_a_page_comes_with_the_address_that_was_connected_to(site: Site) -> None:
    site.pages["/a?b=1"] = page("<p>hello", 'ETag: "v1"', "Set-Cookie: id=7")
    async with open_fetcher(user_agent="claimgraph/1") as fetcher:
        fetched = await fetcher.fetch(site.url("/a?b=1#part"))
        await fetcher.fetch(site.url("/a?b=1"))
    assert (fetched.body, fetched.address, fetched.url) == (b"<p>hello", "127.0.0.1", site.url("/a?b=1"))
    assert (fetched.etag, fetched.content_type) == ('"v1"', "text/html; charset=utf-8")
    last = site.asked[-1]
    assert f"Host: {HOST}:{site.port}\r\n" in last
    assert "User-Agent: claimgraph/1\r\n" in last
    assert not any(name in last.lower() for name in ("cookie", "referer", "authorization"))


async def test_a_name_that_changes_its_answer_is_asked_once_a_connection_and_gets_nowhere_else(site: Site) -> None:
    site.pages["/"] = page("<p>one")
    answers = [["127.0.0.1"], ["169.254.169.254"]]
    asked: list[str] = []

    async def rebind(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    async with open_fetcher(rebind, robots=False) as fetcher:
        assert (await fetcher.fetch(site.url())).address == "127.0.0.1"
        with pytest.raises(AddressRefused, match=r"169\.254\.169\.254"):
            await fetcher.fetch(site.url())
    assert (asked, len(site.asked)) == ([HOST, HOST], 1)


async def test_a_name_with_one_inner_address_is_not_connected_to_at_all(site: Site) -> None:
    async def both(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1", "10.0.0.1"]

    async with open_fetcher(both) as fetcher:
        with pytest.raises(AddressRefused, match=r"10\.0\.0\.1"):
            await fetcher.fetch(site.url())
    assert (site.asked, CONNECTED) == ([], [])


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.2:{port}/",
        "//10.0.0.1/",
        "\\\\10.0.0.1/",
        "http://[::ffff:10.0.0.5]/",
        "http://2130706434/",
        "https://user:pw@www.example.org/",
        "file:///etc/passwd",
        "http://localhost:{port}/",
        "/again",
    ],
)
async def test_a_redirect_to_where_nobody_may_go_ends_there(site: Site, location: str) -> None:
    site.pages["/"] = redirect("/next")
    site.pages["/next"] = redirect(location.format(port=site.port), "307 Temporary Redirect")
    site.pages["/again"] = redirect("http://192.168.0.1/")
    assert (await failure(site)).outcome == "refused"


async def test_five_redirects_are_followed_and_no_sixth(site: Site) -> None:
    for number in range(1, 8):
        site.pages[f"/{number}"] = redirect(f"{number + 1}")
    site.pages["/6"] = page("<p>there")
    async with open_fetcher() as fetcher:
        fetched = await fetcher.fetch(site.url("/1"))
    assert fetched.redirects == tuple(site.url(f"/{n}") for n in range(1, 6))
    site.pages["/6"] = redirect("/7")
    assert "more than 5 redirects" in (await failure(site, "/1")).reason
    site.pages["/none"] = answer(status="302 Found")
    assert (await failure(site, "/none")).outcome == "unreadable"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("401 Unauthorized", "unauthorised"),
        ("403 Forbidden", "unauthorised"),
        ("404 Not Found", "empty"),
        ("410 Gone", "empty"),
        ("418 Teapot", "unreadable"),
        ("204 No Content", "empty"),
        ("304 Not Modified", "unreadable"),
        ("500 Broken", "offline"),
        ("503 Busy", "offline"),
        ("504 Late", "timeout"),
    ],
)
async def test_a_status_that_brings_no_page_is_a_typed_outcome(site: Site, status: str, outcome: Outcome) -> None:
    site.pages["/"] = answer(status=status)
    failed = await failure(site)
    assert (failed.outcome, str(failed.status)) == (outcome, status[:3])


async def test_a_refusal_by_a_challenge_page_is_called_a_challenge(site: Site) -> None:
    site.pages["/"] = answer(b"<title>Just a moment...</title>Checking your browser", status="403 Forbidden")
    assert (await failure(site)).outcome == "challenge"
    site.pages["/"] = answer(b"", "cf-mitigated: challenge", status="403 Forbidden")
    assert (await failure(site)).outcome == "challenge"


async def test_a_server_that_asks_to_wait_is_asked_once_more(site: Site) -> None:
    busy = answer(b"", "Retry-After: 0", status="429 Too Many")
    site.pages["/"] = [busy, page("<p>now")]
    async with open_fetcher() as fetcher:
        assert (await fetcher.fetch(site.url())).body == b"<p>now"
    site.pages["/busy"] = busy
    assert (await failure(site, "/busy")).outcome == "rate_limited"
    assert site.count("/busy") == 2
    site.pages["/hour"] = answer(b"", "Retry-After: 3600", status="503 Busy")
    assert "wants 3600 s" in (await failure(site, "/hour")).reason
    assert site.count("/hour") == 1


async def test_a_name_that_is_never_found_out_is_given_up_in_time(site: Site) -> None:
    async def slow(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(60)
        return []

    async with open_fetcher(slow, limits=Limits(connect_s=0.1), robots=False) as fetcher:
        with pytest.raises(FetchFailed) as caught:
            await fetcher.fetch(site.url())
    assert caught.value.outcome == "timeout"


async def test_a_name_that_leads_nowhere_or_to_nobody_is_offline(site: Site) -> None:
    async def nowhere(host: str, port: int) -> Sequence[str]:
        raise OSError

    async with open_fetcher(nowhere) as fetcher:
        with pytest.raises(FetchFailed, match="cannot be found") as caught:
            await fetcher.fetch(site.url())
    assert caught.value.outcome == "offline"
    async with open_fetcher() as fetcher:
        with pytest.raises(FetchFailed, match="cannot be reached") as caught:
            await fetcher.fetch(f"http://{HOST}:1/")
    assert caught.value.outcome == "offline"


async def test_an_unchanged_page_comes_without_a_body(site: Site) -> None:
    site.pages["/"] = answer(status="304 Not Modified")
    async with open_fetcher() as fetcher:
        fetched = await fetcher.fetch(site.url(), earlier=Earlier(site.url(), '"v1"', "Mon, 02 Nov 2026 10:00:00 GMT"))
    assert (fetched.is_unchanged, fetched.body) == (True, b"")
    assert 'If-None-Match: "v1"' in site.asked[-1]


async def test_the_marks_of_a_page_are_told_to_its_own_address_alone(site: Site) -> None:
    site.pages["/"] = redirect("/new")
    site.pages["/new"] = answer(status="304 Not Modified")
    async with open_fetcher() as fetcher:
        fetched = await fetcher.fetch(site.url(), earlier=Earlier(site.url("/new"), '"v1"'))
        assert fetched.is_unchanged
        assert ["If-None-Match" in head for head in site.asked[-2:]] == [False, True]
        with pytest.raises(FetchFailed):
            await fetcher.fetch(site.url(), earlier=Earlier(site.url(), '"v1"'))


@pytest.mark.parametrize("told", ["/page", "/robots.txt"])
async def test_an_address_outside_the_readers_rules_is_never_asked(site: Site, told: str) -> None:
    site.pages[told] = redirect(site.url("/away", "away.example.com"))
    site.pages["/away"] = page("<p>away")
    async with open_fetcher() as fetcher:
        with pytest.raises(AddressRefused, match="is not read: off"):
            await fetcher.fetch(site.url("/page"), why_not=lambda url: "off" if "away" in url else None)
    assert site.count("/away") == 0


async def test_robots_txt_is_obeyed_and_asked_once(site: Site) -> None:
    site.pages["/robots.txt"] = answer(b"User-agent: claimgraph\nDisallow: /private\n\nUser-agent: *\nDisallow: /")
    site.pages["/open"] = page("<p>open")
    site.pages["/private/a"] = page("<p>private")
    async with open_fetcher() as fetcher:
        await asyncio.gather(*(fetcher.fetch(site.url("/open")) for _ in range(4)))
        with pytest.raises(AddressRefused, match=r"robots\.txt asks"):
            await fetcher.fetch(site.url("/private/a"))
    assert (site.count("/robots.txt"), site.count("/private/a")) == (1, 0)
    async with open_fetcher(robots=False) as fetcher:
        assert (await fetcher.fetch(site.url("/private/a"))).body == b"<p>private"


async def test_a_site_whose_robots_txt_fails_is_left_alone_and_asked_again_later(site: Site) -> None:
    site.pages["/robots.txt"] = [answer(status="500 Broken"), answer(status="403 Forbidden")]
    site.pages["/"] = page("<p>here")
    async with open_fetcher() as fetcher:
        with pytest.raises(FetchFailed, match=r"robots\.txt of") as caught:
            await fetcher.fetch(site.url())
        assert caught.value.outcome == "offline"
        assert (await fetcher.fetch(site.url())).body == b"<p>here"


async def test_a_robots_txt_that_leads_inside_is_refused_like_any_page(site: Site) -> None:
    site.pages["/robots.txt"] = redirect("http://10.0.0.1/robots.txt")
    assert isinstance(await failure(site), AddressRefused)


async def test_a_host_is_asked_twice_at_once_and_all_hosts_eight_times(site: Site) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.03)
        writer.write(page("<p>slow"))

    site.pages["/"] = slow
    async with open_fetcher(robots=False) as fetcher:
        await asyncio.gather(*(fetcher.fetch(site.url()) for _ in range(9)))
        assert site.most_open == 2
        await asyncio.gather(*(fetcher.fetch(site.url(host=f"h{n}.example.org")) for n in range(30)))
        assert site.most_open == 8


async def test_the_certificate_is_checked_by_the_name_not_by_the_address() -> None:
    import trustme

    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(server)
    names: list[str | None] = []
    server.sni_callback = lambda _, name, __: names.append(name)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    async with open_site(tls=server) as site:
        site.pages["/"] = page("<p>secret")
        async with open_fetcher(tls=trusting, robots=False) as fetcher:
            assert (await fetcher.fetch(site.url())).body == b"<p>secret"
            with pytest.raises(FetchFailed, match="certificate does not hold"):
                await fetcher.fetch(site.url(host="other.example.org"))
        async with open_fetcher(robots=False) as fetcher:
            with pytest.raises(FetchFailed, match="certificate does not hold"):
                await fetcher.fetch(site.url())
    assert names == [HOST, "other.example.org", HOST]
