"""Layer 2 of the Cypher guard alone, on the reads and writes of data/cypher-guard: nothing is run, only planned.

    python bench/guard_plans.py --data FOLDER [--home FOLDER] [--version 5.26.30]

FOLDER is the data's; the server is the managed one of `--home`, of the release of its store. Prints a row a file and
what was decided against what must be; ends with 1 when a write was let through or a read refused.
"""

import argparse
import asyncio
import collections
import json
import logging
import sys
import time
from pathlib import Path

from graph.errors import StatementWrong
from graph.foreign import explain_foreign
from graph.server import LocalServer, ServerHome, ServerStatus
from graph.store import GraphStore, open_driver

FILES = {"reads": False, "tck_reads": False, "writes": True, "writes_without_effect": True}


async def judge(store: GraphStore, name: str, lines: list[str], *, must_refuse: bool) -> int:
    """Print what layer 2 decides on each statement of a file, and return how many it gets wrong."""
    said: collections.Counter[str] = collections.Counter()
    wrong: list[str] = []
    began = time.perf_counter()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        try:
            refused = (await explain_foreign(store, row["query"])).refused
        except StatementWrong as error:
            said["not Cypher of this release"] += 1
            print(f"  {row['id']}: {error}"[:200])
            continue
        said["refused" if refused else "allowed"] += 1
        if bool(refused) != must_refuse:
            wrong.append(f"{row['id']}: {refused or 'allowed'}")
    each_ms = 1000 * (time.perf_counter() - began) / len(rows)
    print(f"{name}: {len(rows)} statements, {dict(said)}, wrong {len(wrong)}, {each_ms:.1f} ms each")
    for line in wrong[:20]:
        print(f"  {line}")
    return len(wrong)


def main() -> int:
    """Judge all four files on one server."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--home", type=Path, required=True)
    arguments.add_argument("--version")
    given = arguments.parse_args()
    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # it tells of every unknown label
    texts: dict[str, list[str]] = {}
    for name in FILES:
        path = given.data / "cypher-guard" / f"{name}.jsonl"
        if not path.is_file():
            print(f"there is no {path}: nothing measured")
            return 2
        texts[name] = path.read_text(encoding="utf-8").splitlines()
    return asyncio.run(judge_all(LocalServer(ServerHome(given.home), version=given.version).start(), texts))


async def judge_all(server: ServerStatus, texts: dict[str, list[str]]) -> int:
    """Judge every file and return the exit code."""
    print(f"Neo4j {server.version}")
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        store = GraphStore(driver, database=server.database, namespace="guard")
        wrong = [await judge(store, name, lines, must_refuse=FILES[name]) for name, lines in texts.items()]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
