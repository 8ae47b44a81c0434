"""Which IP addresses belong to the public internet: pure, from IANA's special-purpose registries.

`ipaddress.is_global` alone is not enough: it lets multicast and IPv4 inside IPv6 through, and changes with Python.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network

_V4: tuple[tuple[str, str], ...] = (
    ("0.0.0.0/8", "this host"),
    ("10.0.0.0/8", "a private network"),
    ("100.64.0.0/10", "a provider's inner network"),
    ("127.0.0.0/8", "this machine"),
    ("168.63.129.16/32", "a cloud's inner service"),
    ("169.254.0.0/16", "the local link, where clouds keep their metadata"),
    ("172.16.0.0/12", "a private network"),
    ("192.0.0.0/24", "reserved for protocols"),
    ("192.0.2.0/24", "reserved for documentation"),
    ("192.88.99.0/24", "a 6to4 relay"),
    ("192.168.0.0/16", "a private network"),
    ("198.18.0.0/15", "reserved for benchmarks"),
    ("198.51.100.0/24", "reserved for documentation"),
    ("203.0.113.0/24", "reserved for documentation"),
    ("224.0.0.0/4", "a multicast group"),
    ("240.0.0.0/4", "reserved"),
)
_V6: tuple[tuple[str, str], ...] = (
    ("::/128", "no address"),
    ("::1/128", "this machine"),
    ("64:ff9b:1::/48", "a local translation of IPv4"),
    ("2001::/23", "reserved for protocols, Teredo among them"),
    ("2001:db8::/32", "reserved for documentation"),
    ("2002::/16", "6to4, an IPv4 address inside"),
    ("3fff::/20", "reserved for documentation"),
    ("fc00::/7", "a private network"),
    ("fe80::/10", "the local link"),
    ("fec0::/10", "a private network"),
    ("ff00::/8", "a multicast group"),
)
_SPECIAL_V4 = tuple((IPv4Network(network), what) for network, what in _V4)
_SPECIAL_V6 = tuple((IPv6Network(network), what) for network, what in _V6)
_GLOBAL_V6 = IPv6Network("2000::/3")
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = {0x00005EFE, 0x02005EFE}


def why_not_public(address: str) -> str | None:
    """Return what an address is that the public internet does not reach, or None for a public one.

    IPv4 inside IPv6 counts as the IPv4 address where the translation is the standard one (mapped, NAT64), and is
    refused elsewhere. What is no IP address is not public.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "no IP address"
    return _why_not_v4(parsed) if isinstance(parsed, IPv4Address) else _why_not_v6(parsed)


def _why_not_v4(address: IPv4Address) -> str | None:
    for network, what in _SPECIAL_V4:
        if address in network:
            return what
    return None if address.is_global else "not globally reachable"


def _why_not_v6(address: IPv6Address) -> str | None:
    if address.scope_id is not None:
        return "the local link"
    if address in _MAPPED or address in _NAT64:
        inner = IPv4Address(int(address) & 0xFFFFFFFF)
        what = _why_not_v4(inner)
        return what and f"{inner} inside IPv6: {what}"
    for network, what in _SPECIAL_V6:
        if address in network:
            return what
    if address not in _GLOBAL_V6:
        return "not globally reachable"
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return "an IPv4 address inside IPv6 (ISATAP)"
    return None if address.is_global else "not globally reachable"
