"""What each template costs in a graph of 10,000 passages, and how the server goes about it.

    python -m bench.templates [--size 10000] [--operators]

The graph is made, from a seed: sources and passages by the product's own writer, then claims with three quotes each,
statuses with their history, names, runs with steps and reports. A second namespace of a tenth of the size lies beside
it. Each template is asked 20 times by keys; those that take words are asked by words too.
"""

# pyright: reportUnknownMemberType=false
import argparse
import asyncio
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, LiteralString, cast

import numpy as np

from agent.record import record_arrivals
from agent.record.sources import passage_rows
from bench.metric import print_metric, print_state
from bench.namespace import SOURCES_A_CALL, Maker, source_of
from bench.server import add_server_options, bench_server, say
from graph.keys import make_key
from graph.migrate import open_graph
from graph.queries.parameters import NODE_TYPES
from graph.server.status import ServerStatus
from graph.store import GraphStore, open_driver
from retrievers.templates import Template, run_template, template_tools

if TYPE_CHECKING:
    from neo4j import AsyncSession

PASSAGES_A_SOURCE = 20
ROUNDS = 20
START_MS, DAY_MS = 1_735_689_600_000, 86_400_000  # 2025-01-01
STATUSES = ("supported", "supported", "supported", "unsupported", "unreviewed", "conflicting")

SPREAD: LiteralString = """
MATCH (v:SourceVersion) WHERE v.namespace = $namespace
WITH v ORDER BY v.key WITH collect(v) AS them
UNWIND range(0, size(them) - 1) AS i
WITH them[i] AS v, i, $start + (i * 86400000) % (500 * 86400000) AS at
MATCH (v)<-[:HAS_VERSION]-(s:Source)
WITH v, s, i, at, toString(datetime({epochMillis: at})) AS iso
SET v.fetched_at_ms = at, v.seen_at_ms = at, v.fetched_at = iso, v.seen_at = iso, v.published_at = left(iso, 10),
    s.published_at = left(iso, 10), s.publisher = 'Publisher ' + (i % 40), v.publisher = 'Publisher ' + (i % 40)
"""
NAMES: LiteralString = """
MATCH (p:Passage) WHERE p.namespace = $namespace
WITH p ORDER BY p.key WITH collect(p) AS them
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
SET e.namespace = $namespace, e.name = row.name, e.full_name = row.name, e.norm_name = row.name,
    e.canonical_key = row.key, e.first_words = row.name
WITH e, row, them
UNWIND row.passages AS at
WITH e, them[at % size(them)] AS p
MERGE (p)-[:MENTIONS]->(e)
"""
CLAIMS: LiteralString = """
MATCH (p:Passage) WHERE p.namespace = $namespace
WITH p ORDER BY p.key WITH collect(p) AS them
UNWIND $rows AS row
CREATE (c:Claim {key: row.key, namespace: $namespace, name: row.text, text: row.text, status: row.status,
                 status_reason: 'made', created_at: row.at, created_at_ms: row.ms})
FOREACH (a IN row.history | CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {key: a.key, namespace: $namespace, name: a.to,
  ordinal: a.ordinal, from_status: a.from, to_status: a.to, reason: 'made', by: 'bench', created_at: row.at,
  created_at_ms: row.ms}))
WITH c, row, them
UNWIND row.quotes AS q
WITH c, q, them[q.at % size(them)] AS p
CREATE (c)<-[:FOR_CLAIM]-(:Citation {key: q.key, namespace: $namespace, name: 'quote', quote: left(p.text, 40),
  quote_match: 'exact', stance: q.stance, verdict: q.verdict, checker: 'bench', char_start: 0,
  char_end: 40})-[:QUOTES]->(p)
"""
CONFLICTS: LiteralString = """
MATCH (c:Claim) WHERE c.namespace = $namespace AND c.status = 'conflicting'
WITH c ORDER BY c.key WITH collect(c) AS them
UNWIND range(0, size(them) - 2, 2) AS i
WITH them[i] AS a, them[i + 1] AS b
CREATE (a)<-[:BETWEEN]-(:Conflict {key: 'conflict.' + split(a.key, '.')[1], namespace: $namespace, name: 'conflict',
  kind: 'direct', state: 'open', rationale: 'made', created_at: a.created_at})-[:BETWEEN]->(b)
"""
RUNS: LiteralString = """
MATCH (ci:Citation)-[:FOR_CLAIM]->(c:Claim) WHERE c.namespace = $namespace AND c.status IS NOT NULL
WITH ci ORDER BY ci.key WITH collect(ci) AS cited
MATCH (p:Passage) WHERE p.namespace = $namespace
WITH cited, p ORDER BY p.key WITH cited, collect(p) AS them
UNWIND $rows AS row
CREATE (q:Question {key: row.question, namespace: $namespace, name: row.text, text: row.text, created_at: row.at})
CREATE (r:Run {key: row.key, namespace: $namespace, name: row.text, run_key: row.run_key, state: row.state,
               started_at_ms: row.ms, started_at: row.at, ended_at: row.at})-[:ANSWERS]->(q)
CREATE (r)-[:HAS_REFLECTION]->(:Reflection {key: row.reflection, namespace: $namespace, name: 'round 1', round: 1,
                                            verdict: 'made', gaps: ['a gap']})
CREATE (r)-[:PRODUCED]->(rep:Report {key: row.report, namespace: $namespace, name: 'report', round: 1, is_final: true})
FOREACH (st IN row.steps | CREATE (r)-[:HAS_STEP]->(s:Step {key: st.key, namespace: $namespace, name: 'memory',
  tool: 'memory', ordinal: st.ordinal, round: 1, outcome: 'ok', latency_ms: 5, rows: 10, tokens_in: 10})
  FOREACH (at IN st.found | FOREACH (p IN [them[at % size(them)]] | CREATE (s)-[:RETRIEVED]->(p))))
FOREACH (st IN row.statements | CREATE (rep)-[:HAS_STATEMENT]->(s:Statement {key: st.key, namespace: $namespace,
  name: 'says', text: 'says', section: 'findings', ordinal: st.ordinal})
  FOREACH (ci IN [cited[st.at % size(cited)]] | CREATE (s)-[:CITES {marker: 1}]->(ci)))
"""
ASSERTS: LiteralString = """
MATCH (r:Run) WHERE r.namespace = $namespace AND r.started_at_ms IS NOT NULL
MATCH (r)-[:PRODUCED]->(:Report)-[:HAS_STATEMENT]->(s:Statement)-[:CITES]->(:Citation)-[:FOR_CLAIM]->(c:Claim)
MERGE (s)-[:ASSERTS]->(c)
"""


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="All templates in a graph of 10,000 passages")
    parser.add_argument("--size", type=int, default=10_000, help="passages")
    parser.add_argument("--operators", action="store_true", help="print the operators of each plan")
    add_server_options(parser)
    options = parser.parse_args()
    name = f"templates-{options.size}"
    with bench_server(options.home, name, keep=options.keep, fresh=options.fresh, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.size, with_operators=options.operators))


async def measure(server: ServerStatus, size: int, *, with_operators: bool) -> None:
    """Fill both namespaces, then ask every template."""
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        stores = [
            await open_graph(driver, database=server.database, namespace=name, model=None, code_version="bench")
            for name in ("alpha", "beta")
        ]
        async with driver.session(database=server.database) as session:
            for store, passages in zip(stores, (size, size // 10), strict=True):
                if not (await store.read("count_nodes"))[0]["passages"]:
                    await fill(store, session, passages)
            alpha = stores[0]
            counted = (await alpha.read("count_nodes"))[0]
            print_metric("passages", counted["passages"], 1, f"= {size}")
            print_metric("claims", counted["claims"], 1)
            print_metric("runs", counted["runs"], 1)
            scans = 0
            for template in template_tools():
                given = arguments(template)
                result = await run_template(alpha, template, given)  # warm
                params = {**result.arguments, **{n: c.key for n, c in result.named.items()}, "namespace": "alpha"}
                plan = await plan_of(session, result.cypher, params)
                found = sorted(set(operators(plan)))
                scans += sum(is_scan(one) for one in found)
                times = [await timed(alpha, template, given) for _ in range(ROUNDS)]
                print_metric(f"{template.name}: p50 ms ({len(result.rows)} rows)", statistics.median(times), ROUNDS)
                if with_operators:
                    print(f"#   {', '.join(found)}")
            print_metric("plans that scan all nodes or a whole label", scans, len(template_tools()), "= 0")


async def timed(store: GraphStore, template: Template, given: Mapping[str, Any]) -> float:
    started = time.perf_counter()
    await run_template(store, template, given)
    return 1000 * (time.perf_counter() - started)


async def plan_of(session: "AsyncSession", text: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    result = await session.run(cast("LiteralString", f"EXPLAIN {text}"), dict(params))
    return (await result.consume()).plan or {}


def operators(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the operators of a plan without the planner's suffix."""
    yield str(plan.get("operatorType", "")).partition("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


def is_scan(operator: str) -> bool:
    """Say whether an operator reads every node, every node of a label or every relationship of a type."""
    return "Scan" in operator and "IndexScan" not in operator


def arguments(template: Template, namespace: str = "alpha") -> dict[str, Any]:
    """Return arguments that find something: nodes of the namespace by key, dates in the middle."""
    given: dict[str, Any] = {}
    for parameter in template.statement.parameters:
        if parameter.type in NODE_TYPES:
            second = parameter.name.endswith("_b")
            given[parameter.name] = key_of(parameter.type, 7 if second else 0, namespace)
        elif parameter.type == "words":
            given[parameter.name] = {"claim_text": "claim 17", "entity_full_name": "Thing 3"}.get(
                parameter.of[0], "question 3" if parameter.of[0] == "question_text" else "source 17"
            )
        elif parameter.type in {"date", "since", "until"}:
            given[parameter.name] = "2025-06"
        elif parameter.is_required:
            given[parameter.name] = parameter.of[0] if parameter.of else "Publisher 7"
    return given


def key_of(kind: str, number: int, namespace: str) -> str:
    """Return the key of a made node of the namespace."""
    if kind == "source":
        return make_key("source", namespace, f"row:{namespace}/{number}")
    return make_key(kind, namespace, number)


async def fill(store: GraphStore, session: "AsyncSession", size: int) -> None:
    """Make the graph of one namespace."""
    maker = Maker.seeded(1)
    started = time.perf_counter()
    sources = -(-size // PASSAGES_A_SOURCE)
    for first in range(0, sources, SOURCES_A_CALL):
        batch = [
            source_of(store.namespace, number, maker.texts(min(PASSAGES_A_SOURCE, size), 40))
            for number in range(first, min(first + SOURCES_A_CALL, sources))
        ]
        rows = [row for arrival, spans in batch for row in passage_rows(arrival, spans, store.namespace)]
        await record_arrivals(store, [arrival for arrival, _ in batch], rows, None)
    random = np.random.default_rng(1)
    namespace = store.namespace
    made: tuple[tuple[LiteralString, list[dict[str, Any]]], ...] = (
        (SPREAD, [{}]),
        (NAMES, made_names(namespace, size, random)),
        (CLAIMS, made_claims(namespace, max(size // 4, 20), random)),
        (CONFLICTS, [{}]),
        (RUNS, made_runs(namespace, max(size // 100, 10), random)),
        (ASSERTS, [{}]),
    )
    for statement, rows in made:
        for start in range(0, len(rows), 500):
            await run(session, statement, namespace, rows[start : start + 500])
    await run(session, "CALL db.awaitIndexes(120)", namespace, [])
    await run(session, "CALL db.resampleOutdatedIndexes()", namespace, [])
    say(f"{namespace}: {size} passages, {time.perf_counter() - started:.0f} s")


async def run(session: "AsyncSession", text: LiteralString, namespace: str, rows: list[dict[str, Any]]) -> None:
    await (await session.run(text, {"namespace": namespace, "rows": rows, "start": START_MS})).consume()


def made_names(namespace: str, size: int, random: np.random.Generator) -> list[dict[str, Any]]:
    return [
        {
            "key": make_key("entity", namespace, number),
            "name": f"Thing {number}",
            "passages": random.integers(size, size=30).tolist(),
        }
        for number in range(max(size // 10, 10))
    ]


def made_claims(namespace: str, count: int, random: np.random.Generator) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number in range(count):
        key = make_key("claim", namespace, number)
        status = STATUSES[number % len(STATUSES)]
        at = START_MS + int(random.integers(500)) * DAY_MS
        verdict = {"supported": "valid", "conflicting": "valid", "unsupported": "rejected"}.get(status, "stale")
        quotes = [
            {
                "key": make_key("citation", namespace, number, n),
                "at": int(random.integers(1_000_000)),
                "stance": "refutes" if n == 2 and status == "conflicting" else "supports",
                "verdict": verdict,
            }
            for n in range(3)
        ]
        history = [
            {"key": f"{key}.{n}", "ordinal": n, "from": "unreviewed" if n == 2 else None, "to": status} for n in (1, 2)
        ]
        iso = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at / 1000))
        values = {"text": f"claim {number} says something", "status": status, "at": iso, "ms": at}
        rows.append({"key": key, "quotes": quotes, "history": history, **values})
    return rows


def made_runs(namespace: str, count: int, random: np.random.Generator) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number in range(count):
        at = START_MS + number * DAY_MS
        row: dict[str, Any] = {
            kind: make_key(kind, namespace, number) for kind in ("question", "report", "reflection")
        } | {
            "key": make_key("run", namespace, number),
            "run_key": f"run {number}",
            "text": f"question {number} about something",
            "state": "completed" if number % 5 else "no_evidence",
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at / 1000)),
            "ms": at,
        }
        row["steps"] = [
            {
                "key": make_key("step", namespace, number, n),
                "ordinal": n,
                "found": random.integers(1_000_000, size=10).tolist(),
            }
            for n in range(10)
        ]
        row["statements"] = [
            {"key": make_key("statement", namespace, number, n), "ordinal": n, "at": int(random.integers(1_000_000))}
            for n in range(20)
        ]
        rows.append(row)
    return rows


if __name__ == "__main__":
    main()
