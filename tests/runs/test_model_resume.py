"""What a run in model mode has paid for: counted and kept, however the run was interrupted."""

import asyncio
import json
from typing import Any

import pytest
from fakes import Asked, ScriptedModel
from graphs import rows_of
from model_runs import COST, OPENING, ask, by_part, fill, judges, plan, reviews, whole_run, writes
from reports import report_of

from agent.budget import Budget, Meter
from agent.by_model.calls import ModelCalls
from agent.by_model.review import ReviewedParts
from agent.deliver import ALL_FELL
from agent.llm import ModelUnavailable
from agent.prompts import load_prompt
from agent.record.runs import RunRecorder
from graph.model import MAX_STEP_OUTPUT
from graph.store import GraphStore

OPENS = writes(("The Skerra plant will open in June 2028.", "The Skerra plant will open in June 2028."))


async def spent(store: GraphStore) -> dict[str, Any]:
    rows = await rows_of(store, "MATCH (r:Run {namespace: $namespace, run_key: 'r1'}) RETURN r.used_json AS used")
    return dict(json.loads(rows[0]["used"]))


async def test_an_answer_that_could_not_be_used_is_not_paid_for_again_when_the_run_goes_on(store: GraphStore) -> None:
    await fill(store)
    useless = by_part(cost=lambda _: "no answer at all", open=OPENS)
    model = ScriptedModel(
        planner=[plan(COST, OPENING), ModelUnavailable("the server is down", outcome="timeout")], writer=[useless] * 4
    )
    with pytest.raises(ModelUnavailable):
        await ask(store, model)
    model.done()
    before = await spent(store)
    again = ScriptedModel(planner=[reviews(([], "The cost.", ""), (["S1"], "", ""))])
    events = await ask(store, again)
    again.done()
    assert [one.role for one in again.asked] == ["planner"]
    assert events[-1].data["state"] == "completed"
    assert any("the answer to part 1 could not be used" in note for note in (await report_of(store)).notes)
    after = await spent(store)
    assert (after["calls"], after["tokens"]) == (before["calls"] + 1, before["tokens"] + 120)


async def test_what_was_spent_before_an_interruption_is_counted(store: GraphStore) -> None:
    await fill(store)

    def interrupts(_: Asked) -> Any:
        raise asyncio.CancelledError

    model = ScriptedModel(planner=["no plan", interrupts])
    with pytest.raises(asyncio.CancelledError):
        await ask(store, model)
    assert (await spent(store))["tokens"] == 120
    await ask(store, whole_run())
    usage = {one["role"]: (one["calls"], one["tokens_in"]) for one in (await report_of(store)).usage}
    assert usage["planner"] == (3, 300)
    assert (await spent(store))["tokens"] == 6 * 120


async def test_what_an_endless_answer_cost_is_kept_though_its_words_are_not(store: GraphStore) -> None:
    await fill(store)
    one = ("The plant is to cost 48 million crowns.", "will cost 48 million crowns")
    endless = writes(*[one] * (MAX_STEP_OUTPUT // 20))
    model = ScriptedModel(planner=[plan(COST), reviews((["S1"], "", ""))], writer=[endless], judge=[judges("supports")])
    await ask(store, model, COST)
    rows = await rows_of(store, "MATCH (s:Step {namespace: $namespace, tool: 'model:write'}) RETURN s.output_json AS o")
    output = json.loads(rows[0]["o"])
    assert output["value"] is None
    assert [attempt["tokens_in"] for attempt in output["attempts"]] == [100]


async def test_a_part_whose_answer_fell_before_the_judge_is_open_and_the_report_says_so(store: GraphStore) -> None:
    await fill(store)
    model = whole_run()
    model._lines["judge"].clear()
    model._lines["judge"].append(judges("not_enough"))
    events = await ask(store, model)
    assert events[-1].data["stopped_by"] == "no_new_query"
    view = await report_of(store)
    assert view.gaps == [ALL_FELL]
    said = {s.text: s.section for s in view.statements}
    assert said[f"Not answered: {ALL_FELL}."] == "summary"
    assert "Part 1 is open." in said
    assert "Stored sources answer part 2." in said


async def test_the_same_request_in_a_later_round_is_not_paid_for_again(store: GraphStore) -> None:
    run = RunRecorder(store, "r1")
    await run.start(COST, mode="model", budgets={}, code_version="test")
    model = ScriptedModel(planner=[reviews((["S1"], "", ""))])
    calls = ModelCalls(model, run, Meter(Budget()), {}, lambda: 0.0)
    values = dict.fromkeys(load_prompt("review").variables, "x")
    answers = [await calls.ask("review", "planner", values, ReviewedParts, round_=n) for n in (1, 2)]
    assert answers[0] == answers[1]
    assert [one["calls"] for one in calls.usage()] == [1]
