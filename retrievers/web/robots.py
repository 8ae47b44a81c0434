"""robots.txt of each site, asked once a run, by RFC 9309."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from retrievers.web.errors import AddressRefused, FetchFailed
from retrievers.web.fetched import Fetched, WhyNot
from retrievers.web.guard import Target

if TYPE_CHECKING:
    from protego import Protego

AGENT = "claimgraph"
"""Our name in robots.txt."""

ROBOTS_BYTES = 500 * 1024
"""How much of a robots.txt is read; RFC 9309 asks for no less."""

_MAX_SITES = 1_000


class Robots:
    """Knows which pages a site lets be read; `get` fetches a robots.txt, raising FetchFailed with the status's outcome.

    A site without one, or that does not give it (4xx), lets everything be read; one that fails lets nothing (5xx).
    """

    def __init__(self, get: Callable[[str, WhyNot | None], Awaitable[Fetched]]) -> None:
        self._get = get
        self._sites: dict[str, asyncio.Task[Protego | None]] = {}

    async def check(self, target: Target, why_not: WhyNot | None = None) -> None:
        """Raise AddressRefused when the site asks that the page not be read, FetchFailed when it cannot be asked.

        `why_not` are the rules of whoever reads: a robots.txt that leads to an address outside them is not followed,
        and the page is then refused.
        """
        task = self._sites.get(target.origin)
        if task is None:
            if len(self._sites) >= _MAX_SITES:
                self._sites.pop(next(iter(self._sites)))
            task = self._sites[target.origin] = asyncio.create_task(self._read(target.origin, why_not))
        try:
            rules = await asyncio.shield(task)
        except FetchFailed:
            self._sites.pop(target.origin, None)  # the next page asks again
            raise
        if rules is not None and not rules.can_fetch(target.url, AGENT):
            raise AddressRefused(
                f"{target.url} is refused: the site's robots.txt asks that it not be read; "
                "CLAIMGRAPH_ROBOTS=off reads it all the same"
            )

    async def aclose(self) -> None:
        """End what is still being asked."""
        for task in self._sites.values():
            task.cancel()
        await asyncio.gather(*self._sites.values(), return_exceptions=True)

    async def _read(self, origin: str, why_not: WhyNot | None) -> "Protego | None":
        from protego import Protego

        try:
            fetched = await self._get(f"{origin}/robots.txt", why_not)
        except AddressRefused:
            raise
        except FetchFailed as failure:
            if failure.outcome in {"empty", "unauthorised", "unsupported", "unreadable", "too_large"}:
                return None
            if failure.status is None:
                raise
            raise FetchFailed(
                failure.outcome, f"the robots.txt of {origin} was not given: {failure.reason}"
            ) from failure
        return Protego.parse(fetched.body[:ROBOTS_BYTES].decode("utf-8", "replace").removeprefix("\ufeff"))
