"""Taking a whole namespace away: every node of it, but for the record that it was so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.record.clock import now
from graph.keys import make_key, short_name
from graph.model import LABEL_OF_KIND
from graph.store import GraphStore, Transaction

_BATCH = 500
_KEPT = ("deletion", "embeddingmodel", "schemamigration")
_ORDER = ("passage", "citation", "claim")
"""What is searched and believed goes first."""


@dataclass(frozen=True, slots=True)
class Emptied:
    """A namespace that was taken away: the record of it, how many nodes went, and how many were there again."""

    deletion: str
    nodes: int
    left: int


async def forget_namespace(
    store: GraphStore, *, by: str, reason: str, advance: Callable[[int], object] = lambda _: None
) -> Emptied:
    """Delete every node of the store's namespace in batches, then look whether any is left.

    Deletions stay, those of single sources too. Killed anywhere, the same call goes on. Raises GraphError.
    """
    moment = now()
    begun = await store.read("incomplete_deletions")
    earlier = next((row["deletion"] for row in begun if row["kind"] == "namespace"), None)
    deletion = earlier or make_key("deletion", store.namespace, store.namespace, moment.iso)
    record = {
        "key": deletion,
        "name": short_name(f"forgot all of {store.namespace}"),
        "target": store.namespace,
        "reason": reason or None,
        "by": by or None,
    }

    async def begin(tx: Transaction) -> None:
        await tx.run("begin_emptying", deletion=record, now=moment.iso, now_ms=moment.ms)

    await store.write(begin)
    nodes = 0
    for kind in (*_ORDER, *sorted(set(LABEL_OF_KIND) - {*_ORDER, *_KEPT})):
        nodes += await _delete_kind(store, kind, deletion, advance)
    left = 0
    for kind in sorted(set(LABEL_OF_KIND) - set(_KEPT)):
        left += len(await _next(store, kind))
    if not left:

        async def end(tx: Transaction) -> None:
            await tx.run("end_deletion", deletion=deletion, now=now().iso)

        await store.write(end)
    return Emptied(deletion, nodes, left)


async def _delete_kind(store: GraphStore, kind: str, deletion: str, advance: Callable[[int], object]) -> int:
    gone, after = 0, ""
    while keys := await _next(store, kind, after):

        async def work(tx: Transaction, keys: Sequence[str] = keys) -> None:
            await tx.run("delete_nodes", keys=keys, deletion=deletion)

        await store.write(work)
        gone, after = gone + len(keys), keys[-1]
        advance(len(keys))
    return gone


async def _next(store: GraphStore, kind: str, after: str = "") -> list[str]:
    rows = await store.read("nodes_of_kind", after=after or f"{kind}.", before=f"{kind}/", limit=_BATCH)
    return [row["key"] for row in rows]
