"""A run with a model that meets its budget, loses its model or stops: nothing is lost, nothing paid for twice."""

import json
from typing import Any

import pytest
from fakes import FakeEmbedder, ScriptedModel
from graphs import duplicates, node_set, relationship_set, rows_of, without_scores
from model_runs import QUESTION, ask, fill, whole_run
from reports import report_of

from agent.budget import Budget
from agent.build import App
from agent.errors import RunConflict
from agent.llm import ModelUnavailable
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 4])
async def test_a_budget_of_calls_ends_with_a_report_wherever_it_is_met(calls: int, store: GraphStore) -> None:
    await fill(store)
    model = whole_run()
    events = await ask(store, model, budget=Budget(calls=calls, reserve=0.0))
    assert len(model.asked) == calls
    assert events[-1].event == "reported"
    assert events[-1].data["stopped_by"] == "budget"
    view = await report_of(store)
    assert view.stopped_by == "budget"
    assert any(f"calls limit of {calls} reached" in note for note in view.notes)
    assert all(s.status != "supported" or s.citations for s in view.statements)
    if calls == 4:  # written and reviewed, the judge not asked
        assert {s.status for s in view.statements if s.kind == "factual"} == {"supported", "unreviewed"}


async def test_a_part_of_the_budget_is_kept_for_the_judge(store: GraphStore) -> None:
    await fill(store)
    model = whole_run()
    await ask(store, model, budget=Budget(calls=5, reserve=0.2))
    model.done()


async def test_tokens_are_counted_before_they_are_spent(store: GraphStore) -> None:
    await fill(store)
    model = whole_run()
    events = await ask(store, model, budget=Budget(tokens=1_000))
    assert model.asked == []
    assert events[-1].data == {**events[-1].data, "state": "no_evidence", "stopped_by": "budget"}


async def test_failed_attempts_count_too(store: GraphStore) -> None:
    await fill(store)
    model = whole_run()
    model._lines["planner"].appendleft("no json at all")
    await ask(store, model)
    usage = {one["role"]: one["calls"] for one in (await report_of(store)).usage}
    assert usage == {"planner": 3, "writer": 2, "judge": 1}


def broken(role: str, at: int) -> ScriptedModel:
    """A whole run in which one call finds no server."""
    model = whole_run()
    model._lines[role].insert(at, ModelUnavailable("the server is down", outcome="timeout"))
    return model


@pytest.mark.parametrize("point", [("planner", 0), ("writer", 0), ("writer", 1), ("planner", 1), ("judge", 0)])
async def test_a_run_that_lost_its_model_goes_on_without_paying_twice(
    point: tuple[str, int], store: GraphStore
) -> None:
    await fill(store)
    model = broken(*point)
    with pytest.raises(ModelUnavailable):
        await ask(store, model)
    model.asked.clear()
    before = {role: len(lines) for role, lines in model._lines.items()}
    await ask(store, model)
    assert len(model.asked) == sum(before.values())
    model.done()
    assert await duplicates(store) == []
    assert {s.status for s in (await report_of(store)).statements if s.kind == "factual"} == {"supported"}
    used = json.loads(
        (await rows_of(store, "MATCH (r:Run {namespace: $namespace, run_key: 'r1'}) RETURN r.used_json AS u"))[0]["u"]
    )
    assert (used["calls"], used["tokens"]) == (6, 600)


async def fill_anew(store: GraphStore) -> None:
    await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
    await fill(store)


@pytest.fixture(scope="module")
async def undisturbed(open_store: Any) -> tuple[GraphStore, set[Any], set[Any]]:
    """A store with the nodes and relationships that a run which nothing stopped left there."""
    store = await open_store()
    await fill(store)
    await ask(store, whole_run())
    return store, await node_set(store), await relationship_set(store)


@pytest.mark.parametrize("stop_after", ["planned", "searched", "extracted", "reviewed", "drafted", "verified"])
async def test_a_run_that_stopped_anywhere_goes_on_to_the_graph_of_one_that_did_not(
    stop_after: str, undisturbed: tuple[GraphStore, set[Any], set[Any]]
) -> None:
    store, nodes, relationships = undisturbed
    await fill_anew(store)
    model = whole_run()
    run = research(QUESTION, App(Settings(), store, FakeEmbedder(), (), None, model), run_key="r1")
    async for event in run:
        if event.event == stop_after:
            break
    await run.aclose()
    await ask(store, model)
    model.done()
    assert await duplicates(store) == []
    assert without_scores(await node_set(store)) == without_scores(nodes)
    assert without_scores(await relationship_set(store)) == without_scores(relationships)


async def test_a_run_of_one_mode_does_not_go_on_in_the_other(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    with pytest.raises(RunConflict, match=r"begun in model mode .*set the models again .*, without --extractive"):
        await ask(store, None)
    await ask(store, whole_run(), run_key="r2", extractive=True)
    assert (await report_of(store, "r2")).mode == "extractive"


async def test_a_verdict_of_an_earlier_run_is_not_paid_for_again(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    model = whole_run()
    model._lines["judge"].clear()
    await ask(store, model, run_key="r2", fresh=True)
    model.done()
    assert {s.status for s in (await report_of(store, "r2")).statements if s.kind == "factual"} == {"supported"}
