"""Reading pages by address: fetched together, given back in the order that was asked."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from typing import Protocol

from retrievers.ahead import run_ahead
from retrievers.errors import RetrieverError
from retrievers.read.apart import Apart
from retrievers.read.reading import Reading, Refusal
from retrievers.web.errors import FetchFailed
from retrievers.web.fetched import Earlier, Fetched, WhyNot
from retrievers.web.page import parse_page

_GONE = (404, 410)
_ADDRESS = re.compile(r"\s*(?:https?:|[a-z][a-z0-9+.-]+://)", re.IGNORECASE)


class Fetches(Protocol):
    """Anything that fetches as `Fetcher` does."""

    async def fetch(self, url: str, *, earlier: Earlier | None = None, why_not: WhyNot | None = None) -> Fetched:
        """Return what is at the address, or raise FetchFailed."""
        ...


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A page that its server says is what it was when it was read before: nothing came, nothing was parsed."""

    url: str


def is_address(word: str) -> bool:
    """Say whether a word of the command line is meant as a web address."""
    return _ADDRESS.match(word) is not None


class PageReader:
    """Fetches and parses; parsing is done one page at a time beside the event loop, by one process for PDFs."""

    def __init__(self, fetcher: Fetches, apart: Apart) -> None:
        self._fetcher = fetcher
        self._apart = apart
        self._parsing = asyncio.Lock()

    async def read(self, url: str, *, why_not: WhyNot | None = None) -> Reading | Refusal:
        """Read one page; whatever goes wrong becomes a Refusal with its typed outcome.

        `why_not` is asked of every address on the way, before anything is sent to it.
        """
        try:
            return await self._parse(await self._fetcher.fetch(url, why_not=why_not), url)
        except RetrieverError as refusal:
            return _refused(url, refusal)

    async def read_again(
        self, url: str, earlier: Earlier, *, why_not: WhyNot | None = None
    ) -> Reading | Refusal | Unchanged:
        """Read a page that was read before, unless its server says that it has not changed since."""
        try:
            fetched = await self._fetcher.fetch(url, earlier=earlier, why_not=why_not)
            return Unchanged(fetched.url) if fetched.is_unchanged else await self._parse(fetched, url)
        except RetrieverError as refusal:
            return _refused(url, refusal)

    async def _parse(self, fetched: Fetched, url: str) -> Reading:
        async with self._parsing:
            return await asyncio.to_thread(parse_page, fetched, self._apart, shown=url)


def _refused(url: str, refusal: RetrieverError) -> Refusal:
    is_gone = isinstance(refusal, FetchFailed) and refusal.status in _GONE
    return Refusal(url, refusal.outcome, refusal.reason, is_gone=is_gone)


def read_pages(reader: PageReader, urls: Iterable[str]) -> AsyncGenerator[Reading | Refusal]:
    """Yield one reading or refusal an address, in order; no page waits for another host."""
    return run_ahead(reader.read(url) for url in urls)
