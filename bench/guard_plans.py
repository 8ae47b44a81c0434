"""Layer 2 of the Cypher guard alone: what the server's plan of published statements lets through; nothing is run.

    python -m bench.guard_plans --data FOLDER

FOLDER holds the files of bench.guard. Every write is to be refused and every read let through; what is not is shown.
"""

import argparse
import asyncio
import json
import logging
import time
from pathlib import Path

from bench.guard import FILES
from bench.metric import find_data, print_metric, print_state
from bench.server import add_server_options, bench_server
from graph.errors import StatementWrong
from graph.foreign import explain_foreign
from graph.server.status import ServerStatus
from graph.store import GraphStore, open_driver


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="what the server's plans show of foreign Cypher")
    parser.add_argument("--data", type=Path, help="folder with the published statements")
    add_server_options(parser)
    options = parser.parse_args()
    folder = find_data(options.data, FILES)
    if folder is None:
        return
    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # it tells of every unknown label
    with bench_server(options.home, "guard-plans", keep=options.keep, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, folder))


async def measure(server: ServerStatus, folder: Path) -> None:
    """Print a file at a time how many statements layer 2 refuses, and what it gets wrong."""
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        store = GraphStore(driver, database=server.database, namespace="guard")
        for name in FILES:
            rows = [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
            started = time.perf_counter()
            judged = {row["id"]: await judge(store, row["query"]) for row in rows}
            each_ms = 1_000 * (time.perf_counter() - started) / len(rows)
            planned = {id: refused for id, refused in judged.items() if refused is not None}
            is_write = name.startswith("writes")
            wrong = {id: refused for id, refused in planned.items() if bool(refused) != is_write}
            floor = len(planned) if is_write else 0
            print_metric(f"{name}: refused by its plan", sum(map(bool, planned.values())), len(planned), str(floor))
            print_metric(f"{name}: no Cypher of this release", len(rows) - len(planned), len(rows))
            print_metric(f"{name}: ms a statement", each_ms, len(rows))
            for id, refused in wrong.items():
                print(f"# {id}: {refused or 'let through'}")


async def judge(store: GraphStore, query: str) -> str | None:
    """Return why layer 2 refuses a statement, "" where it lets it through, None where the server reads no Cypher."""
    try:
        return (await explain_foreign(store, query)).refused
    except StatementWrong:
        return None


if __name__ == "__main__":
    main()
