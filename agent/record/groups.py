"""Writing which sources are one work and which have one origin, as far as pages that were read together tell."""

from collections.abc import Mapping, Sequence
from typing import Any

from graph.store import GraphStore, Row, Transaction
from retrievers.websearch.same_work import Work, group_works, make_work


def group_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows of `record_groups` for those of `texts_of_versions` whose groups have changed: pure.

    A group that a source was in before is kept and joined with. A source alone has no group.
    """
    works = [_work(row) for row in rows]
    found = group_works(works)
    made: list[dict[str, Any]] = []
    kinds: tuple[tuple[str, Mapping[str, str]], ...] = (("work_group", found.work), ("origin_group", found.origin))
    names = {kind: _names(rows, kind, groups) for kind, groups in kinds}
    for row in rows:
        now = {kind: names[kind][row["source"]] for kind, _ in kinds}
        if any(now[kind] != row[kind] for kind, _ in kinds):
            made.append({"source": row["source"], **now})
    return made


async def record_groups(store: GraphStore, versions: Sequence[str]) -> None:
    """Group the sources of these versions by what their texts say. Raises GraphError."""
    rows = group_rows(await store.read("texts_of_versions", keys=sorted(versions)))
    if not rows:
        return

    async def work(tx: Transaction) -> None:
        await tx.run("record_groups", rows=rows)

    await store.write(work)


def _work(row: Row) -> Work:
    """The page with its own word for what it is: a canonical address, a number."""
    canonical = next((said for said in row["same_as"] if "://" in said), None)
    number = next((said for said in row["same_as"] if "://" not in said), None)
    return make_work(row["source"], row["url"], row["text"], title=row["title"], canonical=canonical, doi=number)


def _names(rows: Sequence[Row], kind: str, groups: Mapping[str, str]) -> dict[str, str | None]:
    """The name of each source's group: that of a group they were in (the least), else the source with the most text for
    a work, and the least source for an origin."""
    members: dict[str, list[Row]] = {}
    for row in rows:
        members.setdefault(groups[row["source"]], []).append(row)
    names: dict[str, str | None] = {}
    for group in members.values():
        known = {row[kind] for row in group if row[kind]}
        is_group = len(group) > 1 or bool(known)
        most = max(len(row["text"]) for row in group) if kind == "work_group" else 0
        first = min(row["source"] for row in group if len(row["text"]) >= most)
        name = min(known, default=first) if is_group else None
        names |= {row["source"]: name for row in group}
    return names
