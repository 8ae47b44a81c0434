"""XQuAD through the product's own path: the same questions in English, German and Chinese, each a namespace.

    python -m bench.xquad --data FOLDER [--keep]

FOLDER holds LANG.paragraphs.jsonl and LANG.questions.jsonl. Stored is the text without its (English) title; a
paragraph's rank is that of its first passage.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from bench.metric import find_data, print_metric, print_state
from bench.multihop import TOGETHER, Row, read_rows, store_rows
from bench.remembered import Remembered
from bench.server import add_server_options, bench_server, bench_store
from graph.server.status import ServerStatus
from graph.store import GraphStore
from retrievers.embed import Embedder, open_embedder
from retrievers.memory import ARMS, Arm, search_memory
from retrievers.split import SPLITTER_VERSION

ASKED = {"en": ">= .92", "de": ">= .88", "zh": ">= .92"}
FILES = [f"{language}.{part}.jsonl" for language in ASKED for part in ("paragraphs", "questions")]


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Retrieval in three languages")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)}")
    parser.add_argument("--embeddings", default="local", help="as CLAIMGRAPH_EMBEDDINGS (default: local)")
    add_server_options(parser)
    options = parser.parse_args()
    data = find_data(options.data, FILES)
    if data is None:
        return
    name = options.embeddings.replace("/", "_").replace(":", "_")
    model = open_embedder(options.embeddings, home=options.home)
    embedder = None if model is None else Remembered(model, options.home / "bench" / f"vectors-{name}.sqlite")
    with bench_server(
        options.home, f"xquad-{SPLITTER_VERSION}-{name}", keep=options.keep, fresh=options.fresh, version=options.neo4j
    ) as server:
        print_state(server.version)
        asyncio.run(measure(server, data, embedder))


async def measure(server: ServerStatus, data: Path, embedder: Embedder | None) -> None:
    """Store each language (what is there already is left alone), ask its questions in every arm, print the figures."""
    for language, asked in ASKED.items():
        rows = [
            {"id": row["id"], "text": row["text"], "language": language}
            for row in read_rows(data / f"{language}.paragraphs.jsonl")
        ]
        questions = read_rows(data / f"{language}.questions.jsonl")
        async with bench_store(server, f"xquad{language}", embedder.info if embedder else None) as store:
            await store_rows(store, embedder, rows, server.home)
            await print_arms(store, embedder, questions, language, asked)


async def print_arms(
    store: GraphStore, embedder: Embedder | None, questions: Sequence[Row], language: str, asked: str
) -> None:
    """Print hit@1 and hit@5 of every arm alone and of all together."""
    arms: dict[str, tuple[Arm, ...]] = {"text": ("text",), "grams": ("grams",)}
    if embedder is not None:
        arms["vector"] = ("vector",)
    n = len(questions)
    for arm, used in {**arms, "all": ARMS}.items():
        started, first, among = time.perf_counter(), 0, 0
        for start in range(0, n, TOGETHER):
            part = questions[start : start + TOGETHER]
            found = await search_memory(store, [q["question"] for q in part], embedder, limit=10, arms=used)
            for question, hits in zip(part, found.hits, strict=True):
                ranked = list(dict.fromkeys(hit.source_id.rpartition("#")[2] for hit in hits))
                first += ranked[:1] == [question["paragraph"]]
                among += question["paragraph"] in ranked[:5]
        print_metric(f"{language}: {arm}: hit@1", first / n, n, asked if arm == "all" else "-")
        print_metric(f"{language}: {arm}: hit@5", among / n, n)
        if arm == "all":
            print_metric(f"{language}: ms a query ({TOGETHER} together)", 1000 * (time.perf_counter() - started) / n, n)


if __name__ == "__main__":
    main()
