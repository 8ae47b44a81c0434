"""What a run on the live web costs by itself: CPU for a question of 20 pages, and wall time over its longest chain.

    python -m bench.web_cost [--repeat 3] [--questions 20] [--seed 1]

Search, model and pages are scripted servers on loopback in another process than the run. CPU is the run's own between
its plan and its report, without embeddings (which the FakeEmbedder of the tests would distort) and without the server.
The chain is what the run must wait for after its plan when the servers take their time: of the requests that go out
together (searches, pages, parts that are written) the slowest, one group after another.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from bench.web_chain import SlowServers
from tests.fakes import FakeEmbedder
from tests.web_kill import Scene, open_scene
from tests.webs import article, finds

PARTS = {
    f"What will the {name} plant cost?": f"The {name} plant will cost {n + 40} million crowns."
    for n, name in enumerate(("Skerra", "Tornholm", "Hallvik", "Nordline"))
}
PAGES_A_PART, CHARACTERS = 5, 50_000
OPTIONS = {"new_pages": PAGES_A_PART, "bare": True, "budget": {"extractions": 20}}
CHAIN_OPTIONS = {"bare": True}


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="CPU of a run on the live web")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--questions", type=int, default=20, help="runs with slow servers")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "web-cost", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.repeat, options.questions, random.Random(options.seed)))


async def measure(server: ServerStatus, repeat: int, questions: int, chance: random.Random) -> None:
    """Run the same question several times on an empty graph: at once, for its parts, and with slow servers."""
    with tempfile.TemporaryDirectory(prefix="claimgraph-web-cost-") as folder:
        async with (
            bench_store(server, "webcost", FakeEmbedder().info) as store,
            open_scene(store, server, Path(folder) / "home", parts=PARTS, latency_s=0.0) as scene,
        ):
            fill(scene)
            await measure_cpu(scene, repeat)
            await measure_parts(scene, repeat)
            await measure_chain(scene, questions, chance)


async def measure_cpu(scene: Scene, repeat: int) -> None:
    """Print what 20 pages cost when nothing is waited for."""
    cpu: list[float] = []
    wall: list[float] = []
    statements: list[float] = []
    for _ in range(repeat):
        lines = await run(scene, OPTIONS)
        first, last = lines[0], lines[-1]
        read = [line for line in lines if line["event"] == "read" and line["data"]["outcome"] == "ok"]
        cpu.append(last["cpu_s"] - first["cpu_s"])
        wall.append(last["wall_s"] - first["wall_s"])
        statements.append((last["statements"] - first["statements"]) / max(1, len(read)))
        say(f"{len(read)} pages read, ended as {last['data']['state']}, {cpu[-1]:.2f} s")
    print_metric("web run of 20 pages of 50 kB: CPU, s", median(cpu), repeat, "<= 1.0")
    print_metric("web run of 20 pages of 50 kB: wall, s", median(wall), repeat)
    print_metric("web run: statements a page", median(statements), repeat)


async def measure_parts(scene: Scene, repeat: int) -> None:
    """Print which parts of the program that CPU goes to."""
    shares: Counter[str] = Counter()
    for _ in range(repeat):
        lines = await run(scene, {**OPTIONS, "cpu_parts": True})
        shares.update(lines[-1]["data"])
    for part, share in shares.most_common():
        print_metric(f"web run: share of CPU, {part}", share / repeat, repeat)


async def measure_chain(scene: Scene, questions: int, chance: random.Random) -> None:
    """Print how much longer runs take than what they must wait for, with two pages a query as by default."""
    slow = SlowServers(scene, PARTS, chance)
    ratios: list[float] = []
    for number in range(questions):
        slow.waits.clear()
        lines = await run(scene, CHAIN_OPTIONS)
        wall = lines[-1]["wall_s"] - lines[0]["wall_s"]
        ratios.append(wall / slow.chain_s)
        say(f"{number + 1} of {questions}: {wall:.2f} s, chain {slow.chain_s:.2f} s of {len(slow.waits)} requests")
    if ratios:
        print_metric("web run: wall over its longest chain", median(ratios), questions, "<= 1.2")
        print_metric("web run: wall over chain, worst", max(ratios), questions)


def fill(scene: Scene) -> None:
    """Give every part its pages, each about 50 kB of text of its own."""

    def found(sent: Any) -> Any:
        name = str(sent.body["query"]).split()[3]
        return finds(*(scene.site.url(f"/{name}{n}", f"{name.lower()}{n}.example.org") for n in range(PAGES_A_PART)))

    for number, (question, fact) in enumerate(PARTS.items()):
        name = question.split()[3]
        for n in range(PAGES_A_PART):
            sentence = (
                f"Part {{}} of log {number * PAGES_A_PART + n} tells of ships, of the weather at {name} and of nets."
            )
            filler = [" ".join(sentence.format(i * 7 + k) for k in range(7)) for i in range(CHARACTERS // 500)]
            scene.site.pages[f"/{name}{n}"] = article(
                fact if n == 0 else "Other harbours.", *filler, title=f"{name} {n}"
            )
    scene.find = found


async def run(scene: Scene, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Run once on an empty graph and return the lines of its events."""
    await scene.wipe()
    process = await scene.start(question=" ".join(PARTS), options=options)
    told, errors = await process.communicate()
    if process.returncode:
        raise SystemExit(f"the run ended with {process.returncode}: {errors.decode().strip()}")
    return [json.loads(line) for line in told.decode().splitlines()]


if __name__ == "__main__":
    main()
