"""Killing a run on the live web and going on with it: what the graph, the servers and the meter say afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphs import duplicates, node_set, relationship_set, rows_of, without_scores
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
class Outcome:
    """What is left after a run: the graph without times and digits of scores, what was spent, how it ended."""

    nodes: frozenset[str]
    relationships: frozenset[str]
    doubled: int
    used: dict[str, int]
    state: str


@dataclass(frozen=True, slots=True)
class Point:
    """Where a run is killed: when it has told its n-th event, or when its n-th request has arrived and waits."""

    at: Literal["event", "request"]
    number: int


@dataclass(frozen=True, slots=True)
class Whole:
    """An undisturbed run: the seconds since its plan, its events and its requests, pages included."""

    seconds: float
    events: int
    requests: int

    def points(self, count: int, chance: random.Random) -> list[Point]:
        """Return so many points, each once where there are enough; all within the run."""
        every = [Point("event", number) for number in range(1, self.events)]
        every += [Point("request", number) for number in range(1, self.requests + 1)]
        return chance.sample(every * (1 + count // len(every)), count)


class Scene:
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
        self.store = store
        self.home = home
        self._status = status
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
        self.arrived = 0
        self._kill: tuple[int, int] | None = None
        self._counting = threading.Lock()
        self.find: Callable[[Sent], Any] = self._find
        self._latency_s = latency_s
        answer = reader(parts, latency_s=latency_s)

        def read(sent: Any) -> Any:
            self._arrive()
            return answer(sent)

        self.llm = AnyLLM(read)
        self.search = AnySearch(self._answer)

    def _answer(self, sent: Sent) -> Any:
        self._arrive()
        return self.find(sent)

    def _page(self, body: bytes) -> Play:
        async def play(writer: asyncio.StreamWriter) -> None:
            self._arrive()
            writer.write(body)
            await writer.drain()

        return play

    def _arrive(self) -> None:
        """Count a request, and kill who sent it when its turn has come."""
        with self._counting:
            self.arrived += 1
            if self._kill and self._kill[0] == self.arrived:
                os.kill(self._kill[1], signal.SIGKILL)

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

    def given(self, **changes: Any) -> str:
        """What the run's process is told."""
        given: dict[str, Any] = {
            "uri": self._status.uri, "user": self._status.username, "password": self._status.read_password(),
            "database": self._status.database, "namespace": self.store.namespace, "llm": self.llm.base_url,
            "search": self.search.url, "question": QUESTION, "run_key": "r1", "home": str(self.home), **changes,
        }  # fmt: skip
        return json.dumps(given)

    async def start(self) -> asyncio.subprocess.Process:
        """Start the run, or go on with it."""
        script = str(Path(__file__).with_name("web_process.py"))
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(sys.executable, script, self.given(), stdout=pipe, stderr=pipe)

    async def run_to_end(self) -> Whole:
        """Run, or go on, to the end; return what it took. Raises AssertionError when it fails."""
        self.arrived, self._kill = 0, None
        process = await self.start()
        assert process.stdout is not None
        await process.stdout.readline()
        started = time.perf_counter()
        told, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        return Whole(time.perf_counter() - started, 1 + len(told.splitlines()), self.arrived)

    async def run_and_kill(self, point: Point) -> bool:
        """Kill the run at a point; say whether it was still running."""
        self.arrived, self._kill = 0, None
        process = await self.start()
        assert process.stdout is not None
        if point.at == "request":
            self._kill = (point.number, process.pid)
        else:
            for _ in range(point.number):
                await process.stdout.readline()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.communicate()
        self._kill = None
        await asyncio.sleep(0.5)  # what it had sent may still commit
        return process.returncode == -signal.SIGKILL

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
        await rows_of(self.store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")
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
