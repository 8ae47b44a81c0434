"""Taking sources away, batch by batch under a Deletion: killed anywhere, the same call goes on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.forget.erase import count_left, erase_traces, unname_source
from agent.forget.find import hash_said
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


async def forget_sources(
    store: GraphStore,
    held: Sequence[SourceHeld],
    order: Order,
    advance: Callable[[int], object] = lambda _: None,
    said: Mapping[str, Sequence[str]] | None = None,
) -> list[Forgotten]:
    """Forget sources and return what was done and verified of each; deletions of them that were begun are gone on with.

    Their versions are `removed`, their passages lose text, search fields, vectors and mentions, their citations are
    `removed`, and each claim's status is recomputed in the transaction that takes its quotes. No model is asked.
    Where they are erased, their words are taken out of all that was made of them between the two. `said` is what each
    was called, by key: sources that were named together are begun before the first is touched and ended together, so
    that the same words find them all until then. `advance` hears how many passages are done. Raises GraphError; what
    was done by then stays.
    """
    moment = now()
    together = [list(held)] if said else [[one] for one in held]
    done: list[Forgotten] = []
    for group in together:
        begun = [(one, *await _begin(store, one, order, moment, (said or {}).get(one.source, ()))) for one in group]
        parts = [await _take(store, one, deletion, order, moment, advance, erases=e) for one, deletion, e in begun]
        if not any(part.left for part in parts):
            await _end(store, parts)
        done += parts
    return done


async def forget_source(
    store: GraphStore, held: SourceHeld, order: Order, advance: Callable[[int], object] = lambda _: None
) -> Forgotten:
    """Forget one source by its key; as `forget_sources`."""
    return (await forget_sources(store, [held], order, advance))[0]


async def _take(
    store: GraphStore,
    held: SourceHeld,
    deletion: str,
    order: Order,
    moment: Moment,
    advance: Callable[[int], object],
    *,
    erases: bool,
) -> Forgotten:
    """Take a source away and look what is left of it."""
    left: dict[str, int] = {}
    if erases:
        await _forget_passages(store, held.source, deletion, order, moment, keeps_text=True)
        traces = await erase_traces(store, held.source, deletion, iso=moment.iso)
        await _forget_passages(store, held.source, deletion, order, moment, advance)
        await unname_source(store, traces, iso=moment.iso)
        left = await count_left(store, traces)
    else:
        await _forget_passages(store, held.source, deletion, order, moment, advance)
    left |= (await store.read("left_of_sources", sources=[held.source]))[0]
    return Forgotten(deletion, held.source, left={name: n for name, n in left.items() if n})


async def _begin(
    store: GraphStore, held: SourceHeld, order: Order, moment: Moment, said: Sequence[str]
) -> tuple[str, bool]:
    """Write the record; return its key and whether it erases: one that was begun so is ended so."""
    deletion = held.deletion or make_key("deletion", store.namespace, held.source, moment.iso)
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
            said=[hash_said(deletion, words) for words in said], now=moment.iso, now_ms=moment.ms,
        )  # fmt: skip
        return any(row["erases"] for row in rows)

    return deletion, await store.write(work)


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


async def _end(store: GraphStore, done: Sequence[Forgotten]) -> None:
    moment = now()

    async def work(tx: Transaction) -> list[Row]:
        return [(await tx.run("end_deletion", deletion=one.deletion, now=moment.iso))[0] for one in done]

    for one, row in zip(done, await store.write(work), strict=True):
        for name in ("state", "versions", "passages", "citations", "claims", "redacted"):
            setattr(one, name, row[name])
