"""May this address be asked? Decided from its text, and again from every IP address its name leads to. No I/O.

The fetcher connects only to an address that passed here, so that a name cannot change its answer in between.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

import ada_url

from graph.url import UrlRefused, fetch_url
from retrievers.web.addresses import Network, why_not_public
from retrievers.web.errors import AddressRefused

PORTS = frozenset({80, 443, 8000, 8080, 8443, 8888})
"""Where web servers listen; other ports belong to other protocols."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
# Names that no public name server answers for: RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal, home routers.
_INNER_SUFFIXES = frozenset(
    {
        "alt", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion",
        "private", "test", "home.arpa", "in-addr.arpa", "ip6.arpa",
    }
)  # fmt: skip
# Public names that are known to lead to this machine or to the address written in them, and clouds' own.
_INNER_NAMES = frozenset(
    {
        "1u.ms", "127-0-0-1.org.uk", "lacolhost.com", "local.gd", "localdomain.pw", "localh.st", "localtest.me",
        "lvh.me", "metadata.goog", "nip.io", "rbndr.us", "sslip.io", "traefik.me", "vcap.me", "xip.io", "yoogle.com",
    }
)  # fmt: skip
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be asked, in the parts a request needs; `host` has no brackets and no final dot."""

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as robots.txt and connections are kept by."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the guard says of one address; `normalised` is the form that would be asked for, "" when there is none."""

    url: str
    allowed: bool
    reason: str
    normalised: str


class Guard:
    """Lets through http(s) addresses of the public internet.

    `allow` names networks that are let through besides, on any port: for tests on loopback, given by code alone,
    so that no setting left behind opens a machine's own network.
    """

    def __init__(self, allow: Iterable[str] = ()) -> None:
        self._allowed: tuple[Network, ...] = tuple(ip_network(network) for network in allow)

    def admit(self, url: str) -> Target:
        """Return the parts of an address whose text passes; raises AddressRefused with one sentence.

        A name that passes still has to lead to public addresses: `check_addresses` decides that.
        """
        try:
            parsed = ada_url.URL(fetch_url(url))
        except UrlRefused as refusal:
            raise AddressRefused(str(refusal)) from refusal
        host = parsed.hostname.removesuffix(".").strip("[]")
        scheme = parsed.protocol.removesuffix(":")
        port = int(parsed.port or _DEFAULT_PORTS[scheme])
        is_allowed = self._is_literal(host) and self._is_allowed(host)
        if not is_allowed:
            self._check_host(host)
        if port not in PORTS and not self._allowed:
            listed = ", ".join(map(str, sorted(PORTS)))
            raise AddressRefused(f"{host}:{port} is refused: web pages are read on the ports {listed} only")
        shown = f"[{host}]" if ":" in host else host
        path = parsed.pathname + parsed.search
        given = f":{parsed.port}" if parsed.port else ""
        return Target(f"{scheme}://{shown}{given}{path}", scheme, host, port, path)

    def check_addresses(self, host: str, addresses: Iterable[str]) -> tuple[str, ...]:
        """Return the addresses a name leads to when every one may be asked; raises AddressRefused when one may not."""
        checked = tuple(dict.fromkeys(addresses))
        for address in checked:
            if not self._is_allowed(address) and (what := why_not_public(address)):
                raise AddressRefused(f"{host} is refused: it leads to {address}, which is {what}")
        return checked

    def decide(self, url: str) -> Decision:
        """Say of an address, by its text alone and without any connection, whether it may be asked, and why not."""
        try:
            target = self.admit(url)
        except AddressRefused as refusal:
            return Decision(url, False, refusal.reason, _normalised(url))
        if self._is_literal(target.host):
            return Decision(url, True, "a public IP address", target.url)
        return Decision(url, True, "a public name; each address it leads to is checked on connecting", target.url)

    def _check_host(self, host: str) -> None:
        if self._is_literal(host):
            if what := why_not_public(host):
                raise AddressRefused(f"{host} is refused: it is {what}")
            return
        labels = host.split(".")
        if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
            raise AddressRefused(f"{host[:80]!r} is refused: it is no name that the public internet gives")
        endings = {".".join(labels[start:]) for start in range(len(labels))}
        if len(labels) == 1 or labels[-1].isdigit() or endings & _INNER_SUFFIXES:
            raise AddressRefused(f"{host} is refused: such names belong to a machine or an inner network")
        if endings & _INNER_NAMES:
            raise AddressRefused(f"{host} is refused: that name is known to lead to inner addresses")

    @staticmethod
    def _is_literal(host: str) -> bool:
        try:
            ip_address(host)
        except ValueError:
            return False
        return True

    def _is_allowed(self, address: str) -> bool:
        parsed = ip_address(address)
        return any(parsed.version == network.version and parsed in network for network in self._allowed)


def _normalised(url: str) -> str:
    try:
        return fetch_url(url)
    except UrlRefused:
        return ""
