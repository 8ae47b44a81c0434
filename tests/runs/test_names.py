"""Names link texts whatever arrives first: the same sources give the same graph in every order."""

import random
from dataclasses import replace
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text, duplicates, node_set, reading, relationship_set, rows_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.add import AddResult, add_readings
from agent.record import arrival_of, record_arrivals
from agent.record.names import link_names
from agent.record.sources import passage_rows
from graph.store import GraphStore
from retrievers.memory import search_memory
from retrievers.split import split_passages

Texts = list[tuple[str, str]]


async def add(store: GraphStore, texts: Texts, **changes: Any) -> list[AddResult]:
    readings = [reading(text, name=f"{i}-{title}", title=title, **changes) for i, (title, text) in enumerate(texts)]
    return [r async for r in add_readings(store, None, readings)]


async def mentions(store: GraphStore) -> set[tuple[str, str, str]]:
    """Which source's text mentions which name, and the words at the stored offsets."""
    rows = await rows_of(
        store,
        "MATCH (s:Source)-[:HAS_VERSION]->(:SourceVersion)-[:HAS_PASSAGE]->(p:Current)-[m:MENTIONS]->(e:Entity) "
        "WHERE p.namespace = $namespace RETURN s.title AS title, e.full_name AS name, "
        "substring(p.text, m.char_start - p.char_start, m.char_end - m.char_start) AS words",
    )
    return {(r["title"], r["name"], r["words"]) for r in rows}


async def embeddings(store: GraphStore) -> dict[str, list[float]]:
    """The vectors of each source's passages, by its title."""
    cypher = (
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->()-[:HAS_PASSAGE]->(p) "
        f"RETURN s.title AS title, p.`{store.vector_property}` AS vector"
    )
    return {row["title"]: list(row["vector"]) for row in await rows_of(store, cypher)}


HEAT = ("Heat (film)", "A film by Michael Mann.")
MANN = ("Michael Mann", "He directed HEAT, and  michael  Mann's brother did not. The heat of a day is no film.")


@pytest.mark.parametrize("texts", [[HEAT, MANN], [MANN, HEAT]])
async def test_a_text_is_linked_to_what_it_names_whichever_comes_first(store: GraphStore, texts: Texts) -> None:
    for text in texts:
        await add(store, [text])
    assert await mentions(store) == {
        ("Heat (film)", "Michael Mann", "Michael Mann"),
        ("Michael Mann", "Heat (film)", "HEAT"),
    }


async def test_a_longer_name_that_comes_later_takes_the_place_of_the_shorter(store: GraphStore) -> None:
    await add(store, [("New York", "A state."), ("note", "It lies in New York City, not elsewhere.")])
    assert await mentions(store) == {("note", "New York", "New York")}
    await add(store, [("New York City", "A city.")])
    assert await mentions(store) == {("note", "New York City", "New York City")}


@pytest.mark.parametrize("title", ["The", "1984", "X", "one two three four five six seven eight nine"])
async def test_what_is_no_name_links_nothing(store: GraphStore, title: str) -> None:
    await add(store, [(title, "Something."), ("note", f"In the year of {title}, the x was one two three.")])
    assert await mentions(store) == set()


async def test_names_of_scripts_without_spaces_are_found_inside_a_sentence(store: GraphStore) -> None:
    await add(store, [("n1", "我住在北京大学附近。"), ("n2", "เขาอยู่กรุงเทพมหานครนาน"), ("n3", "그는 서울에 산다.")])
    await add(store, [("北京", "首都。"), ("北京大学", "大学。"), ("กรุงเทพ", "เมืองหลวง"), ("서울", "수도이다.")])
    found = {("n1", "北京大学", "北京大学"), ("n2", "กรุงเทพ", "กรุงเทพ"), ("n3", "서울", "서울")}
    assert await mentions(store) >= found
    assert not {m for m in await mentions(store) if m[:2] == ("n1", "北京")}


async def test_a_new_title_of_a_source_is_what_it_is_found_by(store: GraphStore) -> None:
    first = [reading("The plant at the fjord.", name="a", title="Skerra")]
    second = [reading("The plant at the fjord, renamed.", name="a", title="Vik plant")]
    assert [r.outcome async for r in add_readings(store, None, first)] == ["added"]
    assert [r.outcome async for r in add_readings(store, None, second)] == ["new_version"]
    rows = await rows_of(
        store, "MATCH (s:Source {namespace: $namespace})-[:TITLED]->(e) RETURN e.full_name AS name, s.lead AS lead"
    )
    current = await rows_of(store, "MATCH (p:Current {namespace: $namespace}) RETURN p.key AS key")
    assert [(r["name"], r["lead"]) for r in rows] == [("Vik plant", current[0]["key"])]


async def test_a_new_title_of_the_same_text_is_what_it_is_found_by(open_store: Any) -> None:
    store = await open_store()
    note = reading("They met at Vik plant, once Skerra.", name="b", title="note")
    old, new = (reading("The plant at the fjord.", name="a", title=title) for title in ("Skerra", "Vik plant"))
    new = replace(new, published_at="2024-05-01", published_precision="day")
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), [old, note])] == ["added", "added"]
    before = await embeddings(store)
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), [new, note])] == ["unchanged"] * 2
    assert await mentions(store) >= {("note", "Vik plant", "Vik plant")}
    assert [(h.title, h.published_at) for h in (await search_memory(store, ["fjord"], None)).hits[0][:1]] == [
        ("Vik plant", "2024-05-01")
    ]
    after = await embeddings(store)
    assert (len(after), before["note"] == after["note"], before["Skerra"] == after["Vik plant"]) == (2, True, False)
    writes = store.written.relationships_created, store.written.nodes_created
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), [new, note])] == ["unchanged"] * 2
    assert (store.written.relationships_created, store.written.nodes_created) == writes


async def test_a_source_of_an_earlier_release_gets_its_names_when_it_is_added_again(store: GraphStore) -> None:
    text = "Krankenversicherungen in Michael Mann's Land."
    await add_text(store, text, name="0-note", title="note", language="de")
    await rows_of(store, "MATCH (p:Passage {namespace: $namespace}) REMOVE p.search_grams")
    await rows_of(store, "MATCH (s:Source {namespace: $namespace})-[t:TITLED]->(e) DELETE t, e")
    await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) REMOVE v.linked")
    await add(store, [("other", "Nothing."), MANN])
    again = [r async for r in add_readings(store, None, [reading(text, name="0-note", title="note", language="de")])]
    assert [r.outcome for r in again] == ["unchanged"]
    assert ("note", "Michael Mann", "Michael Mann") in await mentions(store)
    rows = await rows_of(store, "MATCH (p:Passage {namespace: $namespace, language: 'de'}) RETURN p.search_grams AS g")
    assert "versi" in rows[0]["g"].split()
    before = store.written.relationships_created
    assert (await add(store, [("other", "Nothing.")]))[0].outcome == "unchanged"
    assert store.written.relationships_created == before


async def test_what_nearly_everything_mentions_is_a_hub_and_keeps_no_mentions(store: GraphStore) -> None:
    async def arrive(title: str, text: str) -> None:
        arrival = arrival_of(reading(text, name=title, title=title), store.namespace)
        await record_arrivals(
            store, [arrival], passage_rows(arrival, split_passages(text, (), "en"), store.namespace), None
        )
        await link_names(store, [arrival.version], hub=3)

    await arrive("Skerra", "A fjord.")
    for i in range(3):
        await arrive(f"note {i}", "The plant lies at the Skerra fjord.")
    assert len(await mentions(store)) == 3
    await arrive("a late note", "Skerra is cold.")
    assert await mentions(store) == set()
    await arrive("a later note", "Skerra is colder.")
    assert await mentions(store) == set()


PIECES = [
    "New York", "York", "New York City", "City Hall", "Schindler’s List", "Schindler's", "list", "U.S. Route 66",
    "route", "the", "北京", "北京大学", "東京", "AT&T", "node.js", "Node", "O'Brien", "naïve", "Straße", "66",
]  # fmt: skip
TITLES = ["New York", "York", "New York City", "City Hall", "Schindler's List", "Schindler", "U.S. Route 66", "Route",
          "北京", "北京大学", "AT&T", "Node", "node.js", "Brien", "Straße", "NEW YORK", "York (city)"]  # fmt: skip


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sources=st.lists(
        st.tuples(
            st.sampled_from(TITLES),
            st.lists(st.sampled_from(PIECES), min_size=1, max_size=6),
            st.sampled_from([" ", ", ", "; in ", "'s "]),
        ),
        min_size=2,
        max_size=8,
    ),
    seed=st.integers(0, 1_000),
    group=st.integers(1, 3),
)
async def test_the_order_of_arrival_changes_nothing(open_store: Any, sources: Any, seed: int, group: int) -> None:
    texts = [
        reading(joint.join(pieces) + ".", name=f"{i}", title=title, language="en")
        for i, (title, pieces, joint) in enumerate(sources)
    ]
    graphs: list[Any] = []
    namespace = f"order{random.getrandbits(60):x}"
    for order in (texts, random.Random(seed).sample(texts, len(texts))):
        store = await open_store(namespace)
        for start in range(0, len(order), group):
            _ = [r async for r in add_readings(store, None, order[start : start + group])]
        assert await duplicates(store) == []
        graphs.append((await node_set(store), await relationship_set(store)))
        await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
    assert graphs[0] == graphs[1]
