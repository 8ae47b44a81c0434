"""Work begun ahead of who takes it: several at once, given back in the order that was asked."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Coroutine, Iterable
from typing import Any, TypeVar

R = TypeVar("R")
_AHEAD = 16  # under way, or done and waiting to be taken


async def run_ahead(work: Iterable[Coroutine[Any, Any, R]]) -> AsyncGenerator[R]:
    """Yield the result of each piece of work, in order; no more than 16 are begun before theirs is taken.

    Raises what the work raises. Whoever stops taking stops the work: what was begun is cancelled and waited for.
    """
    begun: deque[asyncio.Task[R]] = deque()
    try:
        for one in work:
            begun.append(asyncio.create_task(one))
            if len(begun) >= _AHEAD:
                yield await begun.popleft()
        while begun:
            yield await begun.popleft()
    finally:
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
