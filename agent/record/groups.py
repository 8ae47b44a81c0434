"""Writing which sources are one work and which have one origin, among everything that is stored."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from graph.rows import batches
from graph.store import GraphStore, Row, Transaction
from retrievers.websearch.kin import CHARACTERS, is_near, kin_query, make_kin
from retrievers.websearch.same_work import Work, is_same_origin, is_same_work, join_pairs, make_work

GROUPER = 1
"""Raised when sources are grouped otherwise: what an earlier one compared is compared anew when it is added again."""

_LOOKED_UP = 50  # texts, those with most in common, that one look-up gives
_READ = 25  # members of one origin whose texts are read; what is larger is joined with, and never parted again
_TRIES = 5


def kin_of(namespace: str, *, key: str, url: str, title: str, same_as: Sequence[str], text: str) -> str:
    """Return what the index holds of a text to find its copies by (`retrievers.websearch.kin`). Pure."""
    row = {"source": key, "url": url, "title": title, "same_as": same_as, "text": text[:CHARACTERS]}
    return make_kin(_work(row), namespace)


def group_rows(rows: Sequence[Row], fresh: Collection[str] | None = None) -> list[dict[str, Any]]:
    """Return the rows of `record_groups` for those of `texts_of_versions` whose groups are others now: pure.

    `fresh` are the sources whose texts are new, None for all. Of the others only those are compared again that one of
    them was grouped with before: without it they may be apart. A row whose text is None stays in its group, and the
    group whole. Whatever order sources came in, the same are together; an origin is named by its least source, and a
    work keeps its name, else the source with the most text speaks for it. A source alone has no group.
    """
    new = {row["source"] for row in rows} if fresh is None else set(fresh)
    whole = {row["origin_group"] for row in rows if row["text"] is None}
    parted = {row["origin_group"] for row in rows if row["source"] in new and row["origin_group"]} - whole
    works = [(_work(row), row) for row in rows if row["text"] is not None]
    pairs = [
        (one, other)
        for at, (one, mine) in enumerate(works)
        for other, its in works[:at]
        if {one.key, other.key} & new
        or (mine["origin_group"] in parted and mine["origin_group"] == its["origin_group"])
    ]
    pages = {row["source"] for row in rows if row["kind"] == "web"}
    alike = [(a, b) for a, b in pairs if is_same_origin(a, b)]
    same = [(a.key, b.key) for a, b in alike if {a.key, b.key} <= pages and is_same_work(a, b)]
    keys = sorted(row["source"] for row in rows)
    found = {
        kind: join_pairs(keys, [*joined, *_kept(rows, kind, parted)])
        for kind, joined in (("work_group", same), ("origin_group", [(a.key, b.key) for a, b in alike]))
    }
    names = {kind: _names(rows, kind, groups) for kind, groups in found.items()}
    made: list[dict[str, Any]] = []
    for row in rows:
        now_ = {kind: names[kind][row["source"]] for kind in found}
        if any(now_[kind] != row[kind] for kind in found):
            made.append({"source": row["source"], **now_})
    return made


async def record_groups(store: GraphStore, versions: Sequence[str]) -> None:
    """Group the sources of these versions with everything stored, by what their texts say. Raises GraphError.

    One look-up in an index finds what may be kin of each; only that is read and compared. Twice is once, in any order,
    and killed anywhere it is completed when the same sources are added again.
    """
    keys = sorted(set(versions))
    if not keys:
        return
    await _record_missing_kin(store, keys)
    for last in (*[False] * (_TRIES - 1), True):
        if await _group_once(store, keys, last=last):
            return


async def _group_once(store: GraphStore, versions: Sequence[str], *, last: bool) -> bool:
    """Group them, and say whether nobody grouped the same sources meanwhile; the `last` try is written all the same."""
    every = {row["version"]: row for row in await store.read("groups_of_versions", keys=versions)}
    near = await _find_near(store, every)
    own = {version: row for version, row in every.items() if version in near or row["origin_group"]}
    around = await store.read("groups_of_versions", keys=sorted(near - set(own))) if near else []
    seen = {row["source"]: row for row in (*own.values(), *around)}
    groups = sorted({row["origin_group"] for row in seen.values() if row["origin_group"]})
    members = await store.read("members_of_origins", groups=groups) if groups else []
    seen |= {row["source"]: row for row in members if row["source"] not in seen}
    rows = await _with_texts(store, {*own, *near}, list(seen.values()))
    changed = group_rows(rows, {row["source"] for row in own.values()})
    before = {source: (row["work_group"], row["origin_group"]) for source, row in seen.items()}

    async def work(tx: Transaction) -> bool:
        await tx.run("lock_sources", keys=sorted(seen))
        if seen and not last:
            there = await tx.run("groups_of_versions", keys=sorted(row["version"] for row in seen.values()))
            others = await tx.run("members_of_origins", groups=groups) if groups else []
            after = {row["source"]: (row["work_group"], row["origin_group"]) for row in (*there, *others)}
            if after != before:
                return False
        for batch in batches(sorted(changed, key=lambda row: row["source"])):
            await tx.run("record_groups", rows=batch)
        await tx.run("record_compared", keys=sorted(every), grouper=GROUPER)
        return True

    return await store.write(work)


async def _find_near(store: GraphStore, own: Mapping[str, Row]) -> set[str]:
    """The versions to be compared: those of `own` that something is near to, and what that is."""
    asked = [{"version": version, "words": kin_query(row["kin"] or "")} for version, row in own.items()]
    asked = [one for one in asked if one["words"]]
    near: set[str] = set()
    for row in await store.read("kin_of_texts", kin=asked, limit=_LOOKED_UP) if asked else []:
        is_there = row["state"] == "current" or row["found"] in own
        if is_there and is_near(own[row["version"]]["kin"], row["kin"]):
            near |= {row["version"], row["found"]}
    return near


async def _with_texts(store: GraphStore, wanted: Collection[str], seen: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows with their texts, None for those of a large group beyond the first."""
    read = set(wanted)
    members: dict[str, int] = {}
    for row in sorted(seen, key=lambda row: row["source"]):
        if row["version"] not in wanted:
            members[row["origin_group"]] = members.get(row["origin_group"], 0) + 1
            read |= {row["version"]} if members[row["origin_group"]] <= _READ else set()
    texts = {row["source"]: row for row in await store.read("texts_of_versions", keys=sorted(read))} if read else {}
    unread: dict[str, Any] = {"text": None, "url": "", "title": "", "same_as": []}
    return [dict(texts.get(row["source"]) or {**row, **unread}) for row in seen]


async def _record_missing_kin(store: GraphStore, versions: Sequence[str]) -> None:
    """Give versions that an earlier release stored what their copies are found by."""
    known = await store.read("groups_of_versions", keys=versions)
    missing = sorted(row["version"] for row in known if row["kin"] is None)
    if not missing:
        return
    read = await store.read("texts_of_versions", keys=missing)
    rows = [
        {
            "key": row["version"],
            "kin": kin_of(
                store.namespace, key=row["source"], url=row["url"], title=row["title"], same_as=row["same_as"],
                text=row["text"],
            ),
        }
        for row in read
    ]  # fmt: skip

    async def work(tx: Transaction) -> None:
        await tx.run("record_kin", rows=sorted(rows, key=lambda row: row["key"]))

    await store.write(work)


def _kept(rows: Sequence[Row], kind: str, parted: Collection[str]) -> list[tuple[str, str]]:
    """Pairs that hold each earlier group together, but for those that are made anew."""
    first: dict[str, str] = {}
    held = [row for row in rows if row[kind] and row["origin_group"] not in parted]
    return [(row["source"], first.setdefault(row[kind], row["source"])) for row in held]


def _work(row: Row) -> Work:
    """The page with its own word for what it is: a canonical address, a number."""
    canonical = next((said for said in row["same_as"] if "://" in said), None)
    number = next((said for said in row["same_as"] if "://" not in said), None)
    return make_work(row["source"], row["url"], row["text"], title=row["title"], canonical=canonical, doi=number)


def _names(rows: Sequence[Row], kind: str, groups: Mapping[str, str]) -> dict[str, str | None]:
    """The name of each source's group, None for one alone: the least source of an origin, and of a work the name it
    had, else the source with the most text."""
    members: dict[str, list[Row]] = {}
    for row in rows:
        members.setdefault(groups[row["source"]], []).append(row)
    names: dict[str, str | None] = {}
    for group in members.values():
        keys = {row["source"] for row in group}
        known = {row[kind] for row in group} & keys if kind == "work_group" else set[str]()
        most = max(len(row["text"] or "") for row in group) if kind == "work_group" else 0
        first = min(row["source"] for row in group if len(row["text"] or "") >= most)
        name = min(known, default=first) if len(group) > 1 else None
        names |= {row["source"]: name for row in group}
    return names
