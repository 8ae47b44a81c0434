"""Two-hop questions through the product's own path: HotpotQA and MuSiQue, alone and inside a larger graph.

    python -m bench.multihop --data FOLDER [--keep]

FOLDER holds hotpot-train100, musique-train100 and scifact. Sets: each alone; both with SciFact in one namespace; and
each with its passages glued into pages of 20 passages, all others unrelated, once at the head and once in the middle.
"""

import argparse
import asyncio
import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.add import add_readings
from bench.metric import find_data, print_metric, print_state
from bench.remembered import Remembered
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus
from graph.store import GraphStore
from retrievers.embed import Embedder, open_embedder
from retrievers.memory import Arm, search_memory
from retrievers.read import read_paths
from retrievers.split import SPLITTER_VERSION

SETS = ("hotpot", "musique")
FILES = [f"{name}-train100/{part}.jsonl" for name in SETS for part in ("passages", "questions")]
SCIFACT = "scifact/corpus.jsonl.gz"
PAGE = 20  # passages of a glued page
FILLER = 900  # characters of an unrelated passage in it
TOGETHER = 20
ASKED = {"hotpot": ">= .93", "musique": ">= .63"}
ASKED_TOGETHER = {"hotpot": ">= .91", "musique": ">= .61"}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the passages (ids) that its answer needs together."""

    text: str
    supporting: frozenset[str]


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Two-hop retrieval")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)} and {SCIFACT}")
    parser.add_argument("--embeddings", default="local", help="as CLAIMGRAPH_EMBEDDINGS (default: local)")
    parser.add_argument("--pages", action="store_true", help="also the sets of long pages (20 passages each)")
    add_server_options(parser)
    options = parser.parse_args()
    data = find_data(options.data, [*FILES, SCIFACT])
    if data is None:
        return
    name = options.embeddings.replace("/", "_").replace(":", "_")
    folder = options.home / "bench"
    model = open_embedder(options.embeddings, home=options.home)
    embedder = None if model is None else Remembered(model, folder / f"vectors-{name}.sqlite")
    with bench_server(
        options.home, f"multihop-{SPLITTER_VERSION}-{name}", keep=options.keep, fresh=options.fresh
    ) as server:
        print_state(server.version)
        asyncio.run(measure(server, data, embedder, pages=options.pages))


async def measure(server: ServerStatus, data: Path, embedder: Embedder | None, *, pages: bool) -> None:
    """Store every set (what is there already is left alone), ask its questions in every arm, print the figures."""
    questions = {name: read_questions(data / f"{name}-train100/questions.jsonl") for name in SETS}
    info = embedder.info if embedder else None
    for namespace, rows in sets(data, pages=pages):
        async with bench_store(server, namespace, info) as store:
            await store_rows(store, embedder, rows, server.home)
            for name in SETS:
                if namespace == "together" or namespace.startswith(name):
                    asked = {"together": ASKED_TOGETHER, name: ASKED}.get(namespace, {}).get(name, "-")
                    await print_arms(store, embedder, questions[name], f"{name} in {namespace}", asked)


def sets(data: Path, *, pages: bool) -> Iterator[tuple[str, list[Row]]]:
    """Yield each namespace with its rows {id, title, text}."""
    passages = {name: read_rows(data / f"{name}-train100/passages.jsonl") for name in SETS}
    with gzip.open(data / SCIFACT, "rt", encoding="utf-8") as lines:
        others = [json.loads(line) for line in lines]
    others = [{key: row[key] for key in ("id", "title", "text")} for row in others]
    yield from passages.items()
    yield "together", [row for rows in (*passages.values(), others) for row in rows]
    if pages:
        for name in SETS:
            yield f"{name}head", [as_page(row, others, i, at=0) for i, row in enumerate(passages[name])]
            yield f"{name}middle", [as_page(row, others, i, at=PAGE // 2) for i, row in enumerate(passages[name])]


def as_page(row: Row, others: Sequence[Row], number: int, *, at: int) -> Row:
    """Return a page of that title whose passage `at` is the row's; the others are of unrelated texts."""
    parts = [others[(number * (PAGE - 1) + i) % len(others)]["text"][:FILLER] for i in range(PAGE - 1)]
    parts.insert(at, row["text"])
    return {"id": row["id"], "title": row["title"], "text": "\n\n".join(parts)}


async def store_rows(store: GraphStore, embedder: Embedder | None, rows: Sequence[Row], folder: Path) -> None:
    """Add rows as a person would who has them as JSON Lines."""
    path = folder / f"{store.namespace}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    started, passages, added = time.perf_counter(), 0, 0
    async for result in add_readings(store, embedder, read_paths([str(path)], collection=store.namespace)):
        passages += result.passages
        added += result.outcome != "unchanged"
    path.unlink()
    say(f"{store.namespace}: {len(rows)} sources, {passages} passages, {time.perf_counter() - started:.0f} s")


async def print_arms(
    store: GraphStore, embedder: Embedder | None, questions: Sequence[Question], name: str, asked: str
) -> None:
    """Print recall@5 and all@5 of every arm alone, of all together without the edges, and of the walk."""
    arms: dict[str, tuple[Arm, ...]] = {"text": ("text",)}
    if embedder is not None:
        arms["vector"] = ("vector",)
    arms |= {"edges off": ("text", "vector", "grams"), "walk": ("text", "vector", "grams", "walk")}
    for arm, used in arms.items():
        started, statements, ranked = time.perf_counter(), 0, list[list[str]]()
        for start in range(0, len(questions), TOGETHER):
            part = [q.text for q in questions[start : start + TOGETHER]]
            found = await search_memory(store, part, embedder, limit=10, arms=used)
            statements = max(statements, found.statements)
            ranked += [list(dict.fromkeys(row_id(hit.source_id) for hit in hits)) for hits in found.hits]
        seconds, n = time.perf_counter() - started, len(questions)
        recalls = [len(q.supporting & set(r[:5])) / len(q.supporting) for q, r in zip(questions, ranked, strict=True)]
        print_metric(f"{name}: {arm}: recall@5", sum(recalls) / n, n, asked if arm == "walk" else "-")
        print_metric(f"{name}: {arm}: all@5", sum(r == 1 for r in recalls) / n, n)
        if arm == "walk":
            print_metric(f"{name}: ms a query ({TOGETHER} together)", 1000 * seconds / n, n)
            print_metric(f"{name}: statements a search", statements, n, "<= 2")


def row_id(source_id: str) -> str:
    """Return the id of a row from that of its source."""
    return source_id.rpartition("#")[2]


def read_rows(path: Path) -> list[Row]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def read_questions(path: Path) -> list[Question]:
    """Read the questions with what supports their answers."""
    return [Question(row["question"], frozenset(row["supporting"])) for row in read_rows(path)]


if __name__ == "__main__":
    main()
