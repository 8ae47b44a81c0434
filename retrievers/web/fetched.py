"""What fetching is asked for and gives, and the limits it keeps."""

from collections.abc import Callable
from dataclasses import dataclass

WhyNot = Callable[[str], str | None]
"""Why an address must not be asked for by the rules of whoever reads; None where it may."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps of one fetch: seconds, bytes as sent and unpacked, redirects; `at_once` over all hosts and for each."""

    connect_s: float = 10
    whole_s: float = 30
    raw_bytes: int = 10 * 1024 * 1024
    unpacked_bytes: int = 30 * 1024 * 1024
    redirects: int = 5
    at_once: int = 8
    at_once_a_host: int = 2
    max_wait_s: float = 30


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a server said of a page when it was read before: enough to ask it whether that has changed.

    `url` is the address that answered then; no other is told the marks.
    """

    url: str
    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The request headers that make the question; none where nothing usable was said."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value and value.isascii() and value.isprintable()}


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server gave; nothing in it is believed yet.

    `url` is the address that answered, after redirects; `address` the IP address that was connected to. `body` is
    unpacked. `etag` and `last_modified` are for asking again whether it changed; `is_unchanged` says that it did not,
    and then there is no body.
    """

    url: str
    status: int
    content_type: str
    body: bytes
    address: str
    redirects: tuple[str, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    is_unchanged: bool = False
    milliseconds: int = 0
