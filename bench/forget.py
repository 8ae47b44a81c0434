"""What forgetting a source of many passages takes, half of whose claims have another source too.

    python bench/forget.py [PASSAGES]

The database is that of the settings; the namespace `benchforget` is emptied before and after.
"""

import asyncio
import sys
import time

import numpy as np
from metric import print_metric, print_state

from agent.build import open_app
from agent.evidence import Candidate
from agent.forget.apply import Order, forget_source
from agent.forget.namespace import forget_namespace
from agent.forget.plan import look_at_impact
from agent.record.claims import record_claims
from agent.record.sources import arrival_of, passage_rows, record_arrivals
from agent.record.verdicts import record_verdicts
from agent.settings import read_settings
from agent.verify import Check
from graph.store import GraphStore
from retrievers.memory import search_memory
from retrievers.read import Reading
from retrievers.split import split_passages

PASSAGES = 10_000
_GROUP = 500


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


async def _run(passages: int) -> None:
    async with open_app(read_settings({"namespace": "benchforget"}), print) as app:
        store = app.store
        print_state(store.form)
        await forget_namespace(store, by="", reason="bench")
        await _add(store, "one", range(passages))
        await _add(store, "two", range(0, passages, 2))
        rows = await store.read("sources_by_id", source_id="one")
        started = time.perf_counter()
        plan = await look_at_impact(store, [row["key"] for row in rows])
        planned = time.perf_counter() - started
        started = time.perf_counter()
        done = await forget_source(store, plan.sources[0], Order(reason="bench"))
        spent = time.perf_counter() - started
        claims = (await store.read("stored_counts"))[0]
        searched = [_sentence(at) for at in range(1, passages, max(1, passages // 50))]
        found = await search_memory(store, searched, None, limit=50)
        reachable = sum(hit.source_id == "one" for hits in found.hits for hit in hits)
        right = claims["supported"] == (passages + 1) // 2 and claims["unsupported"] == passages // 2
        print_metric("passages forgotten", done.passages, 1, f">= {passages}")
        print_metric("plan: seconds", planned, passages)
        print_metric("forget: seconds", spent, done.passages)
        print_metric("statuses right", int(right), claims["claims"], "= 1")
        print_metric("reachable passages", reachable, len(searched), "= 0")
        await forget_namespace(store, by="", reason="bench")


if __name__ == "__main__":
    asyncio.run(_run(int(sys.argv[1]) if len(sys.argv) > 1 else PASSAGES))
