"""Taking a source's own words out of what was made of them: quotes, claims, sentences, steps, answers, reasons, names.

Done before the text itself goes, which the words are known by; killed anywhere, it is done again from the beginning.
What tells the words of others, its claims and quotes, goes last therefore.
"""

from collections.abc import Sequence
from typing import Any

from agent.entities.decide import settle_names
from agent.forget.places import MADE, redacted_texts
from agent.forget.traces import PAGE, Known, Traces, read_traces, texts_of_kind
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction


async def erase_traces(
    store: GraphStore, source: str, deletion: str, *, iso: str, known: Known | None = None
) -> Traces:
    """Put a mark with the date in place of the source's words along all that leads to it; return what was looked for.

    A claim or sentence is the source's where its words are and no quote of another source holds them, or where nothing
    else bears it out, whatever its words. JSON keeps its form, so that a run that stopped can go on. `known` are words
    that the graph lost. Its titles stay until `unname_source`. Raises GraphError.
    """
    traces = await read_traces(store, source, mark=f"[erased {iso[:10]}]", known=known or Known())
    mark = traces.redactor.mark
    for batch in batches(await find_said(store, traces), max_rows=PAGE):

        async def work(tx: Transaction, batch: Sequence[Any] = batch) -> None:
            await tx.run("redact_nodes", rows=list(batch), deletion=deletion)

        await store.write(work)
    for batch in batches(await _find_reasons(store, traces), max_rows=PAGE):

        async def unsay(tx: Transaction, batch: Sequence[Any] = batch) -> None:
            await tx.run("erase_reasons_of_same", rows=list(batch), mark=mark, deletion=deletion)

        await store.write(unsay)
    await _write(store, "erase_claims", traces.claims, mark, deletion, iso)
    await _write(store, "erase_quotes", traces.citations, mark, deletion, iso)
    return traces


async def unname_source(store: GraphStore, traces: Traces, *, iso: str) -> None:
    """Take away what the source is called, and the names that it alone gave. Raises GraphError."""

    async def work(tx: Transaction) -> None:
        await tx.run("lock_sources", keys=[traces.source])
        await tx.run(
            "erase_sources", sources=[traces.source], entities=list(traces.entities), mark=traces.redactor.mark, now=iso
        )

    await store.write(work)
    await settle_names(store)  # the names of a thing that is gone are nobody's aliases


async def count_left(store: GraphStore, traces: Traces) -> dict[str, int]:
    """Return in how many places words of an erased source still stand, by kind. Raises GraphError.

    Those are the places that erasing went through, and what it takes whole.
    """
    texts = len(await find_said(store, traces)) + len(await _find_reasons(store, traces))
    whole = (await store.read("words_left_of_source", source=traces.source, claims=list(traces.claims)))[0]
    return {"texts": texts, **whole}


async def find_said(store: GraphStore, traces: Traces) -> list[dict[str, Any]]:
    """Return the nodes that hold words of the source in what was made of them, with the texts as they are without."""
    own = set(traces.statements)
    changed: list[dict[str, Any]] = []
    context = _Context(store, traces)
    for label, names in MADE.items():
        held: dict[str, dict[str, Any]] = {}
        async for row in texts_of_kind(store, label, names):
            if row["key"] in own:
                whole = {
                    name: traces.redactor.mark for name in row["texts"] if row["texts"][name] != traces.redactor.mark
                }
                changed += [{"key": row["key"], "texts": whole}] if whole else []
            elif redacted_texts(row["texts"], traces.redactor, rare=traces.rare):
                held[row["key"]] = row["texts"]
        changed += await context.without(held)
    return changed


class _Context:
    """What keeps words where they stand: what was asked there, and what other sources say that is quoted there."""

    def __init__(self, store: GraphStore, traces: Traces) -> None:
        self._store, self._traces = store, traces
        self._kept: dict[str, tuple[list[str], list[str]]] = {}

    async def without(self, held: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
        """Return those of the nodes that change where they stand, with the changed texts."""
        keys, changed = sorted(held), list[dict[str, Any]]()
        shared = await self._shared_measures(held) if any(key.startswith("turn.") for key in keys) else []
        for start in range(0, len(keys), PAGE):
            rows = await self._store.read(
                "where_texts_stand", keys=keys[start : start + PAGE], source=self._traces.source
            )
            for row in (row for row in rows if not row["is_asked"]):
                texts = await self._texts(row, held[row["key"]], shared)
                changed += [{"key": row["key"], "texts": texts}] if texts else []
        return changed

    async def _shared_measures(self, held: dict[str, dict[str, Any]]) -> list[str]:
        """Return the numbers with units in answers that other sources or questions have too."""
        texts = [text for one in held.values() for text in one.values() if isinstance(text, str)]
        measures = {one for text in texts for one in self._traces.redactor.measures_in(text)}
        rows = await self._store.read("names_of_others", words=sorted(measures)) if measures else []
        return [row["name"] for row in rows]

    async def _texts(self, row: Row, texts: dict[str, Any], shared: list[str]) -> dict[str, Any]:
        redactor = self._traces.redactor
        asked, quotes = await self._kept_of_run(row["run"]) if row["run"] else ([], [])
        asked = [*asked, *([row["question"]] if row["question"] else [])]
        if row["key"].startswith("turn."):
            keeping = redactor.keeping([*asked, *shared])
        else:
            is_its = row["run"] in self._traces.runs or not self._traces.alone.isdisjoint(row["claims"])
            keeping = redactor.keeping(asked, quotes, measures=is_its)
        return redacted_texts(texts, keeping, is_own=row["is_own"], rare=self._traces.rare)

    async def _kept_of_run(self, run: str) -> tuple[list[str], list[str]]:
        if run not in self._kept:
            row = (await self._store.read("kept_of_run", run=run, source=self._traces.source))[0]
            asked = [text for text in row["asked"] if text]
            plain = self._traces.redactor.keeping(asked)
            parts = [text for text in row["parts"] if text and not plain.has(text)]
            self._kept[run] = ([*asked, *parts], row["quotes"])
        return self._kept[run]


async def _find_reasons(store: GraphStore, traces: Traces) -> list[dict[str, Any]]:
    """Return the pairs of names that may be one thing's where why they are is in the source's words, or names it."""
    known = traces.redactor.keeping((), measures=False)
    return [
        {"one": row["one"], "other": row["other"]}
        for row in await store.read("reasons_of_same")
        if row["why"] != known.mark and (known.has(row["why"]) or any(name in row["why"] for name in traces.names))
    ]


async def _write(store: GraphStore, statement: str, keys: Sequence[str], mark: str, deletion: str, iso: str) -> None:
    for start in range(0, len(keys), PAGE):
        batch = sorted(keys[start : start + PAGE])

        async def work(tx: Transaction, batch: Sequence[str] = batch) -> None:
            await tx.run(statement, keys=batch, mark=mark, deletion=deletion, now=iso)

        await store.write(work)
