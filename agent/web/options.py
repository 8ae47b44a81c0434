"""What a run has of the live web: who searches, how pages are read, and the rules that hold in every round."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from retrievers.once import Once
from retrievers.read import Reading, Refusal
from retrievers.web.fetched import Earlier, WhyNot
from retrievers.web.pages import Unchanged
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.protocol import RESULTS, TimeRange
from retrievers.websearch.providers import Providers

if TYPE_CHECKING:  # it loads an HTTP client, which most commands never need
    from retrievers.websearch.tavily_pages import TavilyPages

NEW_PAGES = 2
"""New pages that a query reads at most (contract.md)."""

Reader = Literal["auto", "own", "tavily", "off"]
"""How pages are read: by our own fetcher and by Tavily Extract where that may help, by one of the two alone, or not:
what the search says of them is then all there is."""


class ReadsPages(Protocol):
    """Anything that reads a page as `PageReader` does."""

    async def read(self, url: str, *, why_not: WhyNot | None = None) -> Reading | Refusal:
        """Return what is at an address, or why it is no evidence; `why_not` keeps it from addresses outside rules."""
        ...

    async def read_again(
        self, url: str, earlier: Earlier, *, why_not: WhyNot | None = None
    ) -> Reading | Refusal | Unchanged:
        """The same for a page that was read before, unless it has not changed."""
        ...


@dataclass(frozen=True, slots=True)
class WebOptions:
    """What a person asks of the live web for one run.

    `snippets`: pages are not read. `new_pages` that a query reads at most, None: as many as usual. `opposing`: what the
    web answered is asked for its opposite too, and for the primary source where sources differ.
    """

    time_range: TimeRange = "none"
    only: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    snippets: bool = False
    new_pages: int | None = None
    opposing: bool = True


@dataclass(frozen=True, slots=True)
class Web:
    """The live web for one run. A search gives at most `results`, of which `new_pages` are read.

    `extract` is the other way of reading, None where it is not set up.
    """

    providers: Providers
    pages: ReadsPages
    extract: "TavilyPages | None" = None
    reader: Reader = "auto"
    options: WebOptions = WebOptions()
    results: int = RESULTS
    new_pages: int = NEW_PAGES
    locks: Path | None = None
    """Where processes of one home say which page each is reading; None: nobody else reads."""
    once: Once[Any] = field(default_factory=Once[Any], compare=False)
    """Pages that are being read and stored for one run while another wants the same."""

    @property
    def time_range(self) -> TimeRange:
        """How old what is searched for may be."""
        return self.options.time_range

    @property
    def rules(self) -> DomainRules:
        """The rules for domains that the person and the installation give. Raises DomainRefused."""
        return DomainRules.of(only=self.options.only, prefer=self.options.prefer, block=self.options.block)

    def says(self, rules: DomainRules) -> str:
        """Say in one line, for the report's header, where a run looks and what it keeps to."""
        parts = [", ".join(self.providers.names)]
        if self.reader == "off":
            parts.append("pages were not read, only what the search says of them")
        if self.time_range != "none":
            parts.append(f"of the last {self.time_range}")
        named = (("only", rules.only or ()), ("preferred", rules.prefer), ("never", rules.block))
        parts += [f"{what} {', '.join(domains[:10])}" for what, domains in named if domains]
        return "; ".join(parts)
