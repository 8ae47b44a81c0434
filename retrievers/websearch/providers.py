"""The configured providers, tried in order; what each did is counted, and one that is of no use is left out."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from retrievers.once import Once
from retrievers.outcome import Outcome
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.protocol import RESULTS, SearchResult, TimeRange, WebSearch
from retrievers.websearch.query import clean_query
from retrievers.websearch.recent import MAX_AGE_S, Asked, RecentSearches

_LONGEST_WAIT_S: Final = 30.0
"""Seconds that a provider is waited for at most, once a search."""

_BACK_OFF_S: Final = 1.0
_TIMEOUTS: Final = 2  # in a row; the next would cost as long again


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How often a provider answered a request so; for the report's header."""

    provider: str
    outcome: Outcome
    count: int


class Providers:
    """Searches by the first provider that finds something; one object a run.

    `say` is told of every wait and of every provider that is left out from then on. A provider is left out for the
    run when it is down, out of quota or unauthorised, when it still refuses after one wait that it asked for, and
    after two timeouts in a row. With `recent`, answers are kept there and given again.
    """

    def __init__(
        self,
        providers: Sequence[WebSearch],
        *,
        say: Callable[[str], None],
        recent: RecentSearches | None = None,
        back_off_s: float = _BACK_OFF_S,
    ) -> None:
        self._providers = tuple(providers)
        self._say = say
        self._recent = recent
        self._back_off_s = back_off_s
        self._off: dict[str, SearchFailed] = {}
        self._once = Once[SearchResult]()
        self._counts: Counter[tuple[str, Outcome]] = Counter()
        self._timeouts: Counter[str] = Counter()
        self._last: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """All providers, in the order they are tried unless some are asked last."""
        return tuple(provider.name for provider in self._providers)

    def ask_last(self, names: Collection[str]) -> None:
        """Ask these only where the others give nothing: they failed lately."""
        self._last = frozenset(names)

    @property
    def off(self) -> dict[str, SearchFailed]:
        """The providers that are left out from now on, and why."""
        return dict(self._off)

    @property
    def outcomes(self) -> tuple[OutcomeCount, ...]:
        """How often each provider answered how, in the order they are tried."""
        place = {name: at for at, name in enumerate(self.names)}
        counted = sorted(self._counts.items(), key=lambda item: (place[item[0][0]], item[0][1]))
        return tuple(OutcomeCount(name, outcome, count) for (name, outcome), count in counted)

    async def search(
        self,
        query: str,
        *,
        limit: int = RESULTS,
        time_range: TimeRange = "none",
        domains: DomainRules = DomainRules(),  # noqa: B008 - frozen
        allow: Callable[[], None] | None = None,
        max_age_s: float = MAX_AGE_S,
        seen: Callable[[str, Outcome], None] | None = None,
    ) -> SearchResult:
        """Return the first result that is not empty, else an empty one; its notes name who failed before.

        A recent answer at most `max_age_s` seconds old is given again, which costs nothing; 0 asks anew. The same
        search wanted twice at once is sent once.

        `allow` is called before every request, the failed and repeated ones included, and may raise: that ends the
        search. Where the rules leave nothing to search, nobody is asked. Raises SearchFailed where no provider gave an
        answer, and for a query without a word.
        """
        asked = clean_query(query)
        if domains.only == ():
            return SearchResult((), "", "empty", asked.text, domains.notes)
        same = Asked(asked.text, limit, time_range, domains, self.names)
        if self._recent and max_age_s > 0 and (kept := self._recent.find(same, max_age_s=max_age_s)):
            return kept

        async def send() -> SearchResult:
            async with self._recent.alone(same) if self._recent and max_age_s > 0 else contextlib.nullcontext():
                if self._recent and max_age_s > 0 and (kept := self._recent.find(same, max_age_s=max_age_s)):
                    return kept
                return await self._send(query, same, allow, seen)

        result, is_shared = await self._once.do(same, send)
        return replace(result, is_shared=True) if is_shared else result

    async def _send(
        self,
        query: str,
        same: Asked,
        allow: Callable[[], None] | None,
        seen: Callable[[str, Outcome], None] | None,
    ) -> SearchResult:
        failures: list[SearchFailed] = []
        empty: SearchResult | None = None
        for provider in sorted(self._providers, key=lambda one: one.name in self._last):
            if provider.name in self._off:
                continue
            try:
                result = await self._ask(provider, query, same.limit, same.time_range, same.domains, allow, seen)
            except SearchFailed as failure:
                failures.append(failure)
                continue
            notes = tuple(failure.reason for failure in failures)
            if result.results:
                if self._recent:
                    self._recent.keep(same, result)
                return _noted(result, notes)
            empty = empty or result
        if empty is not None:
            return _noted(empty, tuple(failure.reason for failure in failures))
        raise self._nothing(failures)

    async def _ask(
        self,
        provider: WebSearch,
        query: str,
        limit: int,
        time_range: TimeRange,
        domains: DomainRules,
        allow: Callable[[], None] | None,
        seen: Callable[[str, Outcome], None] | None,
    ) -> SearchResult:
        """Ask one provider, once more after a wait where that may help."""
        for is_last in (False, True):
            if allow:
                allow()
            try:
                result = await provider.search(query, limit=limit, time_range=time_range, domains=domains)
            except SearchFailed as failure:
                self._note(provider.name, failure.outcome, seen)
                wait_s = None if is_last else self._wait_s(failure)
                if wait_s is None:
                    self._judge(provider.name, failure)
                    raise
                self._say(f"{provider.name}: {failure.outcome}; asking once more in {wait_s:.3g} s")
                await asyncio.sleep(wait_s)
                continue
            self._note(provider.name, result.outcome, seen)
            self._timeouts[provider.name] = 0
            return result
        raise AssertionError("the second attempt returns or raises")

    def _note(self, name: str, outcome: Outcome, seen: Callable[[str, Outcome], None] | None) -> None:
        self._counts[name, outcome] += 1
        if seen:
            seen(name, outcome)

    def _wait_s(self, failure: SearchFailed) -> float | None:
        """Seconds to wait before asking once more; None where that would not help or take too long."""
        is_passing = failure.outcome == "rate_limited" or (failure.outcome == "offline" and failure.status is not None)
        if not is_passing or failure.is_of_query:
            return None
        wait_s = self._back_off_s if failure.retry_after_s is None else failure.retry_after_s
        return wait_s if wait_s <= _LONGEST_WAIT_S else None

    def _judge(self, name: str, failure: SearchFailed) -> None:
        """Leave a provider out where the next query would fare no better."""
        if failure.is_of_query or name in self._off:
            return
        if failure.outcome == "timeout":
            self._timeouts[name] += 1
            if self._timeouts[name] < _TIMEOUTS:
                return
        self._off[name] = failure
        self._say(f"{name} is left out from now on: {failure.reason}")

    def _nothing(self, failures: Sequence[SearchFailed]) -> SearchFailed:
        if not self._providers:
            return SearchFailed("offline", "no web search is set up; set TAVILY_API_KEY or SEARXNG_URL")
        known = failures or list(self._off.values())
        reasons = "; ".join(dict.fromkeys(failure.reason for failure in known))
        first = known[0]
        return SearchFailed(first.outcome, f"no web search answered: {reasons}", is_of_query=first.is_of_query)


def _noted(result: SearchResult, notes: tuple[str, ...]) -> SearchResult:
    return replace(result, notes=(*result.notes, *notes)) if notes else result
