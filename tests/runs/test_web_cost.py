"""What a run on the live web does at the same time, and what it does once for all: counts, no times."""

import asyncio
import threading
from typing import Any

from fakes import FakeEmbedder
from graphs import rows_of
from loopback import Play, Site
from scripted_server import Sent
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.record.runs import RunRecorder, StepDone
from agent.record.together import Together
from agent.research import research
from graph.store import GraphStore

OPENS = "What will the Skerra plant cost and when will it open?"
WAIT_S = 20


async def ask(store: GraphStore, search: SearchServer, **options: Any) -> list[Any]:
    async with open_web_app(store, search, **options) as app:
        return [event async for event in research(OPENS, app, run_key="r1", budget=Budget(rounds=1, extractions=12))]


def held(body: bytes, barrier: asyncio.Barrier) -> Play:
    """A page that comes only when so many are asked for at once."""

    async def play(writer: Any) -> None:
        await asyncio.wait_for(barrier.wait(), WAIT_S)
        writer.write(body)
        await writer.drain()

    return play


async def test_searches_go_out_together_and_pages_too(store: GraphStore, site: Site) -> None:
    barrier = asyncio.Barrier(4)
    for n in range(4):
        site.pages[f"/{n}"] = held(article(f"Harbour {n} lies at the sound.", title=f"Log {n}"), barrier)
    both = threading.Barrier(2)

    def find(sent: Sent) -> Any:
        both.wait(WAIT_S)
        first = 0 if "cost" in sent.body["query"] else 2
        return finds(*(site.url(f"/{n}", f"h{n}.example.org") for n in (first, first + 1)))

    with SearchServer(find, find) as search:
        events = await ask(store, search)
    read = [event.data["outcome"] for event in events if event.event == "read"]
    assert read == ["ok"] * 4
    assert [site.count(f"/{n}") for n in range(4)] == [1] * 4


async def test_a_page_takes_few_statements_however_many_come_at_once(store: GraphStore, site: Site) -> None:
    pages = 8  # as many as are fetched at once
    barrier = asyncio.Barrier(pages)
    for n in range(pages):
        texts = [f"Sentence {i} of log {n} tells of ships and of nets." * 4 for i in range(30)]
        site.pages[f"/{n}"] = held(article(*texts, title=f"Log {n}"), barrier)

    def find(sent: Sent) -> Any:
        first = 0 if "cost" in sent.body["query"] else 4
        return finds(*(site.url(f"/{n}", f"h{n}.example.org") for n in range(first, first + 4)))

    before = store.written.statements
    with SearchServer(find, find) as search:
        events = await ask(store, search, new_pages=4)
    assert [event.data["outcome"] for event in events if event.event == "read"] == ["ok"] * pages
    statements = store.written.statements - before
    assert statements < 18 * pages, statements  # 11 a page where all come together, more as a busy machine parts them
    states = await rows_of(store, "MATCH (:Source {namespace: $namespace})-[:HAS_VERSION]->(v) RETURN v.state AS s")
    assert [row["s"] for row in states] == ["current"] * pages


async def test_steps_that_end_at_the_same_time_are_written_in_one_statement(store: GraphStore) -> None:
    run = RunRecorder(store, "r1")
    await run.start("What does it cost?", mode="extractive", budgets={}, code_version="test")

    def done(number: int, output: str) -> StepDone:
        return StepDone(1, number, "read_page", {"url": str(number)}, output, "ok", 1, 0)

    before = store.written.statements
    stored = await asyncio.gather(*(run.step(done(number, "first")) for number in range(8)))
    assert store.written.statements - before == 1
    assert [output for _, output in stored] == ['"first"'] * 8
    again = await asyncio.gather(run.step(done(3, "second")), run.step(done(8, "second")))
    assert [output for _, output in again] == ['"first"', '"second"']


async def test_a_failure_reaches_everyone_who_waited_for_it_and_nobody_after() -> None:
    batches: list[list[int]] = []

    async def double(numbers: Any) -> list[int]:
        batches.append(list(numbers))
        await asyncio.sleep(0)
        if 2 in numbers:
            raise ValueError("two")
        return [2 * number for number in numbers]

    together = Together(double)
    first = await asyncio.gather(*(together.ask(number) for number in (1, 2, 3)), return_exceptions=True)
    assert [str(each) for each in first] == ["two"] * 3
    assert await asyncio.gather(*(together.ask(number) for number in (4, 5))) == [8, 10]
    assert batches == [[1, 2, 3], [4, 5]]


async def test_queries_are_embedded_in_one_call_and_passages_in_one() -> None:
    from retrievers.websearch.rank import FreshPassage, rank_passages

    asked: list[tuple[str, int]] = []

    class Counting(FakeEmbedder):
        async def embed(self, texts: Any, *, kind: Any) -> Any:
            asked.append((kind, len(texts)))
            return await super().embed(texts, kind=kind)

    passages = [FreshPassage("a", n, f"tide {n}") for n in range(5)]
    found = await rank_passages(["tides", "eels", "tide 3"], passages, embedder=Counting())
    assert asked == [("query", 3), ("passage", 5)]
    assert found[2][0].passage == passages[3]
