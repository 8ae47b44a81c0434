"""A change that may move claims: locked before, recomputed after, in one transaction."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from agent.record.clock import Moment
from graph.store import Transaction

T = TypeVar("T")


async def change_claims(
    tx: Transaction,
    claims: Iterable[str],
    change: Callable[[], Awaitable[T]],
    *,
    by: str,
    moment: Moment,
) -> T:
    """Lock the claims and their conflict partners, make the change, recompute their statuses; return its result.

    The lock is repeated until the partners stop growing: a conflict may have appeared before the lock was held. `by`
    is who or what made the change; it stands on the Assessment of each status that moves.
    """
    keys = sorted(set(claims))
    while keys:
        locked = sorted((await tx.run("lock_claims", keys=keys))[0]["keys"])
        if set(locked) <= set(keys):
            break
        keys = sorted({*keys, *locked})
    result = await change()
    if keys:
        await tx.run("recompute_status", keys=keys, by=by, now=moment.iso, now_ms=moment.ms)
    return result
