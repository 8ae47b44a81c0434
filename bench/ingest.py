"""What writing passages costs the client and the server, beside a MERGE a row, and how both grow with the graph.

    python -m bench.ingest [--rows 20000] [--large 100000]

Texts and vectors are made, from a seed. Client CPU is this process's; server CPU is the Java process's.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any

import psutil
from numpy.typing import NDArray

from agent.record.clock import now
from agent.record.sources import Arrival, passage_rows, record_arrivals, record_passages, record_versions
from bench.metric import print_metric, print_state
from bench.namespace import MadeEmbedder, Maker, source_of
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.memory import search_memory
from retrievers.split import PassageSpan

NAMESPACE = "ingest"
PASSAGES_A_SOURCE, WORDS_A_PASSAGE = 100, 120
ROUNDS, SINGLE_ROWS = 5, 200
STEP = 1_000  # rows whose rate is taken at a size
WARM = 5_000  # rows written before any rate is taken: a young Java process is several times slower
SEARCHES = 100
SINGLE = """
MERGE (p:Passage {key: $key})
ON CREATE SET p.namespace = $namespace, p.text = $text, p.search_text = $search_text, p.search_ns = $search_ns,
  p.ordinal = $ordinal, p.char_start = $char_start, p.char_end = $char_end, p.embedding_single = $vector
WITH p MATCH (v:SourceVersion {key: $version}) MERGE (v)-[:HAS_PASSAGE]->(p)
"""
Sources = Sequence[tuple[Arrival, list[PassageSpan]]]


@dataclass(slots=True)
class Cost:
    """What some work took: seconds on the clock, CPU seconds of this process and of the server."""

    wall: float = 0.0
    client: float = 0.0
    server: float = 0.0


class Clock:
    """Takes the cost of awaited work; the server is another process of this machine."""

    def __init__(self, pid: int) -> None:
        self._server = psutil.Process(pid)

    async def cost(self, work: Awaitable[object]) -> Cost:
        """Await the work and return what it took."""
        wall, client, server = time.perf_counter(), time.process_time(), self._server_cpu()
        await work
        return Cost(time.perf_counter() - wall, time.process_time() - client, self._server_cpu() - server)

    def _server_cpu(self) -> float:
        times = self._server.cpu_times()
        return times.user + times.system


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="What writing passages costs")
    parser.add_argument("--rows", type=int, default=20_000, help="rows of the comparison")
    parser.add_argument("--large", type=int, default=100_000, help="size up to which the graph grows")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "ingest", keep=False, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.rows, options.large, options.seed))


async def measure(server: ServerStatus, rows: int, large: int, seed: int) -> None:
    """Compare the two ways of writing, then let the graph grow."""
    maker = Maker.seeded(seed)
    embedder = MadeEmbedder(maker)
    clock = Clock(server.pid or 0)
    async with bench_store(server, NAMESPACE, embedder.info) as store:
        await grow(store, maker, clock, large)
    async with bench_store(server, "compare", embedder.info) as store:
        await compare(server, store, maker, clock, rows)


async def compare(server: ServerStatus, store: GraphStore, maker: Maker, clock: Clock, rows: int) -> None:
    """Write `rows` rows in batches and some one by one, in turns, and print the client's CPU a row of both."""
    ours: list[float] = []
    single: list[float] = []
    for part in range(ROUNDS):
        sources, vectors = make(store.namespace, maker, rows // ROUNDS, part * rows)
        made = rows_of(store, sources)
        arrivals = [arrival for arrival, _ in sources]
        await record_versions(store, arrivals, now())
        cost = await clock.cost(record_passages(store, made, vectors, now()))
        ours.append(cost.client / len(made))
        say(f"{len(made)} rows in batches: {cost.client / len(made) * 1e6:.0f} us client CPU a row")
        others, their_vectors = make(store.namespace, maker, SINGLE_ROWS, (part + 1) * rows + 500_000)
        await record_versions(store, [arrival for arrival, _ in others], now())
        cost = await clock.cost(write_one_by_one(server, rows_of(store, others), their_vectors, store.namespace))
        single.append(cost.client / SINGLE_ROWS)
        say(f"{SINGLE_ROWS} rows one by one: {cost.client / SINGLE_ROWS * 1e6:.0f} us client CPU a row")
    print_metric("record_passages: client CPU us a row", statistics.median(ours) * 1e6, rows, "<= 100")
    print_metric("one-row MERGE: client CPU us a row", statistics.median(single) * 1e6, ROUNDS * SINGLE_ROWS)
    ratios = [s / o for s, o in zip(single, ours, strict=True)]
    print_metric("one-row MERGE over record_passages", statistics.median(ratios), ROUNDS, ">= 12")


async def grow(store: GraphStore, maker: Maker, clock: Clock, large: int) -> None:
    """Fill the graph through the product's whole writer; print rates near its start and end, and searches between."""
    await write(store, *make(store.namespace, maker, WARM, 9_000_000))
    size, rates, first_stop = WARM, dict[int, Cost](), WARM + STEP
    for stop in sorted({first_stop, 10_000, large - STEP, large}):
        cost, n = Cost(), 1
        while size < stop:
            n = min(2 * STEP, stop - size)
            sources, vectors = make(store.namespace, maker, n, size)
            cost = await clock.cost(write(store, sources, vectors))
            size += n
        if stop in (first_stop, large):
            rates[stop] = cost
            print_metric(f"rows a second at {stop}", n / cost.wall, n)
            print_metric(f"server CPU us a row at {stop}", cost.server / n * 1e6, n)
            print_metric(f"client CPU us a row at {stop}", cost.client / n * 1e6, n)
        if stop in (10_000, large):
            await searches(store, maker, clock, stop)
        say(f"{size} passages")
    first, last = rates[first_stop], rates[large]
    print_metric(f"rows a second at {large} over at {first_stop}", first.wall / last.wall, STEP)


async def searches(store: GraphStore, maker: Maker, clock: Clock, size: int) -> None:
    """Ask one query at a time and print the median and what a search costs both processes."""
    embedder = MadeEmbedder(maker)
    queries = maker.texts(SEARCHES, 6)
    times: list[float] = []

    async def ask() -> None:
        for query in queries:
            started = time.perf_counter()
            await search_memory(store, [query], embedder)
            times.append(1000 * (time.perf_counter() - started))

    await ask()
    times.clear()
    cost = await clock.cost(ask())
    print_metric(f"search p50 ms at {size}", statistics.median(times), SEARCHES)
    print_metric(f"search server CPU ms at {size}", cost.server / SEARCHES * 1000, SEARCHES)
    print_metric(f"search client CPU ms at {size}", cost.client / SEARCHES * 1000, SEARCHES)


async def write(store: GraphStore, sources: Sources, vectors: NDArray[Any]) -> None:
    """Record made sources as `claimgraph add` does, names and all."""
    await record_arrivals(store, [arrival for arrival, _ in sources], rows_of(store, sources), vectors)


async def write_one_by_one(
    server: ServerStatus, rows: Sequence[dict[str, Any]], vectors: NDArray[Any], namespace: str
) -> None:
    """Write each row in a statement and a transaction of its own, its vector as a list: how it is often done."""
    async with (
        open_driver(server.uri or "", server.username, server.read_password()) as driver,
        driver.session(database=server.database) as session,
    ):
        for row, vector in zip(rows, vectors, strict=True):
            values = {**row, "vector": vector.tolist(), "namespace": namespace}
            await (await session.run(SINGLE, values)).consume()


def make(namespace: str, maker: Maker, rows: int, first: int) -> tuple[Sources, NDArray[Any]]:
    """Return sources of made text with `rows` passages, numbered from `first`, and their vectors [rows, d]."""
    counts = [min(PASSAGES_A_SOURCE, rows - at) for at in range(0, rows, PASSAGES_A_SOURCE)]
    sources = [source_of(namespace, first + i, maker.texts(n, WORDS_A_PASSAGE)) for i, n in enumerate(counts)]
    return sources, maker.vectors(rows)


def rows_of(store: GraphStore, sources: Sources) -> list[dict[str, Any]]:
    """Return the passage rows of sources, in order."""
    return [row for arrival, spans in sources for row in passage_rows(arrival, spans, store.namespace)]


if __name__ == "__main__":
    main()
