"""What a run learns where it fails: the next one begins otherwise, until a person deletes the lesson."""

import json
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text, rows_of
from loopback import Site
from search_server import SearchServer, tavily_refuses
from web_runs import ask as ask_web
from webs import article, finds

from agent.build import App
from agent.curate.lessons import delete_lesson
from agent.find import find_report
from agent.lessons.find import read_lessons
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.research import research
from agent.settings import Settings
from graph.errors import NodeNotFound
from graph.store import GraphStore

TEXT = "The Orm bridge was opened in June 1931. Its deck is 14 metres wide. The council met on Tuesday."
QUESTION = "What did the Orm bridge cost?"
PARAPHRASE = "What was the cost of the Orm bridge?"
OTHER = "What did the Velka bridge cost?"


async def ask(store: GraphStore, run_key: str, question: str = QUESTION) -> list[Any]:
    app = App(Settings(), store, FakeEmbedder(), (), None)
    return [event async for event in research(question, app, run_key=run_key)]


async def first_queries(store: GraphStore, run_key: str) -> list[str]:
    rows = await rows_of(
        store,
        "MATCH (:Run {namespace: $namespace, run_key: $run_key})-[:HAS_STEP]->(s:Step {tool: 'memory_search'}) "
        "RETURN s.args_json AS args ORDER BY s.round LIMIT 1",
        run_key=run_key,
    )
    return list(json.loads(rows[0]["args"])["queries"])


def told(events: list[Any]) -> list[str]:
    return [event.data["says"] for event in events if event.event == "recalled"]


async def test_a_failed_run_leaves_a_lesson_that_changes_the_next_runs_first_query_until_it_is_deleted(
    store: GraphStore,
) -> None:
    await add_text(store, TEXT, name="bridge.md")
    events = await ask(store, "r1")
    (lesson,) = events[-1].data["lessons"]
    assert "found nothing that answers “What did the Orm bridge cost?”" in lesson
    planned = await first_queries(store, "r1")
    assert planned[0] in lesson

    events = await ask(store, "r2")
    (said,) = told(events)
    changed = await first_queries(store, "r2")
    assert said.startswith(f"Lesson used: {lesson}")
    assert changed[0] not in planned
    assert planned[0] in changed[1:], "what is stored may have changed: the old query is asked too, but later"
    assert f"Note: {said}" in render_markdown(await read_report(store, await find_report(store, "r2")))

    assert told(await ask(store, "r3", PARAPHRASE))
    assert told(await ask(store, "r4", OTHER)) == [], "of another bridge it says nothing"

    for one in await read_lessons(store, None, None):
        await delete_lesson(store, one.key[:30])
    assert await read_lessons(store, None, None) == []
    assert told(await ask(store, "r5")) == []
    assert (await first_queries(store, "r5"))[0] == planned[0]
    claim = (await rows_of(store, "MATCH (q:Question {namespace: $namespace}) RETURN q.key AS key LIMIT 1"))[0]["key"]
    with pytest.raises(NodeNotFound, match="is no lesson"):
        await delete_lesson(store, claim)


async def test_a_lesson_is_laid_aside_once_a_later_run_finds_what_answers_it(store: GraphStore) -> None:
    await add_text(store, TEXT, name="bridge.md")
    await ask(store, "r1")
    assert [one.kind for one in await read_lessons(store, None, "Orm bridge")] == ["nothing_found"]
    assert await read_lessons(store, None, "harbour") == []
    await add_text(store, "The Orm bridge cost 12 million crowns, the council said.", name="price.md")
    events = await ask(store, "r2")
    assert told(events)
    assert events[-1].data["state"] == "completed"
    assert await read_lessons(store, None, None) == []
    rows = await rows_of(
        store, "MATCH (f:Reflection {namespace: $namespace}) WHERE f.lesson IS NOT NULL RETURN f.superseded_why AS why"
    )
    assert [row["why"] for row in rows] == ["a later run found what answers it"]


async def test_a_provider_that_was_down_is_asked_last_in_the_next_run(store: GraphStore, site: Site) -> None:
    site.pages["/a"] = article("The Orm bridge cost 12 million crowns.")
    quota = tavily_refuses(432, "This request exceeds your plan's set usage limit.")
    with SearchServer(quota) as first, SearchServer(finds(site.url("/a"))) as second:
        await ask_web(store, first, QUESTION, more={"other": second})
        assert (len(first.sent), len(second.sent)) == (1, 1)
    (lesson,) = await read_lessons(store, None, None)
    assert (lesson.kind, lesson.about, lesson.outcome) == ("provider", "tavily", "quota")
    site.pages["/b"] = article("The Velka bridge cost 9 million crowns.")
    with SearchServer(finds(site.url("/b"))) as first, SearchServer(finds(site.url("/b"))) as second:
        events = await ask_web(store, first, OTHER, run_key="r2", more={"other": second})
        assert (len(first.sent), len(second.sent)) == (0, 1)
        first.answers.clear()
    assert told(events) == ["Lesson used: tavily answered none of 1 search (quota). So tavily is asked last."]
