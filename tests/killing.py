"""A process that is killed at points of its work and started again: where, how far it had come, and what it leaves."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from fakes import FakeEmbedder
from graphs import rows_of

from graph.embedding_model import ModelInUse
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver


@dataclass(frozen=True, slots=True)
class Point:
    """Where a process is killed: when it has told its n-th line, or when its n-th request has arrived and waits."""

    at: Literal["line", "request"]
    number: int


@dataclass(frozen=True, slots=True)
class Whole:
    """What an undisturbed process took: seconds since its first line, its lines and its requests."""

    seconds: float
    lines: int
    requests: int

    def points(self, count: int, chance: random.Random) -> list[Point]:
        """Return so many points, each once where there are enough; all while the process runs."""
        every = [Point("line", number) for number in range(1, self.lines)]
        every += [Point("request", number) for number in range(1, self.requests + 1)]
        return chance.sample(every * (1 + count // len(every)), count)


@dataclass(frozen=True, slots=True)
class Left:
    """What is left in the graph, without times, and how many pairs of nodes are joined twice."""

    nodes: frozenset[Any]
    relationships: frozenset[Any]
    doubled: int

    def is_graph_of(self, other: Left) -> bool:
        """Say whether nodes and relationships are the same."""
        return (self.nodes, self.relationships) == (other.nodes, other.relationships)

    def tell_against(self, expected: Left) -> str:
        """Say how far it is from what was expected."""
        missing, extra = len(expected.nodes - self.nodes), len(self.nodes - expected.nodes)
        return f"{missing} nodes missing, {extra} too many, {self.doubled} doubled"


class Killable:
    """Starts a script that stands beside this file and works on the graph of `store`, and kills it."""

    def __init__(self, script: str, store: GraphStore, status: ServerStatus, **given: Any) -> None:
        self.store = store
        self._script = str(Path(__file__).with_name(script))
        self._given: dict[str, Any] = {
            "uri": status.uri, "user": status.username, "password": status.read_password(),
            "database": status.database, "namespace": store.namespace, **given,
        }  # fmt: skip
        self._arrived = 0
        self._kill: tuple[int, int] | None = None
        self._counting = threading.Lock()

    def arrive(self) -> None:
        """Count a request that the process made, and kill it when its turn has come."""
        with self._counting:
            self._arrived += 1
            if self._kill and self._kill[0] == self._arrived:
                os.kill(self._kill[1], signal.SIGKILL)

    async def start(self, **changes: Any) -> asyncio.subprocess.Process:
        """Start the process, or go on with what it had begun."""
        self._arrived, self._kill = 0, None
        pipe = asyncio.subprocess.PIPE
        given = json.dumps({**self._given, **changes})
        return await asyncio.create_subprocess_exec(sys.executable, self._script, given, stdout=pipe, stderr=pipe)

    async def run_to_end(self) -> Whole:
        """Run, or go on, to the end; return what it took. Raises AssertionError when it fails."""
        process = await self.start()
        assert process.stdout is not None
        await process.stdout.readline()
        started = time.perf_counter()
        told, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        return Whole(time.perf_counter() - started, 1 + len(told.splitlines()), self._arrived)

    async def run_and_kill(self, point: Point) -> bool:
        """Kill the process at a point; say whether it was still running."""
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


async def empty(store: GraphStore) -> None:
    """Take everything out of the namespace."""
    await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")


async def open_given_graph(stack: AsyncExitStack, given: dict[str, Any], embedder: FakeEmbedder) -> GraphStore:
    """Open in the process the graph that `Killable` gave it."""
    driver = await stack.enter_async_context(open_driver(given["uri"], given["user"], given["password"]))
    return await open_graph(
        driver,
        database=given["database"],
        namespace=given["namespace"],
        model=ModelInUse(**asdict(embedder.info)),
        code_version="test",
    )
