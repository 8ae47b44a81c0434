import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.url import UrlRefused, fetch_url, source_url


@pytest.mark.parametrize(
    "other",
    [
        "http://example.org/a?id=7",
        "https://www.example.org/a?id=7",
        "https://EXAMPLE.org:443/a?id=7#part",
        "https://example.org/a?utm_source=x&id=7&fbclid=1",
        "https://example.org/b/../a?id=7",
    ],
)
def test_one_page_under_two_addresses_is_one_source(other: str) -> None:
    assert source_url(other) == source_url("https://example.org/a?id=7")


def test_pages_that_differ_in_a_meaningful_query_stay_two_sources() -> None:
    assert source_url("https://example.org/a?id=7") != source_url("https://example.org/a?id=8")


def test_the_address_that_is_fetched_keeps_what_the_server_needs() -> None:
    assert fetch_url("HTTPS://WWW.Example.org?utm_source=x#top") == "https://www.example.org/?utm_source=x"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/a",
        "https://user:pw@example.org/",
        "not an address",
        "javascript:1",
        "",
    ],
)
def test_what_is_not_plain_http_is_refused(url: str) -> None:
    with pytest.raises(UrlRefused):
        source_url(url)


@given(st.text(max_size=60))
def test_any_text_is_either_an_address_or_refused_in_one_sentence(text: str) -> None:
    try:
        named = source_url(f"https://{text}")
    except UrlRefused as refusal:
        named = str(refusal)
    assert named
