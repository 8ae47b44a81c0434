"""What forgetting a source of many passages takes, half of whose claims have another source too; then that other one.

    python -m bench.forget [PASSAGES] [--erase]

Each step's seconds are told, and those of the statements that took most; no model is configured, so none is asked.
"""

import argparse
import asyncio
import time
from collections import defaultdict
from unittest.mock import patch

import numpy as np

from agent.evidence import Candidate
from agent.forget.apply import Order, forget_source
from agent.forget.plan import look_at_impact
from agent.record.claims import record_claims
from agent.record.sources import arrival_of, passage_rows, record_arrivals
from agent.record.verdicts import record_verdicts
from agent.verify import Check
from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server import ServerStatus
from graph.store import GraphStore, Row, Transaction
from retrievers.memory import search_memory
from retrievers.read import Reading
from retrievers.split import split_passages

PASSAGES = 10_000
_GROUP = 500
_TOLD = 6  # statements whose seconds are told


def _reading(name: str, text: str) -> Reading:
    return Reading(
        input=name, locator=f"file:{name}", source_id=name, kind="file", text=text, title=f"Minutes {name}", url=None,
        publisher=None, published_at=None, published_precision=None, published_proof=None, updated_at=None,
        language="en", headings=(), content_type="text/plain", extractor="bench", extractor_version="1",
        truncated=False,
    )  # fmt: skip


def _sentence(at: int) -> str:
    return f"The plant at site {at} will cost {at + 7} million crowns."


async def _add(store: GraphStore, name: str, sentences: range) -> None:
    """Store a source with one sentence a passage, and a supported claim on each."""
    filler = " The council heard the treasurer and voted on the matter in the evening." * 13
    text = "\n\n".join(f"{_sentence(at)}{filler}" for at in sentences)
    arrival = arrival_of(_reading(name, text), store.namespace)
    rows = passage_rows(arrival, split_passages(text, (), "en"), store.namespace)
    vectors = None
    if store.dimension is not None:
        vectors = np.random.default_rng(1).standard_normal((len(rows), store.dimension), dtype=np.float32)
    await record_arrivals(store, [arrival], rows, vectors)
    places = [(int(row["char_start"]), int(row["char_end"]), str(row["key"])) for row in rows]
    made: list[Candidate] = []
    place = at_char = 0
    for at in sentences:
        quote = _sentence(at)
        at_char = text.index(quote, at_char)
        while places[place][1] <= at_char:
            place += 1
        made.append(
            Candidate(
                1, quote, quote, at_char, at_char + len(quote), places[place][2], arrival.version, arrival.source, 1.0,
                (), (),
            )
        )  # fmt: skip
    for start in range(0, len(made), _GROUP):
        keys = await record_claims(store, made[start : start + _GROUP], {}, by="bench")
        valid = Check("exact", "valid", "verbatim", 0, 0, "the source's own sentence")
        await record_verdicts(store, {one.citation: (one.claim, valid) for one in keys}, by="bench")


async def _forget(store: GraphStore, source: str, spent: dict[str, float], *, erases: bool) -> None:
    """Plan and forget one source, and tell what each took."""
    rows = await store.read("sources_by_id", source_id=source)
    spent.clear()
    started = time.perf_counter()
    plan = await look_at_impact(store, [row["key"] for row in rows])
    print_metric(f"{source}, plan: s", time.perf_counter() - started, plan.sources[0].passages)
    _tell(spent)
    started = time.perf_counter()
    done = await forget_source(store, plan.sources[0], Order(reason="bench", erases=erases))
    print_metric(f"{source}, {'erase' if erases else 'forget'}: s", time.perf_counter() - started, done.passages)
    _tell(spent)
    print_metric(f"{source}: left after verification", sum(done.left.values()), done.passages, "= 0")


def _tell(spent: dict[str, float]) -> None:
    say(
        "; ".join(
            f"{statement} {seconds:.2f} s"
            for statement, seconds in sorted(spent.items(), key=lambda one: -one[1])[:_TOLD]
        )
    )
    spent.clear()


async def _look(store: GraphStore, source: str, passages: int, supported: int) -> None:
    """Print whether the statuses are right and whether anything of a forgotten source is found."""
    claims = (await store.read("stored_counts"))[0]
    searched = [_sentence(at) for at in range(0, passages, max(1, passages // 50))]
    found = await search_memory(store, searched, None, limit=50)
    reachable = sum(hit.source_id == source for hits in found.hits for hit in hits)
    right = claims["supported"] == supported and claims["unsupported"] == passages - supported
    print_metric(f"{source}: statuses right", int(right), claims["claims"], "= 1")
    print_metric(f"{source}: reachable passages", reachable, len(searched), "= 0")


async def _measure(server: ServerStatus, passages: int, *, erases: bool) -> None:
    spent: dict[str, float] = defaultdict(float)
    run = Transaction.run

    async def timed(tx: Transaction, statement: str, **params: object) -> list[Row]:
        started = time.perf_counter()
        try:
            return await run(tx, statement, **params)
        finally:
            spent[statement] += time.perf_counter() - started

    async with bench_store(server, "benchforget", None) as store:
        for name, sites in (("one", range(passages)), ("two", range(0, passages, 2))):
            started = time.perf_counter()
            await _add(store, name, sites)
            say(f"{name}: {len(sites)} passages and claims stored in {time.perf_counter() - started:.0f} s")
        with patch.object(Transaction, "run", timed):
            await _forget(store, "one", spent, erases=erases)
            await _look(store, "one", passages, (passages + 1) // 2)
            await _forget(store, "two", spent, erases=erases)
            await _look(store, "two", passages, 0)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Forgetting a source of many passages")
    parser.add_argument("passages", type=int, nargs="?", default=PASSAGES)
    parser.add_argument("--erase", action="store_true", help="erase the sources' words everywhere too")
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "forget", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(_measure(server, options.passages, erases=options.erase))


if __name__ == "__main__":
    main()
