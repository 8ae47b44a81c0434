"""One origin, however many addresses and files: whatever is stored is compared, in any order, at any time."""

import asyncio
import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import node_set, reading, rows_of
from reports import report_of

from agent.add import add_readings
from agent.build import App
from agent.report.render import render_json, render_markdown
from agent.report.view import ReportView
from agent.research import research
from agent.settings import Settings
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


async def ask(store: GraphStore, question: str = "What will the Skerra plant cost?") -> ReportView:
    app = App(Settings(), store, FakeEmbedder(), (), None)
    assert [event async for event in research(question, app, run_key="r1")][-1].event == "reported"
    return await report_of(store)


TITLE = "Tidal turbines and the eels of the Skerra sound: a ten-year study"


async def test_one_study_at_a_journal_a_preprint_server_an_index_and_a_mirror_is_one_source_and_one_entry(
    store: GraphStore,
) -> None:
    """R10: the index page has the abstract alone, the preprint other words here and there, the mirror broken lines."""
    doi = "doi:10.5555/skerra.7"
    abstract = STORY.partition("In year 45")[0]
    study = [
        story("http://journal.example/doi/10.5555/skerra.7", f"{TITLE}\n{doi}\n{STORY}", title=TITLE),
        story("http://preprints.example/2025.7v2", f"{TITLE}\n{REWORDED}", title=f"{TITLE} | Preprints"),
        story("http://index.example/r/99", f"{TITLE}\n{doi}\n{abstract}", title=TITLE, publisher="Index of Papers"),
        story("http://mirror.example/skerra.pdf", f"{TITLE} {STORY}".replace(" and ", " and\n"), title="skerra.pdf"),
    ]
    await add(store, *study)
    assert await groups_of(store) == {ids(study)}
    works = await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN DISTINCT s.work_group AS work")
    assert len(works) == 1
    assert works[0]["work"] is not None
    view = await ask(store)
    assert {one.origins for one in view.statements if one.origins} == {1}
    text = render_markdown(view)
    assert "one independent origin" in text
    assert text.split("## Sources")[1].count("\n- [") == 1, "one entry, the others as its alternates"
    assert len(view.sources[0].alternates) == 3


async def test_an_agency_story_reworded_on_one_of_five_sites_is_one_entry_with_alternates(store: GraphStore) -> None:
    words = STORY.split()
    reworded = " ".join("told" if at % 20 == 13 and word.isalpha() else word for at, word in enumerate(words))
    assert COST in reworded
    assert reworded != STORY
    sites = [story(f"http://{host}.example/skerra", reworded if host == "d" else STORY) for host in "abcde"]
    await add(store, *sites)
    assert await groups_of(store) == {ids(sites)}
    view = await ask(store)
    text = render_markdown(view)
    assert "one independent origin" in text
    assert text.split("## Sources")[1].count("\n- [") == 1
    shown = json.loads(json.dumps(render_json(view)))
    assert len(shown["sources"][0]["alternates"]) == 4


async def test_two_owners_who_say_it_in_their_own_words_are_two_and_who_follows_one_of_them_is_none_more(
    store: GraphStore,
) -> None:
    treasurer = f"{COST} The council agreed to it in May after a long debate about the harbour."
    paper = (
        "Cost of the Skerra plant: it will be 48 million crowns, wrote the engineers who surveyed the sound last year."
    )
    echo = "Readers asked. The cost of the Skerra plant is 48 million crowns, according to the Treasurer of Tornholm."
    await add(
        store,
        story("t.md", treasurer, publisher="Treasurer of Tornholm"),
        story("p.md", paper, publisher="Hallvik Institute"),
        story("e.md", echo, publisher="Sound Gazette"),
    )
    view = await ask(store)
    led = next(one for one in view.statements if one.section == "summary" and one.kind == "factual")
    assert led.origins == 2
    assert set(led.owners) == {"Treasurer of Tornholm", "Hallvik Institute"}
    assert {one.source_id for one in view.sources if one.is_primary} == {"t.md"}
    shown = json.loads(json.dumps(render_json(view)))
    assert {one["origins"] for one in shown["statements"] if one["kind"] == "factual"} == {2}
    assert [one["is_primary"] for one in shown["sources"]].count(True) == 1
    assert ", 2 independent origins" in render_markdown(view)
    claim = led.claims[0]
    (row,) = [
        row for row in await store.read("origins_of_claim", claim=claim) if row["source"] == led.citations[0].source
    ]
    assert row["title"]
