"""Reading pages within a run: counted before they are asked for, stored as any source, recorded with their outcome."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.budget import BudgetSpent, Meter
from agent.deadline import within_seconds
from agent.errors import SourceForgotten
from agent.record.clock import AHEAD_MS, now
from agent.record.names import LINKER
from agent.record.runs import RunRecorder, StepDone
from agent.record.snippets import record_snippet
from agent.record.together import Together
from agent.web.options import Web
from agent.web.page import ReadPage, page_as_stored
from agent.web.snippets import SNIPPETS, snippet_reading
from agent.web.store import PageStore
from graph.keys import make_key
from graph.store import GraphStore, Row
from retrievers.once import LONGEST_WAIT_S, alone
from retrievers.outcome import Outcome
from retrievers.read import Reading, Refusal
from retrievers.web.fetched import Earlier
from retrievers.web.pages import Unchanged
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.protocol import WebHit
from retrievers.websearch.tavily_pages import EXTRACTOR

TOOL = "read_page"
OWN = "pages"
"""What the header calls our own reading of pages."""

_HELPS: frozenset[Outcome] = frozenset({"challenge", "consent", "needs_js", "timeout", "offline", "rate_limited"})
"""Failures of our own reading that another reader may not meet; what the guard or a site's robots.txt refuses stays."""


class WebReads:
    """The pages of one run. `max_age_s` says for a part how old a stored page may be that is used without reading."""

    def __init__(
        self,
        web: Web,
        store: GraphStore,
        pages: PageStore,
        run: RunRecorder,
        meter: Meter,
        taken: Mapping[str, Row],
        elapsed: Callable[[], float],
        rules: DomainRules,
        max_age_s: Callable[[int], float],
    ) -> None:
        self._web = web
        self._store = store
        self._pages = pages
        self._run = run
        self._meter = meter
        self._taken = taken
        self._elapsed = elapsed
        self._rules = rules
        self._max_age_s = max_age_s
        self._there = Together(self._look_up)
        for row in taken.values():
            if row["tool"] == TOOL:
                asked = [reader for reader, _ in json.loads(row["output_json"])["outcomes"] if reader != SNIPPETS]
                meter.spend("extractions", len(asked))

    def next_ordinal(self) -> int:
        """Return the place of a page's Step, given before pages are read together so that it is always the same."""
        return self._run.next_ordinal()

    async def read(self, hit: WebHit, part: int, ordinal: int, round_: int, *, anew: bool = False) -> ReadPage:
        """Read one page, or take what is stored where that is young enough (`anew`: it is not), and record it.

        Raises BudgetSpent before a request that does not fit, GraphError and EmbeddingError.
        """
        args = {"url": hit.url}
        earlier = self._taken.get(self._run.request_of(TOOL, args))
        if earlier is not None:
            return page_as_stored(str(earlier["outcome"]), str(earlier["output_json"]))
        started = time.perf_counter()
        row = await self._stored(hit)
        page = (self._again(hit, part, row, anew=anew) if row else None) or await self._read_or_quote(hit, row)
        stored = await self._run.step(
            StepDone(
                round=round_,
                ordinal=ordinal,
                tool=TOOL,
                args=args,
                output=page.output(),
                outcome=page.outcome,
                latency_ms=round((time.perf_counter() - started) * 1000),
                rows=page.passages,
                error=page.says or None,
            )
        )
        return page_as_stored(*stored)

    async def _stored(self, hit: WebHit) -> Row:
        """The page as the graph has it, however old; an empty row where it has none."""
        row = await self._there.ask(make_key("source", self._store.namespace, hit.locator))
        return row if row and self._rules.allows(row["url"] or hit.url) else {}

    async def _look_up(self, keys: Sequence[str]) -> list[Row]:
        found = await self._store.read("stored_pages", keys=sorted(set(keys)), linker=LINKER)
        rows = {row["source"]: row for row in found}
        return [rows.get(key, {}) for key in keys]

    def _again(self, hit: WebHit, part: int, row: Row, *, anew: bool) -> ReadPage | None:
        """The stored page where it is young enough; one that this very run stored and could not note counts as read."""
        began, moment = self._run.started_at_ms, now().ms
        if row["seen_at_ms"] < (began if anew else min(began, moment - round(self._max_age_s(part) * 1000))):
            return None
        if row["seen_at_ms"] > max(began, moment) + AHEAD_MS:  # a clock was set back: nobody knows how old it is
            return None
        is_own = row["seen_at_ms"] >= began
        if is_own:
            self._meter.spend("extractions")
        return ReadPage(
            outcome="ok",
            says="",
            version=row["version"],
            title=row["title"] or hit.url,
            passages=row["passages"],
            outcomes=((OWN, "ok"),) if is_own else (),
            reused_from=None if is_own else row["seen_at"],
            is_unchanged=is_own and row["fetched_at_ms"] < began,
        )

    async def _read_or_quote(self, hit: WebHit, row: Row) -> ReadPage:
        if self._web.reader != "off":
            return await self._read(hit, row)
        reading = snippet_reading(hit)
        if reading is None:
            says = "pages are not read in this run, and the search said nothing of it"
            return ReadPage("empty", says, None, hit.title, 0, ((SNIPPETS, "empty"),), None)
        try:
            version, passages = await record_snippet(self._store, reading)
        except SourceForgotten as forgotten:
            return ReadPage("refused", str(forgotten), None, reading.title, 0, ((SNIPPETS, "refused"),), None)
        return ReadPage("ok", "", version, reading.title, passages, ((SNIPPETS, "ok"),), None, is_snippet=True)

    async def _read(self, hit: WebHit, row: Row) -> ReadPage:
        """Read and store a page; where another run does that just now, take what it gives."""
        name = (self._store.namespace, hit.locator, self._rules)
        page: ReadPage
        page, is_shared = await self._web.once.do(name, lambda: self._read_in_turn(hit, row))
        return replace(page, outcomes=(), is_shared=True) if is_shared else page

    async def _read_in_turn(self, hit: WebHit, row: Row) -> ReadPage:
        """Read a page when no other process of this home does; where one has just stored it, take that."""
        if self._web.locks is None:
            return await self._read_alone(hit, row)
        came, source = now().ms, make_key("source", self._store.namespace, hit.locator)
        longest_s = min(LONGEST_WAIT_S, self._meter.left_s(elapsed_s=self._elapsed()))
        async with alone(self._web.locks, source, longest_s=longest_s) as waited:
            there = await self._stored(hit) if waited else {}
            if not there or not came <= there["seen_at_ms"] <= now().ms + AHEAD_MS:
                return await self._read_alone(hit, row)
        same = bool(row) and row["version"] == there["version"]
        title = there["title"] or hit.url
        return ReadPage(
            "ok", "", there["version"], title, there["passages"], (), None, is_unchanged=same, is_shared=True
        )

    async def _read_alone(self, hit: WebHit, row: Row) -> ReadPage:
        outcomes: list[tuple[str, str]] = []
        reading = await self._fetch(hit.url, outcomes, _earlier(row))
        if isinstance(reading, Unchanged):
            await self._pages.keep(row)
            title = row["title"] or hit.url
            return ReadPage("ok", "", row["version"], title, row["passages"], tuple(outcomes), None, is_unchanged=True)
        if isinstance(reading, Reading) and (why := self._rules.why_not(reading.source_id)):
            reading = Refusal(hit.url, "refused", f"{hit.url} led to {reading.source_id}, which is not read: {why}")
        if isinstance(reading, Refusal):
            return ReadPage(reading.outcome, reading.reason, None, hit.title, 0, tuple(outcomes), None)
        result = await self._pages.add(reading)
        if result.outcome == "refused":
            return ReadPage(result.reason, result.says, None, reading.title, 0, tuple(outcomes), None)
        same = result.outcome == "unchanged"
        return ReadPage(
            "ok", "", result.version, reading.title, result.passages, tuple(outcomes), None, is_unchanged=same
        )

    async def _fetch(
        self, url: str, outcomes: list[tuple[str, str]], earlier: Earlier | None
    ) -> Reading | Refusal | Unchanged:
        web, extract = self._web, self._web.extract
        reading: Reading | Refusal | Unchanged | None = None
        if web.reader != "tavily" or extract is None:
            self._spend()
            why_not = self._rules.why_not
            try:
                async with within_seconds(self._meter, self._elapsed):
                    if earlier is not None:
                        reading = await web.pages.read_again(url, earlier, why_not=why_not)
                    else:
                        reading = await web.pages.read(url, why_not=why_not)
            except BudgetSpent as spent:
                reading = Refusal(url, "timeout", str(spent))
            outcomes.append((OWN, _outcome_of(reading)))
            if not isinstance(reading, Refusal) or extract is None or reading.outcome not in _HELPS:
                return reading
        if reading is not None and not self._allows():
            return reading
        self._spend()
        try:
            async with within_seconds(self._meter, self._elapsed):
                (other,) = await extract.read([url], self._rules)
        except SearchFailed as failure:
            other = Refusal(url, failure.outcome, failure.reason)
        except BudgetSpent as spent:
            other = Refusal(url, "timeout", str(spent))
        outcomes.append((EXTRACTOR, _outcome_of(other)))
        if reading is not None and isinstance(other, Refusal):
            return replace(reading, reason=f"{reading.reason}; {other.reason}")
        return other

    def _allows(self) -> bool:
        return self._meter.allows("extractions", elapsed_s=self._elapsed())

    def _spend(self) -> None:
        if not self._allows():
            raise BudgetSpent(self._meter.stopped)
        self._meter.spend("extractions")


def _earlier(row: Row) -> Earlier | None:
    """What to ask with whether a stored page has changed; nothing where its text is not whole."""
    if not row or row["truncated"] or not (row["etag"] or row["last_modified"]):
        return None
    return Earlier(row["address"], row["etag"], row["last_modified"])


def _outcome_of(reading: Reading | Refusal | Unchanged) -> Outcome:
    return reading.outcome if isinstance(reading, Refusal) else "ok"
