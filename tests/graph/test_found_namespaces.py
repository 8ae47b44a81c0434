"""Every namespace of a graph is found, by pages of several indexes of which none holds them all."""

import os
from collections.abc import Mapping
from typing import Any

from conftest import OpenStore
from graphs import add_text
from hypothesis import given
from hypothesis import strategies as st

from agent.exchange.write import find_namespaces
from graph.namespaces import complete_names

INDEX = st.lists(st.sampled_from("abcdefgh")).map(sorted)


def pages_of(indexes: list[list[str]], after: str, limit: int) -> list[Mapping[str, Any]]:
    """What the server would return: a page of the entries of each index."""
    read = [[name for name in index if name > after][:limit] for index in indexes]
    return [
        {"names": list(dict.fromkeys(page)), "last": max(page, default=None), "more": len(page) == limit}
        for page in read
    ]


@given(indexes=st.lists(INDEX, min_size=1, max_size=4), limit=st.integers(1, 5))
def test_every_namespace_is_found_once_and_in_order_however_long_a_page_is(
    indexes: list[list[str]], limit: int
) -> None:
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        names, after = complete_names(pages_of(indexes, after, limit))
        found += names
    assert found == sorted({name for index in indexes for name in index})


async def test_a_namespace_is_found_behind_one_that_holds_more_than_a_page(open_store: OpenStore) -> None:
    before = f"found{os.getpid()}"
    stores = [await open_store(f"{before}{letter}") for letter in "ab"]
    for store, texts in zip(stores, (3, 1), strict=True):
        for n in range(texts):
            await add_text(store, f"The plant is {n}.", name=f"{n}.md")
    read = await stores[0].read("next_namespaces", after=before, limit=2)
    assert complete_names(read) == ([stores[0].namespace], stores[0].namespace)
    assert [store.namespace in await find_namespaces(stores[0]) for store in stores] == [True, True]
