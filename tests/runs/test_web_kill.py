"""kill -9 of a run on the live web, then going on: the undisturbed graph, nothing twice, the meter continuous."""

from pathlib import Path

import pytest
from conftest import OpenStore
from killing import Point
from web_kill import open_scene

from graph.server import ServerStatus


@pytest.mark.server
async def test_a_killed_run_goes_on_to_the_undisturbed_graph_and_pays_for_nothing_twice(
    open_store: OpenStore, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    store = await open_store()
    async with open_scene(store, neo4j_server, tmp_path / "home") as scene:
        await scene.wipe()
        whole = await scene.run_to_end()
        expected = await scene.outcome()
        assert (expected.state, expected.used["rounds"]) == ("completed", 2)
        assert max(scene.requests.values()) == 1
        assert max(scene.reads.values()) == 1
        middle = Point("line", whole.lines // 2)
        for point in (Point("request", 4), middle, Point("request", whole.requests - 1)):
            await scene.wipe()
            assert await scene.run_and_kill(point), f"the run had ended before {point}"
            await scene.run_to_end()
            after = await scene.outcome()
            assert after.nodes == expected.nodes
            assert after.relationships == expected.relationships
            assert (after.doubled, after.used) == (0, expected.used)
            repeated = sum(count - 1 for count in scene.requests.values())
            assert repeated <= 4, "more was asked again than can have been on its way"
