"""Writing names: what titles name, and which passages mention it, both ways round, whatever arrives first."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.record.about import known_names, name_claims_after
from graph.grams import name_grams_query
from graph.keys import short_name
from graph.lucene import phrase_query
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction
from retrievers.names import Name, NameFinder, clues_in, core_name, words_of

LINKER = 1
"""Raised when names are found otherwise: versions that an earlier one linked are then linked anew when added again."""

HUB = 1_000
"""A name that more passages mention than this tells nothing by it: it keeps no mentions."""
_NEAR = 2_000
"""Passages looked at for one new name: more than HUB, as some only look alike."""


def title_row(source: str, version: str, name: Name | None) -> dict[str, Any]:
    """Return the row of `record_titles` for a source; without a name it only sets the passage that leads."""
    row: dict[str, Any] = {"source": source, "version": version, "key": None}
    if name is not None:
        row |= {
            "key": name.key,
            "name": short_name(name.full),
            "full_name": name.full,
            "norm_name": name.norm,
            "first_words": name.first_words,
        }
    return row


async def link_names(
    store: GraphStore, versions: Sequence[str], rows: Sequence[Mapping[str, Any]] = (), *, hub: int = HUB
) -> None:
    """Link current versions by names: known names in their passages, and their own titles in all other passages.

    `rows` are the passages of some of the versions, all of each (`passage_rows`); those of the others are read.
    Killed anywhere, it is completed when the same versions are linked again; `finish_links` comes last.
    Raises GraphError.
    """
    if not versions:
        return
    at_hand = {str(row["version"]) for row in rows}
    texts = {str(row["key"]): str(row["text"]) for row in rows if row["version"] in versions}

    async def look(tx: Transaction) -> tuple[list[Row], dict[str, str], set[str]]:
        unread = sorted(set(versions) - at_hand)
        read = await tx.run("passages_to_link", keys=unread) if unread else []
        passages = texts | {r["passage"]: r["text"] for r in read}
        words = {key: words_of(text) for key, text in passages.items()}
        known = await known_names(tx, clues_in((text, words[key]) for key, text in passages.items()))
        new = await tx.run("unlinked_titles", keys=sorted(versions))
        names = {r["entity"]: r["full_name"] for r in [*known, *new]}
        finder = NameFinder(names)
        found = {key for key, text in passages.items() if finder.find(text, words[key])}
        return new, names, found | await _passages_naming(tx, new, store.namespace, sorted(versions))

    new, names, passages = await store.read_together(look)
    for batch in batches([{"key": key} for key in sorted(passages)]):
        await _record_mentions(store, [row["key"] for row in batch], names, hub)
    await name_claims_after(store, new)

    async def finish(tx: Transaction) -> None:
        entities = sorted(r["entity"] for r in new)
        await tx.run("finish_links", entities=entities, versions=sorted(versions), linker=LINKER)

    await store.write(finish)


async def _passages_naming(tx: Transaction, new: Sequence[Row], namespace: str, versions: Sequence[str]) -> set[str]:
    asked: list[dict[str, str]] = []
    for row in new:
        core = core_name(row["full_name"])
        grams = name_grams_query(core, namespace)
        query = grams or phrase_query(core, namespace)
        asked.append({"entity": row["entity"], "index": "passage_grams" if grams else "passage_text", "query": query})
    if not asked:
        return set()
    finder = NameFinder({r["entity"]: r["full_name"] for r in new})
    near = await tx.run("passages_naming", names=asked, versions=versions, limit=_NEAR)
    return {r["passage"] for r in near if finder.find(r["text"])}


async def _record_mentions(store: GraphStore, keys: Sequence[str], names: Mapping[str, str], hub: int) -> None:
    """Bring the mentions of passages up to date: their text is read and written under one lock."""

    async def work(tx: Transaction) -> None:
        rows = await tx.run("lock_mentions", keys=keys)
        all_names = dict(names)
        for row in rows:
            all_names.update((entity, full) for entity, full, *_ in [*row["own"], *row["there"]])
        finder = NameFinder(all_names)
        added: list[dict[str, Any]] = []
        ended: list[dict[str, Any]] = []
        for row in rows:
            own = {entity for entity, _ in row["own"]}
            at = row["char_start"]
            mentions = {m.entity: m for m in finder.find(row["text"]) if m.entity not in own}
            there = {entity: (start, end) for entity, _, start, end in row["there"]}
            for entity, m in mentions.items():
                place = (at + m.char_start, at + m.char_end)
                if there.get(entity) != place:
                    added.append(
                        {"entity": entity, "passage": row["passage"], "char_start": place[0], "char_end": place[1]}
                    )
            ended += [{"entity": e, "passage": row["passage"]} for e in there if e not in mentions]
        if ended:
            await tx.run("end_mentions", rows=_sorted(ended))
        if added:
            await tx.run("record_mentions", rows=_sorted(added))
            await tx.run("cap_mentions", keys=sorted({r["entity"] for r in added}), cap=hub)

    await store.write(work)


def _sorted(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda r: (r["entity"], r["passage"]))
