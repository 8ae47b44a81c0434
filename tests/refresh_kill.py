"""Killing a `refresh` and running it again: what the graph and the site say afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator

from claims_made import claim_on
from fakes import FakeEmbedder
from graphs import duplicates, node_set, relationship_set, rows_of
from killing import Killable, Left, empty
from loopback import Play, Site, answer, open_fetcher, open_site
from webs import article

from agent.add import add_readings
from agent.record.verdicts import finding_of, record_verdicts
from graph.server import ServerStatus
from graph.store import GraphStore
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader, read_pages

PAGES = 9
OLD_MS = 1_772_445_600_000
OLD = "2026-03-02T10:00:00Z"
_TIMES = ("gone_at", "carried_at", "checked_before")


class RefreshScene(Killable):
    """Nine pages with two checked claims each, seen long ago. Of three in turn one is another text now that still has
    the first claim's words, one is as it was by its server's word, and one is sent again as it was."""

    def __init__(self, store: GraphStore, status: ServerStatus, site: Site) -> None:
        super().__init__("refresh_process.py", store, status, before_ms=OLD_MS + 1)
        self.site = site

    def _serve(self, at: int, *, is_new: bool) -> None:
        kept, lost = f"The plant at site {at} will cost {40 + at} million crowns.", f"Site {at} opens in {2030 + at}."
        mark = f'ETag: "v{at}"\r\nConnection: close'.encode()
        told = article(kept, lost, title=f"Minutes of site {at}")
        if is_new and at % 3 == 0:
            told = article(f"News of site {at} first.", kept, title=f"Minutes of site {at}")
        marked = told.replace(b"Connection: close", mark, 1) if at % 3 == 1 else told
        body = answer(status="304 Not Modified") if is_new and at % 3 == 1 else marked
        self.site.pages[f"/{at}"] = self._play(body) if is_new else body

    def _play(self, body: bytes) -> Play:
        async def play(writer: asyncio.StreamWriter) -> None:
            self.arrive()
            await asyncio.sleep(0.05)
            writer.write(body)
            await writer.drain()

        return play

    async def prepare(self) -> None:
        """Store the pages with their claims of long ago in an empty namespace; then let the site say what is new."""
        await empty(self.store)
        for at in range(PAGES):
            self._serve(at, is_new=False)
        with Apart() as apart:
            async with open_fetcher() as fetcher:
                readings = read_pages(PageReader(fetcher, apart), [self.site.url(f"/{at}") for at in range(PAGES)])
                versions = [str(one.version) async for one in add_readings(self.store, FakeEmbedder(), readings)]
        for at, version in enumerate(versions):
            whole = "".join(row["text"] for row in await self.store.read("passages_to_quote", keys=[version]))
            kept = f"The plant at site {at} will cost {40 + at} million crowns."
            for said in (kept, f"Site {at} opens in {2030 + at}."):
                claim = await claim_on(self.store, said, version, whole, said)
                rows = await self.store.read("unchecked_citations", claims=[claim], versions=[])
                found = {row["citation"]: (claim, finding_of(row)) for row in rows}
                await record_verdicts(self.store, found, by="run.test")
        await rows_of(
            self.store,
            "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at = $old, v.seen_at_ms = $old_ms",
            old=OLD,
            old_ms=OLD_MS,
        )
        for at in range(PAGES):
            self._serve(at, is_new=True)
        self.site.asked.clear()

    async def written(self) -> set[str]:
        """The paths of pages that were read again and written since they are old."""
        rows = await rows_of(
            self.store,
            "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v:SourceVersion {state: 'current'}) "
            "WHERE v.seen_at_ms > $old_ms RETURN s.source_id AS id",
            old_ms=OLD_MS,
        )
        return {f"/{row['id'].rpartition('/')[2]}" for row in rows}

    def asked(self) -> list[str]:
        """The pages that were asked for, in order."""
        return [path for head in self.site.asked if re.fullmatch(r"/\d+", path := head.split(" ")[1])]

    async def left(self) -> Left:
        """Read what is left."""
        nodes = frozenset(
            tuple(one for one in row if not (isinstance(one, tuple) and one[0] in _TIMES))
            for row in await node_set(self.store)
        )
        return Left(nodes, frozenset(await relationship_set(self.store)), len(await duplicates(self.store)))


@contextlib.asynccontextmanager
async def open_refresh_scene(store: GraphStore, status: ServerStatus) -> AsyncGenerator[RefreshScene]:
    """Open the site that the pages are on."""
    async with open_site() as site:
        yield RefreshScene(store, status, site)
