"""Adding sources: read, split, embed, record, in groups; the graph is written by `record` alone."""

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from agent.record import Arrival, arrival_of, record_arrivals
from agent.record.complete import record_missing_names, retell_passages
from agent.record.groups import GROUPER, record_groups
from agent.record.names import LINKER, link_names
from agent.record.seen import record_moves, seen_row, touch_versions
from agent.record.sources import passage_rows, said_by
from graph.keys import short_name
from graph.store import GraphStore
from retrievers.embed import Embedder
from retrievers.outcome import Outcome
from retrievers.read import Reading, Refusal
from retrievers.split import split_passages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GROUP_SOURCES = 64
GROUP_CHARACTERS = 200_000
_SLICE = 256
"""Passages that are embedded before somebody is told."""
Told = Callable[[int, int], object]
_INCOMPLETE = ("unembedded", "unlinked", "retold")
"""States of a version that is there and found, but not in every way: adding it again completes it."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """What became of one input; `cut` is how many of its passages were longer than the model's window.

    `left_out` says what of a stored source is not in its text: a damaged page, images without a text layer; or what its
    head says and was not taken.
    """

    input: str
    outcome: Literal["added", "unchanged", "new_version", "refused"]
    reason: Outcome
    source: str | None
    version: str | None
    passages: int
    milliseconds: int
    says: str = ""
    cut: int = 0
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    reading: Reading
    milliseconds: float


@dataclass(frozen=True, slots=True)
class _How:
    """What holds for all readings of one call: who wants them, what is named for it, who is told."""

    by_run: bool
    by: str
    told: Told | None


async def add_readings(
    store: GraphStore,
    embedder: Embedder | None,
    readings: Iterable[Reading | Refusal] | AsyncIterable[Reading | Refusal],
    *,
    by_run: bool = False,
    by: str = "add",
    told: Told | None = None,
) -> AsyncIterator[AddResult]:
    """Store what was read and yield one result an input, in the order of the inputs within each group.

    `by_run`: a run read it and nobody added it on purpose, so what was forgotten is refused. `by` is what the
    history of a claim names that changes by it; `told` hears how many of how many passages at hand have their vector.
    A refusal never stops the others. Killed anywhere, every source is either whole or not found at all, and adding
    the same again completes it. Raises GraphError when the database fails.
    """
    how = _How(by_run, by, told)
    group: list[_Read] = []
    characters = 0
    source = aiter(readings if isinstance(readings, AsyncIterable) else _in_thread(readings))
    while True:
        started = time.perf_counter()
        read = await anext(source, None)
        if read is None:
            break
        spent = (time.perf_counter() - started) * 1000
        if isinstance(read, Refusal):
            yield AddResult(read.input, "refused", read.outcome, None, None, 0, round(spent), read.reason)
            continue
        group.append(_Read(read, spent))
        characters += len(read.text)
        if len(group) >= GROUP_SOURCES or characters >= GROUP_CHARACTERS:
            for result in await _add_group(store, embedder, group, how):
                yield result
            group, characters = [], 0
    for result in await _add_group(store, embedder, group, how):
        yield result


async def _in_thread(readings: Iterable[Reading | Refusal]) -> AsyncIterator[Reading | Refusal]:
    iterator = iter(readings)
    while (reading := await asyncio.to_thread(_next, iterator)) is not None:
        yield reading


def _next(iterator: Iterator[Reading | Refusal]) -> Reading | Refusal | None:
    return next(iterator, None)


async def _add_group(store: GraphStore, embedder: Embedder | None, group: list[_Read], how: _How) -> list[AddResult]:
    if not group:
        return []
    started = time.perf_counter()
    arrivals = {arrival.version: arrival for arrival in (arrival_of(r.reading, store.namespace) for r in group)}
    asked = [{"source": a.source, "version": a.version, "said": said_by(a)} for a in arrivals.values()]
    there = {r["version"]: r for r in await store.read("version_states", rows=asked, linker=LINKER)}
    states: dict[str, str | None] = {version: row["state"] for version, row in there.items()}
    unchanged = [v for v, state in states.items() if state == "current"]
    if unchanged:
        await touch_versions(store, [seen_row(arrivals[v]) for v in unchanged])
    await record_moves(store, arrivals.values(), there)
    new = [a for v, a in arrivals.items() if states[v] != "current"]
    outcomes: dict[str, AddResult] = {
        v: replace(_result(arrivals[v], "unchanged"), passages=there[v]["passages"]) for v in unchanged
    }
    for wave in _waves(new):
        outcomes |= await _record(store, embedder, wave, states, how)
    compared = {version for version in unchanged if there[version]["compared"] == GROUPER}
    await record_groups(store, [version for version in states if version not in compared])
    shared = (time.perf_counter() - started) * 1000 / len(group)
    results: list[AddResult] = []
    for read in group:
        arrival = arrival_of(read.reading, store.namespace)
        result = outcomes[arrival.version]
        results.append(replace(result, input=read.reading.input, milliseconds=round(read.milliseconds + shared)))
    return results


def _waves(arrivals: list[Arrival]) -> Iterator[list[Arrival]]:
    """Yield the arrivals so that no wave holds two versions of one source: the later one must find the earlier."""
    while arrivals:
        wave: dict[str, Arrival] = {}
        rest: list[Arrival] = []
        for arrival in arrivals:
            if arrival.source in wave:
                rest.append(arrival)
            else:
                wave[arrival.source] = arrival
        yield list(wave.values())
        arrivals = rest


async def _record(
    store: GraphStore,
    embedder: Embedder | None,
    wave: list[Arrival],
    states: dict[str, str | None],
    how: _How,
) -> dict[str, AddResult]:
    rows: list[dict[str, Any]] = []
    counts: dict[str, int] = {}
    for arrival in wave:
        reading = arrival.reading
        spans = split_passages(reading.text, reading.headings, reading.language, reading.pages)
        counts[arrival.version] = len(spans)
        if states[arrival.version] != "superseded":
            rows.extend(passage_rows(arrival, spans, store.namespace))
    early = {a.version for a in wave if states[a.version] in _INCOMPLETE}
    if early:
        there = [a for a in wave if a.version in early]
        retold = {v for v in early if states[v] == "retold"}
        await retell_passages(store, [row for row in rows if row["version"] in retold])
        await record_missing_names(store, there, [row for row in rows if row["version"] in early])
    unlinked = {v for v in early if states[v] == "unlinked"}
    rows = [row for row in rows if row["version"] not in unlinked]
    vectors, cut = None, 0
    if embedder is not None and rows:
        vectors, cut = await _embed(embedder, [row["search_text"] for row in rows], how.told)
    arriving = [a for a in wave if a.version not in unlinked]
    arrived = await record_arrivals(store, arriving, rows, vectors, by_run=how.by_run, by=how.by) if arriving else []
    replaced = {a.version for a in arrived if a.replaced}
    refused = {a.version: a.refused for a in arrived if a.refused}
    await link_names(store, [a.version for a in wave if a.version not in refused], rows)
    results: dict[str, AddResult] = {}
    for arrival in wave:
        outcome = "new_version" if arrival.version in replaced else "added"
        if arrival.version in early:
            outcome = "unchanged"
        result = replace(_result(arrival, outcome), passages=counts[arrival.version], cut=cut)
        if why := refused.get(arrival.version):
            result = replace(result, outcome="refused", reason="refused", version=None, passages=0, says=why)
        results[arrival.version] = result
        cut = 0
    return results


async def _embed(embedder: Embedder, texts: list[str], told: Told | None) -> tuple["NDArray[np.float32]", int]:
    """The vectors of passages, a slice at a time so that somebody can be told, and how many texts were cut."""
    import numpy as np

    made: list[NDArray[np.float32]] = []
    cut = done = 0
    for start in range(0, len(texts), _SLICE):
        embedded = await embedder.embed(texts[start : start + _SLICE], kind="passage")
        made.append(embedded.vectors)
        cut += embedded.cut
        done += len(embedded.vectors)
        if told is not None:
            told(done, len(texts))
    return np.concatenate(made), cut


def _result(arrival: Arrival, outcome: Literal["added", "unchanged", "new_version"]) -> AddResult:
    return AddResult(
        arrival.reading.input,
        outcome,
        "ok",
        arrival.source,
        arrival.version,
        0,
        0,
        short_name(arrival.reading.title, 60),
        left_out=arrival.reading.left_out,
    )
