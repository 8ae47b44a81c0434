"""Repairs of the graph that need nobody's judgement. None deletes anything; a second one finds nothing to do."""

from collections.abc import Sequence

from agent.doctor.graph import PAGE, Kind, find_problem, wrong_claims
from agent.record.clock import now
from agent.record.groups import record_groups
from agent.record.names import link_names
from agent.record.status import change_claims
from graph.store import GraphStore, Transaction

BY = "doctor"
_LOOSE = "it stands for no claim, or its passage is not there"
_LOPSIDED = "it does not stand between two claims"


async def repair_kind(store: GraphStore, kind: Kind) -> int:
    """Repair every problem of a mechanical kind and return how many there were.

    Each batch is one transaction under the locks of what it changes; killed anywhere, repairing again goes on. Ends
    early when a batch changed nothing. Raises GraphError.
    """
    if kind == "statuses":
        return await _recompute(store)
    first = problem = await find_problem(store, kind)
    while problem.count:
        await _REPAIRS[kind](store, problem.keys)
        left = await find_problem(store, kind)
        if left.count >= problem.count:
            return first.count - left.count
        problem = left
    return first.count


async def _recompute(store: GraphStore) -> int:
    keys = [key async for key in wrong_claims(store)]
    moment = now()
    for start in range(0, len(keys), PAGE):

        async def work(tx: Transaction, batch: Sequence[str] = keys[start : start + PAGE]) -> None:
            async def change() -> None:
                await tx.run("relabel_claims", keys=batch)

            await change_claims(tx, batch, change, by=BY, moment=moment)

        await store.write(work)
    return len(keys)


async def _place(store: GraphStore, keys: Sequence[str]) -> None:
    async def work(tx: Transaction) -> None:
        await tx.run("place_passages", keys=keys)

    await store.write(work)


async def _link(store: GraphStore, keys: Sequence[str]) -> None:
    await link_names(store, keys)
    await record_groups(store, keys)


async def _dismiss(store: GraphStore, keys: Sequence[str]) -> None:
    moment = now()

    async def work(tx: Transaction) -> None:
        claims = [row["claim"] for row in await tx.run("claims_of_conflicts", keys=keys)]

        async def change() -> None:
            await tx.run("dismiss_lopsided", keys=keys, why=_LOPSIDED, by=BY, now=moment.iso)

        await change_claims(tx, claims, change, by=BY, moment=moment)

    await store.write(work)


async def _unbind(store: GraphStore, keys: Sequence[str]) -> None:
    moment = now()

    async def work(tx: Transaction) -> None:
        claims = [row["claim"] for row in await tx.run("claims_of_citations", keys=keys)]

        async def change() -> None:
            await tx.run("unbind_citations", keys=keys, why=_LOOSE, now=moment.iso)

        await change_claims(tx, claims, change, by=BY, moment=moment)

    await store.write(work)


_REPAIRS = {"places": _place, "names": _link, "conflicts": _dismiss, "quotes": _unbind}
