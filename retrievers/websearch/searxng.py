"""A SearXNG instance's JSON: a search that needs neither a key nor a vendor.

The instance is named by the user's own setting and may be on a private address; what it finds goes by the guard.
"""

import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, cast

from retrievers.outcome import Outcome
from retrievers.web.status import parse_retry_after
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.hits import Hits, Row, asked_for, parse_hits
from retrievers.websearch.protocol import RESULTS, SearchResult, TimeRange
from retrievers.websearch.query import MAX_QUERY, clean_query
from retrievers.websearch.wire import TIMEOUT_S, as_failures, open_client

if TYPE_CHECKING:
    import httpx

NAME: Final = "searxng"
_PAGES: Final = 2  # of one search; the second where the rules left too little of the first
_MOST: Final = 60
_SITES: Final = 5  # so many domains can be put into the query; more are only filtered

_NO_JSON = (
    "searxng refuses to answer in JSON (status 403); add `json` to `search: formats:` in the instance's settings.yml "
    "and restart it, or turn its limiter off for this machine"
)
_SILENT: tuple[tuple[tuple[str, ...], Outcome], ...] = (
    (("too many requests", "429"), "rate_limited"),
    (("captcha", "access denied", "403"), "challenge"),
    (("timeout",), "timeout"),
)


class SearXNG:
    """Searches by an instance of SearXNG. Make one with `open_searxng`."""

    name = NAME

    def __init__(self, client: "httpx.AsyncClient", *, timeout_s: float) -> None:
        self._client = client
        self._timeout_s = timeout_s

    async def search(
        self,
        query: str,
        *,
        limit: int = RESULTS,
        time_range: TimeRange = "none",
        domains: DomainRules = DomainRules(),  # noqa: B008 - frozen
    ) -> SearchResult:
        """Return at most `limit` results; see `WebSearch.search`.

        No results while engines kept silent is a failure of the instance, not an answer: nobody knows that there is
        nothing.
        """
        asked = clean_query(query)
        if domains.only == ():
            return SearchResult((), self.name, "empty", asked.text, domains.notes)
        sent = _with_sites(asked.text, domains)
        started = time.perf_counter()
        rows: list[Row] = []
        silent: dict[str, str] = {}
        found = Hits((), Counter())
        for page in range(1, _PAGES + 1):
            try:
                answer = await self._page(sent, page, time_range)
            except SearchFailed:
                if not rows:
                    raise
                break
            new = _rows(answer)
            rows += new
            silent.update(_silent(answer))
            found = parse_hits(rows, provider=self.name, domains=domains, limit=asked_for(limit, domains, _MOST))
            if not new or len(found.hits) >= limit:
                break
        if not rows and silent:
            raise _all_silent(silent)
        kept = found.hits[:limit]
        notes = (asked.note, *domains.notes, *found.notes, _silence(silent))
        return SearchResult(
            kept,
            self.name,
            "ok" if kept else "empty",
            sent,
            tuple(filter(None, notes)),
            round((time.perf_counter() - started) * 1000),
        )

    async def _page(self, query: str, page: int, time_range: TimeRange) -> Mapping[str, Any]:
        params: dict[str, str | int] = {"q": query, "format": "json", "pageno": page}
        if time_range != "none":
            params["time_range"] = time_range
        async with as_failures(self.name, self._timeout_s):
            response = await self._client.get("search", params=params)
        return cast("Mapping[str, Any]", response.json())


@asynccontextmanager
async def open_searxng(url: str, *, timeout_s: float = TIMEOUT_S) -> AsyncGenerator[SearXNG]:
    """Open the provider on an instance's address, as its browser page has it. Nothing is sent yet."""
    base = url.strip().rstrip("/").removesuffix("/search") + "/"
    client = open_client(base_url=base, refuse=_refuse, name=NAME, timeout_s=timeout_s)
    async with client:
        yield SearXNG(client, timeout_s=timeout_s)


def _refuse(status: int, headers: Mapping[str, str], data: bytes) -> SearchFailed | None:
    if status == 200:
        return None if _is_answer(data) else SearchFailed("unreadable", _not_json(data), status=status)
    if status == 403:
        return SearchFailed("refused", _NO_JSON, status=status)
    after = headers.get("retry-after", "")
    wait_s = parse_retry_after(after, datetime.now(UTC)) if after else None
    if status == 429:
        reason = "searxng asks for fewer requests (status 429); its limiter can be turned off for this machine"
        return SearchFailed("rate_limited", reason, status=status, retry_after_s=wait_s)
    if status in {401, 407}:
        return SearchFailed("unauthorised", f"searxng wants a login (status {status}); set its address anew")
    if status in {301, 302, 307, 308}:
        reason = f"searxng redirects elsewhere (status {status}); set SEARXNG_URL to the address it leads to"
        return SearchFailed("refused", reason, status=status)
    if status == 400:
        return SearchFailed("refused", "searxng does not take the query (status 400)", status=status, is_of_query=True)
    if status >= 500:
        reason = f"searxng failed (status {status}); look at the instance"
        return SearchFailed("offline", reason, status=status, retry_after_s=wait_s)
    return SearchFailed(
        "unreadable", f"searxng gave no results (status {status}); is SEARXNG_URL its address?", status=status
    )


def _is_answer(data: bytes) -> bool:
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(answer, dict) and isinstance(cast("dict[str, Any]", answer).get("results"), list)


def _not_json(data: bytes) -> str:
    what = "a page" if data.lstrip()[:1] == b"<" else "something else than results"
    return f"searxng answered with {what} in place of JSON; is SEARXNG_URL the address of a SearXNG?"


def _with_sites(query: str, domains: DomainRules) -> str:
    """Put a strict list into the query, as the engines behind the instance understand it, where there is room."""
    only = domains.only or ()
    if not only or len(only) > _SITES:
        return query
    sites = " OR ".join(f"site:{one}" for one in only)
    sent = f"{query} {sites}" if len(only) == 1 else f"{query} ({sites})"
    return sent if len(sent) <= MAX_QUERY else query


def _rows(answer: Mapping[str, Any]) -> list[Row]:
    rows = [cast("dict[str, Any]", one) for one in answer["results"] if isinstance(one, dict)]
    return [
        Row(
            one.get("url"),
            one.get("title"),
            one.get("content"),
            one.get("publishedDate") or one.get("pubdate"),
            one.get("score"),
        )
        for one in rows
    ]


def _silent(answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the engines that gave nothing, and what the instance says of them."""
    listed: Any = answer.get("unresponsive_engines")
    pairs = cast("list[Any]", listed) if isinstance(listed, list) else []
    lists = [cast("list[Any]", pair) for pair in pairs if isinstance(pair, list)]
    return {str(pair[0])[:60]: str(pair[1])[:60] for pair in lists if len(pair) > 1}


def _silence(silent: Mapping[str, str]) -> str:
    return "engines that gave nothing: " + ", ".join(f"{e} ({why})" for e, why in silent.items()) if silent else ""


def _all_silent(silent: Mapping[str, str]) -> SearchFailed:
    said = " ".join(silent.values()).lower()
    known: list[Outcome] = [outcome for words, outcome in _SILENT if any(word in said for word in words)]
    outcome = known[0] if known else "offline"
    reason = f"searxng found nothing while {_silence(silent)}; ask again later or give the instance other engines"
    return SearchFailed(outcome, reason, status=200, is_of_query=True)
