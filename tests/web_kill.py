"""Killing a run on the live web and going on with it: what the graph, the servers and the meter say afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphs import duplicates, node_set, relationship_set, rows_of, without_scores
from killing import Killable, Left, empty
from loopback import Play, Site, open_site
from reader_model import AnyLLM, AnySearch, reader
from scripted_server import Sent
from webs import article, finds

from graph.server import ServerStatus
from graph.store import GraphStore

PARTS = {
    "What will the Skerra plant cost?": "The Skerra plant will cost 48 million crowns.",
    "When will the Skerra plant open?": "The Skerra plant will open in June 2028.",
    "Who builds the turbines of the Skerra plant?": "The turbines of the Skerra plant are built by Norvik Works.",
}
QUESTION = " ".join(PARTS)
LATENCY_S = 0.08
"""Of each model call and search: time for a kill to fall into."""


@dataclass(frozen=True, slots=True)
class Outcome(Left):
    """What is left after a run, digits of scores apart; what was spent, how it ended."""

    used: dict[str, int]
    state: str


class Scene(Killable):
    """Servers of a run that asks three parts, two answered in the first round and one in the second."""

    def __init__(
        self,
        store: GraphStore,
        status: ServerStatus,
        home: Path,
        site: Site,
        parts: Mapping[str, str],
        latency_s: float,
    ) -> None:
        super().__init__("web_process.py", store, status, question=QUESTION, run_key="r1", home=str(home))
        self.home = home
        self.site = site
        cost, opens, built = PARTS.values()
        pages = {
            "/cost": article(cost, title="Council minutes"),
            "/open": article(opens, title="Grid notice"),
            "/built": article(built, title="Works gazette"),
            "/log": article("The log speaks of other harbours.", title="Harbour log"),
            "/book": article("The book lists ships and their masters.", title="Ship book"),
        }
        site.pages |= {path: self._page(body) for path, body in pages.items()}
        self.find: Callable[[Sent], Any] = self._find
        self._latency_s = latency_s
        answer = reader(parts, latency_s=latency_s)

        def read(sent: Any) -> Any:
            self.arrive()
            return answer(sent)

        self.llm = AnyLLM(read)
        self.search = AnySearch(self._answer)

    def _answer(self, sent: Sent) -> Any:
        self.arrive()
        return self.find(sent)

    def _page(self, body: bytes) -> Play:
        async def play(writer: asyncio.StreamWriter) -> None:
            self.arrive()
            writer.write(body)
            await writer.drain()

        return play

    def _find(self, sent: Sent) -> Any:
        query = str(sent.body["query"])
        found = ["/log", "/book"]
        if "cost" in query:
            found = ["/cost", "/log"]
        elif "open" in query:
            found = ["/open", "/log"]
        elif "notice" in query:
            found = ["/built", "/book"]
        answer = finds(*(self.site.url(path, f"{path[1:]}.example.org") for path in found))
        return type(answer)(answer.body, delay_s=self._latency_s)

    @property
    def requests(self) -> Counter[str]:
        """Paid requests so far, each by what was sent."""
        calls = [json.dumps(sent.body, sort_keys=True) for sent in self.llm.sent]
        return Counter([*calls, *(json.dumps(sent.body, sort_keys=True) for sent in self.search.sent)])

    @property
    def reads(self) -> Counter[str]:
        """Pages asked for so far, by path."""
        return Counter(head.split(" ")[1] for head in self.site.asked if "robots" not in head.split(" ")[1])

    async def start(self, **changes: Any) -> asyncio.subprocess.Process:
        """Start the run, or go on with it."""
        return await super().start(llm=self.llm.base_url, search=self.search.url, **changes)

    async def outcome(self) -> Outcome:
        """Read what is left."""
        runs = await rows_of(
            self.store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used, r.state AS state"
        )
        return Outcome(
            frozenset(without_scores(await node_set(self.store))),
            frozenset(without_scores(await relationship_set(self.store))),
            len(await duplicates(self.store)),
            json.loads(runs[0]["used"] or "{}") if runs else {},
            runs[0]["state"] if runs else "",
        )

    async def wipe(self) -> None:
        """Forget everything: the graph, recent answers, what was asked."""
        await empty(self.store)
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        self.llm.sent.clear()
        self.search.sent.clear()
        self.site.asked.clear()


@contextlib.asynccontextmanager
async def open_scene(
    store: GraphStore,
    status: ServerStatus,
    home: Path,
    *,
    parts: Mapping[str, str] = PARTS,
    latency_s: float = LATENCY_S,
) -> AsyncGenerator[Scene]:
    """Open the servers; `home` is a folder of the scene's own."""
    async with open_site() as site:
        scene = Scene(store, status, home, site, parts, latency_s)
        with scene.llm, scene.search:
            yield scene
