"""What a question costs the second time, and in other words: searches, pages, calls of the model, tokens, evidence.

    python -m bench.reuse [--embeddings auto]

Each question is asked on an empty graph, then again, then in other words. Search, model and pages are scripted servers
on loopback, spoken to by the real SDKs and the real fetcher; the model's answers are the same for the same request, and
its tokens are a quarter of the characters that were sent and answered. Pages are some 6,000 characters long, so that a
writer is shown as much as it ever is. The sentences are the sources' own, so that no judge is paid for the first time
either.

First of all, pairs of questions (`reuse.pairs.jsonl`): how many that ask the same are offered each other's answer, and
how many that do not.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from agent.build import App, open_model
from agent.find import find_run
from agent.llm import Role
from agent.llm.configured import ConfiguredModels
from agent.report.read import read_report
from agent.research import research
from agent.reuse.near import are_told_apart, find_near
from graph.store import GraphStore
from retrievers.embed import Embedder, open_embedder
from tests.fakes import FakeEmbedder
from tests.graphs import rows_of
from tests.loopback import Site, open_site
from tests.reader_model import AnyLLM, AnySearch, reader
from tests.webs import article, finds, open_web_app


@dataclass(frozen=True, slots=True)
class Topic:
    """A question and the same in other words, each with its parts and the sentences that answer them; `word` is in both
    and in no other."""

    word: str
    question: str
    paraphrase: str
    parts: Mapping[str, str]
    reworded: Mapping[str, str]


def topic(word: str, question: str, paraphrase: str, *parts: tuple[str, str, str]) -> Topic:
    """Return a topic; `parts` are the part, the same in other words, and what answers it."""
    return Topic(
        word,
        question,
        paraphrase,
        {part: fact for part, _, fact in parts},
        {other: fact for _, other, fact in parts},
    )


TOPICS = (
    topic(
        "Skerra",
        "What will the Skerra tidal plant cost and when will it open?",
        "When is the Skerra tidal plant going to open, and how much will it cost?",
        ("What will the Skerra tidal plant cost?", "How much will the Skerra tidal plant cost?",
         "The Skerra tidal plant will cost 48 million crowns."),
        ("When will the Skerra tidal plant open?", "When is the Skerra tidal plant going to open?",
         "The Skerra tidal plant will open in June 2028."),
    ),
    topic(
        "Holm",
        "How long is the Holm tunnel?",
        "What is the length of the Holm tunnel?",
        ("How long is the Holm tunnel?", "What is the length of the Holm tunnel?", "The Holm tunnel is 7.2 km long."),
    ),
    topic(
        "Norvik",
        "Who builds the ferries of Norvik and how many passengers does each carry?",
        "How many passengers does each of the Norvik ferries carry, and who is building the ferries?",
        ("Who builds the ferries of Norvik?", "Who is building the Norvik ferries?",
         "The ferries of Norvik are built by the yard at Lund."),
        ("How many passengers does each ferry of Norvik carry?", "How many passengers does each Norvik ferry carry?",
         "Each ferry of Norvik carries 240 passengers."),
    ),
    topic(
        "Vester",
        "Why was the Vester bridge closed?",
        "What was the reason the Vester bridge was closed?",
        ("Why was the Vester bridge closed?", "What was the reason the Vester bridge was closed?",
         "The Vester bridge was closed because of cracks in its cables."),
    ),
    topic(
        "Hallvik",
        "What does the report of the Hallvik commission recommend?",
        "What are the recommendations of the Hallvik commission's report?",
        ("What does the report of the Hallvik commission recommend?",
         "What are the recommendations of the Hallvik commission's report?",
         "The report of the Hallvik commission recommends a second breakwater."),
    ),
)  # fmt: skip
PAIRS = Path(__file__).with_name("reuse.pairs.jsonl")
ASKED = ("first", "again", "in other words")
USED = {"searches": "searches", "pages": "extractions", "calls": "calls", "tokens": "tokens"}


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="what a question costs again, and in other words")
    parser.add_argument("--embeddings", default="auto", help="as CLAIMGRAPH_EMBEDDINGS (default: %(default)s)")
    add_server_options(parser)
    options = parser.parse_args()
    embedder = open_embedder(options.embeddings, home=options.home)
    asyncio.run(measure_pairs(embedder))
    with bench_server(options.home, "reuse", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, embedder or FakeEmbedder(), options.home))


async def measure_pairs(embedder: Embedder | None) -> None:
    """Print of how many pairs of questions one would be offered the other's answer, by whether they ask the same."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    offered: dict[tuple[bool, bool], list[bool]] = {}
    for row in rows:
        (near,) = await find_near([row["one"]], [row["other"]], embedder)
        is_offered = bool(near) and not are_told_apart(row["one"], row["other"], "en")
        offered.setdefault((row["same"], row["once"]), []).append(is_offered)
    for (same, once), found in sorted(offered.items(), reverse=True):
        name = f"{'ask the same' if same else 'ask something else'}{', measured once' if once else ''}: offered"
        print_metric(name, sum(found), len(found))


async def measure(server: ServerStatus, embedder: Embedder, home: Path) -> None:
    """Ask every question three times and print what each time took, summed over the questions."""
    sums: dict[str, dict[str, int]] = {asked: {} for asked in ASKED}
    shares: dict[str, list[float]] = {asked: [] for asked in ASKED}
    same = 0
    for number, one in enumerate(TOPICS):
        async with (
            bench_store(server, f"reuse{number}", embedder.info) as store,
            open_app(store, embedder, home) as app,
        ):
            quotes: dict[str, set[str]] = {}
            for asked, question in zip(ASKED, (one.question, one.question, one.paraphrase), strict=True):
                used, quotes[asked] = await ask(app, question, asked.replace(" ", "-"))
                sums[asked] = {name: sums[asked].get(name, 0) + count for name, count in used.items()}
                shares[asked].append(used["tokens"])
                say(f"{one.word}, {asked}: {used}")
            same += quotes["first"] == quotes["again"] == quotes["in other words"]
    for name in USED:
        for asked in ASKED:
            print_metric(f"asked {asked}: {name}", sums[asked][name], len(TOPICS))
    for asked, floor in (("again", "<= 0.3"), ("in other words", "<= 0.3")):
        whole = sums[asked]["tokens"] / sums["first"]["tokens"]
        worst = max(now / first for now, first in zip(shares[asked], shares["first"], strict=True))
        print_metric(f"tokens, {asked} / first", whole, len(TOPICS), floor)
        print_metric(f"tokens, {asked} / first: worst", worst, len(TOPICS))
    print_metric("the same quotes all three times", same, len(TOPICS), f"= {len(TOPICS)}")


async def ask(app: App, question: str, run_key: str) -> tuple[dict[str, int], set[str]]:
    """Ask once; return what was used and what the report quotes."""
    async for _ in research(question, app, run_key=run_key):
        pass
    run = await find_run(app.store, run_key)
    report = (await app.store.read("report_of_run", run=run))[0]["report"]
    view = await read_report(app.store, report)
    rows = await rows_of(app.store, "MATCH (r:Run {key: $run}) RETURN r.used_json AS used", run=run)
    spent = json.loads(rows[0]["used"])
    used = {name: int(spent[of]) for name, of in USED.items()}
    return used, {citation.quote for one in view.statements for citation in one.citations}


@asynccontextmanager
async def open_app(store: GraphStore, embedder: Embedder, home: Path) -> AsyncGenerator[App]:
    """Open an app whose model, search and pages are scripted."""
    async with open_site() as site:
        with AnyLLM(answering()) as llm, AnySearch(finding(site)) as search:
            roles: dict[Role, str] = {"planner": "writer", "writer": "writer", "judge": "judge"}
            models = ConfiguredModels(roles, llm.base_url, llm.base_url, "none")
            async with (
                open_model(models, lambda _: None, home=home) as model,
                open_web_app(store, search, model=model, opposing=True) as app,
            ):
                yield replace(app, embedder=embedder)


def answering() -> Callable[[Any], Any]:
    """Return a model that plans each question by its own parts, and writes and reviews by what it is shown."""
    plans = {one.question: one.parts for one in TOPICS} | {one.paraphrase: one.reworded for one in TOPICS}
    read = reader({part: fact for parts in plans.values() for part, fact in parts.items()})

    def answer(sent: Any) -> Any:
        text = sent.text
        made = read(sent)
        is_plan = "===part to answer" not in text and "===parts " not in text and not re.search(r"===C1 \w+===", text)
        if is_plan:
            (question,) = re.findall(r"===question \w+===\n(.*?)\n===end", text, re.DOTALL)
            planned = [{"question": part, "queries": [part.rstrip("?")]} for part in plans[question]]
            made = replace(made, content=json.dumps({"parts": planned}))
        return replace(made, usage=(len(text) // 4, len(str(made.content)) // 4))

    return answer


def finding(site: Site) -> Callable[[Any], Any]:
    """Return a search that finds two pages for each part of a topic, one of which answers it."""
    for one in TOPICS:
        for at, fact in enumerate(one.parts.values()):
            near = [
                f"In the year {1900 + n} the {one.word} council heard report {n} of the harbour master on the weather, "
                f"wages and the state of the quays, and put its decision on it off until the spring of {1901 + n}."
                for n in range(30)
            ]
            site.pages[f"/{one.word}{at}a"] = article(*near[:15], fact, *near[15:], title=f"{one.word} minutes {at}")
            site.pages[f"/{one.word}{at}b"] = article(*reversed(near), title=f"{one.word} log {at}")

    def find(sent: Any) -> Any:
        query = str(sent.body["query"])
        one = next((one for one in TOPICS if one.word in query), None)
        if one is None:
            return finds()
        paths = [f"/{one.word}{at}{page}" for at in range(len(one.parts)) for page in "ab"]
        return finds(*(site.url(path, f"{path[1:].lower()}.example.org") for path in paths))

    return find


if __name__ == "__main__":
    main()
