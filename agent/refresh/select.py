"""Which sources are to be read again, by name, age, claim, or because something rests on them."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from agent.errors import NothingToRefresh
from agent.record.clock import AHEAD_MS, now
from agent.record.names import LINKER
from graph.queries.parameters import NodeType
from graph.store import GraphStore, Row
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import find_named
from retrievers.templates.template import Candidate

_READABLE = ("file", "row", "web")
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for, taken together. `seen_before_ms` is when they were last looked at, at the latest; what is
    dated after now counts as looked at before."""

    sources: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    seen_before_ms: int | None = None
    is_cited: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether nothing says which."""
        return not (self.sources or self.claims or self.is_cited) and self.seen_before_ms is None


@dataclass(frozen=True, slots=True)
class Selected:
    """Rows of `sources_to_refresh`, what most rests on first; `left_out` counts those that nothing can read again.

    `begun` are rows of sources that were read and written before, by one who was stopped before all was done with their
    text: they are ended without being read again.
    """

    rows: tuple[Row, ...]
    left_out: int
    begun: tuple[Row, ...] = ()


async def select_sources(store: GraphStore, wanted: Wanted) -> Selected:
    """Return the sources that are asked for, with how they stand.

    Sources that came by standard input or only as a search's word are left out and counted. Raises NothingToRefresh
    for a name that no source or claim has, or several have.
    """
    named: set[str] | None = None
    begun: list[Row] = []
    if wanted.sources or wanted.claims:
        named = {await _key(store, "source", said) for said in wanted.sources}
        for said in wanted.claims:
            claim = await _key(store, "claim", said)
            named |= {row["source"] for row in await store.read("sources_of_claim", claim=claim)}
    if named is None or wanted.seen_before_ms is not None:  # without a name or an age: all of them
        before = wanted.seen_before_ms if wanted.seen_before_ms is not None else 2**53
        aged = {row["source"] for row in await _seen_before(store, before)}
        if named is None:
            half = await store.read("sources_half_refreshed")
            begun = [row async for row in _rows(store, sorted({row["source"] for row in half} - aged))]
        named = aged if named is None else named & aged
    rows = [row async for row in _rows(store, sorted(named)) if row["citations"] or not wanted.is_cited]
    rows.sort(key=lambda row: (-row["citations"], row["seen_at_ms"], row["source"]))
    readable = [row for row in rows if row["kind"] in _READABLE]
    return Selected(tuple(readable), len(rows) - len(readable), tuple(begun))


async def _seen_before(store: GraphStore, before_ms: int) -> list[Row]:
    return await store.read("sources_seen_before", before_ms=before_ms, ahead_ms=now().ms + AHEAD_MS)


async def _rows(store: GraphStore, keys: list[str]) -> AsyncIterator[Row]:
    for start in range(0, len(keys), _BATCH):
        for row in await store.read("sources_to_refresh", keys=keys[start : start + _BATCH], linker=LINKER):
            yield row


async def _key(store: GraphStore, kind: NodeType, said: str) -> str:
    try:
        found, near = await find_named(store, kind, said)
    except ArgumentsRefused as error:
        raise NothingToRefresh(str(error)) from error
    if found is None:
        raise NothingToRefresh(f"the namespace {store.namespace} has no {kind} called {said!r}{_near(near)}")
    return found.key


def _near(found: Iterable[Candidate]) -> str:
    some = [f"{one.text} ({one.key[:20]})" for one in found][:3]
    return f"; near to it: {', '.join(some)}" if some else ""
