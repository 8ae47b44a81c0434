"""One round on the live web: search for what is open, read new pages, store them as any source.

Each search and each page is a Step with its typed outcome; a Step that was taken is read from the graph again.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from agent.autonomy import Approval, approve_page
from agent.budget import BudgetSpent
from agent.events import Event
from agent.lessons.run import RunLessons
from agent.route import Call
from agent.web.choose import Work, deal_pages, names_of
from agent.web.page import ReadPage
from agent.web.read import WebReads
from agent.web.search import FoundPages, WebSearches
from retrievers.websearch.protocol import WebHit

T = TypeVar("T")
Events = asyncio.Queue[Event | None]


@dataclass(slots=True)
class Looked:
    """What the web gave so far: versions that were read (each with the part it was read for), the parts that a text is
    `renewed` for which was not known, outcomes by provider, notes for the header, the limit that kept it from more (""
    for none)."""

    versions: dict[str, int] = field(default_factory=dict[str, int])
    renewed: set[int] = field(default_factory=set[int])
    outcomes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    notes: list[str] = field(default_factory=list[str])
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Stale:
    """A stored page that may say something else by now."""

    part: int
    hit: WebHit
    seen_at: str


class WebRounds:
    """The web of one run, round after round: what was tried once is not tried again."""

    def __init__(self, searches: WebSearches, reads: WebReads, new_pages: int) -> None:
        self._new_pages = new_pages
        self._searches = searches
        self._reads = reads
        self._known: set[str] = set()
        self._read: list[WebHit] = []
        self.looked = Looked()
        self.approval: Approval | None = None
        self.lessons: RunLessons | None = None

    async def look(self, calls: Sequence[Call], stale: Sequence[Stale], round_: int) -> AsyncIterator[Event]:
        """Carry out the searches, read what they found and what is `stale`; yield what happens as it happens.

        Searches go out together, then all pages: none waits for another host. Raises GraphError and EmbeddingError
        after everything has ended.
        """
        events: Events = asyncio.Queue()

        async def work() -> None:
            try:
                await self._look(calls, stale, round_, events)
            finally:
                events.put_nowait(None)

        task = asyncio.create_task(work())
        try:
            while (event := await events.get()) is not None:
                yield event
            await task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look(self, calls: Sequence[Call], stale: Sequence[Stale], round_: int, events: Events) -> None:
        found = await all_of([self._search(call, round_, events) for call in calls])
        for one in found:
            self._note(one)
        again = [one for one in stale if self._known.isdisjoint(names_of(one.hit))]
        self._known.update(name for one in again for name in names_of(one.hit))
        hits = [one.hits if one else () for one in found]
        if self.lessons is not None:
            hits = [self.lessons.put_last(each) for each in hits]
        dealt = deal_pages(hits, self._known, self._read)
        lanes = [self._lane(iter([self._places(one.part, (one.hit,))]), round_, events, anew=True) for one in again]
        for call, works in zip(calls, dealt, strict=True):
            own = iter([self._places(int(call.arguments["for"]), work) for work in works])
            lanes += [self._lane(own, round_, events) for _ in range(self._new_pages)]
        pages = [page for lane in await all_of(lanes) for page in lane]
        for place, read in sorted(pages, key=lambda page: page[0].ordinal):
            self._note(read)
            if read.version:
                self._read.append(place.hit)
                self.looked.versions.setdefault(read.version, place.part)
                if not read.is_unchanged and read.reused_from is None:
                    self.looked.renewed.add(place.part)

    def _places(self, part: int, work: Work) -> "list[_Place]":
        """Give every address its place among the run's steps, read or not: the order is then always the same."""
        return [_Place(part, hit, self._reads.next_ordinal()) for hit in work]

    def _note(self, one: FoundPages | ReadPage | None) -> None:
        if one is not None:
            self.looked.outcomes.extend(one.outcomes)
            self.looked.notes.extend(note for note in one.notes if note not in self.looked.notes)

    async def _search(self, call: Call, round_: int, events: Events) -> FoundPages | None:
        try:
            found = await self._searches.search(call, round_)
        except BudgetSpent as spent:
            self.looked.stopped = str(spent)
            return None
        events.put_nowait(Event("searched", self._searches.run, found.data(call)))
        return found

    async def _lane(
        self, own: Iterator[Sequence["_Place"]], round_: int, events: Events, *, anew: bool = False
    ) -> list[tuple["_Place", ReadPage]]:
        """Read until one page of a query is there; an address that is refused makes room for the work's next one, then
        for the next work."""
        pages: list[tuple[_Place, ReadPage]] = []
        for place in itertools.chain.from_iterable(own):
            self._known |= names_of(place.hit)
            hit = place.hit
            if (asked := await approve_page(self.approval, hit.url, round_)) is not None:
                events.put_nowait(asked)
                if asked.data["decision"] == "refused":
                    continue
                hit = replace(hit, url=str(asked.data["arguments"]["url"]))
            try:
                read = await self._reads.read(hit, place.part, place.ordinal, round_, anew=anew)
            except BudgetSpent as spent:
                self.looked.stopped = str(spent)
                break
            pages.append((place, read))
            events.put_nowait(Event("read", self._searches.run, read.data(hit, place.part)))
            if read.version:
                break
        return pages


@dataclass(frozen=True, slots=True)
class _Place:
    part: int
    hit: WebHit
    ordinal: int


async def all_of(work: Sequence[Awaitable[T]]) -> list[T]:
    """Do it together; an error is raised only after all have ended and were recorded."""
    ended = await asyncio.gather(*work, return_exceptions=True)
    for each in ended:
        if isinstance(each, BaseException):
            raise each
    return [each for each in ended if not isinstance(each, BaseException)]
