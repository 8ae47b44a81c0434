"""What a claim is about: the things that its words name, in whatever order texts, names and claims arrive."""

from typing import Any

import pytest
from claims_made import claim_on
from conftest import OpenStore
from graphs import add_text, rows_of
from hypothesis import given
from hypothesis import strategies as st

from agent.record.about import MOST, about_of
from graph.store import GraphStore

PLANET, ELEMENT, SINGER, POISON = "Mercury (planet)", "Mercury (element)", "Freddie Mercury", "Mercury poisoning"
NAMESAKES = {"p": PLANET, "e": ELEMENT, "f": SINGER, "x": POISON}


@pytest.mark.parametrize(
    ("text", "titled", "expected"),
    [
        ("Freddie Mercury sang for Queen.", (), ["f"]),
        ("Mercury poisoning harms the nerves.", (), ["x"]),
        ("Mercury is the closest to the Sun.", ("p",), ["p"]),
        ("Mercury is liquid at room temperature.", ("e",), ["e"]),
        ("Mercury was named by the ancients.", (), []),
        ("It has no moon.", ("p",), ["p"]),
        ("Freddie Mercury owned a mercury thermometer.", ("e",), ["f", "e"]),
        ("Quicksilver is dense.", (), []),
    ],
)
def test_a_name_that_several_things_share_means_the_one_that_the_source_is_about_or_none(
    text: str, titled: tuple[str, ...], expected: list[str]
) -> None:
    assert about_of(text, NAMESAKES, {key: NAMESAKES[key] for key in titled}) == expected


def test_the_thing_of_exactly_that_name_comes_before_its_namesakes() -> None:
    assert about_of("Mercury shone.", {**NAMESAKES, "m": "Mercury"}, {}) == ["m"]


@given(st.lists(st.sampled_from("abcdefghij"), max_size=60))
def test_a_claim_is_about_each_thing_once_and_about_few(words: list[str]) -> None:
    names = {f"k{i}{c}": f"thing {c}{i}" for i in range(5) for c in "abcdefghij"}
    found = about_of(" and ".join(f"thing {c}{i % 5}" for i, c in enumerate(words)), names, {})
    assert len(set(found)) == len(found) <= MOST


async def about(store: GraphStore) -> set[tuple[Any, Any]]:
    rows = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})-[:ABOUT]->(e:Entity) RETURN c.text AS claim, e.full_name AS name",
    )
    return {(row["claim"], row["name"]) for row in rows}


async def test_claims_are_about_what_they_name_whether_the_name_came_before_or_after(open_store: OpenStore) -> None:
    said = "Tornholm Energy pays for the Skerra plant. The work began in May."
    claim = "Tornholm Energy pays for the Skerra plant."
    told: list[set[tuple[Any, Any]]] = []
    for late in (False, True):
        store = await open_store()
        if not late:
            await add_text(store, "It sells power.", name="t.md", title="Tornholm Energy")
        version = await add_text(store, said, name="minutes.md", title="Council minutes")
        await claim_on(store, claim, version, said, claim)
        if late:
            await rows_of(store, "CALL db.awaitIndexes(60)")
            await add_text(store, "It sells power.", name="t.md", title="Tornholm Energy")
        told.append(await about(store))
    assert told[0] == told[1] == {(claim, "Tornholm Energy"), (claim, "Council minutes")}


async def test_a_namesake_that_arrives_later_takes_a_claim_from_nobody_who_titles_its_source(store: GraphStore) -> None:
    near, named = "Mercury is near the Sun.", "Mercury was watched in 1610."
    version = await add_text(store, near, name="p.md", title=PLANET)
    await claim_on(store, near, version, near, near)
    other = await add_text(store, named, name="log.md", title="A night log")
    await claim_on(store, named, other, named, named)
    assert await about(store) == {(near, PLANET), (named, PLANET), (named, "A night log")}
    await rows_of(store, "CALL db.awaitIndexes(60)")
    await add_text(store, "It is a liquid metal.", name="e.md", title=ELEMENT)
    assert await about(store) == {(near, PLANET), (named, "A night log")}
