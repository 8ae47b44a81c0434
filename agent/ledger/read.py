"""The ledger read from the graph: which claims, in which order, with all that bears on each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.errors import LedgerUnclear
from agent.find import find_run
from agent.ledger.became import read_became
from agent.ledger.entry import Entry, entry_of
from agent.ledger.order import review_order
from graph.lucene import words_query
from graph.model import LABEL_OF_KIND
from graph.queries.parameters import NodeType
from graph.store import GraphStore, Row
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import find_named

RANKED = 2_000
"""Claims that are read to be put in the order of review."""
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Filters:
    """Which claims are asked for: all of the filters that are given. `statuses` empty means every status."""

    run: str | None = None
    source: str | None = None
    about: str | None = None
    statuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """The claims that were asked for, and of how many they are the first; `notes` say what was made of the filters."""

    entries: tuple[Entry, ...]
    total: int
    notes: tuple[str, ...] = ()


async def read_ledger(store: GraphStore, filters: Filters, *, limit: int, review_first: bool = False) -> Ledger:
    """Return the ledger's claims under all the filters, at most `limit`.

    In the order of the run's report, of the source's text, or of how well they fit the words; without any newest
    first. `review_first` puts what a person should look at first before that, from the first RANKED claims. Raises
    NodeNotFound for a run that is not there and LedgerUnclear for a source that is not, or may be several.
    """
    notes: list[str] = []
    sets = await _candidates(store, filters, notes)
    if sets:
        rows = [row for row in sets[0] if not filters.statuses or row["status"] in filters.statuses]
        for other in sets[1:]:
            kept = {row["claim"] for row in other}
            rows = [row for row in rows if row["claim"] in kept]
        total = len(rows)
    else:
        rows, total = await _by_status(store, filters.statuses, RANKED if review_first else limit)
    keys = [str(row["claim"]) for row in rows[: RANKED if review_first else limit]]
    entries = await read_entries(store, keys)
    if review_first:
        if total > RANKED:
            notes.append(f"the order is that of the first {RANKED:,} of {total:,} claims")
        entries = review_order(entries)[:limit]
    return Ledger(tuple(entries), total, tuple(notes))


async def find_claims(store: GraphStore, filters: Filters) -> tuple[list[str] | None, list[str]]:
    """Return the keys of the claims under all the filters but the statuses, in their order, and notes on the words.

    None where nothing is filtered. Raises as `read_ledger` does.
    """
    notes: list[str] = []
    sets = await _candidates(store, filters, notes)
    if not sets:
        return None, notes
    kept = set[str].intersection(*({str(row["claim"]) for row in rows} for rows in sets))
    return [str(row["claim"]) for row in sets[0] if row["claim"] in kept], notes


async def read_entries(store: GraphStore, keys: Sequence[str]) -> list[Entry]:
    """Return the entries of claims in the order of their keys; one that is not there is left out."""
    entries: list[Entry] = []
    for start in range(0, len(keys), _BATCH):
        batch = list(keys[start : start + _BATCH])
        found = {row["claim"]: entry_of(row) for row in await store.read("ledger_rows", keys=batch)}
        became = await read_became(store, [key for key, one in found.items() if one.word is not None])
        entries += [replace(found[key], became=became.get(key)) for key in batch if key in found]
    return entries


async def _candidates(store: GraphStore, filters: Filters, notes: list[str]) -> list[list[Row]]:
    found: list[list[Row]] = []
    if filters.run is not None:
        found.append(await store.read("ledger_of_run", run=await find_run(store, filters.run)))
    if filters.source is not None:
        found.append(await store.read("ledger_of_source", source=await _named(store, "source", filters.source)))
    if filters.about is not None:
        found.append(await _about(store, filters.about, notes))
    return found


async def _by_status(store: GraphStore, statuses: tuple[str, ...], limit: int) -> tuple[list[Row], int]:
    counts = {row["status"]: int(row["claims"]) for row in await store.read("ledger_count")}
    wanted: Sequence[str | None] = statuses or (None,)
    rows: list[Row] = []
    for status in wanted:
        rows += await store.read("ledger_of_status", status=status, limit=limit)
    rows.sort(key=lambda row: (-(row["created_at_ms"] or 0), row["claim"]))
    return rows[:limit], sum(counts.get(s, 0) for s in statuses) if statuses else sum(counts.values())


async def _about(store: GraphStore, said: str, notes: list[str]) -> list[Row]:
    """The claims about a thing by its name or key, joined by those that have the words."""
    entity, rows = await _entity(store, said), list[Row]()
    if entity:
        rows = await store.read("ledger_of_entity", entity=entity)
        notes.append(f"about the thing {entity[:23]}, and by the words")
    if said.partition(".")[0] == "entity" and entity == said:
        return rows
    words = words_query(said, store.namespace, ("text",), every=True)
    if not words and not entity:
        raise LedgerUnclear(f"--about {said!r} has no word to look for; give words or the key of a thing")
    by_words = await store.read("ledger_of_words", said=words) if words else []
    if not by_words and not rows and words:
        some = words_query(said, store.namespace, ("text",), every=False)
        by_words = await store.read("ledger_of_words", said=some)
        if by_words:
            notes.append("no claim has all of these words; these have some")
    first = {row["claim"] for row in by_words}
    return [*by_words, *(row for row in rows if row["claim"] not in first)]


async def _entity(store: GraphStore, said: str) -> str | None:
    if said.partition(".")[0] == "entity" and "." in said:
        return await _named(store, "entity", said)
    try:
        found, _ = await find_named(store, "entity", said)
    except ArgumentsRefused:  # several things have these words: the words themselves are looked for
        return None
    is_whole = found is not None and " ".join(found.text.casefold().split()) == " ".join(said.casefold().split())
    return found.key if found is not None and is_whole else None


async def _named(store: GraphStore, kind: NodeType, said: str) -> str:
    try:
        found, near = await find_named(store, kind, said)
    except ArgumentsRefused as error:
        raise LedgerUnclear(str(error)) from error
    if found is None:
        label = LABEL_OF_KIND[kind].lower()
        near_to = "; near to it: " + ", ".join(f"{one.text} ({one.key[:20]})" for one in near[:3]) if near else ""
        raise LedgerUnclear(f"the namespace {store.namespace} has no {label} called {said!r}{near_to}")
    return found.key


def filters_as_json(filters: Filters) -> dict[str, Any]:
    """Return the filters that are given, as data."""
    given = {"run": filters.run, "source": filters.source, "about": filters.about, "status": list(filters.statuses)}
    return {name: value for name, value in given.items() if value}
