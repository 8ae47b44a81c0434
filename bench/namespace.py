"""A small namespace beside a large one: does it still get its k in every arm, and how long does a search take?

    python -m bench.namespace [--size 50000]

Texts and vectors are made, from a seed. The small namespace is the hard case on purpose: its words are the most
common ones of the large namespace, and every query vector points at the large namespace's clusters, away from it.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.record import Arrival, arrival_of, record_arrivals
from agent.record.sources import passage_rows
from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus
from graph.store import GraphStore
from retrievers.embed import Embedded, EmbeddingModelInfo, Kind
from retrievers.memory import ARMS as EVERY_ARM
from retrievers.memory import Arm, Hit, search_memory
from retrievers.read import Reading
from retrievers.split import PassageSpan

LARGE, SMALL = "alpha", "beta"
SMALL_SIZE = 7
DIMENSION, CLUSTERS, SPREAD = 384, 50, 0.7
WORDS, WORDS_A_PASSAGE, PASSAGES_A_SOURCE = 20_000, 40, 100
SOURCES_A_CALL = 20
QUERIES = 100
ARMS: dict[str, tuple[Arm, ...]] = {"text": ("text",), "vector": ("vector",), "all": EVERY_ARM}


@dataclass(slots=True)
class Maker:
    """Texts of made words, common ones often (Zipf), and unit vectors around a few centres."""

    random: np.random.Generator
    centres: NDArray[np.float32]
    weights: NDArray[np.float64]

    @classmethod
    def seeded(cls, seed: int) -> "Maker":
        """Return the maker of one seed."""
        random = np.random.default_rng(seed)
        weights = 1 / np.arange(1, WORDS + 1)
        centres = random.standard_normal((CLUSTERS, DIMENSION))
        return cls(random, _unit(centres), weights / weights.sum())

    def texts(self, n: int, words: int) -> list[str]:
        """Return n texts of so many words."""
        drawn = self.random.choice(WORDS, size=(n, words), p=self.weights)
        return [" ".join(spell(int(word)) for word in row) for row in drawn]

    def vectors(self, n: int) -> NDArray[np.float32]:
        """Return [n, d] unit vectors, each near one of the centres."""
        noise = _unit(self.random.standard_normal((n, DIMENSION)))
        return _unit(self.centres[self.random.integers(CLUSTERS, size=n)] + SPREAD * noise)


class MadeEmbedder:
    """Gives each query a made vector; passages bring their own."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self.info = EmbeddingModelInfo("made", DIMENSION, "", "", "0" * 64, 256)

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Return as many vectors as there are texts."""
        del kind
        return Embedded(self._maker.vectors(len(texts)), 0)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="A namespace of 7 passages beside a large one")
    parser.add_argument("--size", type=int, default=50_000, help="passages of the large namespace")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    name = f"namespace-{options.size}-{options.seed}"
    with bench_server(options.home, name, keep=options.keep, fresh=options.fresh, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.size, options.seed))


async def measure(server: ServerStatus, size: int, seed: int) -> None:
    """Fill both namespaces and ask each in every arm."""
    maker = Maker.seeded(seed)
    embedder = MadeEmbedder(maker)
    async with (
        bench_store(server, LARGE, embedder.info) as large,
        bench_store(server, SMALL, embedder.info) as small,
    ):
        await fill(large, maker, size)
        noise = maker.random.standard_normal((SMALL_SIZE, DIMENSION))
        texts = [f"{text} {spell(0)}" for text in maker.texts(SMALL_SIZE, WORDS_A_PASSAGE)]
        source = source_of(SMALL, 0, texts)
        await write(small, [source], _unit(_unit(noise) - maker.centres.sum(axis=0)))
        for store, expected in ((large, size), (small, SMALL_SIZE)):
            counted = (await store.read("count_nodes"))[0]
            print_metric(f"{store.namespace}: passages", counted["passages"], 1, f"= {expected}")
        queries = [f"{spell(0)} {text}" for text in maker.texts(QUERIES, 6)]
        for arm, arms in ARMS.items():
            for k in (5, 10):
                found = await ask(small, embedder, queries, k, arms=arms)
                own = [sum(hit.source == source[0].source for hit in hits) for hits in found]
                print_metric(f"{SMALL}, {arm}: fewest found, k={k}", min(own), len(own), f"= {min(k, SMALL_SIZE)}")
                strange = sum(len(hits) for hits in found) - sum(own)
                print_metric(f"{SMALL}, {arm}: hits of {LARGE}, k={k}", strange, len(own), "= 0")
        for store in (large, small):
            for arm, arms in ARMS.items():
                times: list[float] = []
                await ask(store, embedder, queries, 10, arms=arms)  # warm
                await ask(store, embedder, queries, 10, arms=arms, times=times)
                print_metric(f"{store.namespace}, {arm}: p50 ms a search", statistics.median(times), len(times))


async def fill(store: GraphStore, maker: Maker, size: int) -> None:
    """Write the large namespace in calls of some sources each."""
    started = time.perf_counter()
    sources = -(-size // PASSAGES_A_SOURCE)
    for first in range(0, sources, SOURCES_A_CALL):
        batch: list[tuple[Arrival, list[PassageSpan]]] = []
        for number in range(first, min(first + SOURCES_A_CALL, sources)):
            n = min(PASSAGES_A_SOURCE, size - number * PASSAGES_A_SOURCE)
            batch.append(source_of(store.namespace, number, maker.texts(n, WORDS_A_PASSAGE)))
        await write(store, batch, maker.vectors(sum(len(spans) for _, spans in batch)))
        say(
            f"{min((first + SOURCES_A_CALL) * PASSAGES_A_SOURCE, size)} passages, {time.perf_counter() - started:.0f} s"
        )
    print_metric(f"{store.namespace}: passages written a second", size / (time.perf_counter() - started), size)


def source_of(namespace: str, number: int, texts: Sequence[str]) -> tuple[Arrival, list[PassageSpan]]:
    """Return a made source that holds one passage a text."""
    whole = "\n\n".join(texts)
    spans: list[PassageSpan] = []
    start = 0
    for ordinal, text in enumerate(texts):
        end = min(start + len(text) + 2, len(whole))
        spans.append(PassageSpan(ordinal, start, end, None))
        start = end
    reading = Reading(
        input=f"made {number}",
        locator=f"row:{namespace}/{number}",
        source_id=str(number),
        kind="row",
        text=whole,
        title=f"Source {number}",
        url=None,
        publisher=None,
        published_at=None,
        published_precision=None,
        published_proof=None,
        updated_at=None,
        language="en",
        headings=(),
        content_type="text/plain",
        extractor="made",
        extractor_version="1",
        truncated=False,
    )
    return arrival_of(reading, namespace), spans


async def write(
    store: GraphStore, sources: Sequence[tuple[Arrival, list[PassageSpan]]], vectors: NDArray[np.float32]
) -> None:
    """Record made sources through the product's own writer; `vectors` is [passages, d]."""
    rows = [row for arrival, spans in sources for row in passage_rows(arrival, spans, store.namespace)]
    await record_arrivals(store, [arrival for arrival, _ in sources], rows, vectors)


async def ask(
    store: GraphStore,
    embedder: MadeEmbedder,
    queries: Sequence[str],
    k: int,
    *,
    arms: Sequence[Arm],
    times: list[float] | None = None,
) -> list[tuple[Hit, ...]]:
    """Ask one query at a time; return what each found, and put milliseconds into `times`."""
    found: list[tuple[Hit, ...]] = []
    for query in queries:
        started = time.perf_counter()
        hits = (await search_memory(store, [query], embedder, limit=k, arms=arms)).hits[0]
        if times is not None:
            times.append(1000 * (time.perf_counter() - started))
        found.append(hits)
    return found


def spell(number: int) -> str:
    """Return the made word of a number: syllables, never a stop word or a stem of another."""
    syllables = ""
    for _ in range(3):
        number, at = divmod(number, 75)
        syllables += "bdfgklmnprtvzxh"[at // 5] + "aeiou"[at % 5]
    return syllables + "k"


def _unit(vectors: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


if __name__ == "__main__":
    main()
