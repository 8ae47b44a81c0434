"""Reading sources again and writing what became of each: unchanged, changed, gone, or the reason why not."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal

from agent.add import AddResult, add_readings
from agent.curate.refreshed import record_carried, record_gone
from agent.record.groups import record_groups
from agent.record.names import link_names
from agent.record.seen import touch_versions
from agent.record.together import Together
from agent.refresh.carry import Text, carry
from agent.refresh.reread import Answer, reread_files, reread_page
from graph.keys import make_key
from graph.store import GraphStore, Row
from retrievers.ahead import run_ahead
from retrievers.embed import Embedder
from retrievers.outcome import Outcome
from retrievers.read import Reading, Refusal
from retrievers.web.pages import PageReader

Became = Literal["unchanged", "changed", "gone", "moved", "refused"]
_FILES = 32  # files that are written together


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What became of one source.

    `stale` counts the quotes of its earlier texts that its current one does not hold, `carried` those that it does;
    `reopened` are the claims that nothing current bears on since (rows of `claims_left_stale`).
    """

    source: str
    title: str
    input: str
    outcome: Became
    reason: Outcome
    says: str
    version: str
    seen_before: str
    stale: int = 0
    carried: int = 0
    reopened: tuple[Row, ...] = field(default=())


async def refresh_sources(
    store: GraphStore,
    embedder: Embedder | None,
    pages: PageReader | None,
    rows: Sequence[Row],
    begun: Sequence[Row] = (),
) -> AsyncIterator[Refreshed]:
    """Read sources (rows of `sources_to_refresh`) again and yield what became of each, once it is written.

    `pages` reads web pages and may be None where there are none; `begun` are ended first, unread. Stopped at any
    moment, what was told is whole and the rest is as it was or is `begun`; the same again goes on. Raises GraphError
    and EmbeddingError.
    """
    writing = _Writing(store, embedder)
    for one in await writing.end(begun):
        yield one
    web = [row for row in rows if row["kind"] == "web"]
    if pages is not None:
        async for one in _pages(pages, web, writing):
            yield one
    batch: list[Answer] = []
    async for answer in reread_files([row for row in rows if row["kind"] != "web"], store.namespace):
        batch.append(answer)
        if len(batch) >= _FILES:
            for one in await writing.write(batch):
                yield one
            batch = []
    for one in await writing.write(batch):
        yield one


def _pages(pages: PageReader, rows: Sequence[Row], writing: "_Writing") -> AsyncIterator[Refreshed]:
    together = Together(writing.write)

    async def one(row: Row) -> Refreshed:
        return await together.ask(await reread_page(pages, row))

    return run_ahead(one(row) for row in rows)


class _Writing:
    """Writes answers in batches."""

    def __init__(self, store: GraphStore, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder

    async def write(self, answers: Sequence[Answer]) -> list[Refreshed]:
        told = {answer.row["source"]: self._tell(answer) for answer in answers}
        same = [answer.row for answer in answers if answer.got == "same"]
        if same:
            marks = ("etag", "last_modified")
            await touch_versions(self._store, [{"key": row["version"], **{m: row[m] for m in marks}} for row in same])
        gone = [answer.row["version"] for answer in answers if told[answer.row["source"]].outcome == "gone"]
        await record_gone(self._store, gone)
        read = [
            answer.got
            for answer in answers
            if isinstance(answer.got, Reading) and told[answer.row["source"]].outcome == "unchanged"
        ]
        async for result in add_readings(self._store, self._embedder, read, by_run=True, by="refresh"):
            told[str(result.source)] = _as_added(told[str(result.source)], result)
        found = {key for key, one in told.items() if one.outcome in {"unchanged", "changed"}}
        for key, counts in (await self._carry(sorted(found))).items():
            told[key] = replace(told[key], **counts)
        return [told[answer.row["source"]] for answer in answers]

    async def end(self, rows: Sequence[Row]) -> list[Refreshed]:
        """Do what is left to do with texts that are there already; return those whose quotes were looked for."""
        versions = [row["version"] for row in rows]
        await link_names(self._store, versions)
        await record_groups(self._store, versions)
        carried = await self._carry(sorted(row["source"] for row in rows))
        told = (self._tell(Answer(row, "same")) for row in rows)
        says = "its text was new before; what was left to do with it is done"
        return [
            replace(one, outcome="changed", says=says, **carried[one.source]) for one in told if one.source in carried
        ]

    def _tell(self, answer: Answer) -> Refreshed:
        """What became of a source before anything of it is written; a reading counts as unchanged until it is added."""
        row, got = answer.row, answer.got
        outcome, reason, says = _judge(row, got, self._store.namespace)
        place = row["place"] or row["address"]
        place = f"{place}#{row['address']}" if row["kind"] == "row" and row["place"] else place
        return Refreshed(
            row["source"], row["title"], place, outcome, reason, says, row["version"], row["seen_at"] or ""
        )

    async def _carry(self, sources: list[str]) -> dict[str, dict[str, Any]]:
        """Bring what still holds of these sources' old quotes to their current text; return what to tell of each."""
        if not sources:
            return {}
        old = await self._store.read("quotes_to_carry", keys=sources)
        versions = sorted({row["version"] for row in old})
        if not versions:
            return {}
        passages = await self._store.read("passages_to_quote", keys=versions)
        texts = {version: Text(list(rows)) for version, rows in groupby(passages, lambda row: row["version"])}
        rows: dict[str, dict[str, Any]] = {}
        kept: set[str] = set()
        for quote in old:
            row = carry(quote, texts[quote["version"]], self._store.namespace)
            if row is not None:
                kept.add(quote["citation"])
                rows.setdefault(row["key"], row)
        written = await record_carried(self._store, list(rows.values()), versions)
        left = await self._store.read("claims_left_stale", keys=sources)
        return {
            source: {
                "stale": sum(row["source"] == source and row["citation"] not in kept for row in old),
                "carried": sum(row["source"] == source and row["key"] in written for row in rows.values()),
                "reopened": tuple(row for row in left if row["source"] == source),
            }
            for source in {row["source"] for row in old}
        }


def _as_added(one: Refreshed, result: AddResult) -> Refreshed:
    if result.outcome == "refused":
        return replace(one, outcome="refused", reason=result.reason, says=result.says)
    outcome: Became = "changed" if result.outcome == "new_version" else "unchanged"
    return replace(one, outcome=outcome, version=result.version or one.version)


def _judge(row: Row, got: Reading | Refusal | Literal["same"], namespace: str) -> tuple[Became, Outcome, str]:
    if isinstance(got, Refusal):
        return ("gone" if got.is_gone else "refused"), got.outcome, got.reason
    if got != "same" and make_key("source", namespace, got.locator) != row["source"]:
        says = f"its address leads to {got.source_id} now, which is another source; `claimgraph add` stores it"
        return "moved", "ok", says
    return "unchanged", "ok", ""
