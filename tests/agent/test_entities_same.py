"""Two names of one thing: proposed by a rule, accepted by a person, taken back, and everything is where it was."""

import asyncio
from typing import Any

import pytest
from claims_made import claim_on
from conftest import OpenStore
from graphs import add_text, node_set, relationship_set, rows_of
from hypothesis import given
from hypothesis import strategies as st

from agent.entities.decide import decide_same, groups_of, settle_names
from agent.entities.look import find_thing, list_entities, list_same
from agent.entities.propose import find_proposals
from agent.errors import LedgerUnclear, NotDecidable
from agent.ledger.read import Filters, read_ledger
from graph.errors import NodeNotFound
from graph.store import GraphStore
from retrievers.memory import search_memory
from retrievers.templates import TemplateResult, run_template, template_tools

IEA = "International Energy Agency"
TEXTS = {
    f"{IEA} (IEA)": "It was founded in 1974 in Paris.",
    "IEA": "It publishes the outlook each autumn.",
    "Energy news": f"The {IEA} (IEA) cut its forecast. Solar power grew by 24 percent.",
    "Mercury (planet)": "Mercury circles the Sun in 88 days.",
    "Mercury (element)": "Mercury boils at 357 degrees.",
    "Freddie Mercury": "Freddie Mercury sang for Queen.",
    "Mercury poisoning": "Mercury poisoning harms the nerves. Also known as: hydrargyria.",
}
TEMPLATES = {template.name: template for template in template_tools(None)}


@pytest.fixture(scope="module")
async def filled(open_store: OpenStore) -> GraphStore:
    store = await open_store()
    for at, (title, text) in enumerate(TEXTS.items()):
        version = await add_text(store, text, name=f"{at}.md", title=title)
        claim = text.partition(". ")[0].rstrip(".") + "."
        await claim_on(store, claim, version, text, claim)
    await rows_of(store, "CALL db.awaitIndexes(60)")
    return store


async def known(store: GraphStore, name: str) -> dict[str, Any]:
    """What a person is told of a thing in each place that follows accepted names."""
    template: dict[str, TemplateResult] = {
        one: await run_template(store, TEMPLATES[one], {"entity": name})
        for one in ("claims_about_entity", "sources_for_entity")
    }
    hits = (await search_memory(store, [f"What of {name}?"], None, arms=("walk",))).hits[0]
    ledger = await read_ledger(store, Filters(about=await find_thing(store, name)), limit=50)
    return {
        "claims": {row["text"] for row in template["claims_about_entity"].rows},
        "sources": {row["title"] for row in template["sources_for_entity"].rows},
        "ledger": {entry.text for entry in ledger.entries},
        "searched": {hit.title for hit in hits},
    }


async def test_only_what_texts_themselves_say_is_proposed_and_no_namesake(filled: GraphStore) -> None:
    found = await find_proposals(filled)
    again = await find_proposals(filled)
    assert (found.new, again.new, again.withdrawn) == (1, 0, 0)
    assert again.proposals == found.proposals
    rows = await list_same(filled, ["proposed"], limit=10)
    assert [{row["one_name"], row["other_name"]} for row in rows] == [{f"{IEA} (IEA)", "IEA"}]
    assert (rows[0]["method"], rows[0]["by"]) == ("abbreviation", "rule:abbreviation")


async def test_accepted_names_are_followed_everywhere_and_undone_all_is_where_it_was(filled: GraphStore) -> None:
    before = await known(filled, "IEA"), await known(filled, f"{IEA} (IEA)")
    nodes, joined = await node_set(filled), await relationship_set(filled)
    one, other = await find_thing(filled, "IEA"), await find_thing(filled, f"{IEA} (IEA)")
    assert TEXTS[f"{IEA} (IEA)"] not in before[0]["claims"]
    done = await decide_same(filled, one, other, "accepted", by="Ada")
    assert [set(names) for names in done.names] == [{"IEA", f"{IEA} (IEA)"}]
    after = await known(filled, "IEA")
    assert after["claims"] == before[0]["claims"] | before[1]["claims"]
    assert after["sources"] == before[0]["sources"] | before[1]["sources"]
    assert after["ledger"] >= {TEXTS["IEA"], TEXTS[f"{IEA} (IEA)"]}
    assert after["searched"] >= {"IEA", f"{IEA} (IEA)"} - before[0]["searched"]
    row = (await list_entities(filled, "IEA", limit=5))[0]
    assert row["aliases"] in (["IEA"], [f"{IEA} (IEA)"])
    assert (await find_proposals(filled)).proposals == ()
    await decide_same(filled, other, one, "undone", by="Ada")
    assert (await known(filled, "IEA"), await known(filled, f"{IEA} (IEA)")) == before
    assert await node_set(filled) == nodes
    changed = {row[:3] for row in joined ^ await relationship_set(filled)}
    assert changed <= {(min(one, other), "SAME_AS", max(one, other))}


async def test_namesakes_that_were_wrongly_called_the_same_are_apart_again_when_it_is_undone(
    filled: GraphStore,
) -> None:
    planet, element = "Mercury (planet)", "Mercury (element)"
    before = await known(filled, planet), await known(filled, element)
    assert before[0]["claims"] == before[0]["ledger"] == {TEXTS[planet]}
    assert before[1]["claims"] == before[1]["ledger"] == {TEXTS[element]}
    keys = await find_thing(filled, planet), await find_thing(filled, element)
    await decide_same(filled, *keys, "accepted", by="Bo")
    assert (await known(filled, planet))["claims"] == {TEXTS[planet], TEXTS[element]}
    await decide_same(filled, *keys, "undone", by="Ada")
    assert (await known(filled, planet), await known(filled, element)) == before
    said = [row for row in await list_same(filled, ["undone"], limit=10) if {row["one"], row["other"]} == set(keys)]
    assert [(row["by"], row["method"]) for row in said] == [("person:Ada", "person")]


async def test_of_three_names_the_two_that_are_still_joined_stay_so_when_one_is_taken_back(store: GraphStore) -> None:
    for name in ("Alpha Works", "Beta Works", "Gamma Works"):
        await add_text(store, f"It is {name.partition(' ')[0]}.", name=f"{name}.md", title=name)
    a, b, c = [await find_thing(store, name) for name in ("Alpha Works", "Beta Works", "Gamma Works")]
    await asyncio.gather(decide_same(store, a, b, "accepted", by="Ada"), decide_same(store, b, c, "accepted", by="Bo"))
    canonical = (
        "MATCH (e:Entity {namespace: $namespace}) "
        "RETURN e.key AS key, e.canonical_key AS is, e.aliases AS of ORDER BY key"
    )
    rows = await rows_of(store, canonical)
    assert {row["is"] for row in rows} == {min(a, b, c)}
    assert {len(row["of"]) for row in rows} == {2}
    assert await settle_names(store) == 0
    await rows_of(store, "MATCH (e:Entity {namespace: $namespace}) SET e.canonical_key = e.key, e.aliases = []")
    assert await settle_names(store) == 3
    assert await rows_of(store, canonical) == rows
    await decide_same(store, a, b, "undone", by="Ada")
    assert {row["key"]: row["is"] for row in await rows_of(store, canonical)} == {a: a, b: min(b, c), c: min(b, c)}
    with pytest.raises(NotDecidable, match="nothing to take back"):
        await decide_same(store, a, b, "undone", by="Ada")
    with pytest.raises(NotDecidable, match="give --as NAME"):
        await decide_same(store, a, b, "accepted", by=" ")
    with pytest.raises(NodeNotFound, match="claimgraph entities"):
        await decide_same(store, a, "entity.none", "accepted", by="Ada")
    with pytest.raises(LedgerUnclear, match="may be more than one"):
        await find_thing(store, "Works")


async def test_a_proposal_goes_when_a_namesake_comes_and_stays_undone_when_it_was_turned_down(
    store: GraphStore,
) -> None:
    for name in ("Skerra", "Skerra (island)", "Tornholm", "Tornholm (town)"):
        await add_text(store, "It lies in the north.", name=f"{name}.md", title=name)
    assert (await find_proposals(store)).new == 2
    await decide_same(store, await find_thing(store, "Tornholm"), await find_thing(store, "Tornholm (town)"),
                      "undone", by="Ada")  # fmt: skip
    await add_text(store, "It is a ship.", name="ship.md", title="Skerra (ship)")
    found = await find_proposals(store)
    assert (found.proposals, found.withdrawn) == ((), 1)
    assert [row["by"] for row in await list_same(store, ["proposed", "undone"], limit=9)] == ["person:Ada"]


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"))), st.randoms())
def test_groups_hold_each_name_once_whatever_the_order_of_the_words(pairs: list[tuple[str, str]], chance: Any) -> None:
    groups = groups_of("abcdef", pairs)
    assert sorted(key for group in groups for key in group) == list("abcdef")
    mixed = [pair if chance.random() < 0.5 else pair[::-1] for pair in chance.sample(pairs, len(pairs))]
    assert groups_of("abcdef", mixed) == groups
    assert all(any({a, b} <= set(group) for group in groups) for a, b in pairs)
