"""What is wanted twice at the same time is done once: who comes second waits for the first and has its result."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable
from pathlib import Path
from typing import Final, Generic, TypeVar

R = TypeVar("R")
LONGEST_WAIT_S: Final = 30.0
"""Seconds that one process waits for another which does the same."""


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


@contextlib.asynccontextmanager
async def alone(folder: Path, name: str, *, longest_s: float = LONGEST_WAIT_S) -> AsyncGenerator[bool]:
    """Hold a name for the body among all processes that share the folder; yield whether another held it first, whose
    result is then there. `name` is that of a file.

    Where no file can be locked, or another holds it for too long, nothing is held. A process that is killed holds
    nothing any more.
    """
    from filelock import AsyncFileLock, Timeout

    path = folder / f"{name}.lock"
    waited = False
    async with contextlib.AsyncExitStack() as stack:
        with contextlib.suppress(OSError, NotImplementedError, Timeout):
            await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True, mode=0o700)
            lock = AsyncFileLock(path, timeout=0, thread_local=False)
            try:
                await lock.acquire()
            except Timeout:
                waited = True
                await lock.acquire(timeout=longest_s)
            stack.push_async_callback(lock.release)
            stack.callback(_unlink, path)
        yield waited


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
