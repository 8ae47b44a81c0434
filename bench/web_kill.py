"""kill -9 at random points of a run on the live web with a model, then going on: is the graph the undisturbed one?

    python -m bench.web_kill [--points 20] [--seed 1]

Search, model and pages are scripted servers on loopback, spoken to by the real SDKs and the real fetcher. A point is a
count, so that every kill meets a running process: of events that were told, or of requests that arrived, where the
request that makes it is on its way at the kill. Afterwards nodes and relationships with their properties, times and
digits of scores apart, are compared with an undisturbed run's, and the requests to search and models are counted.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tests.fakes import FakeEmbedder
from tests.web_kill import open_scene

AT_ONCE = 4
"""Requests that can be on their way at a kill: searches of a round, or the model's calls."""


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="kill -9 during a run on the live web")
    parser.add_argument("--points", type=int, default=20, help="how many kills")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "web-kill", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.points, random.Random(options.seed)))


async def measure(server: ServerStatus, points: int, chance: random.Random) -> None:
    """Take the undisturbed graph, then kill at so many points, go on and compare."""
    equal = struck = doubled = metered = most = 0
    with tempfile.TemporaryDirectory(prefix="claimgraph-web-kill-") as folder:
        async with (
            bench_store(server, "webkill", FakeEmbedder().info) as store,
            open_scene(store, server, Path(folder) / "home") as scene,
        ):
            await scene.wipe()
            await scene.run_to_end()
            await scene.wipe()
            whole = await scene.run_to_end()
            expected = await scene.outcome()
            print_metric("undisturbed, plan to end: s", whole.seconds, 1)
            for number, point in enumerate(whole.points(points, chance), 1):
                await scene.wipe()
                was_running = await scene.run_and_kill(point)
                struck += was_running
                await scene.run_to_end()
                after = await scene.outcome()
                equal += after.is_graph_of(expected)
                doubled += after.doubled
                metered += after.used == expected.used
                again = sum(count - 1 for count in scene.requests.values())
                most = max(most, again)
                late = "" if was_running else " (at its end)"
                say(
                    f"{number} of {points}: killed at {point.at} {point.number}{late}; "
                    f"then {after.tell_against(expected)}, {again} requests again"
                )
    print_metric("web run killed: graph equal after", equal, points, f"= {points}")
    print_metric("web run killed: duplicates", doubled, points, "= 0")
    print_metric("web run killed: meter as undisturbed", metered, points, f"= {points}")
    print_metric("web run killed: most paid requests again", most, points, f"<= {AT_ONCE}")
    print_metric("web run killed while it was running", struck, points, f"= {points}")


if __name__ == "__main__":
    main()
