"""One origin, however many addresses and files: whatever is stored is compared, in any order, at any time."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import node_set, reading, rows_of

from agent.add import add_readings
from graph.store import GraphStore
from retrievers.read import Reading

COST = "The Skerra plant will cost 48 million crowns."
STORY = " ".join(
    [COST, *(f"In year {n} the harbour of the sound saw {n * 7} ships and {n * 3} storms." for n in range(40, 70))]
)
OTHER = " ".join(f"A ferry of line {n} takes {n * 2} cars and {n * 5} people across." for n in range(30, 60))
REWORDED = STORY.replace("saw", "met", 8).replace("storms", "gales", 8)
SHORTENED = " ".join(STORY.split()[:150])


def story(name: str, text: str = STORY, **said: Any) -> Reading:
    if name.startswith("http"):
        said = {"kind": "web", "url": name, "locator": name.partition("://")[2], **said}
    return replace(reading(text, name=name), **said)


ADDED = [
    story("a.md"),
    story("b.md", REWORDED),
    story("http://c.example/x"),
    story("d.md", SHORTENED),
    story("e.md", OTHER),
]


async def add(store: GraphStore, *readings: Reading) -> None:
    assert not [r async for r in add_readings(store, FakeEmbedder(), readings) if r.outcome == "refused"]


async def groups_of(store: GraphStore) -> set[frozenset[str]]:
    rows = await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace}) "
        "RETURN coalesce(s.origin_group, s.key) AS origin, collect(s.source_id) AS sources",
    )
    return {frozenset(row["sources"]) for row in rows}


def ids(readings: Sequence[Reading]) -> frozenset[str]:
    return frozenset(one.source_id for one in readings)


async def test_one_story_in_files_and_on_the_web_is_one_origin_in_whatever_order_it_is_added(open_store: Any) -> None:
    expected = {ids(ADDED[:4]), ids(ADDED[4:])}
    graphs: list[set[tuple[Any, ...]]] = []
    for order in list(itertools.permutations(ADDED))[::29]:
        store = await open_store()
        for one in order:
            await add(store, one)
        assert await groups_of(store) == expected
    store = await open_store()
    await add(store, *ADDED)
    assert await groups_of(store) == expected, "all at once"
    graphs.append(await node_set(store))
    await add(store, *ADDED)
    assert await node_set(store) == graphs[0], "twice is once"


async def test_writers_at_once_leave_the_groups_that_one_writer_leaves(store: GraphStore) -> None:
    await asyncio.gather(*(add(store, one) for one in ADDED), *(add(store, one) for one in ADDED[::-1]))
    assert await groups_of(store) == {ids(ADDED[:4]), ids(ADDED[4:])}


async def test_a_source_that_says_something_else_now_leaves_its_origin_and_comes_back_with_its_text(
    store: GraphStore,
) -> None:
    first, second = story("a.md"), story("b.md", REWORDED)
    await add(store, first, second)
    assert await groups_of(store) == {ids([first, second])}
    await add(store, story("b.md", OTHER))
    assert await groups_of(store) == {ids([first]), ids([second])}
    assert not await rows_of(
        store, "MATCH (s:Source {namespace: $namespace}) WHERE s.origin_group IS NOT NULL RETURN s"
    )
    await add(store, second)
    assert await groups_of(store) == {ids([first, second])}


@pytest.mark.parametrize("lost", ["v.kin", "v.compared"])
async def test_a_source_of_an_earlier_release_is_grouped_when_it_is_added_again(store: GraphStore, lost: str) -> None:
    await add(store, ADDED[0], ADDED[1])
    await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v) SET s.origin_group = null, v.compared = null "
        f"REMOVE {lost}",
    )
    await add(store, ADDED[0], ADDED[1])
    assert await groups_of(store) == {ids(ADDED[:2])}
