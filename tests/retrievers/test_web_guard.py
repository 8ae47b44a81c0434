"""Which addresses may be asked; nothing here connects anywhere."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrievers.web.addresses import why_not_public
from retrievers.web.errors import AddressRefused
from retrievers.web.guard import Guard

PRIVATE = st.sampled_from([0x0A000000, 0x7F000000, 0xA9FE0000, 0xC0A80000]).flatmap(
    lambda base: st.integers(base, base + 0xFFFF)
)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1\\@198.51.100.7/", "this machine"),
        ("http://[::ffff:10.0.0.5]/", "a private network"),
        ("http://2130706433/", "this machine"),
        ("http://0x7f.1/", "this machine"),
        ("http://0177.0.0.01/", "this machine"),
        ("http://127.1/", "this machine"),
        ("http://①②⑦.⓪.⓪.①/", "this machine"),
        ("http://127。0。0。1/", "this machine"),
        ("http://[::]/", "no address"),
        ("http://[::1]/", "this machine"),
        ("http://[::127.0.0.1]/", "not globally reachable"),
        ("http://[64:ff9b::a9fe:a9fe]/", "169.254.169.254 inside IPv6"),
        ("http://[64:ff9b:1::a9fe:a9fe]/", "a local translation"),
        ("http://[2002:7f00:1::]/", "6to4"),
        ("http://[2001:0:1::1]/", "Teredo"),
        ("http://[fe80::1]/", "the local link"),
        ("http://[fd00:ec2::254]/", "a private network"),
        ("http://[fec0::1]/", "a private network"),
        ("http://[ff02::1]/", "a multicast group"),
        ("http://[2600::5efe:7f00:1]/", "ISATAP"),
        ("http://[2001:db8::1]/", "documentation"),
        ("http://0.0.0.0/", "this host"),
        ("http://100.100.100.200/", "inner network"),
        ("http://168.63.129.16/", "a cloud's inner service"),
        ("http://169.254.169.254/latest/meta-data/", "metadata"),
        ("http://198.18.0.1/", "benchmarks"),
        ("http://203.0.113.9/", "documentation"),
        ("http://224.0.0.1/", "multicast"),
        ("http://255.255.255.255/", "reserved"),
        ("http://localhost/", "inner network"),
        ("http://LOCALHOST./", "inner network"),
        ("http://a.localhost/", "inner network"),
        ("http://router/", "inner network"),
        ("http://printer.local/", "inner network"),
        ("http://metadata.google.internal/", "inner network"),
        ("http://metadata.google.internal./", "inner network"),
        ("http://nas.home.arpa/", "inner network"),
        ("http://metadata.goog/", "inner addresses"),
        ("http://10.0.0.1.nip.io/", "inner addresses"),
        ("http://app.localtest.me/", "inner addresses"),
        ("http://127.0.0.1!/", "no name"),
        ("https://user@example.org/", "user name"),
        ("https://:pw@example.org/", "user name"),
        ("http://example.org:22/", "ports"),
        ("http://example.org:6379/", "ports"),
        ("file:///etc/passwd", "only http and https"),
        ("gopher://example.org/", "only http and https"),
        ("javascript:alert(1)", "only http and https"),
        ("http://", "no address"),
        ("", "no address"),
        ("http://256.256.256.256/", "no address"),
        ("http://" + "a" * 70 + ".org/", "no name"),
        ("http://example.org/" + "a" * 5_000, "characters"),
    ],
)
def test_an_inner_or_malformed_address_is_refused_with_the_reason(url: str, why: str) -> None:
    decision = Guard().decide(url)
    assert not decision.allowed
    assert why in decision.reason


@pytest.mark.parametrize(
    ("url", "normalised"),
    [
        ("https://example.org/a?b=1#c", "https://example.org/a?b=1"),
        ("HTTP://Example.ORG.:80/", "http://example.org/"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("https://straße.example.org/", "https://xn--strae-oqa.example.org/"),
        ("https://under_score.example.org/", "https://under_score.example.org/"),
        ("https://local.example.org/", "https://local.example.org/"),
        ("https://8.8.8.8/", "https://8.8.8.8/"),
        ("http://[2606:2800:220:1:248:1893:25c8:1946]/", "http://[2606:2800:220:1:248:1893:25c8:1946]/"),
        ("http://[64:ff9b::808:808]/", "http://[64:ff9b::808:808]/"),
    ],
)
def test_a_public_address_is_allowed_and_shown_as_it_would_be_asked_for(url: str, normalised: str) -> None:
    decision = Guard().decide(url)
    assert (decision.allowed, decision.normalised) == (True, normalised)


def test_a_name_is_refused_when_only_one_of_its_addresses_is_inner() -> None:
    guard = Guard()
    assert guard.check_addresses("example.org", ["8.8.8.8", "2600::1"]) == ("8.8.8.8", "2600::1")
    with pytest.raises(AddressRefused, match=r"leads to 10\.0\.0\.1, which is a private network"):
        guard.check_addresses("example.org", ["8.8.8.8", "10.0.0.1"])


def test_a_network_that_code_lets_through_opens_no_other() -> None:
    guard = Guard(allow=["127.0.0.1/32"])
    assert guard.decide("http://127.0.0.1:4711/").allowed
    assert not guard.decide("http://127.0.0.2:4711/").allowed
    assert not guard.decide("http://localhost:4711/").allowed
    with pytest.raises(AddressRefused):
        guard.check_addresses("example.org", ["127.0.0.1", "192.168.0.1"])


@given(PRIVATE, st.sampled_from(["{0}", "0x{0:x}", "0{0:o}"]), st.sampled_from(["", ".", ":80", "?@example.org"]))
def test_no_spelling_of_an_inner_number_passes(number: int, spelling: str, tail: str) -> None:
    assert not Guard().decide(f"http://{spelling.format(number)}{tail}/").allowed


@given(st.integers(0, 2**32 - 1), st.sampled_from([0xFFFF << 32, 0x64FF9B << 96]))
def test_ipv4_inside_ipv6_is_as_public_as_it_is_alone(number: int, prefix: int) -> None:
    inner, outer = str(IPv4Address(number)), str(IPv6Address(prefix | number))
    assert (why_not_public(inner) is None) == (why_not_public(outer) is None)


@given(st.one_of(st.text(max_size=80), st.text(max_size=60).map(lambda text: f"http://{text}")))
def test_any_text_is_decided_and_an_allowed_one_stays_allowed_as_it_would_be_asked(text: str) -> None:
    decision = Guard().decide(text)
    assert decision.reason
    if decision.allowed:
        assert Guard().decide(decision.normalised).allowed


@given(st.text(max_size=40))
def test_what_is_no_ip_address_is_not_public(text: str) -> None:
    assert why_not_public("x" + text) == "no IP address"
