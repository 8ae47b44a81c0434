"""The second question costs less than the first: what stands of an earlier answer is taken over, with its date."""

import json
from typing import Any

from fakes import FakeEmbedder, ScriptedModel
from graphs import add_text, rows_of
from loopback import Site
from model_runs import COST, OPENING, ask, by_part, fill, judges, plan, reviews, whole_run, writes
from reports import report_of
from search_server import SearchServer
from webs import article, by_query, finds, open_web_app

from agent.build import App
from agent.find import find_run
from agent.report.partial import read_partial
from agent.report.render import render_json, render_markdown
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

WHAT = "What will the Skerra plant cost and when will it open?"


async def used_by(store: GraphStore, run_key: str) -> dict[str, Any]:
    rows = await rows_of(
        store, f"MATCH (r:Run {{namespace: $namespace, run_key: '{run_key}'}}) RETURN r.used_json AS used"
    )
    return dict(json.loads(rows[0]["used"]))


def said(view: Any) -> dict[str, tuple[str | None, list[str]]]:
    return {s.text: (s.status, [c.citation for c in s.citations]) for s in view.statements if s.kind == "factual"}


async def test_the_same_question_again_asks_no_model_and_gives_the_same_sentences_with_their_quotes(
    store: GraphStore,
) -> None:
    await fill(store)
    await ask(store, whole_run())
    nobody = ScriptedModel()
    events = await ask(store, nobody, WHAT.lower(), run_key="r2")
    assert nobody.asked == []
    assert (await used_by(store, "r2"))["tokens"] == 0
    (reused,) = [event.data for event in events if event.event == "reused"]
    assert (reused["parts"], reused["anew"]) == ([1, 2], [])
    assert [(one["run"], one["same"]) for one in reused["past"]] == [("r1", True)]
    first, second = await report_of(store, "r1"), await report_of(store, "r2")
    assert said(second) == said(first)
    assert {status for status, _ in said(second).values()} == {"supported"}
    assert [(one["run"], one["claims"], one["same"]) for one in render_json(second)["reused"]] == [("r1", 2, True)]
    assert "- Reused: 2 claims known since" in render_markdown(second)
    assert render_json(first)["reused"] == []
    assert events[-1].data["stopped_by"] == "coverage"


async def test_a_part_with_new_evidence_is_written_on_from_that_alone(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    await rows_of(store, "MATCH (r:Run {namespace: $namespace}) SET r.started_at = '2026-01-01T00:00:00Z'")
    await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) SET v.fetched_at = '2025-12-31T00:00:00Z'")
    await add_text(store, "The Skerra plant will cost 48 million crowns, the mayor said again in May.", name="new.md")
    wrote = by_part(
        cost=writes(
            (
                "The mayor said again in May that the Skerra plant will cost 48 million crowns.",
                "The Skerra plant will cost 48 million crowns, the mayor said again in May.",
            )
        ),
        open=lambda _: {"sentences": [], "missing": ""},
    )
    model = ScriptedModel(
        planner=[reviews((["S1"], "", ""), (["S2"], "", ""))] * 2, writer=[wrote] * 2, judge=[judges("supports")] * 2
    )
    await ask(store, model, run_key="r2")
    shown = [one.user for one in model.asked if one.role == "writer"]
    assert shown, "the new passage was shown to nobody"
    assert all("said again in May" in text and "The cable comes first" not in text for text in shown)
    assert "Skerra's plant is to cost 48 million crowns." in said(await report_of(store, "r2"))


async def test_what_a_person_or_a_new_text_made_fall_is_not_taken_over(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    await rows_of(
        store,
        'MATCH (c:Claim {namespace: $namespace, text: "Skerra\'s plant is to cost 48 million crowns."}) '
        "<-[:FOR_CLAIM]-(x:Citation) SET x.verdict = 'rejected', x.checker = 'person:Ada', c.status = 'unsupported'",
    )
    model = ScriptedModel(
        planner=[reviews((["S1"], "", ""), (["S2"], "", ""))],
        writer=[
            writes(("The Skerra plant will cost 48 million crowns.", "The Skerra plant will cost 48 million crowns."))
        ],
    )
    events = await ask(store, model, run_key="r2")
    model.done()
    (reused,) = [event.data for event in events if event.event == "reused"]
    assert reused["parts"] == [2]
    assert reused["anew"] == [{"part": 1, "why": "a quote of it does not hold or was not judged"}]
    assert "Skerra's plant is to cost 48 million crowns." not in said(await report_of(store, "r2"))


async def test_a_repeat_that_was_stopped_shows_the_earlier_plan_and_goes_on_without_asking_anybody(
    store: GraphStore,
) -> None:
    await fill(store)
    await ask(store, whole_run())
    nobody = ScriptedModel()
    running = research(WHAT, App(Settings(), store, FakeEmbedder(), (), None, nobody), run_key="r2")
    async for event in running:
        if event.event == "searched":
            break
    await running.aclose()
    partial = await read_partial(store, await find_run(store, "r2"))
    assert partial.subquestions == (COST, OPENING)
    await ask(store, nobody, WHAT, run_key="r2")
    assert nobody.asked == []
    assert said(await report_of(store, "r2")) == said(await report_of(store, "r1"))


async def test_a_run_that_is_to_be_fresh_and_one_whose_run_was_rejected_take_up_nothing(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    model = whole_run()
    events = await ask(store, model, run_key="r2", fresh=True)
    assert [one.role for one in model.asked] == ["planner", "writer", "writer", "planner"]
    assert not [event for event in events if event.event == "reused"]
    await rows_of(store, "MATCH (r:Run {namespace: $namespace}) SET r.rejected_by = 'Ada'")
    model = whole_run()
    await ask(store, model, run_key="r3")
    assert "planner" in {one.role for one in model.asked}


async def test_first_repeat_and_paraphrase_on_the_web_cost_less_and_less(store: GraphStore, site: Site) -> None:
    site.pages["/cost"] = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")
    site.pages["/opens"] = article("The Skerra plant will open in June 2028.", title="Grid letter")
    both = by_part(
        cost=writes(("Skerra's plant is to cost 48 million crowns.", "will cost 48 million crowns")),
        open=writes(("The Skerra plant will open in June 2028.", "The Skerra plant will open in June 2028.")),
    )
    reviewed = reviews((["S1"], "", ""), (["S2"], "", ""))
    numbers: dict[str, dict[str, Any]] = {}
    quotes: dict[str, set[str]] = {}
    found = by_query(cost=finds(site.url("/cost")), open=finds(site.url("/opens")))
    asked = {
        "first": (
            WHAT,
            ScriptedModel(planner=[plan(COST, OPENING), reviewed], writer=[both] * 2, judge=[judges("supports")]),
        ),
        "repeat": (WHAT, ScriptedModel()),
        "paraphrase": (
            "When will the Skerra plant open and what will the plant cost?",
            ScriptedModel(planner=[plan(COST, OPENING), reviewed]),
        ),
    }
    for run_key, (question, model) in asked.items():
        with SearchServer(*([found] * 2 if run_key == "first" else [])) as search:
            async with open_web_app(store, search, model=model) as app:
                _ = [event async for event in research(question, app, run_key=run_key)]
        model.done()
        numbers[run_key] = await used_by(store, run_key)
        view = await report_of(store, run_key)
        quotes[run_key] = {c.quote for s in view.statements for c in s.citations}
    print(numbers)
    assert (numbers["first"]["searches"], numbers["first"]["extractions"]) == (2, 2)
    for run_key in ("repeat", "paraphrase"):
        assert (numbers[run_key]["searches"], numbers[run_key]["extractions"]) == (0, 0)
        assert quotes[run_key] == quotes["first"]
    assert numbers["repeat"]["tokens"] == 0
    assert 0 < numbers["paraphrase"]["tokens"] < numbers["first"]["tokens"]
    assert numbers["paraphrase"]["calls"] == 2, "a plan, and a look whether the earlier sentences answer it"
    assert [one["run"] for one in render_json(await report_of(store, "paraphrase"))["reused"]] != []


REWORDED = "When will the Skerra plant open, and what will the Skerra plant cost?"


async def test_an_answer_to_other_words_is_written_anew_where_the_planner_says_that_it_does_not_answer(
    store: GraphStore,
) -> None:
    await fill(store)
    await ask(store, whole_run())
    not_the_first = reviews(([], "", ""), (["S2"], "", ""))
    model = ScriptedModel(
        planner=[plan(COST, OPENING), not_the_first, reviews((["S1"], "", ""), (["S2"], "", ""))],
        writer=[
            writes(("The Skerra plant will cost 48 million crowns.", "The Skerra plant will cost 48 million crowns."))
        ],
    )
    events = await ask(store, model, REWORDED, run_key="r2")
    model.done()
    (reused,) = [event.data for event in events if event.event == "reused"]
    assert (reused["parts"], reused["reworded"]) == ([], [1, 2])
    (written,) = [one.user for one in model.asked if one.role == "writer"]
    assert COST in written
    assert "48 million" in written, "what the earlier answer was written from is shown again"
    assert "Skerra's plant is to cost 48 million crowns." not in said(await report_of(store, "r2"))


async def test_an_answer_to_other_words_is_taken_over_only_with_all_its_evidence(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    await rows_of(
        store,
        'MATCH (c:Claim {namespace: $namespace, text: "Skerra\'s plant is to cost 48 million crowns."}) '
        "<-[:FOR_CLAIM]-(x:Citation) SET x.verdict = 'rejected', x.checker = 'person:Ada', c.status = 'unsupported'",
    )
    second_alone = {"parts": [{"part": 2, "answered_by": ["S1"], "missing": "", "next_query": ""}]}
    model = ScriptedModel(
        planner=[plan(COST, OPENING), second_alone, reviews((["S1"], "", ""), (["S2"], "", ""))],
        writer=[
            writes(("The Skerra plant will cost 48 million crowns.", "The Skerra plant will cost 48 million crowns."))
        ],
    )
    events = await ask(store, model, REWORDED, run_key="r2")
    model.done()
    (reused,) = [event.data for event in events if event.event == "reused"]
    assert reused["reworded"] == [2]


async def test_a_question_for_the_opposite_or_another_name_is_not_offered_an_earlier_answer(store: GraphStore) -> None:
    await fill(store)
    await ask(store, whole_run())
    closing, other = "When will the Skerra plant close?", "What will the Skarra plant cost?"
    model = ScriptedModel(
        planner=[plan(closing, other), reviews(([], "", ""), ([], "", ""))],
        writer=[{"sentences": [], "missing": ""}] * 2,
    )
    events = await ask(
        store, model, "When will the Skerra plant close and what will the Skarra plant cost?", run_key="r2"
    )
    for one in events:
        if one.event == "reused":
            assert one.data["reworded"] == []
    assert said(await report_of(store, "r2")) == {}
