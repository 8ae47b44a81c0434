"""The shape every provider of web search has, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from graph.url import source_url
from retrievers.read.reading import Precision
from retrievers.websearch.domains import DomainRules

TimeRange = Literal["none", "day", "week", "month", "year"]

RESULTS = 5
"""Results of a search (contract.md)."""


@dataclass(frozen=True, slots=True)
class WebHit:
    """One result: an address worth reading. Its snippet helps to choose and is never evidence.

    `url` is as a server is asked for it. A date is there only where the provider states one that can be. `score` is
    the provider's own and compares within one answer; `rank` counts from 1 after the rules.
    """

    rank: int
    title: str
    url: str
    snippet: str
    provider: str
    published_at: str | None = None
    published_precision: Precision | None = None
    score: float | None = None
    is_preferred: bool = False

    @property
    def locator(self) -> str:
        """What names the source, the same for addresses that differ in tracking keys alone."""
        return source_url(self.url)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found, `empty` where that is nothing; `query` is what was sent.

    `notes` say what was cut, left out by the rules or kept silent by the provider; `milliseconds` is the wait.
    `searched_at` is set where an earlier answer was given again, and says when it was got (ISO, UTC). `is_shared`: it
    was sent for somebody else who wanted the same at the same time.
    """

    results: tuple[WebHit, ...]
    provider: str
    outcome: Literal["ok", "empty"]
    query: str
    notes: tuple[str, ...] = ()
    milliseconds: int = 0
    searched_at: str | None = None
    is_shared: bool = False


class WebSearch(Protocol):
    """A provider of web search. Adding one is a file with this shape and a line where the app is built."""

    @property
    def name(self) -> str:
        """The provider, as reports name it."""
        ...

    async def search(
        self, query: str, *, limit: int = RESULTS, time_range: TimeRange = "none", domains: DomainRules = ...
    ) -> SearchResult:
        """Return at most `limit` results that keep to the rules. Raises SearchFailed with its typed outcome."""
        ...
