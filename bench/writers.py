"""Many processes add overlapping sources and ask, at once on one graph, some killed: is it the graph of one writer?

    python -m bench.writers [--writers 8] [--kills 12] [--seed 1] [--embeddings none]

Each writer adds seven tenths of the same texts, in an order of its own; once all texts are there, each asks questions
anew, without a model, in an order of its own. In both stages one of them is killed (kill -9) every so often and begun
again. Afterwards all sources, versions, passages, names, claims, quotes and conflicts with their properties, times
apart, are compared with those of one writer that was left alone; runs are their own, and must all have come to their
end. A retry is a transaction that the server turned away for a passing reason, such as a deadlock, and that was
repeated without a word. A stage that lasts longer than --limit seconds ends, and says where each process stood.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from agent.add import add_readings
from agent.build import open_app
from agent.doctor.graph import examine
from agent.research import ENDED, research
from agent.settings import read_settings
from bench.kill import write_texts
from bench.kill_processes import Child, environment_of, find_doubles
from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server import ServerStatus
from retrievers.read import read_paths
from tests.graphs import node_set, relationship_set, rows_of, without_scores

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
TELL_S = 15.0
_TRIES = 5
_STACK = 12  # lines of where a process stood that are told

Stage = Literal["add", "ask"]


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


@dataclass(frozen=True, slots=True)
class Scene:
    """Where the writers write: environment, a folder for what they say, how many seconds a stage may last."""

    environment: dict[str, str]
    folder: Path
    limit_s: float

    def spawn(self, writer: Writer, stage: Stage) -> Child:
        """Start a process of one writer."""
        given = json.dumps({"stage": stage, "name": writer.name, "texts": writer.texts, "questions": writer.questions})
        command = [sys.executable, "-m", "bench.writers", "--worker", given]
        return Child(command, self.environment, self.folder, f"{writer.name}-{stage}")


async def work(writer: Writer, stage: Stage) -> int:
    """Add or ask, as the commands do; return how many transactions were repeated."""
    async with open_app(read_settings({}), lambda _: None) as app:
        if stage == "add":
            async for result in add_readings(app.store, app.embedder, read_paths(list(writer.texts))):
                if result.outcome == "refused":
                    raise SystemExit(f"{result.input} was refused: {result.says}")
        else:
            for number, question in enumerate(writer.questions):
                # What is taken over of earlier runs hangs on which have ended by then; this must not.
                async for _ in research(question, app, run_key=f"{writer.name}.{number}", fresh=True):
                    pass
        return app.store.written.retries


def let_write(scene: Scene, stage: Stage, writers: Sequence[Writer], *, kills: int, chance: random.Random) -> Tally:
    """Run one stage of all writers at once to their ends, killing one at random so many times."""
    tally = Tally()
    running = {writer: scene.spawn(writer, stage) for writer in writers}
    tries = dict.fromkeys(writers, 1)
    started = told = time.monotonic()
    strike = started + chance.uniform(2, 6)
    while running:
        time.sleep(POLL_S)
        now = time.monotonic()
        if now - told > TELL_S:
            told = now
            say(f"{stage}: {now - started:.0f} s, {len(running)} running, {tally.ended} ended, {tally.killed} killed")
        if tally.killed < kills and now > strike:
            chance.choice(list(running.values())).kill()
            tally.killed += 1
            strike = now + chance.uniform(0.5, 4)
        for writer, child in list(running.items()):
            ended = child.ended()
            if ended is None:
                continue
            del running[writer]
            if ended.code == 0:
                tally.ended += 1
                tally.retries += int(json.loads(ended.out)["retries"])
                continue
            if ended.code > 0:
                tally.failures.append(f"{writer.name}: {ended.last}")
                tries[writer] += 1
            if tries[writer] <= _TRIES:
                running[writer] = scene.spawn(writer, stage)
        if now - started > scene.limit_s:
            for writer, child in running.items():
                stood = "\n".join(child.give_up().splitlines()[-40:][:_STACK])
                tally.failures.append(f"{writer.name} had not ended after {scene.limit_s:.0f} s and stood at:\n{stood}")
            return tally
    return tally


@dataclass(frozen=True, slots=True)
class Graph:
    """What a namespace holds of evidence, what is doubled or unsound in it, and its runs by state."""

    nodes: set[str]
    relationships: set[str]
    doubles: list[str]
    unsound: list[str]
    runs: dict[str, int]


async def read_graph(server: ServerStatus) -> Graph:
    """Read all that is compared."""
    async with bench_store(server, NAMESPACE, None) as store:
        nodes = {row for row in await node_set(store) if EVIDENCE & set(row[0])}
        relationships = {row for row in await relationship_set(store) if row[1] in TYPES}
        unsound = [f"{one.count} {one.kind}, such as {one.keys[0]}" for one in await examine(store)]
        runs = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.state AS state, count(*) AS n")
        states = {str(row["state"]): int(row["n"]) for row in runs}
        doubles = await find_doubles(store)
        return Graph(without_scores(nodes), without_scores(relationships), doubles, unsound, states)


async def wipe(server: ServerStatus) -> None:
    """Empty the namespace."""
    async with bench_store(server, NAMESPACE, None) as store:
        await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")


def measure(server: ServerStatus, scene: Scene, texts: Sequence[str], options: argparse.Namespace) -> None:
    """Take the graph of one writer, then that of many with kills, and compare."""
    chance = random.Random(options.seed)
    asked = QUESTIONS[: options.questions]
    writers: list[Writer] = []
    for number in range(options.writers):
        mine = chance.sample(texts, round(len(texts) * SHARE))
        rest = texts[number :: options.writers]  # every text has a writer
        questions = asked[number % len(asked) :] + asked[: number % len(asked)] if asked else ()
        writers.append(Writer(f"w{number}", tuple(dict.fromkeys([*mine, *rest])), questions))
    alone = [Writer("alone", tuple(texts), asked)]
    _, failures = let_write_both(scene, alone, kills=0, chance=chance)
    if failures:
        raise SystemExit(f"one writer alone failed: {'; '.join(failures)}")
    expected = asyncio.run(read_graph(server))
    asyncio.run(wipe(server))
    tallies, failures = let_write_both(scene, writers, kills=options.kills, chance=chance)
    found = asyncio.run(read_graph(server))
    compare(found, expected)
    for line in (*failures, *found.doubles[:4], *found.unsound):
        say(line)
    print_metric("duplicates", len(found.doubles), len(found.relationships), "= 0")
    print_metric("kinds of what is unsound", len(found.unsound), 9, "= 0")
    unended = sum(n for state, n in found.runs.items() if state not in ENDED)
    print_metric("runs that did not end", unended, sum(found.runs.values()), "= 0")
    print_metric("errors that reached a user", len(failures), sum(one.ended for one in tallies), "= 0")
    print_metric("killed", sum(one.killed for one in tallies), options.kills)
    print_metric("retries", sum(one.retries for one in tallies), sum(one.ended for one in tallies))


def let_write_both(
    scene: Scene, writers: Sequence[Writer], *, kills: int, chance: random.Random
) -> tuple[list[Tally], list[str]]:
    """Let all writers add, then ask, half of the kills in each; print how long it took and return what failed."""
    tallies: list[Tally] = []
    shares: tuple[tuple[Stage, int], ...] = (("add", kills - kills // 2), ("ask", kills // 2))
    for stage, share in shares:
        started = time.perf_counter()
        tallies.append(let_write(scene, stage, writers, kills=share, chance=chance))
        print_metric(f"{stage}, {len(writers)} at once: s", time.perf_counter() - started, len(writers))
    return tallies, [failure for tally in tallies for failure in tally.failures]


def compare(found: Graph, expected: Graph) -> None:
    """Print how the graph of many differs from that of one, with examples."""
    pairs = (
        ("nodes", found.nodes, expected.nodes),
        ("relationships", found.relationships, expected.relationships),
    )
    for title, mine, theirs in pairs:
        print_metric(f"{title} missing", len(theirs - mine), len(theirs), "= 0")
        print_metric(f"{title} too many", len(mine - theirs), len(theirs), "= 0")
        for row in sorted(theirs - mine)[:4]:
            say(f"missing: {row[:400]}")
        for row in sorted(mine - theirs)[:4]:
            say(f"too many: {row[:400]}")


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="many writers on one graph")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--texts", type=int, default=60, help="how many made texts, at most 60")
    parser.add_argument("--questions", type=int, default=4, help="how many each writer asks, at most 4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=900, help="seconds that a stage may last (default: 900)")
    parser.add_argument("--embeddings", default="none", help="as CLAIMGRAPH_EMBEDDINGS (default: none)")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    add_server_options(parser)
    options = parser.parse_args()
    if options.worker:
        given: dict[str, Any] = json.loads(options.worker)
        writer = Writer(given["name"], tuple(given["texts"]), tuple(given["questions"]))
        print(json.dumps({"retries": asyncio.run(work(writer, given["stage"]))}))
        return
    with tempfile.TemporaryDirectory(prefix="claimgraph-writers-") as made:
        texts, said = Path(made) / "texts", Path(made) / "said"
        said.mkdir()
        write_texts(texts, random.Random(options.seed))
        with bench_server(options.home, "writers", keep=options.keep, fresh=True, version=options.neo4j) as server:
            print_state(server.version)
            scene = Scene(
                environment_of(server, NAMESPACE, Path(made) / "home", options.embeddings), said, options.limit
            )
            measure(server, scene, [str(path) for path in sorted(texts.iterdir())][: options.texts], options)


if __name__ == "__main__":
    main()
