"""One search with fusion and citation fields, beside the hybrid retriever of neo4j-graphrag on the same indexes.

    python -m bench.peer [--size 10000]

Needs `pip install neo4j-graphrag` and says so where it is absent. Both get the same query text and vector and return
ten passages with the same fields of their sources; they take turns, query by query.
"""

import argparse
import asyncio
import importlib
import importlib.util
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import psutil
from neo4j import GraphDatabase

from bench.ingest import make, write
from bench.metric import print_metric, print_state
from bench.namespace import MadeEmbedder, Maker
from bench.server import add_server_options, bench_server, bench_store
from graph.server.status import ServerStatus
from retrievers.embed import Embedded, EmbeddingModelInfo, Kind
from retrievers.memory import search_memory

QUERIES, K = 200, 10
CITATION = (
    "MATCH (node)<-[:HAS_PASSAGE]-(v:SourceVersion)<-[:HAS_VERSION]-(s:Source) "
    "RETURN node.key AS passage, node.ordinal AS ordinal, node.char_start AS char_start, node.char_end AS char_end, "
    "node.text AS text, node.heading AS heading, v.key AS version, s.key AS source, s.source_id AS source_id, "
    "s.title AS title, s.url AS url, s.publisher AS publisher, s.published_at AS published_at, "
    "v.fetched_at AS fetched_at, score"
)


class GivenVectors:
    """An embedder whose vectors were made before: embedding is no part of the comparison."""

    def __init__(self, info: EmbeddingModelInfo, vectors: dict[str, Any]) -> None:
        self.info = info
        self.vectors = vectors

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        """Return the vectors [n, d] of known texts."""
        import numpy as np

        del kind
        return Embedded(np.stack([self.vectors[text] for text in texts]), 0)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="A search beside neo4j-graphrag's hybrid retriever")
    parser.add_argument("--size", type=int, default=10_000, help="passages in the graph")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    if importlib.util.find_spec("neo4j_graphrag") is None:
        print("skipped: neo4j-graphrag is not installed; pip install neo4j-graphrag")
        return
    with bench_server(options.home, "peer", keep=False, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.size, options.seed))


async def measure(server: ServerStatus, size: int, seed: int) -> None:
    """Fill a graph of one namespace and ask both."""
    maker = Maker.seeded(seed)
    made = MadeEmbedder(maker)
    queries = maker.texts(QUERIES, 6)
    vectors = dict(zip(queries, maker.vectors(QUERIES), strict=True))
    embedder = GivenVectors(made.info, vectors)
    async with bench_store(server, "peer", made.info) as store:
        theirs, statements = open_peer(server)
        await write(store, *make(store.namespace, maker, size, 0))
        ways: dict[str, Callable[[str], Any]] = {
            "claimgraph, arms fused": lambda q: search_memory(store, [q], embedder, limit=K, follow=False),
            "claimgraph, with the walk": lambda q: search_memory(store, [q], embedder, limit=K),
        }
        costs = {name: list[tuple[float, float]]() for name in (*ways, "neo4j-graphrag")}
        sent = dict.fromkeys(costs, 0)
        java = psutil.Process(server.pid or 0)
        server_cpu = dict.fromkeys(costs, 0.0)
        for turn in range(2):  # the first warms
            for query in queries:
                for name, ask in ways.items():
                    before, cpu, wall = _cpu(java), time.process_time(), time.perf_counter()
                    found = await ask(query)
                    cost = (time.process_time() - cpu, time.perf_counter() - wall)
                    if turn:
                        costs[name].append(cost)
                        sent[name] += found.statements
                        server_cpu[name] += _cpu(java) - before
                vector = vectors[query].tolist()
                counted = len(statements)
                before, cpu, wall = _cpu(java), time.process_time(), time.perf_counter()
                theirs.search(query_text=query, query_vector=vector, top_k=K)
                cost = (time.process_time() - cpu, time.perf_counter() - wall)
                if turn:
                    costs["neo4j-graphrag"].append(cost)
                    sent["neo4j-graphrag"] += len(statements) - counted
                    server_cpu["neo4j-graphrag"] += _cpu(java) - before
    for name, rows in costs.items():
        print_metric(f"{name}: client CPU ms a search", statistics.mean(c for c, _ in rows) * 1000, len(rows))
        print_metric(f"{name}: server CPU ms a search", server_cpu[name] / len(rows) * 1000, len(rows))
        print_metric(f"{name}: p50 ms a search", statistics.median(w for _, w in rows) * 1000, len(rows))
        print_metric(f"{name}: statements a search", sent[name] / len(rows), len(rows))


def open_peer(server: ServerStatus) -> tuple[Any, list[str]]:
    """Return the other retriever over a driver of its own, and the list its statements are noted in."""
    retrievers: Any = importlib.import_module("neo4j_graphrag.retrievers")
    login = (server.username, server.read_password())
    driver = GraphDatabase.driver(server.uri or "", auth=login, notifications_min_severity="OFF")
    statements: list[str] = []
    execute = driver.execute_query

    def counted(query: Any, *args: Any, **kwargs: Any) -> Any:
        statements.append(str(query))
        return execute(query, *args, **kwargs)

    driver.execute_query = counted  # pyright: ignore[reportAttributeAccessIssue] # counts, and passes everything on
    index = f"passage_vec_made_{MadeEmbedder(Maker.seeded(1)).info.dimension}"
    return retrievers.HybridCypherRetriever(
        driver, index, "passage_text", CITATION, neo4j_database=server.database
    ), statements


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    main()
