"""Many processes add overlapping sources and ask, at once on one graph, some killed: is it the graph of one writer?

    python -m bench.writers [--writers 8] [--kills 12] [--seed 1] [--embeddings none]

Each writer adds seven tenths of the same texts, in an order of its own, then asks questions without a model. Every so
often one of them is killed (kill -9) and begun again. Afterwards all sources, versions, passages, names, claims, quotes
and conflicts with their properties, times apart, are compared with those of one writer that was left alone; runs are
their own, and must all have come to their end. A retry is a transaction that the server turned away for a passing
reason, such as a deadlock, and that was repeated without a word.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.add import add_readings
from agent.build import open_app
from agent.doctor.graph import examine
from agent.research import research
from agent.settings import read_settings
from bench.kill import write_texts
from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server import ServerStatus
from graph.store import GraphStore
from retrievers.read import read_paths
from tests.graphs import duplicates, node_set, relationship_set, rows_of, without_scores

NAMESPACE = "writers"
SHARE = 0.7
QUESTIONS = (
    "What did the council permit?",
    "When was the survey of the basin?",
    "Who is the engineer of the turbine?",
    "What does the ministry budget?",
)
EVIDENCE = {"Source", "SourceVersion", "Passage", "Entity", "Claim", "Citation", "Conflict"}
TYPES = {"HAS_VERSION", "HAS_PASSAGE", "REVISION_OF", "NEXT", "TITLED", "MENTIONS", "FOR_CLAIM", "QUOTES", "BETWEEN"}
POLL_S = 0.05
_TRIES = 5


@dataclass(slots=True)
class Tally:
    """What became of the processes: how many ended, were killed, failed with what words; the retries of the ended."""

    ended: int = 0
    killed: int = 0
    retries: int = 0
    failures: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Writer:
    """One process: the texts it adds and the questions it asks under run keys of its own."""

    name: str
    texts: tuple[str, ...]
    questions: tuple[str, ...]


async def work(writer: Writer) -> int:
    """Add and ask, as the commands do; return how many transactions were repeated."""
    async with open_app(read_settings({}), lambda _: None) as app:
        async for result in add_readings(app.store, app.embedder, read_paths(list(writer.texts), collection="texts")):
            if result.outcome == "refused":
                raise SystemExit(f"{result.input} was refused: {result.says}")
        for number, question in enumerate(writer.questions):
            async for _ in research(question, app, run_key=f"{writer.name}.{number}"):
                pass
        return app.store.written.retries


def let_write(
    server: ServerStatus, embeddings: str, writers: Sequence[Writer], *, kills: int, chance: random.Random
) -> Tally:
    """Run all writers at once to their ends, killing one at random so many times."""
    tally = Tally()
    running = {writer: spawn(server, embeddings, writer) for writer in writers}
    tries = dict.fromkeys(writers, 1)
    strike = time.monotonic() + chance.uniform(2, 6)
    while running:
        time.sleep(POLL_S)
        if tally.killed < kills and time.monotonic() > strike:
            chance.choice(list(running.values())).kill()
            tally.killed += 1
            strike = time.monotonic() + chance.uniform(0.5, 4)
        for writer, process in list(running.items()):
            if process.poll() is None:
                continue
            out, errors = process.communicate()
            del running[writer]
            if process.returncode == 0:
                tally.ended += 1
                tally.retries += int(json.loads(out)["retries"])
                continue
            if process.returncode > 0:
                tally.failures.append(f"{writer.name}: {errors.decode().strip().splitlines()[-1:]}")
                tries[writer] += 1
            if tries[writer] <= _TRIES:
                running[writer] = spawn(server, embeddings, writer)
    return tally


def spawn(server: ServerStatus, embeddings: str, writer: Writer) -> subprocess.Popen[bytes]:
    """Start a process of one writer."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment |= {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(Path(writer.texts[0]).parent.parent / "home"),
        "CLAIMGRAPH_EMBEDDINGS": embeddings,
        "CLAIMGRAPH_NAMESPACE": NAMESPACE,
    }
    given = json.dumps({"name": writer.name, "texts": writer.texts, "questions": writer.questions})
    command = [sys.executable, "-m", "bench.writers", "--worker", given]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


async def evidence(server: ServerStatus) -> tuple[set[str], set[str], int, list[str], dict[str, int]]:
    """Return nodes and relationships of evidence, how many are doubled, what is unsound, and the runs by state."""
    async with bench_store(server, NAMESPACE, None) as store:
        nodes = {row for row in await node_set(store) if EVIDENCE & set(row[0])}
        relationships = {row for row in await relationship_set(store) if row[1] in TYPES}
        unsound = [f"{one.count} {one.kind}" for one in await examine(store)]
        runs = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.state AS state, count(*) AS n")
        doubled = len(await duplicates(store))
        states = {row["state"]: row["n"] for row in runs}
        return without_scores(nodes), without_scores(relationships), doubled, unsound, states


async def wipe(server: ServerStatus) -> None:
    """Empty the namespace."""

    async def empty(store: GraphStore) -> None:
        await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")

    async with bench_store(server, NAMESPACE, None) as store:
        await empty(store)


def measure(server: ServerStatus, folder: Path, options: argparse.Namespace) -> None:
    """Take the graph of one writer, then that of many with kills, and compare."""
    chance = random.Random(options.seed)
    texts = [str(path) for path in sorted(folder.iterdir())][: options.texts]
    asked = QUESTIONS[: options.questions]
    alone = Writer("alone", tuple(texts), asked)
    started = time.perf_counter()
    let_write(server, options.embeddings, [alone], kills=0, chance=chance)
    print_metric("one writer: s", time.perf_counter() - started, len(texts))
    expected = asyncio.run(evidence(server))
    asyncio.run(wipe(server))
    writers: list[Writer] = []
    for number in range(options.writers):
        mine = chance.sample(texts, round(len(texts) * SHARE))
        rest = texts[number :: options.writers]  # every text has a writer
        questions = asked[number % len(QUESTIONS) :] + asked[: number % len(QUESTIONS)]
        writers.append(Writer(f"w{number}", tuple(dict.fromkeys([*mine, *rest])), questions))
    started = time.perf_counter()
    tally = let_write(server, options.embeddings, writers, kills=options.kills, chance=chance)
    print_metric("many writers: s", time.perf_counter() - started, len(writers))
    nodes, relationships, doubled, unsound, runs = asyncio.run(evidence(server))
    for failure in tally.failures:
        say(failure)
    for title, mine, theirs in (("nodes", nodes, expected[0]), ("relationships", relationships, expected[1])):
        print_metric(f"{title} missing", len(theirs - mine), len(theirs), "= 0")
        print_metric(f"{title} too many", len(mine - theirs), len(theirs), "= 0")
        for row in sorted(mine ^ theirs)[:4]:
            say(row[:300])
    print_metric("duplicates", doubled, len(relationships), "= 0")
    print_metric("kinds of what is unsound", len(unsound), 9, "= 0")
    print_metric("runs that did not complete", sum(n for s, n in runs.items() if s != "completed"), sum(runs.values()))
    print_metric("errors that reached a user", len(tally.failures), tally.ended, "= 0")
    print_metric("killed", tally.killed, options.kills)
    print_metric("retries", tally.retries, tally.ended)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="many writers on one graph")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--texts", type=int, default=60, help="how many made texts, at most 60")
    parser.add_argument("--questions", type=int, default=4, help="how many each writer asks, at most 4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--embeddings", default="none", help="as CLAIMGRAPH_EMBEDDINGS (default: none)")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    add_server_options(parser)
    options = parser.parse_args()
    if options.worker:
        given: dict[str, Any] = json.loads(options.worker)
        writer = Writer(given["name"], tuple(given["texts"]), tuple(given["questions"]))
        print(json.dumps({"retries": asyncio.run(work(writer))}))
        return
    with tempfile.TemporaryDirectory(prefix="claimgraph-writers-") as made:
        folder = Path(made) / "texts"
        folder.mkdir()
        write_texts(folder, random.Random(options.seed))
        with bench_server(options.home, "writers", keep=options.keep, version=options.neo4j) as server:
            print_state(server.version)
            measure(server, folder, options)


if __name__ == "__main__":
    main()
