"""A run without a model that stops, meets another one or sees its evidence change: one graph comes of it."""

import asyncio
from typing import Any

import pytest
from dossier_runs import app_of, ask
from fakes import FakeEmbedder
from graphs import add_text, duplicates, node_set, relationship_set, rows_of, without_scores
from reports import report_of

from agent.draft import DraftStatement
from agent.gather import gather
from agent.record.runs import RunRecorder
from agent.report.render import render_markdown
from agent.research import research
from agent.route import route_by_rules
from graph.store import GraphStore

SMALL = {
    "council.md": "The Skerra plant will cost 48 million crowns. The council met on Tuesday.",
    "courier.md": "The Skerra plant will cost 61 million crowns, the treasurer said.",
    "grid.md": "The Skerra plant will open in June 2028. The cable comes first.",
    "tea.md": "Green tea is brewed at eighty degrees.",
}
SMALL_QUESTION = "What will the Skerra plant cost and when will it open?"
OLD, NEW = "The Skerra plant costs 48 million crowns.", "The Skerra plant costs 93 million crowns."


async def fill_small(store: GraphStore) -> None:
    """Leave nothing but the small texts in the namespace."""
    await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
    for name, text in SMALL.items():
        await add_text(store, text, name=name)


async def _events(store: GraphStore, question: str, until: str) -> tuple[Any, list[Any]]:
    """Start a run and stop reading it after one event, as a slow process would."""
    running = research(question, app_of(store), run_key="r1")
    seen: list[Any] = []
    async for event in running:
        seen.append(event)
        if event.event == until:
            break
    return running, seen


@pytest.fixture(scope="module")
async def undisturbed(open_store: Any) -> tuple[GraphStore, set[Any], set[Any]]:
    """A store with the nodes and relationships that a run which nothing stopped left there."""
    store = await open_store()
    await fill_small(store)
    await ask(store, SMALL_QUESTION)
    return store, await node_set(store), await relationship_set(store)


@pytest.mark.parametrize("stop_after", ["planned", "searched", "extracted", "drafted", "verified"])
async def test_a_run_that_stopped_anywhere_goes_on_to_the_graph_of_one_that_did_not(
    undisturbed: tuple[GraphStore, set[Any], set[Any]], stop_after: str
) -> None:
    store, nodes, relationships = undisturbed
    assert len(nodes) > 30
    await fill_small(store)
    running, _ = await _events(store, SMALL_QUESTION, stop_after)
    await running.aclose()
    await ask(store, SMALL_QUESTION)
    assert await duplicates(store) == []
    assert without_scores(await node_set(store)) == without_scores(nodes)
    assert without_scores(await relationship_set(store)) == without_scores(relationships)


async def test_a_run_that_goes_on_takes_its_searches_from_the_graph(store: GraphStore) -> None:
    await fill_small(store)
    running, _ = await _events(store, SMALL_QUESTION, "searched")
    await running.aclose()
    await add_text(store, "The Skerra Sound tidal plant will cost 99 million crowns.", name="later.md")
    events = await ask(store, SMALL_QUESTION)
    assert next(e.data["reused"] for e in events if e.event == "searched") is True
    text = render_markdown(await report_of(store))
    assert "48 million" in text
    assert "99 million" not in text


@pytest.mark.parametrize("moment", ["searched", "extracted", "drafted"])
async def test_what_is_superseded_while_a_run_cites_it_is_never_called_supported(
    moment: str, store: GraphStore
) -> None:
    await add_text(store, OLD)
    running, _ = await _events(store, "What does the Skerra plant cost?", moment)
    await add_text(store, NEW)
    _ = [event async for event in running]
    rows = await rows_of(
        store,
        "MATCH (v:SourceVersion {namespace: $namespace})-[:HAS_PASSAGE]->()<-[:QUOTES]-(ci)-[:FOR_CLAIM]->(c) "
        "RETURN v.state AS state, ci.verdict AS verdict, labels(ci) AS labels, c.status AS status, "
        "c.status_reason AS reason",
    )
    assert rows
    for row in rows:
        assert (row["state"], row["verdict"]) == ("superseded", "stale")
        assert (row["status"], row["reason"]) == ("unreviewed", "evidence_superseded")
        assert "Broken" in row["labels"]


async def test_two_processes_making_the_same_call_of_a_run_go_on_from_one_finding(store: GraphStore) -> None:
    await add_text(store, OLD)
    run = RunRecorder(store, "r1")
    await run.start("What does it cost?", mode="extractive", budgets={}, code_version="test")
    call = route_by_rules([(1, "Skerra plant cost")], limit=5, round_=1)[0]
    first = await gather(store, FakeEmbedder(), run, call, round_=1, taken={})
    await add_text(store, "The Skerra plant has a cost.", name="other.md")
    relationships = await relationship_set(store)
    second = await gather(store, FakeEmbedder(), run, call, round_=1, taken={})
    assert (second.outcome, second.found) == (first.outcome, first.found)
    assert await relationship_set(store) == relationships


async def test_a_second_draft_of_a_round_does_not_mix_with_the_first(store: GraphStore) -> None:
    await add_text(store, OLD)
    await ask(store, "What does the Skerra plant cost?")
    nodes, relationships = await node_set(store), await relationship_set(store)
    other = [DraftStatement("summary", "connective", "Something else.", None, ()) for _ in range(9)]
    await RunRecorder(store, "r1").report(1, {"another": "header"}, other, [], {}, {})
    assert (await node_set(store), await relationship_set(store)) == (nodes, relationships)


async def test_a_run_that_came_to_its_end_is_not_marked_interrupted_by_a_second_start(store: GraphStore) -> None:
    await add_text(store, OLD)
    slow, _ = await _events(store, "What does the Skerra plant cost?", "drafted")
    await ask(store, "What does the Skerra plant cost?")
    with pytest.raises(asyncio.CancelledError):
        await slow.athrow(asyncio.CancelledError())
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.state AS state"))[0]
    assert run["state"] == "completed"
