"""The live web of one run: what to ask it and when, which stored pages to read again, what fresh pages bear on."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence

from agent.autonomy import Approval, approve_searches
from agent.budget import Meter
from agent.build import App
from agent.events import Event
from agent.evidence import Evidence
from agent.gather import PER_SUBQUESTION, gather_fresh
from agent.lessons.run import RunLessons
from agent.plan import Plan
from agent.record.clock import now
from agent.record.groups import record_groups
from agent.record.runs import RunRecorder
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
        self._stale: list[Stale] = []
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
        lives = {sub.ordinal: self._lives.of(sub.text) for sub in self._plan.subquestions}
        for part, life in lives.items() if self._web.reader != "off" and not self._fresh else ():
            if life is None:
                continue
            sources = list(dict.fromkeys(one.source for one in evidence.get(part, ()) if one.url))
            before = now().ms - round(life * 1000)
            rows = await self._app.store.read("web_pages_seen_before", keys=sources, before_ms=before)
            old = sorted(rows, key=lambda row: sources.index(row["source"]))[:MAX_STALE]
            self.read_again |= {row["source"] for row in old}
            self._stale += [Stale(part, _as_hit(row), row["seen_at"]) for row in old]

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

    async def look(self, round_: int) -> AsyncIterator[Event]:
        """Carry out what was chosen, and rank what came: `fresh` then holds for each part its passages with scores."""
        calls, stale = self._calls, self._stale
        self._calls, self._stale, self.fresh = [], [], {}
        calls, events = await approve_searches(self.approval, calls, round_)
        for event in events:
            yield event
        self._rounds.approval = self.approval
        if not calls and not stale:
            return
        self._sent += [call.arguments["query"] for call in calls]
        self._searched |= {int(call.arguments["for"]) for call in calls}
        before = set(self.looked.versions)
        warming = asyncio.create_task(asyncio.to_thread(warm_up))
        try:
            async for event in self._rounds.look(calls, stale, round_):
                yield event
        finally:
            await asyncio.gather(warming, return_exceptions=True)
        new = sorted(set(self.looked.versions) - before)
        if not new:
            return
        await record_groups(self._app.store, list(self.looked.versions))
        parts = sorted({int(call.arguments["for"]) for call in calls} | {one.part for one in stale})
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

    def _route(self, parts: Collection[int], follow_ups: Sequence[tuple[int, str]], reason: str) -> list[Call]:
        calls = route_to_web(self._plan, parts, follow_ups, self._sent, max_age_s=self._max_age_s, reason=reason)
        return sorted(calls, key=lambda call: call.arguments["for"] not in self._early)

    def _max_age_s(self, part: int) -> float:
        if self._fresh:
            return 0.0
        return VOLATILE_AGE_S if part in self._volatile else MAX_AGE_S


def _as_hit(row: Row) -> WebHit:
    return WebHit(rank=1, title=row["title"] or row["address"], url=row["address"], snippet="", provider="memory")
