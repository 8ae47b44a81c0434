"""Which domains a search is held to, prefers or leaves out. Pure.

A rule holds for a domain and everything below it, at label borders: `bbc.co.uk` covers `news.bbc.co.uk` and never
`notbbc.co.uk`. The public suffix list comes inside a package; nothing is fetched.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Self

import ada_url

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_MAX = 253  # characters of a host name


class DomainRefused(ValueError):
    """What was given as a domain is none; the text says what to write instead."""


@dataclass(frozen=True, slots=True)
class DomainRules:
    """`only`: nothing but these (None: no such rule; empty: nothing at all); `prefer` ranks higher; `block` wins.

    Each is a host in lower case and ASCII, as `parse_domain` gives it. Make them with `DomainRules.of`.
    """

    only: tuple[str, ...] | None = None
    prefer: tuple[str, ...] = ()
    block: tuple[str, ...] = ()

    @classmethod
    def of(cls, *, only: Iterable[str] = (), prefer: Iterable[str] = (), block: Iterable[str] = ()) -> Self:
        """Return the rules of domains as people write them; an empty `only` is no rule. Raises DomainRefused."""
        return cls(parse_domains(only) or None, parse_domains(prefer), parse_domains(block))

    def why_not(self, url: str) -> str | None:
        """Return why an address is outside the rules, None for one inside; the address is checked, not believed."""
        host = host_of(url)
        if host is None:
            return "it names no host"
        if blocked := next((rule for rule in self.block if covers(rule, host)), None):
            return f"{host} is blocked by the rule {blocked}"
        if self.only is not None and not any(covers(rule, host) for rule in self.only):
            return f"{host} is outside the domains that were asked for"
        return None

    def allows(self, url: str) -> bool:
        """Say whether an address may be searched, read and followed to: ask it of every redirect's target too."""
        return self.why_not(url) is None

    def prefers(self, url: str) -> bool:
        """Say whether an address lies on a preferred domain."""
        host = host_of(url)
        return host is not None and any(covers(rule, host) for rule in self.prefer)

    def narrowed(self, other: "DomainRules") -> "DomainRules":
        """Return what both allow: of two strict lists what lies in both, of the others all."""
        return DomainRules(
            _meet(self.only, other.only),
            tuple(dict.fromkeys((*self.prefer, *other.prefer))),
            tuple(dict.fromkeys((*self.block, *other.block))),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each rule that covers more than one owner's domain, and for a list that leaves nothing."""
        wide = [rule for rule in (*(self.only or ()), *self.prefer, *self.block) if is_suffix(rule)]
        notes = [f"{rule} is a suffix that many register under; the rule holds for all of them" for rule in wide]
        if self.only == ():
            notes.append("the lists of domains have nothing in common, so nothing may be searched; widen one of them")
        return tuple(notes)


def parse_domains(written: Iterable[str]) -> tuple[str, ...]:
    """Return domains as people write them, each once, in order. Raises DomainRefused."""
    return tuple(dict.fromkeys(parse_domain(one) for one in written))


def parse_domain(written: str) -> str:
    """Return the host that a rule names: `https://www.BBC.co.uk:443/news`, `*.bbc.co.uk` and `BBC.co.uk.` are one.

    Unicode names become ASCII (IDNA). A leading `www.` goes where a domain is left. Raises DomainRefused.
    """
    bare = written.strip().removeprefix("*").removeprefix(".")
    host = host_of(bare if "://" in bare else f"http://{bare}")
    if not bare or host is None or "@" in bare:
        raise DomainRefused(f"{written!r} is no domain; write one like example.org")
    rest = host.removeprefix("www.")
    return rest if rest != host and "." in rest and not is_suffix(rest) else host


def host_of(url: str) -> str | None:
    """Return the host of an http(s) address in lower case and ASCII, without a trailing dot; None where it has none."""
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return None
    host = parsed.hostname.rstrip(".")
    return host if parsed.protocol in {"http:", "https:"} and 0 < len(host) <= _MAX else None


def covers(rule: str, host: str) -> bool:
    """Say whether a host is a rule's domain or lies below it; an IP address is covered by itself alone."""
    return host == rule or (host.endswith(f".{rule}") and not _is_ip(host))


def registrable_domain(url: str) -> str | None:
    """Return the domain that somebody registered (`news.bbc.co.uk`: `bbc.co.uk`; `a.github.io` itself).

    It tells whether two addresses have one owner. The host itself where it is an IP address, a suffix or a bare name;
    None for what has no host.
    """
    host = host_of(url)
    if host is None or _is_ip(host):
        return host
    return _suffixes().privatesuffix(host) or host


def is_suffix(host: str) -> bool:
    """Say whether anyone can register below a host, as below `co.uk`, `org` and `github.io`."""
    return not _is_ip(host) and _suffixes().privatesuffix(host) is None


@functools.cache
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def _is_ip(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _meet(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if one is None or other is None:
        return other if one is None else one
    both = [a if covers(b, a) else b for a in one for b in other if covers(a, b) or covers(b, a)]
    return tuple(dict.fromkeys(both))
