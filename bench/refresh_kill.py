"""kill -9 at points of a `refresh`, then the same again: is the graph the undisturbed one, is a page asked for twice?

    python -m bench.refresh_kill [--points 8] [--seed 1]

Nine pages with eighteen checked claims on a scripted site on loopback, read by the real fetcher: a third have another
text, a third are unchanged by their server's word, a third are sent again. A point is a count, so that every kill meets
a running process: of lines that were told, or of requests that arrived. Nodes and relationships with their properties,
times apart, are compared with an undisturbed refresh's.
"""

import argparse
import asyncio
import random
import sys
from pathlib import Path

from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server.status import ServerStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tests.fakes import FakeEmbedder
from tests.refresh_kill import open_refresh_scene


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="kill -9 during a refresh")
    parser.add_argument("--points", type=int, default=8, help="how many kills")
    parser.add_argument("--seed", type=int, default=1)
    add_server_options(parser)
    options = parser.parse_args()
    with bench_server(options.home, "refresh-kill", keep=options.keep, fresh=True, version=options.neo4j) as server:
        print_state(server.version)
        asyncio.run(measure(server, options.points, random.Random(options.seed)))


async def measure(server: ServerStatus, points: int, chance: random.Random) -> None:
    """Take the undisturbed graph, then kill at so many points, refresh again and compare."""
    equal = struck = doubled = twice = 0
    async with (
        bench_store(server, "refreshkill", FakeEmbedder().info) as store,
        open_refresh_scene(store, server) as scene,
    ):
        await scene.prepare()
        whole = await scene.run_to_end()
        expected = await scene.left()
        for number, point in enumerate(whole.points(points, chance), 1):
            await scene.prepare()
            was_running = await scene.run_and_kill(point)
            struck += was_running
            written = await scene.written()
            scene.site.asked.clear()
            await scene.run_to_end()
            again = [path for path in scene.asked() if path in written]
            after = await scene.left()
            equal += after.is_graph_of(expected)
            doubled += after.doubled
            twice += len(again)
            late = "" if was_running else " (at its end)"
            say(
                f"{number} of {points}: killed at {point.at} {point.number}{late}, {len(written)} pages written; then "
                f"{after.tell_against(expected)}, {len(again)} asked for twice"
            )
    print_metric("refresh killed: graph equal after", equal, points, f"= {points}")
    print_metric("refresh killed: duplicates", doubled, points, "= 0")
    print_metric("refresh killed: written pages asked again", twice, points, "= 0")
    print_metric("refresh killed while it was running", struck, points, f"= {points}")


if __name__ == "__main__":
    main()
