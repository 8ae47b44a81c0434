"""What many ask for at the same time, done in one go: one transaction for all in place of one each."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")


class Together(Generic[A, R]):
    """Whatever is asked in one turn of the event loop, or while the last batch is done, is done together.

    `work` gets everything that waits, in the order of asking, and returns a result for each.
    """

    def __init__(self, work: Callable[[Sequence[A]], Awaitable[Sequence[R]]]) -> None:
        self._work = work
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[A, asyncio.Future[R]]] = []

    async def ask(self, one: A) -> R:
        """Return what the work gives for this one. Raises what the work raises, as does everyone in the batch."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((one, done))
        async with self._lock:
            if not done.done():
                await asyncio.sleep(0)
                batch, self._waiting = self._waiting, []
                await self._do(batch)
        return await done

    async def _do(self, batch: Sequence[tuple[A, asyncio.Future[R]]]) -> None:
        waiting = [done for _, done in batch]
        try:
            for done, result in zip(waiting, await self._work([one for one, _ in batch]), strict=True):
                if not done.done():
                    done.set_result(result)
        except Exception as error:  # noqa: BLE001 # each who waits raises it
            for done in waiting:
                if not done.done():
                    done.set_exception(error)
                    done.exception()
        finally:
            for done in waiting:
                done.cancel()
