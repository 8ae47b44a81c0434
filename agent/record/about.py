"""Writing what claims are about: the things that their words name, and those that title what they quote."""

from collections.abc import Mapping, Sequence
from typing import Any

from graph.lucene import words_query
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction
from retrievers.names import Clues, NameFinder, clues_in, core_name, words_of

MOST = 20
"""Things that one claim is about; a claim that names more is a list, and is about the first of them."""
_NEAR = 1_000
"""Claims looked at for one new name."""
_MANY = 2_000
_MOST_BEGINNINGS = 20_000
"""Clues from which a graph is asked how its names begin, and beginnings that are read."""


def about_of(text: str, names: Mapping[str, str], titled: Mapping[str, str]) -> list[str]:
    """Return the keys of the things that a claim is about, at most MOST: pure.

    `names` are things that its words may name, `titled` those that title what it quotes, both key -> whole name. A name
    that several things share (Mercury the planet, Mercury the element) means the one that titles the quoted text, else
    the one of exactly that name, else none of them: a wrong guess would mix two things up.
    """
    every = {**names, **titled}
    shared: dict[tuple[int, int], list[str]] = {}
    for mention in NameFinder(every).find(text):
        shared.setdefault((mention.char_start, mention.char_end), []).append(mention.entity)
    found: dict[str, None] = {}
    for keys in shared.values():
        own = [key for key in keys if key in titled]
        plain = [key for key in keys if core_name(every[key]) == every[key]]
        meant = keys if len(keys) == 1 else own or (plain if len(plain) == 1 else [])
        found |= dict.fromkeys(sorted(meant))
    return list(found | dict.fromkeys(sorted(titled)))[:MOST]


async def known_names(tx: Transaction, clues: Clues) -> list[Row]:
    """Return the names that may stand in texts. Of many texts the clues are more than a graph has names: then it says
    first how its names begin."""
    first, wide, words = clues
    if len(first) + len(wide) > _MANY:
        begun = await tx.run("beginnings_of_names", limit=_MOST_BEGINNINGS + 1)
        if len(begun) <= _MOST_BEGINNINGS:
            begins = {str(r["first_words"]) for r in begun}
            first, wide = first & begins, wide & begins
    if not first and not wide:
        return []
    return await tx.run("entities_by_words", first=sorted(first), wide=sorted(wide), words=sorted(words))


async def name_claims(tx: Transaction, claims: Sequence[str]) -> None:
    """Bring what these claims are about up to date, under their locks; the same again changes nothing."""
    rows = await tx.run("lock_about", keys=sorted(claims))
    known = await known_names(tx, clues_in((row["text"], words_of(row["text"])) for row in rows))
    names = {str(row["entity"]): str(row["full_name"]) for row in known}
    added: list[dict[str, str]] = []
    ended: list[dict[str, str]] = []
    for row in rows:
        wanted = about_of(row["text"], names, dict(row["titled"]))
        added += [{"claim": row["claim"], "entity": key} for key in wanted if key not in row["there"]]
        ended += [{"claim": row["claim"], "entity": key} for key in row["there"] if key not in wanted]
    if ended:
        await tx.run("end_about", rows=_sorted(ended))
    if added:
        await tx.run("record_about", rows=_sorted(added))


async def name_claims_after(store: GraphStore, entities: Sequence[Row]) -> None:
    """Look for names that are new to the graph in the claims that were there before them.

    `entities` are rows of `unlinked_titles`. Killed anywhere, it is completed when the same names are looked for again.
    """
    asked = [
        {"said": query}
        for row in entities
        if (query := words_query(core_name(row["full_name"]), store.namespace, ("text",), every=True))
    ]
    if not asked:
        return
    near = await store.read("claims_naming", names=asked, limit=_NEAR)
    finder = NameFinder({row["entity"]: row["full_name"] for row in entities})
    found = sorted(str(row["claim"]) for row in near if finder.find(row["text"]))
    for batch in batches([{"key": key} for key in found]):

        async def work(tx: Transaction, keys: Sequence[str] = tuple(str(row["key"]) for row in batch)) -> None:
            await name_claims(tx, keys)

        await store.write(work)


def _sorted(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda row: (row["entity"], row["claim"]))
