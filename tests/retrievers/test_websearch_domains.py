"""Rules for domains, `site:` hints and queries: pure, for every spelling of a host."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrievers.websearch.domains import (
    DomainRefused,
    DomainRules,
    covers,
    host_of,
    parse_domain,
    registrable_domain,
)
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.hints import take_hints
from retrievers.websearch.query import MAX_QUERY, clean_query

LABELS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=8).filter(lambda s: not s.isdigit())
DOMAINS = st.builds("{}.{}".format, LABELS, st.sampled_from(["org", "co.uk", "github.io", "com.cn", "de"]))


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("BBC.co.uk", "bbc.co.uk"),
        ("https://www.BBC.co.uk:8443/news?x=1", "bbc.co.uk"),
        ("*.bbc.co.uk", "bbc.co.uk"),
        (".bbc.co.uk.", "bbc.co.uk"),
        (" bbc.co.uk/news ", "bbc.co.uk"),
        ("bbc.co.uk:443", "bbc.co.uk"),
        ("www.gov.uk", "www.gov.uk"),
        ("gov.uk", "gov.uk"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.example", "xn--bcher-kva.example"),
        ("食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("192.0.2.7", "192.0.2.7"),
        ("[2001:db8::1]", "[2001:db8::1]"),
        ("localhost", "localhost"),
    ],
)
def test_a_rule_may_be_written_as_people_write_domains(written: str, host: str) -> None:
    assert parse_domain(written) == host


@pytest.mark.parametrize(
    "written", ["", "  ", "*", ".", "https://", "a b.org", "ftp://a.org", "mailto:a@b.org", "http://[x"]
)
def test_what_is_no_domain_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(DomainRefused, match="write one like"):
        parse_domain(written)


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("https://bbc.co.uk/", True),
        ("https://NEWS.BBC.CO.UK./x", True),
        ("https://a.b.bbc.co.uk:8080/", True),
        ("https://notbbc.co.uk/", False),
        ("https://bbc.co.uk.evil.net/", False),
        ("https://evil.net/bbc.co.uk", False),
        ("https://bbc.co.uk@evil.net/", False),
        ("https://evil.net\\@bbc.co.uk/", False),
        ("https://bbc.co/", False),
        ("ftp://bbc.co.uk/", False),
        ("no address", False),
    ],
)
def test_a_strict_rule_holds_at_label_borders_and_for_the_real_host(url: str, *, inside: bool) -> None:
    assert DomainRules.of(only=["bbc.co.uk"]).allows(url) is inside


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://news.bbc.co.uk/", "bbc.co.uk"),
        ("https://a.someone.github.io/", "someone.github.io"),
        ("https://github.io/", "github.io"),
        ("https://www.gov.uk/", "www.gov.uk"),
        ("https://x.Bücher.example/", "xn--bcher-kva.example"),
        ("https://www.city.kobe.jp/", "city.kobe.jp"),
        ("http://10.1.2.3:80/", "10.1.2.3"),
        ("http://[::1]/", "[::1]"),
        ("http://localhost/", "localhost"),
        ("javascript:1", None),
    ],
)
def test_the_domain_that_somebody_registered_is_found_without_a_net(url: str, domain: str | None) -> None:
    assert registrable_domain(url) == domain


def test_an_address_of_numbers_is_covered_by_itself_alone() -> None:
    assert covers("10.1.2.3", "10.1.2.3")
    assert not covers("2.3", "10.1.2.3")


def test_block_wins_over_the_strict_list() -> None:
    rules = DomainRules.of(only=["example.org"], block=["ads.example.org"])
    assert rules.allows("https://www.example.org/")
    assert rules.why_not("https://x.ads.example.org/") == "x.ads.example.org is blocked by the rule ads.example.org"


def test_an_empty_strict_list_is_no_rule_and_an_impossible_one_allows_nothing() -> None:
    assert DomainRules.of(only=[]).allows("https://anything.example/")
    nothing = DomainRules.of(only=["a.org"]).narrowed(DomainRules.of(only=["b.org"]))
    assert nothing.only == ()
    assert not nothing.allows("https://a.org/")
    assert "nothing in common" in nothing.notes[0]


def test_a_rule_for_a_suffix_says_that_it_covers_many_owners() -> None:
    assert DomainRules.of(only=["co.uk"]).notes == (
        "co.uk is a suffix that many register under; the rule holds for all of them",
    )
    assert DomainRules.of(only=["bbc.co.uk"], block=["10.0.0.1"]).notes == ()


@given(DOMAINS, LABELS, LABELS)
def test_a_domain_covers_itself_and_what_is_below_and_no_look_alike(domain: str, label: str, other: str) -> None:
    rules = DomainRules.of(only=[domain])
    assert rules.allows(f"https://{domain}/")
    assert rules.allows(f"https://{label}.{domain.upper()}.:8443/x")
    assert not rules.allows(f"https://{label}{domain}/")
    assert not rules.allows(f"https://{domain}.{other}.test/")


@given(st.lists(DOMAINS, max_size=4), st.lists(DOMAINS, max_size=4), st.lists(DOMAINS, max_size=3), DOMAINS)
def test_narrowed_rules_allow_what_both_allow(one: list[str], other: list[str], blocked: list[str], asked: str) -> None:
    a, b = DomainRules.of(only=[*one, asked][: len(one)], block=blocked), DomainRules.of(only=other)
    both, back = a.narrowed(b), b.narrowed(a)
    for host in [*one, *other, *blocked, asked]:
        for url in (f"https://{host}/", f"https://x.{host}/"):
            assert both.allows(url) is (a.allows(url) and b.allows(url)) is back.allows(url)


@given(st.text(max_size=60))
def test_any_text_is_a_domain_or_refused(written: str) -> None:
    try:
        host = parse_domain(written)
    except DomainRefused:
        return
    assert parse_domain(host) == host
    assert host_of(f"http://{host}/") == host
    assert DomainRules(only=(host,)).allows(f"https://{host}/")


@pytest.mark.parametrize(
    ("text", "rest", "only", "block"),
    [
        ("tides site:noaa.gov", "tides", ("noaa.gov",), ()),
        ("SITE:NOAA.gov tides", "tides", ("noaa.gov",), ()),
        ("When is high tide? (site:noaa.gov OR site:bbc.co.uk)", "When is high tide?", ("noaa.gov", "bbc.co.uk"), ()),
        ("tides site:noaa.gov, bbc.co.uk today", "tides today", ("noaa.gov", "bbc.co.uk"), ()),
        ("tides -site:pinterest.com now", "tides now", (), ("pinterest.com",)),
        ("tides site: noaa.gov.", "tides .", ("noaa.gov",), ()),
        ("潮汐 site：noaa.gov", "潮汐", ("noaa.gov",), ()),
        ('tides site:"https://www.noaa.gov/x/y"', "tides", ("noaa.gov",), ()),
        ("the website:design of noaa", "the website:design of noaa", None, ()),
        ("our site: is down", "our site: is down", None, ()),
        ("see https://x.org/?q=site:a.org", "see https://x.org/?q=site:a.org", None, ()),
        ("site:noaa.gov", "", ("noaa.gov",), ()),
    ],
)
def test_a_site_hint_becomes_a_rule_and_leaves_the_text(
    text: str, rest: str, only: tuple[str, ...] | None, block: tuple[str, ...]
) -> None:
    hinted = take_hints(text)
    assert (hinted.text, hinted.rules.only, hinted.rules.block) == (rest, only or None, block)


@given(st.lists(DOMAINS, min_size=1, max_size=3), st.text("tides and moon ", max_size=40))
def test_no_hint_reaches_the_query(domains: list[str], text: str) -> None:
    hinted = take_hints(f"{text} site:{' OR site:'.join(domains)}")
    assert "site:" not in hinted.text
    assert hinted.rules.only == tuple(dict.fromkeys(domains))
    assert hinted.text.split() == text.split()


@given(st.text(max_size=900))
def test_a_query_is_one_printable_line_within_its_length(text: str) -> None:
    try:
        asked = clean_query(text)
    except SearchFailed:
        assert not any(c.isalnum() for c in text)
        return
    assert 0 < len(asked.text) <= MAX_QUERY
    assert "\n" not in asked.text
    assert asked.text == asked.text.strip()
    assert clean_query(asked.text).text == asked.text


def test_a_cut_query_ends_at_a_word_and_one_without_spaces_at_the_limit() -> None:
    assert clean_query("word " * 100, limit=23).text == "word word word word"
    asked = clean_query("潮" * 500)
    assert asked.text == "潮" * 400
    assert asked.note == "a query of 500 characters was cut to 400; 400 are taken"


def test_letters_written_in_two_parts_are_joined() -> None:
    assert clean_query("cafe\u0301").text == "caf\u00e9"


def test_direction_marks_and_controls_are_taken_out_and_joiners_stay() -> None:
    assert clean_query("ti\u202edes\x07 of\r\n\u200bSkerra \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645").text == (
        "tides of Skerra \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    )
