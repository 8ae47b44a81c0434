"""kill -9 of the client and of the server in the middle of `claimgraph add`, then `add` again: is the graph the same?

    python -m bench.kill [--points 20] [--seed 1] [--embeddings none]

Half of the points kill the client, half the server, each at a random moment between the first node that an `add`
writes and the time an undisturbed one takes. Afterwards all nodes and relationships with their properties, times
apart, are compared with those of an undisturbed `add`; vectors too, where there are any.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_home, say
from graph.server import LocalServer, ServerHome
from graph.server.home import is_free
from graph.server.jvm import is_ours
from graph.store import GraphStore, open_driver

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tests.graphs import duplicates, node_set, relationship_set, rows_of
from tests.killing import Left, empty

NAMESPACE = "kill"
FILES, SMALLEST, LARGEST = 60, 2_000, 6_000  # characters a file
POLL_S = 0.01
VICTIMS = ("client", "server")
EXPECTED_CODES = {"client": (-signal.SIGKILL, 0), "server": (0, 5)}  # 0: it had done its work before
CLIENT_ENDS_WITHIN_S = 120
VECTOR_TOLERANCE = 1e-4
WORDS = [
    "tide",
    "turbine",
    "harbour",
    "basin",
    "sluice",
    "council",
    "grid",
    "survey",
    "budget",
    "ministry",
    "engineer",
    "herring",
    "cable",
    "permit",
]


@dataclass(frozen=True, slots=True)
class Snapshot(Left):
    """What is left, and the vectors by passage key."""

    vectors: dict[str, list[float]]

    def equals(self, other: "Snapshot") -> bool:
        """Say whether two graphs are the same, vectors within 1e-4 a component."""
        return (
            self.is_graph_of(other)
            and self.vectors.keys() == other.vectors.keys()
            and all(
                abs(a - b) <= VECTOR_TOLERANCE
                for key, vector in self.vectors.items()
                for a, b in zip(vector, other.vectors[key], strict=True)
            )
        )


@dataclass(slots=True)
class Scene:
    """One server, one folder of texts, and the command line on them."""

    server: LocalServer
    texts: Path
    embeddings: str

    def spawn_add(self) -> subprocess.Popen[bytes]:
        """Start `claimgraph add`."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
        environment |= {
            "CLAIMGRAPH_HOME": str(self.server.home.root),
            "CLAIMGRAPH_EMBEDDINGS": self.embeddings,
            "CLAIMGRAPH_NAMESPACE": NAMESPACE,
        }
        command = [str(Path(sys.executable).with_name("claimgraph")), "add", "--quiet", str(self.texts)]
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.server.home.root
        )

    def add(self) -> None:
        """Run `claimgraph add` to its end. Raises SystemExit with its own words when it fails."""
        client = self.spawn_add()
        _, errors = client.communicate()
        if client.returncode:
            raise SystemExit(f"claimgraph add ended with {client.returncode}: {errors.decode().strip()}")

    async def ask(self, work: Callable[[GraphStore], Any]) -> Any:
        """Let `work` look at the graph over a connection of its own."""
        status = self.server.start()
        async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
            return await work(GraphStore(driver, database=status.database, namespace=NAMESPACE))

    async def first_write(self, client: subprocess.Popen[bytes]) -> None:
        """Wait until the client has written its first node (or ended)."""

        async def wait(store: GraphStore) -> None:
            while client.poll() is None:
                if await rows_of(store, "MATCH (n:Source) WHERE n.namespace = $namespace RETURN 1 AS x LIMIT 1"):
                    return
                await asyncio.sleep(POLL_S)

        await self.ask(wait)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="kill -9 during claimgraph add")
    parser.add_argument("--points", type=int, default=20, help="how many kills, half of them of the server")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--victims", nargs="+", choices=VICTIMS, default=VICTIMS, help="whom to kill (default: both)")
    parser.add_argument("--embeddings", default="none", help="as CLAIMGRAPH_EMBEDDINGS (default: none)")
    parser.add_argument("--data", type=Path, help="a folder of documents to add, instead of made ones")
    add_server_options(parser)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with bench_home(options.home, "kill", keep=options.keep, fresh=True) as root:
        if not (root / "jars").exists():
            (root / "jars").symlink_to((options.home / "jars").resolve(), target_is_directory=True)
        texts = options.data.resolve() if options.data else root / "texts"
        if not options.data:
            write_texts(texts, random.Random(options.seed))
        server = LocalServer(ServerHome(root), say=say)
        try:
            print_state(server.start().version)
            scene = Scene(server, texts, options.embeddings)
            asyncio.run(measure(scene, options.victims, options.points // 2, chance))
        finally:
            server.stop()


def write_texts(folder: Path, chance: random.Random) -> None:
    """Write made Markdown texts of a few kilobytes, each different."""
    folder.mkdir(exist_ok=True)
    for number in range(FILES):
        size = chance.randint(SMALLEST, LARGEST)
        text = f"# Report {number} on the basin\n\n"
        while len(text) < size:
            words = " ".join(chance.choice(WORDS) for _ in range(chance.randint(6, 18)))
            text += f"The {words} of {chance.randint(1900, 2026)}." + chance.choice([" ", " ", "\n\n"])
        (folder / f"report-{number:02}.md").write_text(text, encoding="utf-8")


async def measure(scene: Scene, victims: Sequence[str], points: int, chance: random.Random) -> None:
    """Take the undisturbed graph, then kill each victim at so many points, add again and compare."""
    scene.add()
    expected: Snapshot = await scene.ask(snapshot)
    print_metric(f"nodes ({scene.embeddings})", len(expected.nodes), 1)
    print_metric(f"relationships ({scene.embeddings})", len(expected.relationships), 1)
    print_metric(f"vectors ({scene.embeddings})", len(expected.vectors), 1)
    duration = await time_undisturbed(scene)
    print_metric(f"undisturbed, first node to end ({scene.embeddings}): s", duration, 1)
    for victim in victims:
        equal = partial = doubled = strange = 0
        for point in range(points):
            await scene.ask(empty)
            delay = chance.uniform(0, duration)
            left, code = await disturb(scene, victim, delay)
            strange += code not in EXPECTED_CODES[victim]
            partial += bool(left.nodes) and not left.is_graph_of(expected)
            scene.add()
            after: Snapshot = await scene.ask(snapshot)
            equal += after.equals(expected)
            doubled += after.doubled
            say(
                f"{victim} {point + 1} of {points}: killed {delay:.2f} s after the first node, exit code {code}, "
                f"{len(left.nodes)} nodes there; then {after.tell_against(expected)}"
            )
        print_metric(f"{victim} killed ({scene.embeddings}): graph equal after", equal, points, f"= {points}")
        print_metric(f"{victim} killed ({scene.embeddings}): duplicates", doubled, points, "= 0")
        print_metric(f"{victim} killed ({scene.embeddings}): other exit codes", strange, points, "= 0")
        print_metric(f"{victim} killed ({scene.embeddings}): left it unfinished", partial, points)


async def time_undisturbed(scene: Scene) -> float:
    """Return the seconds from the first node to the end of an undisturbed `add` on a warm server."""
    await scene.ask(empty)
    client = scene.spawn_add()
    await scene.first_write(client)
    started = time.perf_counter()
    await asyncio.to_thread(client.communicate)
    return time.perf_counter() - started


async def disturb(scene: Scene, victim: str, delay: float) -> tuple[Snapshot, int]:
    """Kill the victim so many seconds after the first node is there; return the graph left and the exit code."""
    client = scene.spawn_add()
    await scene.first_write(client)
    await asyncio.sleep(delay)
    if victim == "client":
        client.kill()
        await asyncio.to_thread(client.communicate)
        await asyncio.sleep(1)  # what it had sent may still commit
    else:
        status = scene.server.status()
        if status.pid is None or status.bolt_port is None or status.http_port is None:
            raise SystemExit("the database had ended before it was to be killed")
        os.kill(status.pid, signal.SIGKILL)
        await asyncio.to_thread(wait_until_gone, scene.server.home, status.pid, [status.bolt_port, status.http_port])
        with contextlib.suppress(subprocess.TimeoutExpired):  # it gives up by itself after the driver's retries
            await asyncio.to_thread(client.communicate, timeout=CLIENT_ENDS_WITHIN_S)
        if client.poll() is None:
            client.kill()
            raise SystemExit(f"claimgraph add did not end {CLIENT_ENDS_WITHIN_S} s after the server was killed")
    return await scene.ask(snapshot), client.returncode


def wait_until_gone(home: ServerHome, pid: int, ports: Sequence[int]) -> None:
    """Wait until a killed server has ended and let go of its ports: the system takes a moment over both."""
    while is_ours(pid, home) or not all(is_free(port) for port in ports):
        time.sleep(POLL_S)


async def snapshot(store: GraphStore) -> Snapshot:
    """Read the whole namespace."""
    rows = await rows_of(
        store,
        "MATCH (p:Passage) WHERE p.namespace = $namespace UNWIND keys(p) AS name WITH p, name "
        "WHERE name STARTS WITH 'embedding_' RETURN p.key AS key, toFloatList(p[name]) AS vector",
    )
    return Snapshot(
        frozenset(await node_set(store)),
        frozenset(await relationship_set(store)),
        len(await duplicates(store)),
        {row["key"]: row["vector"] for row in rows},
    )


if __name__ == "__main__":
    main()
