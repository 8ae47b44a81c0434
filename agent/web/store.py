"""Storing pages as they come in: whatever has arrived while the last ones were written is written together."""

import asyncio

from agent.add import AddResult, add_readings
from agent.record.sources import touch_versions
from graph.store import GraphStore, Row
from retrievers.embed import Embedder
from retrievers.read import Reading


class PageStore:
    """Adds readings as `claimgraph add` does; many may wait at the same time."""

    def __init__(self, store: GraphStore, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[Reading, asyncio.Future[AddResult]]] = []

    async def add(self, reading: Reading) -> AddResult:
        """Store one page and return what became of it. Raises GraphError and EmbeddingError."""
        done: asyncio.Future[AddResult] = asyncio.get_running_loop().create_future()
        self._waiting.append((reading, done))
        async with self._lock:
            batch, self._waiting = self._waiting, []
            if batch:
                await self._add(batch)
        return await done

    async def keep(self, row: Row) -> None:
        """Note that a stored page (a row of `stored_pages`) is unchanged by its server's word. Raises GraphError."""
        seen = {"key": row["version"], "etag": row["etag"], "last_modified": row["last_modified"]}
        await touch_versions(self._store, [seen])

    async def _add(self, batch: list[tuple[Reading, asyncio.Future[AddResult]]]) -> None:
        left = iter(batch)
        try:
            async for result in add_readings(self._store, self._embedder, [reading for reading, _ in batch]):
                _, done = next(left)
                if not done.done():
                    done.set_result(result)
        except Exception as error:  # noqa: BLE001 # each who waits for a page raises it
            for _, done in left:
                if not done.done():
                    done.set_exception(error)
                    done.exception()
        finally:
            for _, done in left:
                done.cancel()
