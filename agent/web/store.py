"""Storing pages as they come in: whatever has arrived while the last ones were written is written together."""

from collections.abc import Sequence

from agent.add import AddResult, add_readings
from agent.record.seen import touch_versions
from agent.record.together import Together
from graph.store import GraphStore, Row
from retrievers.embed import Embedder
from retrievers.read import Reading


class PageStore:
    """Adds readings as `claimgraph add` does; many may wait at the same time."""

    def __init__(self, store: GraphStore, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder
        self._readings = Together(self._add)

    async def add(self, reading: Reading) -> AddResult:
        """Store one page and return what became of it. Raises GraphError and EmbeddingError."""
        return await self._readings.ask(reading)

    async def keep(self, row: Row) -> None:
        """Note that a stored page (a row of `stored_pages`) is unchanged by its server's word. Raises GraphError."""
        seen = {"key": row["version"], "etag": row["etag"], "last_modified": row["last_modified"]}
        await touch_versions(self._store, [seen])

    async def _add(self, readings: Sequence[Reading]) -> list[AddResult]:
        return [result async for result in add_readings(self._store, self._embedder, readings, by_run=True)]
