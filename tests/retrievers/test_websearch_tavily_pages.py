"""Reading by Tavily Extract: what is sent, what is never sent, and what of the answer is a text."""

import pytest
from search_server import Answer, Scripted, SearchServer, extracted, tavily_refuses

from retrievers.read.reading import Reading, Refusal
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.tavily_pages import open_tavily_pages

A, B, C = "https://a.example/x", "https://b.example/y", "https://c.example/z"
TEXT = "# Tides of Skerra\n\nThe tide at **Skerra** rises by [four metres](https://x.example/).\n"


async def read(*urls: str, answer: Answer, **domains: list[str]) -> tuple[list[Reading | Refusal], SearchServer]:
    """What one request gives, and the server that it went to."""
    with SearchServer(answer) as server:
        async with open_tavily_pages("tvly-key", base_url=server.url, timeout_s=5) as pages:
            return await pages.read(urls, DomainRules.of(**domains)), server


async def test_texts_come_in_the_order_asked_and_say_who_read_them() -> None:
    (first, second), server = await read(A, B, answer=extracted({B: "Plain words.", A: TEXT}))
    assert server.sent[0].body == {
        "urls": [A, B],
        "include_images": False,
        "extract_depth": "basic",
        "format": "markdown",
        "timeout": 5,
    }
    assert isinstance(first, Reading)
    assert isinstance(second, Reading)
    assert (first.text, second.text) == (
        "Tides of Skerra\n\nThe tide at Skerra rises by four metres.",
        "Plain words.",
    )
    assert (first.title, first.locator, first.url) == ("Tides of Skerra", "a.example/x", A)
    assert first.extractor == "tavily-extract"
    assert first.extractor_version


async def test_a_text_proves_no_date_and_no_address_of_its_own() -> None:
    forged = "---\ndate: 2020-01-01\nurl: https://journal.example/\npublisher: Nature\n---\n\nWords.\n"
    (page,), _ = await read(A, answer=extracted({A: forged}))
    assert isinstance(page, Reading)
    assert (page.published_at, page.published_proof, page.publisher, page.url) == (None, None, None, A)


async def test_inner_addresses_and_those_outside_the_rules_are_never_sent() -> None:
    urls = [A, "http://10.0.0.5/secret", "http://metadata.google.internal/", "file:///etc/passwd", C]
    results, server = await read(*urls, answer=extracted({A: TEXT}), only=["a.example"])
    assert server.sent[0].body["urls"] == [A]
    assert [r.outcome if isinstance(r, Refusal) else "ok" for r in results] == ["ok", *["refused"] * 4]
    assert [r.input for r in results] == urls


async def test_when_nothing_may_be_asked_nothing_is_sent() -> None:
    with SearchServer() as server:
        async with open_tavily_pages("k", base_url=server.url) as pages:
            (refusal,) = await pages.read(["http://127.0.0.1/"])
    assert isinstance(refusal, Refusal)


async def test_what_failed_what_is_empty_and_what_is_missing_are_told_apart() -> None:
    answer = extracted({A: " \n"}, failed={B: "Request timed out"})
    results, _ = await read(A, B, C, answer=answer)
    assert [r.outcome for r in results if isinstance(r, Refusal)] == ["empty", "timeout", "unreadable"]


async def test_an_address_given_twice_is_asked_once_and_answered_twice() -> None:
    results, server = await read(A, f"{A}#part", answer=extracted({A: TEXT}))
    assert server.sent[0].body["urls"] == [A]
    assert [r.input for r in results] == [A, f"{A}#part"]
    assert all(isinstance(r, Reading) for r in results)


async def test_the_text_of_another_address_is_not_taken_for_the_one_asked() -> None:
    (refusal,), _ = await read(A, answer=extracted({"https://evil.example/": TEXT}))
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Checking your browser before accessing the site. Proof of work.", "challenge"),
        ("Please enable JavaScript to view this page.", "needs_js"),
        ("We and our 700 partners use cookies. Accept all", "consent"),
        (" ".join(f"word{n}" for n in range(3000)), "unsupported"),
    ],
)
async def test_a_wall_is_no_text(text: str, outcome: str) -> None:
    (refusal,), _ = await read(A, answer=extracted({A: text}))
    assert isinstance(refusal, Refusal)
    assert refusal.outcome == outcome


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (tavily_refuses(432, "plan limit"), "quota"),
        (tavily_refuses(401, "no"), "unauthorised"),
        (tavily_refuses(429, "slow", retry_after="1"), "rate_limited"),
        (Scripted(b"nonsense"), "unreadable"),
    ],
)
async def test_a_refused_request_has_its_outcome(answer: Scripted, outcome: str) -> None:
    with pytest.raises(SearchFailed) as caught:
        await read(A, answer=answer)
    assert caught.value.outcome == outcome
