"""A person's word on two names: they are one thing's, or not after all. Nothing is merged, so all comes back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.curate.word import person_of
from agent.errors import NotDecidable
from agent.record.clock import now
from graph.errors import NodeNotFound
from graph.store import GraphStore, Row, Transaction

Word = Literal["accepted", "undone"]


@dataclass(frozen=True, slots=True)
class SameDecided:
    """What two names were to each other and are now, and all names of the things that they stand for."""

    one: str
    other: str
    was: str | None
    decision: Word
    names: tuple[tuple[str, ...], ...]


def groups_of(keys: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Return the keys in groups, each of what the pairs join, in order: pure."""
    group = {key: frozenset({key}) for key in keys}
    for one, other in pairs:
        joined = group[one] | group[other]
        group |= dict.fromkeys(joined, joined)
    return sorted(tuple(sorted(one)) for one in set(group.values()))


async def decide_same(store: GraphStore, one: str, other: str, decision: Word, *, by: str) -> SameDecided:
    """Write that two names are one thing's, or take that back, in one transaction.

    What reads by things follows `canonical_key`, the least key among names that accepted SAME_AS join; it is computed
    from those alone, so that taking one back gives every claim, text and question what it had before.

    Raises NotDecidable without a person's name, for a name and itself, and for taking back what nobody proposed;
    NodeNotFound when the namespace has no such thing.
    """
    person = person_of(by)
    if one == other:
        raise NotDecidable(f"{one} is both of them; give two names")
    pair = (min(one, other), max(one, other))
    moment = now()

    async def work(tx: Transaction) -> SameDecided:
        rows = await _lock(tx, pair, store.namespace)
        names = {row["entity"]: str(row["full_name"]) for row in rows}
        for key in pair:
            if key not in names:
                raise NodeNotFound(f"no thing of the namespace has the key {key}; `claimgraph entities` lists them")
        was = next((d for row in rows if row["entity"] == pair[0] for o, d in row["same"] if o == pair[1]), None)
        if decision == "undone" and was not in {"proposed", "accepted"}:
            raise NotDecidable(
                f"“{names[pair[0]]}” and “{names[pair[1]]}” are not the same by anybody's word; nothing to take back"
            )
        await tx.run("decide_same", one=pair[0], other=pair[1], decision=decision, by=person, now=moment.iso)
        joined = _accepted(rows) - {pair}
        if decision == "accepted":
            joined.add(pair)
        groups = groups_of(names, joined)
        await tx.run("set_canonical", rows=[row for group in groups for row in _canonical(group, names)])
        told = tuple(tuple(names[key] for key in group) for group in groups if set(group) & set(pair))
        return SameDecided(*pair, was, decision, told)

    return await store.write(work)


async def settle_names(store: GraphStore, namespace: str | None = None) -> int:
    """Compute what joins the names of things anew from the accepted SAME_AS, and return how many things had it wrong.

    For after an import, which keeps what stands under a key and adds what a person said elsewhere, and after a thing
    went. `namespace` is another one than the store's.
    """
    within = namespace or store.namespace

    async def work(tx: Transaction) -> int:
        keys = [row["entity"] for row in await tx.run("names_to_settle", namespace=within)]
        rows = await _lock(tx, keys, within) if keys else []
        names = {row["entity"]: str(row["full_name"]) for row in rows}
        right = [row for group in groups_of(names, _accepted(rows)) for row in _canonical(group, names)]
        there = {str(row["entity"]): row for row in rows}
        wrong = [
            row for row in right if any(row[name] != there[row["entity"]][name] for name in ("canonical", "aliases"))
        ]
        if wrong:
            await tx.run("set_canonical", rows=wrong)
        return len(wrong)

    return await store.write(work)


async def _lock(tx: Transaction, pair: Sequence[str], namespace: str) -> list[Row]:
    """Lock two things and all that are the same as they are; repeated until no more of those come."""
    keys = sorted(pair)
    while True:
        rows = await tx.run("lock_same", keys=keys, namespace=namespace)
        more = {other for row in rows for other, decision in row["same"] if decision == "accepted"}
        if more <= set(keys):
            return rows
        keys = sorted({*keys, *more})


def _accepted(rows: Iterable[Row]) -> set[tuple[str, str]]:
    return {
        (min(row["entity"], other), max(row["entity"], other))
        for row in rows
        for other, decision in row["same"]
        if decision == "accepted"
    }


def _canonical(group: Sequence[str], names: Mapping[str, str]) -> list[Row]:
    return [
        {"entity": key, "canonical": group[0], "aliases": sorted({names[k] for k in group if k != key})}
        for key in group
    ]
