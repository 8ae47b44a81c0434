"""Lines from standard input, read beside the event loop: waiting for a person holds up nothing, nor does Ctrl-C."""

import asyncio
import codecs
import contextlib
import os
import threading
from collections.abc import Callable

_BYTES = 65_536


class Lines:
    """The lines of a file descriptor, by default standard input. The first `next` begins to read."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_reading = False
        self._ended = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person sits there."""
        return os.isatty(self._descriptor)

    async def next(self) -> str | None:
        """Return the next line without its end, None after the last one."""
        if self._ended:
            return None
        if not self._is_reading:
            self._is_reading = True
            loop = asyncio.get_running_loop()

            def put(line: str | None) -> None:
                loop.call_soon_threadsafe(self._queue.put_nowait, line)

            # A thread of the loop's own pool would be waited for at the end, and so would the person.
            threading.Thread(target=_read, args=(self._descriptor, put), daemon=True).start()
        line = await self._queue.get()
        self._ended = line is None
        return line


def _read(descriptor: int, put: Callable[[str | None], None]) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    left = ""
    try:
        while data := os.read(descriptor, _BYTES):
            *lines, left = (left + decoder.decode(data)).split("\n")
            for line in lines:
                with contextlib.suppress(RuntimeError):
                    put(line.rstrip("\r"))
    except OSError:  # there is nothing to read from
        pass
    left += decoder.decode(b"", final=True)
    with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
        if left:
            put(left)
        put(None)
