"""The vector arm on a server whose vector index cannot filter by namespace: found by a statement before the search."""

from collections.abc import Awaitable, Callable, Sequence

from graph.store import Row

_EXACT = 5_000
"""Up to so many passages of a namespace all are compared, which takes about 10 us each; the index is faster above."""
_MOST = 5_000
"""How many neighbours the index is asked for at most."""


async def find_near(
    read: Callable[..., Awaitable[list[Row]]],
    vectors: Sequence[list[float] | None],
    *,
    candidates: int,
    floor: float,
    exact: int = _EXACT,
    most: int = _MOST,
) -> list[list[tuple[str, float]]]:
    """Return for each vector the nearest passages' keys with their score (0-1), best first, from one statement.

    `read` runs a named statement: a store's own, or that of a transaction that more is read in. A query without a
    vector gets none; `floor` is the least score.
    """
    rows = await read(
        "near_passages", vectors=list(vectors), candidates=candidates, exact=exact, most=most, floor=floor
    )
    near: list[list[tuple[str, float]]] = [[] for _ in vectors]
    for row in rows:
        near[int(row["query"])].append((str(row["passage"]), float(row["score"])))
    return near
