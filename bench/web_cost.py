"""What a run on the live web costs by itself: CPU for a question of 20 pages, and wall time over its longest chain.

    python -m bench.web_cost [--repeat 3]

Search, model and pages are scripted servers on loopback in another process than the run. CPU is the run's own between
its plan and its report, without embeddings (which the FakeEmbedder of the tests would distort) and without the server.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tests.fakes import FakeEmbedder
from tests.web_kill import Scene, open_scene
from tests.webs import article, finds

PARTS = {
    f"What will the {name} plant cost?": f"The {name} plant will cost {n + 40} million crowns."
    for n, name in enumerate(("Skerra", "Tornholm", "Hallvik", "Nordline"))
}
PAGES_A_PART, CHARACTERS = 5, 50_000
OPTIONS = {"new_pages": PAGES_A_PART, "bare": True, "budget": {"extractions": 20}}


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="CPU of a run on the live web")
    parser.add_argument("--repeat", type=int, default=3)
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "web-cost", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.repeat))


async def measure(server: ServerStatus, repeat: int) -> None:
    """Run the same question several times on an empty graph."""
    cpu: list[float] = []
    wall: list[float] = []
    with tempfile.TemporaryDirectory(prefix="claimgraph-web-cost-") as folder:
        async with (
            bench_store(server, "webcost", FakeEmbedder().info) as store,
            open_scene(store, server, Path(folder) / "home", parts=PARTS, latency_s=0.0) as scene,
        ):
            fill(scene)
            for _ in range(repeat):
                await scene.wipe()
                lines = await run(scene)
                read = [line for line in lines if line["event"] == "read"]
                cpu.append(lines[-1]["cpu_s"] - lines[0]["cpu_s"])
                wall.append(lines[-1]["wall_s"] - lines[0]["wall_s"])
                say(f"{len(read)} pages read, ended as {lines[-1]['data']['state']}")
    print_metric("CPU, plan to report, 20 pages of 50 kB: s", median(cpu), repeat, "<= 1.0")
    print_metric("wall, the same: s", median(wall), repeat)


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


async def run(scene: Scene) -> list[dict[str, Any]]:
    """Run once and return the lines of its events."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parents[1] / "tests" / "web_process.py"),
        scene.given(question=" ".join(PARTS), options=OPTIONS),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return [json.loads(line) for line in out.decode().splitlines()]


if __name__ == "__main__":
    main()
