"""Proposals of names that may be one thing's, found in the whole namespace and written as SAME_AS; nothing follows."""

from dataclasses import asdict, dataclass
from typing import Any

from agent.entities.rules import (
    Proposal,
    by_alias_lines,
    by_texts,
    by_titles,
    by_works,
    is_short,
    keep_each_pair_once,
)
from agent.record.clock import now
from graph.rows import batches
from graph.store import GraphStore, Transaction

MOST_NAMES = 200_000
"""Names that are compared; each is one row of some 100 bytes."""
_TEXTS = 50
"""Texts that are read for one abbreviation."""
_AT_ONCE = 200
_ALIAS_WORDS = (
    "(?is).*(alias|a\\.?k\\.?a|also known as|other name|short name|short form|abbreviat|auch bekannt als|"
    "andere name|kurzname|kurzform|abkürzung).{0,12}:.*"
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a look at all names came to: how many were compared, the proposals, those of them that are new, and how many
    earlier ones no rule makes any more."""

    names: int
    proposals: tuple[Proposal, ...]
    new: int
    withdrawn: int


async def find_proposals(store: GraphStore) -> Proposed:
    """Compare all names of the namespace and write what may be one thing as proposals. Raises GraphError.

    The same again changes nothing; what a person accepted or took back is not proposed again, and a proposal that no
    longer holds, as a namesake came, goes.
    """
    rows = await store.read("names_to_compare", limit=MOST_NAMES)
    names = {str(row["entity"]): str(row["full_name"]) for row in rows}
    works = [(str(row["entity"]), str(same)) for row in rows for same in row["same_as"]]
    texts: list[tuple[str, str, str, str]] = []
    shorts = sorted(key for key, full in names.items() if is_short(full))
    for start in range(0, len(shorts), _AT_ONCE):
        keys = shorts[start : start + _AT_ONCE]
        found = await store.read("texts_with_abbreviations", keys=keys, limit=_TEXTS)
        texts += [(r["short"], r["long"], r["text"], r["title"]) for r in found if r["long"] in names]
    declared = await store.read("texts_with_aliases", pattern=_ALIAS_WORDS)
    lines = [(str(row["entity"]), str(row["text"])) for row in declared]
    every = [*by_titles(names), *by_texts(texts, names), *by_alias_lines(lines, names), *by_works(works)]
    return await _write(store, every, len(names))


async def _write(store: GraphStore, every: list[Proposal], compared: int) -> Proposed:
    said = await store.read("same_names", decisions=["proposed", "accepted", "undone"], limit=MOST_NAMES)
    before = {(row["one"], row["other"]) for row in said if row["decision"] == "proposed"}
    decided = {(row["one"], row["other"]) for row in said} - before
    found = keep_each_pair_once(every, decided)
    pairs = {(one.one, one.other) for one in found}
    gone = [{"one": one, "other": other} for one, other in sorted(before - pairs)]
    moment = now()
    for statement, rows in (("record_proposals", [asdict(one) for one in found]), ("end_proposals", gone)):
        values: dict[str, Any] = {"now": moment.iso} if statement == "record_proposals" else {}
        for batch in batches(rows):

            async def work(
                tx: Transaction, name: str = statement, part: object = batch, more: dict[str, Any] = values
            ) -> None:
                await tx.run(name, rows=part, **more)

            await store.write(work)
    return Proposed(compared, tuple(found), len(pairs - before), len(gone))
