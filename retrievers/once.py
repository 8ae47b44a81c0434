"""What is wanted twice at the same time is done once: who comes second waits for the first and has its result."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

R = TypeVar("R")


class Once(Generic[R]):
    """Work by name. Nothing is kept: what is wanted after the work has ended is done anew."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, asyncio.Future[R | None]] = {}

    async def do(self, name: Hashable, work: Callable[[], Awaitable[R]]) -> tuple[R, bool]:
        """Return the result of the work of this name, and whether somebody else did it.

        Raises what the work raises. Where the first one's work fails or is cancelled, whoever waits does it again: its
        budget and its deadline are others.
        """
        while (under_way := self._under_way.get(name)) is not None:
            if (result := await asyncio.shield(under_way)) is not None:
                return result, True
        done: asyncio.Future[R | None] = asyncio.get_running_loop().create_future()
        self._under_way[name] = done
        try:
            result = await work()
        except BaseException:
            self._end(name, None)
            raise
        self._end(name, result)
        return result, False

    def _end(self, name: Hashable, result: R | None) -> None:
        self._under_way.pop(name).set_result(result)
