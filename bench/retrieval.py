"""Retrieval on SciFact through the product's own path: stored by `add_readings`, found by `search_memory`.

    python -m bench.retrieval --data FOLDER [--keep]

A document's rank is that of its first passage; nDCG@10 and recall@10 are means over the queries. The vector arm is
also held against exact cosine over every stored vector.
"""

import argparse
import asyncio
import gzip
import json
import math
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agent.add import add_readings
from bench.metric import find_data, print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.embed import Embedder, open_embedder
from retrievers.memory import ARMS, Arm, search_memory
from retrievers.read import read_paths
from retrievers.split import SPLITTER_VERSION

CORPUS, QUERIES = "corpus.jsonl.gz", "queries.train.jsonl"
NAMESPACE = "scifact"
TOGETHER = 20  # queries a statement, as `claimgraph search --file` asks them
K = 10


@dataclass(frozen=True, slots=True)
class Query:
    """A claim and the ids of the documents that bear on it."""

    text: str
    relevant: frozenset[str]


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Retrieval on SciFact")
    parser.add_argument("--data", type=Path, help=f"folder with {CORPUS} and {QUERIES}")
    parser.add_argument("--embeddings", default="local", help="as CLAIMGRAPH_EMBEDDINGS (default: local)")
    add_server_options(parser)
    options = parser.parse_args()
    data = find_data(options.data, [CORPUS, QUERIES])
    if data is None:
        return
    embedder = open_embedder(options.embeddings, home=options.home)
    name = f"retrieval-{SPLITTER_VERSION}-{options.embeddings.replace('/', '_').replace(':', '_')}"
    with bench_server(options.home, name, keep=options.keep, fresh=options.fresh, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, data, embedder))


async def measure(server: ServerStatus, data: Path, embedder: Embedder | None) -> None:
    """Store the corpus (what is there already is left alone), ask every query in every arm, print the figures."""
    queries = read_queries(data / QUERIES)
    async with bench_store(server, NAMESPACE, embedder.info if embedder else None) as store:
        await store_corpus(store, embedder, data / CORPUS, server.home)
        arms: dict[str, tuple[Arm, ...]] = {"full text": ("text",)}
        if embedder is not None:
            arms["vector"] = ("vector",)
        arms |= {"edges off": ARMS, "walk": ARMS}
        for arm, used in arms.items():
            ranked, seconds, statements = await ask(store, embedder, queries, used, follow=arm != "edges off")
            print_quality(arm, ranked, queries)
            print_metric(f"{arm}: ms a query ({TOGETHER} together)", 1000 * seconds / len(queries), len(queries))
            print_metric(f"{arm}: statements a search", statements, len(queries), "<= 2")
        if embedder is not None:
            await print_exactness(server, store, embedder, [q.text for q in queries])


async def store_corpus(store: GraphStore, embedder: Embedder | None, corpus: Path, folder: Path) -> None:
    """Add the corpus as a person would who has it as JSON Lines."""
    rows = folder / "corpus.jsonl"
    with gzip.open(corpus, "rb") as packed, rows.open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    started, done, added, passages = time.perf_counter(), 0, 0, 0
    async for result in add_readings(store, embedder, read_paths([str(rows)], collection=NAMESPACE)):
        done += 1
        passages += result.passages
        added += result.outcome != "unchanged"
        if done % 1000 == 0:
            say(f"{done} sources, {passages} passages, {time.perf_counter() - started:.0f} s")
    rows.unlink()
    seconds = time.perf_counter() - started
    print_metric("sources stored", done, done)
    print_metric("passages stored", passages, done)
    if added:
        print_metric("passages stored a second", passages / seconds, passages)


async def ask(
    store: GraphStore, embedder: Embedder | None, queries: Sequence[Query], arms: Sequence[Arm], *, follow: bool
) -> tuple[list[list[str]], float, int]:
    """Return the documents found for each query, best first, the seconds it took, and statements a search at most."""
    ranked: list[list[str]] = []
    statements = 0
    started = time.perf_counter()
    for start in range(0, len(queries), TOGETHER):
        part = [q.text for q in queries[start : start + TOGETHER]]
        found = await search_memory(store, part, embedder, limit=50, arms=arms, follow=follow)
        statements = max(statements, found.statements)
        ranked += [list(dict.fromkeys(hit.source_id for hit in hits)) for hits in found.hits]
    return ranked, time.perf_counter() - started, statements


def print_quality(arm: str, ranked: Sequence[Sequence[str]], queries: Sequence[Query]) -> None:
    """Print nDCG@10 and recall@10 of one arm."""
    n = len(queries)
    quality = sum(ndcg(r, q.relevant) for r, q in zip(ranked, queries, strict=True)) / n
    floor = {"full text": ">= .686", "walk": ">= .7227"}.get(arm, "-")
    print_metric(f"{arm}: nDCG@{K}", quality, n, floor)
    recall = sum(len(q.relevant & set(r[:K])) / len(q.relevant) for r, q in zip(ranked, queries, strict=True)) / n
    print_metric(f"{arm}: recall@{K}", recall, n)


def ndcg(ranked: Sequence[str], relevant: frozenset[str]) -> float:
    """Return nDCG@10 with binary gains."""
    gain = sum(1 / math.log2(i + 2) for i, document in enumerate(ranked[:K]) if document in relevant)
    return gain / sum(1 / math.log2(i + 2) for i in range(min(K, len(relevant))))


async def print_exactness(server: ServerStatus, store: GraphStore, embedder: Embedder, texts: Sequence[str]) -> None:
    """Print how many of the ten nearest passages by exact cosine the vector arm finds."""
    keys, matrix = await read_vectors(server, store)
    asked = (await embedder.embed(texts, kind="query")).vectors
    exact = np.argsort(-(asked @ matrix.T), axis=1, kind="stable")[:, :K]
    found: list[tuple[Any, ...]] = []
    for start in range(0, len(texts), TOGETHER):
        part = await search_memory(store, texts[start : start + TOGETHER], embedder, limit=K, arms=("vector",))
        found += part.hits
    same = [
        len({keys[i] for i in best} & {hit.passage for hit in hits}) for best, hits in zip(exact, found, strict=True)
    ]
    print_metric(f"vector: recall@{K} against exact cosine", sum(same) / (K * len(texts)), len(texts), ">= .995")
    print_metric("vectors compared with", len(keys), len(keys))


async def read_vectors(server: ServerStatus, store: GraphStore) -> tuple[list[str], "np.ndarray[Any, Any]"]:
    """Return keys and unit vectors [n, d] of every searchable passage of the namespace."""
    query = (
        "MATCH (p:Current) WHERE p.namespace = $namespace AND p[$property] IS NOT NULL "
        "RETURN p.key AS key, toFloatList(p[$property]) AS vector"
    )
    keys: list[str] = []
    vectors: list[Any] = []
    async with (
        open_driver(server.uri or "", server.username, server.read_password()) as driver,
        driver.session(database=server.database) as session,
    ):
        async for row in await session.run(query, namespace=store.namespace, property=store.vector_property):
            keys.append(row["key"])
            vectors.append(np.asarray(row["vector"], dtype=np.float32))
    matrix = np.stack(vectors)
    return keys, matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def read_queries(path: Path) -> list[Query]:
    """Read the queries with their relevant documents."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [Query(row["text"], frozenset(row["relevant"])) for row in rows]


if __name__ == "__main__":
    main()
