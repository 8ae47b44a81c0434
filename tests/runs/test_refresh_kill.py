"""kill -9 of a refresh, then the same again: the undisturbed graph, nothing twice, no written page asked for again."""

import pytest
from conftest import OpenStore
from killing import Point
from refresh_kill import open_refresh_scene

from graph.server import ServerStatus


@pytest.mark.server
async def test_a_killed_refresh_is_ended_by_the_same_command_without_reading_again_what_is_written(
    open_store: OpenStore, neo4j_server: ServerStatus
) -> None:
    store = await open_store()
    async with open_refresh_scene(store, neo4j_server) as scene:
        await scene.prepare()
        whole = await scene.run_to_end()
        expected = await scene.left()
        assert (whole.lines, whole.requests, len(scene.asked())) == (10, 9, 9)
        for point in (Point("line", 4), Point("request", 7)):
            await scene.prepare()
            assert await scene.run_and_kill(point), f"it had ended before {point}"
            written = await scene.written()
            scene.site.asked.clear()
            await scene.run_to_end()
            assert not written & set(scene.asked())
            assert await scene.left() == expected
