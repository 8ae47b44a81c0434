"""The live web of one run: what to ask it and when, which stored pages to read again, what fresh pages bear on."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence

from agent.autonomy import Approval, approve_searches
from agent.budget import Meter
from agent.build import App
from agent.events import Event
from agent.evidence import Evidence
from agent.gather import PER_SUBQUESTION, gather_fresh
from agent.lessons.run import RunLessons
from agent.plan import Plan
from agent.record.clock import AHEAD_MS, now
from agent.record.groups import record_groups
from agent.record.runs import RunRecorder, StepDone
from agent.reuse.shelf import read_shelf_lives
from agent.route import Call, route_to_web
from agent.web.options import Web
from agent.web.read import WebReads
from agent.web.round import Stale, WebRounds
from agent.web.search import WebSearches
from agent.web.store import PageStore
from agent.web.volatile import is_volatile
from graph.store import Row
from retrievers.embed.remembering import Remembering
from retrievers.read.html import warm_up
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.protocol import WebHit
from retrievers.websearch.recent import MAX_AGE_S, VOLATILE_AGE_S

MAX_STALE = 2
"""Stored pages of a part that are read again in a run."""
_STALE = "pages_past_shelf_life"
_OVERDUE = "what is stored is past its shelf life, and its page says nothing new"


class WebRun:
    """Made once a run, after its plan. `rules` hold in every round, for what is stored as for what is found."""

    def __init__(
        self,
        app: App,
        web: Web,
        plan: Plan,
        run: RunRecorder,
        meter: Meter,
        taken: Mapping[str, Row],
        elapsed: Callable[[], float],
        rules: DomainRules,
        *,
        fresh: bool = False,
    ) -> None:
        self._app = app
        self._web = web
        self._plan = plan
        self._run = run
        self._meter = meter
        self._taken = taken
        self._rules = rules
        self._embedder = Remembering(app.embedder) if app.embedder is not None else None
        self._fresh = fresh
        self._lives = read_shelf_lives(app.settings.shelf_life)
        self._volatile = frozenset(sub.ordinal for sub in plan.subquestions if is_volatile(sub.text))
        pages = PageStore(app.store, self._embedder)
        self._rounds = WebRounds(
            WebSearches(web, run, meter, taken, elapsed, rules),
            WebReads(web, app.store, pages, run, meter, taken, elapsed, rules, self._max_age_s),
            web.new_pages,
        )
        self.looked = self._rounds.looked
        self._queries: dict[int, list[str]] = {sub.ordinal: list(sub.queries) for sub in plan.subquestions}
        self._sent: list[str] = []
        self._searched: set[int] = set()
        self._calls: list[Call] = []
        self._stale: Sequence[Stale] = ()
        self._overdue: set[int] = set()
        self.fresh: Mapping[int, Sequence[tuple[str, float]]] = {}
        self.read_again: set[str] = set()
        self.approval: Approval | None = None
        self._early: Collection[int] = ()

    def learn(self, lessons: RunLessons) -> None:
        """Search for the parts first, and read the sites last, that lessons of earlier runs name."""
        self._early = lessons.early
        self._rounds.lessons = lessons

    async def begin(self, evidence: Mapping[int, Sequence[Evidence]], *, fills_gaps: bool = True) -> None:
        """Choose for the first round: read again what is past its shelf life and, where it `fills_gaps`, search for the
        parts that memory has nothing for; a fresh run searches for every part."""
        if self._fresh:
            parts = [sub.ordinal for sub in self._plan.subquestions]
            self._calls = self._route(parts, (), "all is to be found anew")
        elif fills_gaps:
            empty = [sub.ordinal for sub in self._plan.subquestions if not evidence.get(sub.ordinal)]
            self._calls = self._route(empty, (), "nothing stored speaks of it")
        found = [] if self._fresh else await self._find_stale(evidence)
        self._overdue = {part for part, _ in found}
        if self._web.reader != "off":
            self.read_again = {row["source"] for _, row in found}
            self._stale = [Stale(part, _as_hit(row), row["seen_at"]) for part, row in found]

    async def _find_stale(self, evidence: Mapping[int, Sequence[Evidence]]) -> list[tuple[int, Row]]:
        """Return (part, page) of stored pages past the shelf life of their part's kind, few a part and best first.

        They are a Step: once one was read again it is old no more, and a run that goes on must do what it began.
        """
        lives = {sub.ordinal: life for sub in self._plan.subquestions if (life := self._lives.of(sub.text)) is not None}
        if not lives:
            return []
        args, ordinal = {"parts": sorted(lives)}, self._run.next_ordinal()
        if (earlier := self._taken.get(self._run.request_of(_STALE, args))) is not None:
            return [(int(part), row) for part, row in json.loads(str(earlier["output_json"]))["pages"]]
        found: list[tuple[int, Row]] = []
        for part, life in lives.items():
            sources = list(dict.fromkeys(one.source for one in evidence.get(part, ()) if one.url))
            moment = now().ms
            rows = await self._app.store.read(
                "web_pages_seen_before", keys=sources, before_ms=moment - round(life * 1000), ahead_ms=moment + AHEAD_MS
            )
            found += [(part, row) for row in sorted(rows, key=lambda row: sources.index(row["source"]))[:MAX_STALE]]
        if found:
            await self._run.step(StepDone(1, ordinal, _STALE, args, {"pages": found}, "ok", 0, len(found)))
        return found

    @property
    def searched(self) -> frozenset[int]:
        """The parts that the web was searched for."""
        return frozenset(self._searched)

    @property
    def sent(self) -> frozenset[str]:
        """The queries that were sent so far, without case."""
        return frozenset(query.casefold() for query in self._sent)

    def offer(self, open_parts: Sequence[int], follow_ups: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return (part, query) of what may be searched for next: nothing that was sent before, nothing where no
        provider is left."""
        if len(self._web.providers.off) == len(self._web.providers.names):
            return []
        calls = self._route(open_parts, follow_ups, "")
        return [(int(call.arguments["for"]), str(call.arguments["query"])) for call in calls]

    def choose(self, queries: Sequence[tuple[int, str]], reason: str, wordings: Sequence[tuple[int, str]] = ()) -> None:
        """Search for exactly these in the next round; `wordings` too are what its pages are ranked by."""
        self._calls = []
        for part, query in (*queries, *wordings):
            self._queries[part].append(query)
        for part, query in queries:
            arguments = {"query": query, "for": part, "max_age_s": self._max_age_s(part)}
            self._calls.append(Call("web_search", arguments, reason))

    def also(self, part: int, query: str, reason: str, *, without: Sequence[str] = ()) -> None:
        """Search for this too in the next round, on no domain of `without`."""
        self._queries[part].append(query)
        arguments = {"query": query, "for": part, "max_age_s": self._max_age_s(part)}
        named = {"without": list(without)} if without else {}
        self._calls.append(Call("web_search", arguments | named, reason))

    async def look(self, round_: int) -> AsyncIterator[Event]:
        """Carry out what was chosen, and rank what came: `fresh` then holds for each part its passages with scores."""
        calls, stale = self._calls, self._stale
        self._calls, self._stale, self.fresh = [], (), {}
        if not calls and not stale and not self._overdue:
            return
        before = set(self.looked.versions)
        searched: set[int] = set()
        newer: set[int] = set()
        warming = asyncio.create_task(asyncio.to_thread(warm_up))
        try:
            async for event in self._carry_out(calls, stale, round_, searched):
                yield event
            self._searched |= searched
            async for event in self._look_for_newer(round_, newer):
                yield event
        finally:
            await asyncio.gather(warming, return_exceptions=True)
        new = sorted(set(self.looked.versions) - before)
        if not new:
            return
        await record_groups(self._app.store, list(self.looked.versions))
        parts = sorted(searched | newer | {one.part for one in stale})
        asked = [(part, query) for part in parts for query in dict.fromkeys(self._queries[part])]
        arguments = {
            "queries": [query for _, query in asked],
            "for": [part for part, _ in asked],
            "versions": new,
            "limit": PER_SUBQUESTION,
        }
        got = await gather_fresh(
            self._app.store,
            self._embedder,
            self._run,
            Call("fresh_passages", arguments, "what the new pages say"),
            round_=round_,
            taken=self._taken,
            reranker=self._app.reranker,
        )
        self.fresh = got.found
        count = len({key for rows in got.found.values() for key, _ in rows})
        yield Event("recorded", self._run.key, {"round": round_, "pages": len(new), "passages": count})

    async def _carry_out(
        self, calls: Sequence[Call], stale: Sequence[Stale], round_: int, searched: set[int]
    ) -> AsyncIterator[Event]:
        """Search and read; put into `searched` the parts that were searched for."""
        calls, events = await approve_searches(self.approval, calls, round_)
        for event in events:
            yield event
        self._rounds.approval = self.approval
        self._sent += [call.arguments["query"] for call in calls]
        searched |= {int(call.arguments["for"]) for call in calls}
        async for event in self._rounds.look(calls, stale, round_):
            yield event

    async def _look_for_newer(self, round_: int, searched: set[int]) -> AsyncIterator[Event]:
        """Search once for each part whose old pages are gone, refused or say what they said: another may know better.

        It never changes how the run ends: what the budget does not allow is left out.
        """
        due, self._overdue = self._overdue - self.looked.renewed - self._searched, set()
        left = max(0, self._meter.budget.searches - self._meter.searches)
        calls = self._route(due, (), _OVERDUE)[:left]
        if not calls or len(self._web.providers.off) == len(self._web.providers.names):
            return
        stopped, met = self.looked.stopped, self._meter.stopped
        async for event in self._carry_out(calls, (), round_, searched):
            yield event
        self.looked.stopped, self._meter.stopped = stopped, met
        self._searched |= due & self.looked.renewed

    def _route(self, parts: Collection[int], follow_ups: Sequence[tuple[int, str]], reason: str) -> list[Call]:
        calls = route_to_web(self._plan, parts, follow_ups, self._sent, max_age_s=self._max_age_s, reason=reason)
        return sorted(calls, key=lambda call: call.arguments["for"] not in self._early)

    def _max_age_s(self, part: int) -> float:
        if self._fresh:
            return 0.0
        return VOLATILE_AGE_S if part in self._volatile else MAX_AGE_S


def _as_hit(row: Row) -> WebHit:
    return WebHit(rank=1, title=row["title"] or row["address"], url=row["address"], snippet="", provider="memory")
