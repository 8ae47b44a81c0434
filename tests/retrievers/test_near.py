"""The vector arm on a server whose index cannot filter: as exact as comparing everything, for small and large."""

from typing import Any

import numpy as np
import pytest
from conftest import LTS_VERSION
from fakes import FakeEmbedder
from graphs import reading, rows_of

from agent.add import add_readings
from graph.store import GraphStore
from retrievers.near import find_near

pytestmark = [
    pytest.mark.lts,
    pytest.mark.parametrize("open_store", [pytest.param(LTS_VERSION, id="5.26")], indirect=True),
]
SIZES = {"small": 40, "large": 400}
Stores = dict[str, tuple[GraphStore, list[str], Any]]


async def _fill(store: GraphStore, size: int) -> tuple[list[str], Any]:
    readings = [reading(f"Tidal plant {i} of bay {i % 7} near town {i % 11}.", name=f"p{i}.md") for i in range(size)]
    assert all([r.outcome == "added" async for r in add_readings(store, FakeEmbedder(), readings)])
    rows = await rows_of(
        store,
        "MATCH (p:Current) WHERE p.namespace = $namespace "
        f"RETURN p.key AS key, p.{store.vector_property} AS v ORDER BY key",
    )
    return [row["key"] for row in rows], np.array([row["v"] for row in rows])


@pytest.fixture(scope="module")
async def stores(open_store: Any) -> Stores:
    made: Stores = {}
    for name, size in SIZES.items():
        store = await open_store()
        made[name] = (store, *await _fill(store, size))
    return made


async def _queries() -> list[list[float]]:
    texts = [f"plant of bay {i} near town {i}" for i in range(6)]
    return (await FakeEmbedder().embed(texts, kind="query")).vectors.tolist()


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize(
    ("exact", "most"),
    [(5000, 5000), (10, 5000), (10, 40), (10, 1)],
    ids=["all compared", "by the index", "by the index, which gives too few", "by the index, which gives none"],
)
async def test_the_nearest_of_a_project_are_found_however_they_are_sought(
    stores: Stores, name: str, exact: int, most: int
) -> None:
    store, keys, vectors = stores[name]
    queries = await _queries()
    found = await find_near(store.read, queries, candidates=30, floor=0.0, exact=exact, most=most)
    for query, near in zip(queries, found, strict=True):
        true = np.sort((1 + vectors @ np.array(query)) / 2)[::-1][:30]
        assert len({key for key, _ in near}) == 30
        assert {key for key, _ in near} <= set(keys)
        if exact >= 5000:
            assert [score for _, score in near] == pytest.approx(true, abs=2e-3)
        # The index is approximate: it may miss one or two, and then gives the next ones.
        nearest = {keys[at] for at in np.argsort(-(vectors @ np.array(query)))[:30]}
        assert len(nearest & {key for key, _ in near}) >= 28


async def test_a_query_without_a_vector_finds_nothing_and_the_others_keep_their_place(stores: Stores) -> None:
    store, *_ = stores["small"]
    first, second, *_ = await _queries()
    for exact in (5000, 10):
        found = await find_near(store.read, [None, first, None, second], candidates=3, floor=0.0, exact=exact)
        assert [len(near) for near in found] == [0, 3, 0, 3]
        assert found[3] == (await find_near(store.read, [second], candidates=3, floor=0.0, exact=exact))[0]


async def test_what_is_below_the_floor_is_not_found(stores: Stores) -> None:
    store, _, vectors = stores["small"]
    query = (await _queries())[0]
    scores = (1 + vectors @ np.array(query)) / 2
    floor = float(np.median(scores))
    for exact in (5000, 10):
        near = (await find_near(store.read, [query], candidates=40, floor=floor, exact=exact))[0]
        assert len(near) == int((scores >= floor).sum())


async def test_all_queries_are_one_statement(stores: Stores) -> None:
    store, *_ = stores["large"]
    before = store.written.statements
    await find_near(store.read, [*await _queries()], candidates=30, floor=0.0)
    assert store.written.statements - before == 1


async def test_an_empty_project_finds_nothing(open_store: Any) -> None:
    store = await open_store()
    assert await find_near(store.read, await _queries(), candidates=30, floor=0.0) == [[]] * 6
