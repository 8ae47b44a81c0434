"""Taking sources away, batch by batch under a Deletion: killed anywhere, the same call goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.forget.erase import erase_traces
from agent.forget.plan import SourceHeld
from agent.record.clock import Moment, now
from agent.record.status import change_claims
from graph.keys import bounded, make_key, short_name
from graph.model import MAX_TITLE, DeletionKind
from graph.store import GraphStore, Row, Transaction

BATCH = 500
"""Passages that one transaction forgets."""
MAX_REASON = 1_000


@dataclass(frozen=True, slots=True)
class Order:
    """Who wants what forgotten, and why. `erases` takes away too what claims, reports and steps hold of its words."""

    kind: DeletionKind = "source"
    by: str = ""
    reason: str = ""
    erases: bool = False


@dataclass(slots=True)
class Forgotten:
    """What a deletion has done by its end; `left` says what verification still found, nothing when it is `complete`."""

    deletion: str
    source: str
    state: str = "incomplete"
    versions: int = 0
    passages: int = 0
    citations: int = 0
    claims: int = 0
    redacted: int = 0
    left: dict[str, int] = field(default_factory=dict[str, int])


async def forget_source(
    store: GraphStore, held: SourceHeld, order: Order, advance: Callable[[int], object] = lambda _: None
) -> Forgotten:
    """Forget one source and return what was done and verified; a deletion of it that was begun is gone on with.

    Its versions are `removed`, its passages lose text, search fields, vectors and mentions, its citations are
    `removed`, and each claim's status is recomputed in the transaction that takes its quotes. No model is asked.
    Where it is erased, its words are taken out of all that was made of them between the two.
    `advance` hears how many passages are done. Raises GraphError; what was done by then stays.
    """
    moment = now()
    deletion = held.deletion or make_key("deletion", store.namespace, held.source, moment.iso)
    erases = await _begin(store, held, order, deletion, moment)
    if erases:
        await _forget_passages(store, held.source, deletion, order, moment, keeps_text=True)
        await erase_traces(store, held.source, deletion, iso=moment.iso)
    await _forget_passages(store, held.source, deletion, order, moment, advance)
    left = (await store.read("left_of_sources", sources=[held.source]))[0]
    done = Forgotten(deletion, held.source, left={name: n for name, n in left.items() if n})
    if done.left:
        return done
    row = await _end(store, deletion)
    for name in ("state", "versions", "passages", "citations", "claims", "redacted"):
        setattr(done, name, row[name])
    return done


async def _begin(store: GraphStore, held: SourceHeld, order: Order, deletion: str, moment: Moment) -> bool:
    """Write the record and return whether it erases: one that was begun so is ended so."""
    record = {
        "key": deletion,
        "name": short_name(f"forgot {held.title}") if not order.erases else "erased a source",
        "kind": order.kind,
        "target": held.source,
        "target_id": bounded(held.source_id, MAX_TITLE),
        "reason": bounded(order.reason, MAX_REASON) or None,
        "by": order.by or None,
        "erases": order.erases,
    }

    async def work(tx: Transaction) -> bool:
        await tx.run("lock_sources", keys=[held.source])
        rows = await tx.run(
            "begin_deletion", deletion=record, source=held.source, blocks=order.kind == "source",
            now=moment.iso, now_ms=moment.ms,
        )  # fmt: skip
        return any(row["erases"] for row in rows)

    return await store.write(work)


async def _forget_passages(
    store: GraphStore,
    source: str,
    deletion: str,
    order: Order,
    moment: Moment,
    advance: Callable[[int], object] = lambda _: None,
    *,
    keeps_text: bool = False,
) -> None:
    """Take passages out of every search and their quotes out of the evidence; with `keeps_text` no more than that."""
    keys = [row["passage"] for row in await store.read("passages_with_text", sources=[source])]
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]

        async def work(tx: Transaction, batch: Sequence[str] = batch) -> None:
            await tx.run("lock_sources", keys=[source])
            claims = [row["claim"] for row in await tx.run("claims_of_passages", keys=batch)]

            async def change() -> None:
                await tx.run("forget_passages", keys=batch, keeps_text=keeps_text, deletion=deletion, now=moment.iso)

            await change_claims(tx, claims, change, by=order.by or "forget", moment=moment)

        await store.write(work)
        advance(len(batch))


async def _end(store: GraphStore, deletion: str) -> Row:
    moment = now()

    async def work(tx: Transaction) -> Row:
        return (await tx.run("end_deletion", deletion=deletion, now=moment.iso))[0]

    return await store.write(work)
