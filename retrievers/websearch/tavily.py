"""Tavily, by its SDK: search results, and page texts as the other way of reading. Without a key in its keyless mode."""

import json
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, cast

from retrievers.outcome import Outcome
from retrievers.web.status import parse_retry_after
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.hits import Row, asked_for, parse_hits
from retrievers.websearch.protocol import RESULTS, SearchResult, TimeRange
from retrievers.websearch.query import clean_query
from retrievers.websearch.wire import TIMEOUT_S, Refuse, as_failures, open_client

if TYPE_CHECKING:
    from tavily import AsyncTavilyClient

BASE_URL: Final = "https://api.tavily.com"
NAME: Final = "tavily"
_MOST: Final = 20  # results of one search
_ONLY, _BLOCK = 300, 150  # domains that one search takes
_FOR_EVER_S = 1e9
_WORDS = 200  # characters of a server's own words in a sentence

_SAID: Mapping[int, tuple[Outcome, str]] = {
    400: ("refused", "does not take the request"),
    401: ("unauthorised", "refuses the key"),
    403: ("unauthorised", "refuses the key"),
    408: ("timeout", "gave up waiting"),
    413: ("too_large", "finds the request too large"),
    422: ("refused", "does not take the request"),
    429: ("rate_limited", "asks for fewer requests"),
    432: ("quota", "has no credit left on this plan"),
    433: ("quota", "has no credit left to pay as you go"),
    504: ("timeout", "waited in vain"),
}
_ADVICE: Mapping[Outcome, str] = {
    "unauthorised": "set TAVILY_API_KEY to a valid key",
    "quota": "add credit, or set SEARXNG_URL to search without it",
    "rate_limited": "search less often",
}
_KEYLESS_ADVICE = "set TAVILY_API_KEY, or SEARXNG_URL to an instance of your own"


class Tavily:
    """Searches by Tavily: basic depth, no answer of a model, no page texts. Make one with `open_tavily`."""

    name = NAME

    def __init__(self, sdk: "AsyncTavilyClient", *, timeout_s: float) -> None:
        self._ask: Any = sdk.search  # pyright: ignore[reportUnknownMemberType] # the SDK leaves types out
        self._timeout_s = timeout_s

    async def search(
        self,
        query: str,
        *,
        limit: int = RESULTS,
        time_range: TimeRange = "none",
        domains: DomainRules = DomainRules(),  # noqa: B008 - frozen
    ) -> SearchResult:
        """Return at most `limit` results; see `WebSearch.search`."""
        asked = clean_query(query)
        if domains.only == ():
            return SearchResult((), self.name, "empty", asked.text, domains.notes)
        started = time.perf_counter()
        answer = await call_sdk(
            self._ask,
            self._timeout_s,
            query=asked.text,
            search_depth="basic",
            include_answer=False,
            include_raw_content=False,
            include_images=False,
            max_results=asked_for(min(limit, _MOST), domains, _MOST),
            time_range=None if time_range == "none" else time_range,
            include_domains=list((domains.only or ())[:_ONLY]) or None,
            exclude_domains=list(domains.block[:_BLOCK]) or None,
        )
        found = parse_hits(_rows(answer), provider=self.name, domains=domains, limit=limit)
        return SearchResult(
            found.hits,
            self.name,
            "ok" if found.hits else "empty",
            asked.text,
            tuple(filter(None, (asked.note, *domains.notes, *found.notes))),
            round((time.perf_counter() - started) * 1000),
        )


@asynccontextmanager
async def open_tavily_sdk(api_key: str = "", *, base_url: str = "", timeout_s: float) -> AsyncGenerator[Any]:
    """Open the SDK on a client of ours; without a key it asks as its keyless mode does. Nothing is sent yet.

    The SDK drops the status and Retry-After of refusals; our client reads both before it sees the answer.
    """
    from tavily import AsyncTavilyClient

    headers = {} if api_key else {"X-Tavily-Access-Mode": "keyless", "X-Client-Source": "tavily-python-keyless"}
    client = open_client(
        base_url=base_url or BASE_URL,
        refuse=_refuser(api_key),
        name=NAME,
        headers={**headers, "Content-Type": "application/json"},
        timeout_s=timeout_s,
    )
    async with client:
        # An empty key, not None: for None the SDK would look for one in the environment by itself.
        yield AsyncTavilyClient(api_key=api_key, client=client)


@asynccontextmanager
async def open_tavily(api_key: str = "", *, base_url: str = "", timeout_s: float = TIMEOUT_S) -> AsyncGenerator[Tavily]:
    """Open the provider; an empty key is Tavily's keyless mode, with limits of its own."""
    async with open_tavily_sdk(api_key, base_url=base_url, timeout_s=timeout_s) as sdk:
        yield Tavily(sdk, timeout_s=timeout_s)


async def call_sdk(method: Any, timeout_s: float, **arguments: Any) -> Mapping[str, Any]:
    """Call a method of the SDK and return its answer. Raises SearchFailed for whatever else comes."""
    from tavily.errors import TimeoutError as TavilyTimeout

    async with as_failures(NAME, timeout_s):
        try:
            answer = await method(timeout=timeout_s, **arguments)
        except TavilyTimeout:
            raise TimeoutError from None
    return cast("Mapping[str, Any]", answer)


def _rows(answer: Mapping[str, Any]) -> list[Row]:
    results: list[Any] = answer["results"]
    rows = [cast("dict[str, Any]", one) for one in results if isinstance(one, dict)]
    return [
        Row(one.get("url"), one.get("title"), one.get("content"), one.get("published_date"), one.get("score"))
        for one in rows
    ]


def _refuser(api_key: str) -> Refuse:
    def refuse(status: int, headers: Mapping[str, str], data: bytes) -> SearchFailed | None:
        body = _parse(data)
        if status == 200:
            if isinstance(body, dict) and isinstance(cast("dict[str, Any]", body).get("results"), list):
                return None
            return SearchFailed("unreadable", f"{NAME} answered with something else than results", status=status)
        outcome, says = _SAID.get(status, ("offline", "failed") if status >= 500 else ("unreadable", "gave no results"))
        words, wait_s = _details(body)
        after = headers.get("retry-after", "")
        wait_s = parse_retry_after(after, datetime.now(UTC)) if after else wait_s
        if outcome == "rate_limited" and not api_key and wait_s is None:
            outcome, says = "quota", "gives no more without a key for now"
        advice = _ADVICE.get(outcome, "try later") if api_key else _KEYLESS_ADVICE
        shown = f": {words.replace(api_key, '…') if api_key else words}" if words else ""
        reason = f"{NAME} {says} (status {status}{shown}); {advice}"
        wait_s = wait_s if outcome in {"rate_limited", "offline"} else None
        is_of_query = outcome in {"refused", "too_large"}
        return SearchFailed(outcome, reason, status=status, retry_after_s=wait_s, is_of_query=is_of_query)

    return refuse


def _parse(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _details(body: object) -> tuple[str, float | None]:
    """Return a server's own words and the seconds that it asks to wait, from either form of its refusals."""
    said: Any = body
    for name in ("detail", "error"):
        if isinstance(said, dict):
            said = cast("dict[str, Any]", said).get(name, cast("Any", said))
    if not isinstance(said, dict):
        return (" ".join(said.split())[:_WORDS] if isinstance(said, str) else ""), None
    fields = cast("dict[str, Any]", said)
    message, wait_s = fields.get("message"), fields.get("retry_after_seconds")
    words = " ".join(message.split())[:_WORDS] if isinstance(message, str) else ""
    if isinstance(wait_s, bool) or not isinstance(wait_s, int | float) or not 0 <= wait_s < _FOR_EVER_S:
        return words, None
    return words, float(wait_s)
