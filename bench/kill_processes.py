"""Processes under a bench: their output in files, so that none waits for a reader, and each ended by the clock."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.server import ServerStatus
from graph.store import GraphStore
from tests.graphs import duplicates, rows_of

_STACK_S = 5.0
_DOUBLES = {
    "keys": "MATCH (n {namespace: $namespace}) WITH n.key AS one, count(*) AS n",
    "claims": "MATCH (c:Claim {namespace: $namespace}) WHERE c.erased_at IS NULL WITH c.text AS one, count(*) AS n",
    "sources": "MATCH (s:Source {namespace: $namespace}) WITH s.locator AS one, count(*) AS n",
    "quotes": "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-(ci:Citation) WHERE ci.char_start IS NOT NULL "
    "MATCH (ci)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v:SourceVersion) "
    "WITH [c.key, v.key, toString(ci.char_start), toString(ci.char_end), ci.stance] AS one, count(*) AS n",
    "conflicts": "MATCH (a:Claim {namespace: $namespace})<-[:BETWEEN]-(:Conflict)-[:BETWEEN]->(b:Claim) "
    "WHERE a.key < b.key WITH [a.key, b.key] AS one, count(*) AS n",
    "current texts": "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(:SourceVersion {state: 'current'}) "
    "WITH s.key AS one, count(*) AS n",
}
"""What there may be one of, and by what it is one."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: minus the signal where it was killed; what it said."""

    code: int
    out: str
    errors: str

    @property
    def last(self) -> str:
        """The last line that it said of an error."""
        return next(reversed(self.errors.strip().splitlines()), "")


@dataclass(slots=True)
class Child:
    """A process of a bench. `folder` takes its output; SIGABRT makes it say where it stands."""

    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    name: str
    started: float = field(default_factory=time.monotonic)
    _process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        environment = {**self.environment, "PYTHONFAULTHANDLER": "1"}
        with self._file("out").open("wb") as out, self._file("errors").open("wb") as errors:
            self._process = subprocess.Popen(
                self.command, env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors
            )

    @property
    def seconds(self) -> float:
        """How long ago it was started."""
        return time.monotonic() - self.started

    def ended(self) -> Ended | None:
        """How it ended, None while it runs."""
        code = self._process.poll()
        if code is None:
            return None
        return Ended(code, *(self._file(name).read_text("utf-8", "replace") for name in ("out", "errors")))

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        self._process.kill()
        self._process.wait()

    def give_up(self) -> str:
        """End a process that lasts too long; return the lines of its stack, the innermost first."""
        self._process.send_signal(signal.SIGABRT)
        try:
            self._process.wait(_STACK_S)
        except subprocess.TimeoutExpired:
            self.kill()
        return self._file("errors").read_text("utf-8", "replace")

    def _file(self, name: str) -> Path:
        return self.folder / f"{self.name}.{name}"


def environment_of(server: ServerStatus, namespace: str, home: Path, embeddings: str) -> dict[str, str]:
    """Return the environment of a process that works on the bench's server and on nothing else of this machine."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": embeddings,
        "CLAIMGRAPH_NAMESPACE": namespace,
    }


async def find_doubles(store: GraphStore) -> list[str]:
    """Return what is in the namespace more than once and must not be, a line each: pairs joined twice, evidence."""
    found = [f"{row['t']} {row['a']} {row['b']}: {row['n']}" for row in await duplicates(store)]
    for name, match in _DOUBLES.items():
        rows = await rows_of(store, f"{match} WHERE n > 1 RETURN one, n")
        found += [f"{name} {row['one']}: {row['n']}" for row in rows]
    return found
