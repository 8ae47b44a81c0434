"""The opposite of each main claim is looked for before the report is written, and what a judge says of it counts."""

import json
from typing import Any

import pytest
from fakes import Asked, FakeEmbedder, ScriptedModel
from graphs import add_text, node_set, relationship_set, rows_of, without_scores
from loopback import Site
from model_runs import COST, ask, fill, judges, plan, reviews, writes
from reports import report_of
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.build import App
from agent.opposing.look import REASON
from agent.report.render import render_markdown
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

SAID = "The Skerra plant will cost 48 million crowns."
DENIED = "The Skerra plant will not cost 48 million crowns, the auditors found."
OTHER = "The Skerra plant will open in June 2028."


async def extractive(store: GraphStore, run_key: str = "r1") -> list[Any]:
    app = App(Settings(), store, FakeEmbedder(), (), None)
    return [event async for event in research(COST, app, run_key=run_key)]


def opposing(events: list[Any]) -> list[dict[str, Any]]:
    return [event.data for event in events if event.event == "searched" and event.data.get("reason") == REASON]


async def test_without_a_judge_the_look_is_told_and_decides_nothing(store: GraphStore) -> None:
    await add_text(store, SAID, name="a.md")
    events = await extractive(store)
    assert [one["against"] for one in opposing(events)] == [0]
    assert "Looked for the opposite of each main claim: found none." in render_markdown(await report_of(store))
    await add_text(store, f"{DENIED} They met in May.", name="b.md")
    events = await extractive(store, "r2")
    assert [one["against"] for one in opposing(events)] == [1]
    view = await report_of(store, "r2")
    assert "found 1 sentence that may deny one, in “Title of b.md”; nobody judged that." in render_markdown(view)
    before = without_scores(await node_set(store)), without_scores(await relationship_set(store))
    await extractive(store, "r2")
    assert (without_scores(await node_set(store)), without_scores(await relationship_set(store))) == before


@pytest.mark.parametrize("verdict", ["refutes", "not_enough"])
async def test_a_denial_that_the_judge_confirms_makes_the_claim_conflicting(store: GraphStore, verdict: str) -> None:
    await fill(store, f"{SAID} The council met on Tuesday.", f"{DENIED} They met in May.")
    asked: list[Asked] = []

    def judge(given: Asked) -> Any:
        asked.append(given)
        return judges(verdict)(given)

    model = ScriptedModel(planner=[plan(COST), reviews((["S1"], "", ""))], writer=[writes((SAID, SAID))], judge=[judge])
    await ask(store, model, COST)
    assert len(asked) == 1
    assert DENIED in asked[0].user
    (claim,) = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace, text: $text})<-[:FOR_CLAIM]-(ci) "
        "RETURN c.status AS status, c.status_reason AS reason, collect([ci.stance, ci.verdict, ci:Refuting]) AS quotes",
        text=SAID,
    )
    shown = render_markdown(await report_of(store))
    if verdict == "refutes":
        assert (claim["status"], claim["reason"]) == ("conflicting", "opposing_evidence")
        assert sorted(claim["quotes"]) == [["refutes", "valid", True], ["supports", "valid", False]]
        assert "— conflicting" in shown
        assert "a judge says so of 1." in shown
        assert DENIED in shown, "who denies it is quoted"
    else:
        assert (claim["status"], claim["quotes"]) == ("supported", [["supports", "valid", False]])
        assert "a judge says so of none." in shown


async def on_web(store: GraphStore, search: SearchServer, run_key: str = "r1", **options: Any) -> list[Any]:
    budget = options.pop("budget", Budget())
    async with open_web_app(store, search, opposing=True, **options) as app:
        return [e async for e in research(COST, app, run_key=run_key, budget=budget)]


async def test_what_the_web_answered_is_asked_there_once_for_its_opposite(store: GraphStore, site: Site) -> None:
    first, second = site.url("/first"), site.url("/second", "other.example")
    site.pages["/first"] = article(SAID)
    site.pages["/second"] = article(DENIED, title="Audit")
    with SearchServer(finds(first), finds(second)) as search:
        events = await on_web(store, search)
    assert [one.data["outcome"] for one in events if one.event == "read"] == ["ok", "ok"]
    queries = [sent.body["query"] for sent in search.sent]
    assert "disputed" in queries[1]
    assert events[-1].data["state"] == "completed"
    assert "that may deny one, in “Audit”" in render_markdown(await report_of(store))
    with SearchServer() as search:
        again = await on_web(store, search, "r2")
    assert again[-1].data["state"] == "completed", "what memory answers is not asked of the web"


async def test_where_sources_differ_the_web_is_asked_for_the_primary_source(store: GraphStore, site: Site) -> None:
    paper = "The Skerra plant will cost 61 million crowns, according to the Treasurer of Tornholm."
    urls = [site.url("/a"), site.url("/b", "paper.example"), site.url("/t", "tornholm.example")]
    site.pages["/a"] = article(SAID)
    site.pages["/b"] = article(paper, title="Paper")
    site.pages["/t"] = article("The cost of the Skerra plant is 61 million crowns in the budget.", title="Budget")
    with SearchServer(finds(*urls[:2]), finds(urls[2])) as search:
        events = await on_web(store, search)
    assert search.sent[1].body["query"].startswith("Treasurer of Tornholm")
    assert events[-1].data["stopped_by"] == "coverage"
    view = await report_of(store)
    assert "the web was searched for the primary source" in render_markdown(view)
    assert urls[2] in {one.url for one in view.sources}


async def test_a_question_sent_to_the_web_as_it_is_is_one_search(store: GraphStore, site: Site) -> None:
    site.pages["/first"] = article(SAID)
    with SearchServer(finds(site.url("/first"))) as search:
        async with open_web_app(store, search, opposing=True) as app:
            events = [e async for e in research(COST, app, run_key="r1", direct=True)]
    assert events[-1].data["state"] == "completed"
    assert opposing(events) == []


async def test_a_budget_without_room_for_it_ends_the_run_as_without_it(store: GraphStore, site: Site) -> None:
    site.pages["/first"] = article(SAID)
    with SearchServer(finds(site.url("/first"))) as search:
        events = await on_web(store, search, budget=Budget(searches=1))
    assert (events[-1].data["state"], events[-1].data["stopped_by"]) == ("completed", "coverage")
    rows = await rows_of(
        store,
        "MATCH (:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step) WHERE s.tool = 'opposing_search' "
        "RETURN s.args_json AS args",
    )
    assert any("disputed" in query for row in rows for query in json.loads(row["args"])["queries"]), "memory is free"
