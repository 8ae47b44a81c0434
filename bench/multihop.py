"""Two-hop questions through the product's own path: HotpotQA and MuSiQue, alone and inside a larger graph.

    python -m bench.multihop --data FOLDER [--keep] [--pages]

FOLDER holds hotpot-train100, musique-train100 and scifact. Sets: each alone; both with SciFact in one namespace; with
--pages each passage of HotpotQA glued into a page of 20, all others unrelated, once at its head and once in its middle
(without vectors: they would take most of an hour). There only the passage that holds the words counts.
"""

import argparse
import asyncio
import gzip
import json
import time
from collections.abc import Iterator, Mapping, Sequence
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
from retrievers.memory import ARMS, Arm, Hit, search_memory
from retrievers.read import read_paths
from retrievers.split import SPLITTER_VERSION

SETS = ("hotpot", "musique")
FILES = [f"{name}-train100/{part}.jsonl" for name in SETS for part in ("passages", "questions")]
SCIFACT = "scifact/corpus.jsonl.gz"
PAGE = 20  # passages of a glued page
FILLER = 900  # characters of an unrelated passage in it
TOGETHER = 20
K = 5
BEGINNING = 50  # characters by which a passage is known again
ASKED = {"hotpot": ">= .93", "musique": ">= .63"}
ASKED_TOGETHER = {"hotpot": ">= .91", "musique": ">= .61"}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the passages that its answer needs together: id -> how the text begins."""

    text: str
    supporting: Mapping[str, str]


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
        options.home,
        f"multihop-{SPLITTER_VERSION}-{name}",
        keep=options.keep,
        fresh=options.fresh,
        version=options.neo4j,
    ) as server:
        print_state(server.version)
        asyncio.run(measure(server, data, embedder, pages=options.pages))


async def measure(server: ServerStatus, data: Path, embedder: Embedder | None, *, pages: bool) -> None:
    """Store every set (what is there already is left alone), ask its questions in every arm, print the figures."""
    questions = {name: read_questions(data / f"{name}-train100") for name in SETS}
    for namespace, rows in sets(data, pages=pages):
        is_short = namespace in (*SETS, "together")
        model = embedder if is_short else None
        async with bench_store(server, namespace, model.info if model else None) as store:
            await store_rows(store, model, rows, server.home)
            for name in SETS:
                if namespace == "together" or namespace.startswith(name):
                    asked = {"together": ASKED_TOGETHER, name: ASKED}.get(namespace, {}).get(name, "-")
                    asked_now = [
                        Question(q.text, dict.fromkeys(q.supporting, "")) if is_short else q for q in questions[name]
                    ]
                    await print_arms(store, model, asked_now, f"{name} in {namespace}", asked)


def sets(data: Path, *, pages: bool) -> Iterator[tuple[str, list[Row]]]:
    """Yield each namespace with its rows {id, title, text}."""
    passages = {name: read_rows(data / f"{name}-train100/passages.jsonl") for name in SETS}
    with gzip.open(data / SCIFACT, "rt", encoding="utf-8") as lines:
        others = [json.loads(line) for line in lines]
    others = [{key: row[key] for key in ("id", "title", "text")} for row in others]
    yield from passages.items()
    yield "together", [row for rows in (*passages.values(), others) for row in rows]
    for place, at in (("head", 0), ("middle", PAGE // 2)) if pages else ():
        yield f"hotpot{place}", [as_page(row, others, i, at=at) for i, row in enumerate(passages["hotpot"])]


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
    """Print recall@5 and all@5 of every arm alone, of all together with the edges off, and of the walk."""
    arms: dict[str, tuple[Arm, ...]] = {"text": ("text",)}
    if embedder is not None:
        arms["vector"] = ("vector",)
    arms |= {"edges off": ARMS, "walk": ARMS}
    for arm, used in arms.items():
        started, statements, recalls = time.perf_counter(), 0, list[float]()
        for start in range(0, len(questions), TOGETHER):
            part = questions[start : start + TOGETHER]
            found = await search_memory(
                store, [q.text for q in part], embedder, limit=10, arms=used, follow=arm != "edges off"
            )
            statements = max(statements, found.statements)
            recalls += [recall(q, hits) for q, hits in zip(part, found.hits, strict=True)]
        seconds, n = time.perf_counter() - started, len(questions)
        print_metric(f"{name}: {arm}: recall@{K}", sum(recalls) / n, n, asked if arm == "walk" else "-")
        print_metric(f"{name}: {arm}: all@{K}", sum(r == 1 for r in recalls) / n, n)
        if arm == "walk":
            print_metric(f"{name}: ms a query ({TOGETHER} together)", 1000 * seconds / n, n)
            print_metric(f"{name}: statements a search", statements, n, "<= 2")


def recall(question: Question, hits: Sequence[Hit]) -> float:
    """Return the share of the supporting passages that the first five sources found hold, with their words."""
    named = [(hit.source_id.rpartition("#")[2], hit.text) for hit in hits]
    first = list(dict.fromkeys(name for name, _ in named))[:K]
    there = {name for name, text in named if name in first and question.supporting.get(name, "\0") in text}
    return len(there) / len(question.supporting)


def read_rows(path: Path) -> list[Row]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def read_questions(folder: Path) -> list[Question]:
    """Read the questions with what supports their answers."""
    begins = {row["id"]: row["text"][:BEGINNING] for row in read_rows(folder / "passages.jsonl")}
    rows = read_rows(folder / "questions.jsonl")
    return [Question(row["question"], {name: begins[name] for name in row["supporting"]}) for row in rows]


if __name__ == "__main__":
    main()
