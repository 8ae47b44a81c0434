"""Addresses as data: which one names a source, which one a server is asked for. WHATWG parsing, no I/O."""

from dataclasses import dataclass

import ada_url

from graph.model import MAX_URL

_TRACKING = frozenset(
    {
        "dclid", "fbclid", "gbraid", "gclid", "gclsrc", "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid",
        "oly_anon_id", "oly_enc_id", "s_cid", "ttclid", "twclid", "vero_id", "wbraid", "wickedid", "yclid",
        "_ga", "_gl", "_hsenc", "_hsmi", "_openstat",
    }
)  # fmt: skip
_TRACKING_PREFIX = ("utm_", "pk_", "mtm_", "hsa_")


class UrlRefused(ValueError):
    """An address that is not read; its text says what it is and why it is refused."""


@dataclass(frozen=True, slots=True)
class _Parsed:
    url: ada_url.URL
    query: tuple[str, ...]


def _parse(url: str) -> _Parsed:
    if len(url) > MAX_URL:
        raise UrlRefused(f"an address of {len(url)} characters is refused; at most {MAX_URL} are read")
    try:
        parsed = ada_url.URL(url)
    except ValueError as error:
        raise UrlRefused(f"{url!r} is no address; give one that begins with https://") from error
    if parsed.protocol not in {"http:", "https:"}:
        raise UrlRefused(f"{url!r} is refused: only http and https addresses are read")
    if parsed.username or parsed.password:
        raise UrlRefused(f"the address of {parsed.hostname} is refused: it carries a user name or password")
    return _Parsed(parsed, tuple(part for part in parsed.search.removeprefix("?").split("&") if part))


def fetch_url(url: str) -> str:
    """Return the address as a server is asked for it: scheme and host in lower case, no fragment, path and query kept.

    Raises UrlRefused for anything but http(s), for user names in it, and for what is no address.
    """
    parsed = _parse(url).url
    parsed.hash = ""
    return parsed.href


def source_url(url: str) -> str:
    """Return the form that names a source: scheme, `www.`, fragment and tracking keys left off, the rest kept.

    Two addresses of one page differ in these alone, so a page is stored once. Never fetch this form.
    Raises UrlRefused as `fetch_url` does.
    """
    parsed = _parse(url)
    host = parsed.url.hostname.removeprefix("www.")
    port = f":{parsed.url.port}" if parsed.url.port else ""
    kept = [part for part in parsed.query if not _is_tracking(part.partition("=")[0])]
    return f"{host}{port}{parsed.url.pathname}" + ("?" + "&".join(kept) if kept else "")


def _is_tracking(name: str) -> bool:
    name = name.casefold()
    return name in _TRACKING or name.startswith(_TRACKING_PREFIX)
