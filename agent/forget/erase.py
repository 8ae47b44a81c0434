"""Taking a source's own words out of what was made of them: quotes, claims, sentences, steps, answers, names.

Done before the text itself goes, which the words are known by; killed anywhere, it is done again from the beginning.
"""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from agent.entities.decide import settle_names
from agent.forget.redact import Redactor
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Known:
    """Words and titles of a source that the graph does not hold any more."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


async def erase_traces(store: GraphStore, source: str, deletion: str, *, iso: str, known: Known | None = None) -> None:
    """Put a mark with the date in place of the source's words along all that leads to it; `known` are further ones.

    A claim or sentence is the source's where its words are and no quote of another source holds them. JSON keeps its
    form, so that a run that stopped can go on. Raises GraphError.
    """
    mark = f"[erased {iso[:10]}]"
    named = await store.read("names_of_sources", sources=[source])
    quotes = [row async for row in _pages(store, "quotes_of_sources", "citation", source)]
    addresses = [address for row in named for address in row["addresses"]]
    known = known or Known()
    names = sorted({*known.names, *(name for row in named for name in row["names"])})
    redactor = Redactor(
        [*known.texts, *[text async for text in _own_texts(store, source, quotes)]],
        mark,
        gists=[row["quote"] for row in quotes if row["quote"] and not row["quote"].startswith("[erased ")],
        names=names,
        addresses=addresses,
        shared=[row["name"] for row in await store.read("names_of_others", words=names)] if names else (),
    )
    own = await _erase_claims(store, source, redactor, deletion, iso)
    redactor = redactor.keeping((), addresses=own)
    for row in await store.read("runs_resting_on", sources=[source], addresses=addresses):
        rows = await store.read("texts_of_run", run=row["run"], source=source)
        kept = await store.read("kept_of_run", run=row["run"], source=source)
        keeping = redactor.keeping(kept[0]["asked"], kept[0]["quotes"])
        await _redact(store, rows, keeping, deletion)
    turns = await store.read("texts_of_turns")
    measures = {one for row in turns for text in row["texts"].values() for one in redactor.measures_in(text or "")}
    shared = await store.read("names_of_others", words=sorted(measures)) if measures else []
    await _redact(store, turns, redactor.keeping([row["name"] for row in shared]), deletion)
    await _erase_reasons(store, redactor, names, deletion)
    await _write(store, "erase_quotes", [row["citation"] for row in quotes], mark, deletion, iso)
    entities = [entity for row in named for entity in row["entities"]]

    async def unname(tx: Transaction) -> None:
        await tx.run("lock_sources", keys=[source])
        await tx.run("erase_sources", sources=[source], entities=sorted(entities), mark=mark, now=iso)

    await store.write(unname)
    await settle_names(store)  # the names of a thing that is gone are nobody's aliases


async def _own_texts(store: GraphStore, source: str, quotes: Sequence[Row]) -> AsyncIterator[str]:
    """Return all words that are the source's, as far as they are still there."""
    async for row in _pages(store, "words_of_sources", "passage", source):
        yield row["text"]
        yield row["heading"] or ""
    for row in quotes:
        for name in ("quote", "prefix", "suffix"):
            yield row[name] or ""


async def _pages(store: GraphStore, statement: str, key: str, source: str) -> AsyncIterator[Row]:
    after, rows = "", None
    while rows is None or len(rows) == _PAGE:
        rows = await store.read(statement, sources=[source], after=after, limit=_PAGE)
        for row in rows:
            after = row[key]
            yield row


async def _write(store: GraphStore, statement: str, keys: Sequence[str], mark: str, deletion: str, iso: str) -> None:
    for start in range(0, len(keys), _PAGE):
        batch = sorted(keys[start : start + _PAGE])

        async def work(tx: Transaction, batch: Sequence[str] = batch) -> None:
            await tx.run(statement, keys=batch, mark=mark, deletion=deletion, now=iso)

        await store.write(work)


async def _erase_claims(store: GraphStore, source: str, redactor: Redactor, deletion: str, iso: str) -> list[str]:
    """Erase the claims that are the source's own, with what was written of them, and return their keys."""
    own: list[str] = []
    written: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    cited = [row["claim"] for row in await store.read("claims_citing", sources=[source])]
    for start in range(0, len(cited), _PAGE):
        for row in await store.read("claims_to_erase", claims=cited[start : start + _PAGE], sources=[source]):
            is_theirs_too = bool(row["quotes"])  # what others bear out in words of their own is not known by a number
            mine = redactor.keeping((), row["quotes"], measures=not is_theirs_too)
            if row["is_erased"] or mine.has(row["text"]):
                own.append(row["claim"])
            (others if is_theirs_too else written).extend(row["written"])
    await _redact(store, written, redactor, deletion)
    await _redact(store, others, redactor.keeping((), measures=False), deletion)
    await _write(store, "erase_claims", own, redactor.mark, deletion, iso)
    return own


async def _erase_reasons(store: GraphStore, redactor: Redactor, names: Sequence[str], deletion: str) -> None:
    """Take away why names may be one thing's where that is in the source's words, or names it."""
    known = redactor.keeping((), measures=False)
    rows = [
        {"one": row["one"], "other": row["other"]}
        for row in await store.read("reasons_of_same")
        if known.has(row["why"]) or any(name in row["why"] for name in names)
    ]
    for batch in batches(rows, max_rows=_PAGE):

        async def work(tx: Transaction, batch: Sequence[Any] = batch) -> None:
            await tx.run("erase_reasons_of_same", rows=list(batch), mark=redactor.mark, deletion=deletion)

        await store.write(work)


async def _redact(store: GraphStore, rows: Sequence[Row], redactor: Redactor, deletion: str) -> None:
    changed: dict[str, dict[str, Any]] = {}
    for row in rows:
        texts = redacted_texts(row["texts"], redactor, is_own=row.get("is_own", True))
        if texts:
            changed[row["key"]] = {"key": row["key"], "texts": texts}
    for batch in batches(sorted(changed.values(), key=lambda one: one["key"]), max_rows=_PAGE):

        async def work(tx: Transaction, batch: Sequence[Any] = batch) -> None:
            await tx.run("redact_nodes", rows=list(batch), deletion=deletion)

        await store.write(work)


def redacted_texts(texts: dict[str, Any], redactor: Redactor, *, is_own: bool = True) -> dict[str, Any]:
    """Return those of a node's texts that are others without the source's words; a name in `_json` holds JSON. Pure.

    One that rests on other sources alone (not `is_own`) only stops to name this one.
    """
    changed: dict[str, Any] = {}
    for name, value in texts.items():
        if value is None:
            continue
        if name.endswith("_json"):
            after = _redact_json(value, redactor, queries=name == "args_json")
        elif not is_own:
            after = redactor.unname(value) if isinstance(value, str) else value
        else:
            after = redactor.redact_value(value)
        if after != value:
            changed[name] = after
    return changed


def _redact_json(written: str, redactor: Redactor, *, queries: bool) -> str:
    try:
        value = json.loads(written)
    except ValueError:
        return redactor.redact(written)
    after = redactor.redact_value(value, queries=queries)
    if after == value:
        return written
    return json.dumps(after, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
