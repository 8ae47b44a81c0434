"""Reading pages by address: fetched together, given back in the order that was asked."""

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Protocol

from retrievers.errors import RetrieverError
from retrievers.read.apart import Apart
from retrievers.read.reading import Reading, Refusal
from retrievers.web.fetched import Fetched
from retrievers.web.page import parse_page

_AHEAD = 16  # pages fetched or waiting to be taken
_ADDRESS = re.compile(r"\s*(?:https?:|[a-z][a-z0-9+.-]+://)", re.IGNORECASE)


class Fetches(Protocol):
    """Anything that fetches as `Fetcher` does."""

    async def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """Return what is at the address, or raise FetchFailed."""
        ...


def is_address(word: str) -> bool:
    """Say whether a word of the command line is meant as a web address."""
    return _ADDRESS.match(word) is not None


class PageReader:
    """Fetches and parses; parsing is done one page at a time beside the event loop, by one process for PDFs."""

    def __init__(self, fetcher: Fetches, apart: Apart) -> None:
        self._fetcher = fetcher
        self._apart = apart
        self._parsing = asyncio.Lock()

    async def read(self, url: str) -> Reading | Refusal:
        """Read one page; whatever goes wrong becomes a Refusal with its typed outcome."""
        try:
            fetched = await self._fetcher.fetch(url)
            async with self._parsing:
                return await asyncio.to_thread(parse_page, fetched, self._apart, shown=url)
        except RetrieverError as refusal:
            return Refusal(url, refusal.outcome, refusal.reason)


async def read_pages(reader: PageReader, urls: Iterable[str]) -> AsyncIterator[Reading | Refusal]:
    """Yield one reading or refusal an address, in order; no page waits for another host."""
    waiting: deque[asyncio.Task[Reading | Refusal]] = deque()
    try:
        for url in urls:
            waiting.append(asyncio.create_task(reader.read(url)))
            if len(waiting) >= _AHEAD:
                yield await waiting.popleft()
        while waiting:
            yield await waiting.popleft()
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
