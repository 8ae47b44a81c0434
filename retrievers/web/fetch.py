"""The one way to a URL from outside: guarded, bounded, and every failure typed."""

import asyncio
import contextlib
import ssl
import time
from collections import defaultdict
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import ada_url
import httpcore

from retrievers.outcome import Outcome
from retrievers.web.ask import Answer, ask
from retrievers.web.challenge import is_challenge
from retrievers.web.connect import GuardedBackend, Resolve, resolve_name
from retrievers.web.errors import AddressRefused, FetchFailed
from retrievers.web.fetched import Earlier, Fetched, Limits, WhyNot
from retrievers.web.guard import Guard, Target
from retrievers.web.robots import ROBOTS_BYTES, Robots
from retrievers.web.status import outcome_of, parse_retry_after

_ROBOTS_S = 10  # seconds for a robots.txt
_WAITING = frozenset({429, 503})


class Fetcher:
    """Fetches pages; one a process, used as an async context manager.

    `user_agent` should say who asks; `robots` off reads pages that a site asks not to be read. `resolve` and `guard`
    are for tests. Addresses of the environment's proxies are not used: the checked address is the connected one.
    """

    def __init__(
        self,
        guard: Guard | None = None,
        *,
        user_agent: str = "claimgraph",
        robots: bool = True,
        limits: Limits | None = None,
        resolve: Resolve = resolve_name,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._guard = guard or Guard()
        self._limits = limits or Limits()
        self._headers = {"User-Agent": user_agent}
        self._robots = Robots(self._get_robots) if robots else None
        self._slots = asyncio.Semaphore(self._limits.at_once)
        self._host_slots: defaultdict[str, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(self._limits.at_once_a_host)
        )
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or httpcore.default_ssl_context(),
            max_connections=2 * self._limits.at_once,
            max_keepalive_connections=self._limits.at_once,
            keepalive_expiry=5,
            network_backend=GuardedBackend(self._guard, resolve),
        )

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        if self._robots is not None:
            await self._robots.aclose()
        await self._pool.__aexit__(kind, error, traceback)

    async def fetch(self, url: str, *, earlier: Earlier | None = None, why_not: WhyNot | None = None) -> Fetched:
        """Return what is at an address, after redirects, each of them checked like the first.

        With `earlier`, a page that has not changed since comes without a body. `why_not` is asked of every address
        before anything is sent to it, a robots.txt's redirects included. A server that asks to wait is asked once
        more, when it asks for no more than the limits allow. Raises FetchFailed with its typed outcome,
        AddressRefused among them.
        """
        try:
            return await self._follow(url, earlier, why_not)
        except FetchFailed as failure:
            wait_s = failure.retry_after_s
            if wait_s is None or wait_s > self._limits.max_wait_s:
                raise
        await asyncio.sleep(wait_s)
        return await self._follow(url, earlier, why_not)

    async def _get_robots(self, url: str, why_not: WhyNot | None) -> Fetched:
        return await self._follow(url, None, why_not, seconds=_ROBOTS_S, cap=ROBOTS_BYTES)

    def _admit(self, url: str, why_not: WhyNot | None, led_from: str = "") -> Target:
        target = self._guard.admit(url)
        if why_not is not None and (why := why_not(target.url)):
            led = f"{led_from} leads to {target.url}, which" if led_from else target.url
            raise AddressRefused(f"{led} is not read: {why}")
        return target

    async def _follow(
        self,
        url: str,
        earlier: Earlier | None,
        why_not: WhyNot | None,
        *,
        seconds: float | None = None,
        cap: int | None = None,
    ) -> Fetched:
        """Ask, and go where redirects lead; waiting for a free slot does not count as time of the server."""
        target = self._admit(url, why_not)
        left_s = seconds or self._limits.whole_s
        passed: list[str] = []
        spent_s = 0.0
        while True:
            if self._robots is not None and cap is None:
                await self._robots.check(target, why_not)
            headers = earlier.headers if earlier is not None and earlier.url == target.url else {}
            async with self._slot(target.host):
                started = time.monotonic()
                answer = await ask(
                    self._pool, target, self._limits, headers={**self._headers, **headers}, seconds=left_s, cap=cap
                )
                took_s = time.monotonic() - started
            spent_s, left_s = spent_s + took_s, max(0.001, left_s - took_s)
            if not answer.is_redirect:
                return _fetched(target, answer, tuple(passed), spent_s, bool(headers))
            passed.append(target.url)
            if len(passed) > self._limits.redirects:
                raise FetchFailed("unreadable", f"{url} leads on and on: more than {self._limits.redirects} redirects")
            target = self._admit(_next_url(target, answer), why_not, target.url)

    @contextlib.asynccontextmanager
    async def _slot(self, host: str) -> AsyncGenerator[None]:
        async with self._host_slots[host], self._slots:
            yield


def _next_url(target: Target, answer: Answer) -> str:
    location = answer.headers.get("location", "")
    with contextlib.suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    nowhere = FetchFailed("unreadable", f"{target.url} redirects to {location[:200]!r}, which is no address")
    if not location:
        raise nowhere
    try:
        return ada_url.URL(location, base=target.url).href
    except ValueError as error:
        raise nowhere from error


def _fetched(
    target: Target, answer: Answer, redirects: tuple[str, ...], seconds: float, may_be_unchanged: bool
) -> Fetched:
    headers = answer.headers
    is_unchanged = answer.status == 304 and may_be_unchanged
    failed = None if is_unchanged else outcome_of(answer.status)
    if failed is not None:
        raise _failed(target, answer, *failed)
    return Fetched(
        url=target.url,
        status=answer.status,
        content_type=headers.get("content-type", ""),
        body=answer.body,
        address=answer.address,
        redirects=redirects,
        etag=headers.get("etag"),
        last_modified=headers.get("last-modified"),
        is_unchanged=is_unchanged,
        milliseconds=round(seconds * 1000),
    )


def _failed(target: Target, answer: Answer, outcome: Outcome, says: str) -> FetchFailed:
    said = answer.headers.get("retry-after", "")
    wait_s = parse_retry_after(said, datetime.now(UTC)) if said and answer.status in _WAITING else None
    if is_challenge(answer.headers, answer.body):
        outcome, says, wait_s = "challenge", "it asks for proof that a person reads it", None
    if wait_s is not None:
        outcome, says = "rate_limited", f"{says} and wants {wait_s:.0f} s of waiting"
    reason = f"{target.url} was not given (HTTP {answer.status}: {says})"
    return FetchFailed(outcome, reason, status=answer.status, retry_after_s=wait_s)
