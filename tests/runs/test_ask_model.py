"""Whole runs with a model on a real server: what a person gets, and what the graph holds of it."""

import json

import pytest
from fakes import ScriptedModel
from graphs import rows_of
from model_runs import COST, OPENING, ask, by_part, fill, judges, plan, reviews, whole_run, writes
from reports import report_of

from agent.report.render import render_json, render_markdown
from graph.store import GraphStore


async def test_a_run_plans_writes_reviews_and_judges_and_every_sentence_stands_on_a_stored_quote(
    store: GraphStore,
) -> None:
    await fill(store)
    model = whole_run()
    events = await ask(store, model)
    model.done()
    assert [e.event for e in events] == [
        "planned", "searched", "extracted", "reviewed", "searched", "drafted", "verified", "reported",
    ]  # fmt: skip
    assert events[-1].data["state"] == "completed"
    assert events[-1].data["stopped_by"] == "coverage"
    view = await report_of(store)
    factual = {s.text: s for s in view.statements if s.kind == "factual"}
    assert set(factual) == {"Skerra's plant is to cost 48 million crowns.", "The Skerra plant will open in June 2028."}
    judged = factual["Skerra's plant is to cost 48 million crowns."]
    assert (judged.status, judged.citations[0].verdict, judged.citations[0].checker) == (
        "supported", "valid", "judge:scripted-judge",
    )  # fmt: skip
    own = factual["The Skerra plant will open in June 2028."]
    assert (own.status, own.citations[0].checker) == ("supported", "verbatim")
    assert [one.role for one in model.asked] == ["planner", "writer", "writer", "planner", "judge"]


async def test_the_report_and_its_json_say_who_wrote_it_and_what_it_cost(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    view = await report_of(store)
    data = render_json(view)
    assert data["mode"] == "model"
    assert data["models"] == ["planner: scripted-planner", "writer: scripted-writer", "judge: scripted-judge"]
    assert {name.split(":")[0] for name in data["prompts"]} == {"plan", "write", "repair", "review", "judge"}
    assert data["usage"] == [
        {"role": role, "model": f"scripted-{role}", "calls": calls, "tokens_in": 100 * calls, "tokens_out": 20 * calls,
         "cost": None}
        for role, calls in (("planner", 2), ("writer", 2), ("judge", 1))
    ]  # fmt: skip
    text = render_markdown(view)
    assert "- Mode: model: written by a model from quoted evidence" in text
    assert "- Language: English" in text
    assert "Skerra's plant is to cost 48 million crowns. [1]" in text
    assert "“The Skerra plant will open in June 2028.” [2]" in text
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r"))[0]["r"]
    assert json.loads(run["used_json"]) == {"rounds": 1, "searches": 0, "extractions": 0, "calls": 5, "tokens": 600}
    assert run["models"] == data["models"]


async def test_every_call_is_a_step_with_its_tokens_and_without_what_was_sent(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    steps = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace}) WHERE s.tool STARTS WITH 'model:' RETURN s ORDER BY s.ordinal"
    )
    assert [s["s"]["tool"] for s in steps] == [
        "model:plan",
        "model:write",
        "model:write",
        "model:review",
        "model:judge",
    ]
    for row in steps:
        step = row["s"]
        assert (step["outcome"], step["tokens_in"], step["tokens_out"]) == ("ok", 100, 20)
        args = json.loads(step["args_json"])
        assert set(args) == {"role", "model", "prompt", "version", "messages_sha256", "try"}
        assert "attempts" in json.loads(step["output_json"])


async def test_what_is_missing_is_searched_for_with_new_words_and_said_when_it_stays_missing(store: GraphStore) -> None:
    await fill(store)
    model = ScriptedModel(
        planner=[
            plan(COST, "Who will run the Skerra plant?"),
            reviews((["S1"], "", ""), ([], "The operator is not named.", "Skerra operator company")),
            reviews((["S1"], "", ""), ([], "The operator is not named.", "skerra OPERATOR company")),
        ],
        writer=[
            by_part(
                cost=writes(("The plant is to cost 48 million crowns.", "will cost 48 million crowns")),
                run=lambda _: {"sentences": [], "missing": "The operator."},
            )
        ]
        * 2,
        judge=[judges("supports")],
    )
    events = await ask(store, model)
    model.done()
    assert [e.event for e in events].count("searched") == 3, "two rounds, and one look for the opposite"
    assert events[-1].data["stopped_by"] == "no_new_query"
    view = await report_of(store)
    assert view.gaps == ["The operator is not named"]
    assert "Not answered: The operator is not named." in {s.text for s in view.statements}


async def test_what_only_speaks_of_an_open_part_is_no_answer_in_the_summary(store: GraphStore) -> None:
    await fill(store)
    model = ScriptedModel(
        planner=[plan(COST), reviews(([], "Who pays is not said", ""))],
        writer=[writes(("The plant is to cost 48 million crowns.", "will cost 48 million crowns"))],
        judge=[judges("supports")],
    )
    await ask(store, model, COST)
    sections = {s.text: s.section for s in (await report_of(store)).statements}
    assert sections["Not answered: Who pays is not said."] == "summary"
    assert sections["The plant is to cost 48 million crowns."] == "findings"


async def test_the_limit_of_an_answer_is_said_beside_it(store: GraphStore) -> None:
    await fill(store)
    model = ScriptedModel(
        planner=[plan(COST), reviews((["S1"], "The figure is of January 2026.", ""))],
        writer=[writes(("The plant is to cost 48 million crowns.", "will cost 48 million crowns"))],
        judge=[judges("supports")],
    )
    await ask(store, model, COST)
    view = await report_of(store)
    assert "Limit of part 1: The figure is of January 2026." in {s.text for s in view.statements}
    assert view.stopped_by == "coverage"


async def test_a_part_counts_as_answered_only_by_a_sentence_of_its_own(store: GraphStore) -> None:
    await fill(store)
    model = ScriptedModel(
        planner=[plan(COST, OPENING), reviews((["S1"], "", ""), (["S1", "S9"], "", ""))],
        writer=[
            by_part(
                cost=writes(("The plant is to cost 48 million crowns.", "will cost 48 million crowns")),
                open=lambda _: {"sentences": [], "missing": ""},
            )
        ]
        * 2,
        judge=[judges("supports")],
    )
    events = await ask(store, model)
    assert next(e for e in events if e.event == "reviewed").data["verdict"] == "gaps"


async def test_nothing_stored_ends_without_evidence_and_the_writer_is_not_called(store: GraphStore) -> None:
    model = ScriptedModel(planner=[plan(COST), reviews(([], "No text speaks of it.", ""))])
    events = await ask(store, model, COST)
    assert events[-1].data["state"] == "no_evidence"
    assert {one.role for one in model.asked} == {"planner"}
    assert await rows_of(store, "MATCH (c:Claim {namespace: $namespace}) RETURN c") == []


@pytest.mark.parametrize(
    ("question", "sentence", "language"),
    [
        ("Nhà máy Skerra sẽ tốn bao nhiêu tiền?", "Nhà máy Skerra sẽ tốn 48 triệu crown.", "Vietnamese"),
        ("¿Cuánto costará la planta de Skerra?", "La planta de Skerra costará 48 millones de coronas.", "Spanish"),
        ("Skerra 电站要花多少钱?", "Skerra 电站将耗资4800万克朗。", "Chinese"),
    ],
)
async def test_the_report_is_in_the_questions_language_and_quotes_stay_in_the_sources(
    question: str, sentence: str, language: str, store: GraphStore
) -> None:
    await fill(store)
    parts = {"parts": [{"question": question, "queries": ["Skerra plant cost"]}]}
    model = ScriptedModel(
        planner=[parts, reviews((["S1"], "", ""))],
        writer=[writes((sentence, "The Skerra plant will cost 48 million crowns."))],
        judge=[judges("supports")],
    )
    await ask(store, model, question)
    assert f"Write in {language}" in next(one for one in model.asked if one.role == "writer").system
    view = await report_of(store)
    factual = next(s for s in view.statements if s.kind == "factual")
    assert (factual.text, factual.status) == (sentence, "supported")
    assert factual.citations[0].quote == "The Skerra plant will cost 48 million crowns."
    assert f"- Language: {language}" in render_markdown(view)


async def test_an_answer_in_the_wrong_language_is_sent_back(store: GraphStore) -> None:
    await fill(store)
    question = "¿Cuánto costará la planta de Skerra?"
    english = "The Skerra plant will cost 48 million crowns, the council of the town has decided at its last meeting."
    spanish = "La planta de Skerra costará 48 millones de coronas."
    quote = "The Skerra plant will cost 48 million crowns."
    model = ScriptedModel(
        planner=[{"parts": [{"question": question, "queries": ["Skerra plant"]}]}, reviews((["S1"], "", ""))],
        writer=[writes((english, quote)), writes((spanish, quote))],
        judge=[judges("supports")],
    )
    await ask(store, model, question)
    assert "write them in Spanish" in model.asked[2].repairs
    assert {s.text for s in (await report_of(store)).statements if s.kind == "factual"} == {spanish}
