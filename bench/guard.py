"""Foreign Cypher: what layer 1 refuses, and whether layer 5 keeps projects apart on a real server.

    python -m bench.guard [--data FOLDER] [--attacks 5000] [--reads 300] [--spliced 5000] [--no-server]

FOLDER holds writes.jsonl, writes_without_effect.jsonl, reads.jsonl and tck_reads.jsonl (openCypher's test kit and
published reads); without it that part is skipped. Attacks and reads are made by rule from a seed. On the server each
read that is let through is asked in one project, then rewritten beside another: the answers must be the same, and
nothing may change (each runs where it could write; it stops the bench if it does).
"""

import argparse
import asyncio
import json
import re
import sys
import time
from pathlib import Path

from bench.metric import find_data, print_metric, print_state
from bench.server import add_server_options, bench_server
from graph.guard import decide, foreign_graph, own_graph
from graph.server.status import ServerStatus
from graph.store import open_driver

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tests.strange_cypher import ESCAPES, INNOCENT, WRITES, attacks, spliced
from tests.strange_reads import HAND_WRITTEN, Reads
from tests.two_projects import compare

FILES = ("writes.jsonl", "writes_without_effect.jsonl", "reads.jsonl", "tck_reads.jsonl")


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="what the guard refuses of foreign Cypher")
    parser.add_argument("--data", type=Path, help="folder with the published statements")
    parser.add_argument("--attacks", type=int, default=5_000)
    parser.add_argument("--reads", type=int, default=300)
    parser.add_argument("--spliced", type=int, default=5_000, help="statements made of pieces of others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-server", action="store_true", help="only what needs no server")
    add_server_options(parser)
    options = parser.parse_args()
    print_state()
    if folder := find_data(options.data, FILES):
        measure_published(folder)
    half = options.attacks // 2
    writing = list(attacks(WRITES, options.seed, half))
    escaping = list(attacks(ESCAPES, options.seed + 1, options.attacks - half))
    schema = own_graph()
    refused = [decide(attack, schema=schema).decision == "refuse" for attack in writing]
    print_metric("attacks that write: refused by layer 1", sum(refused), len(writing))
    if options.no_server:
        return
    reads = Reads(options.seed)
    ordinary = [*HAND_WRITTEN, *(reads.statement() for _ in range(options.reads))]
    torn = spliced([*ordinary, *WRITES, *ESCAPES, *INNOCENT], options.seed, options.spliced)
    statements = [*ordinary, *writing, *escaping, *torn]
    with bench_server(options.home, "guard", keep=options.keep, fresh=True, version=options.neo4j) as server:
        asyncio.run(measure_server(server, statements))


def measure_published(folder: Path) -> None:
    """Decide on every published statement; parameters that it names count as given."""
    for name in FILES:
        rows = [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
        refused: list[str] = []
        unbounded = 0
        started = time.process_time()
        for row in rows:
            schema = foreign_graph(re.findall(r"\$(\w+)", row["query"]))
            decision = decide(row["query"], schema=schema)
            if decision.decision == "refuse":
                unbounded += bool(row.get("unbounded_path"))
                refused.append(f"{row['id']}: {decision.reason}")
        each = 1_000 * (time.process_time() - started) / len(rows)
        is_write = name.startswith("writes")
        floor = str(len(rows)) if is_write else "<= .001"
        print_metric(f"{name}: refused", len(refused) - unbounded, len(rows), floor)
        print_metric(f"{name}: refused for an unbounded path", unbounded, len(rows))
        print_metric(f"{name}: CPU ms a statement", each, len(rows))
        for line in [] if is_write else refused:
            print(f"# {line}")


async def measure_server(server: ServerStatus, statements: list[str]) -> None:
    """Compare the answers in one project and beside another."""
    print_state(server.version)
    started = time.monotonic()
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        compared = await compare(driver, statements)
    asked = compared.same + compared.failed + len(compared.different)
    print_metric("statements refused", compared.refused, len(statements))
    print_metric("different answer beside another project", len(compared.different), asked, "0")
    print_metric("the same answer", compared.same, asked)
    print_metric("refused by the server, before and after", compared.failed, asked)
    print_metric("would answer otherwise unguarded (of 200)", compared.would_leak, min(200, compared.same))
    print_metric("seconds", time.monotonic() - started, 1)
    for statement, rewritten in compared.different:
        print(f"# {statement!r}\n#   {rewritten!r}")


if __name__ == "__main__":
    main()
