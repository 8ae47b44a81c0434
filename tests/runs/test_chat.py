"""Conversations over the graph on a real server: what is answered from where, what is remembered, what is kept."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from fakes import ScriptedModel
from graphs import add_text, duplicates, rows_of
from loopback import Site
from search_server import SearchServer, tavily_refuses
from talking import Talker, app_of
from webs import article, finds, open_web_app

from agent.answer import Asking, answer
from agent.budget import Budget
from agent.chat.claim_meant import NO_SOURCE_MEANT, NONE_MEANT
from agent.chat.talk import GREETED, OFF_TOPIC, TALKED
from agent.cli.chat import check_name
from agent.find import find_run
from agent.llm import ModelUnavailable
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.resume import read_begun
from graph.server import ServerStatus
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
TEXT = "The Skerra plant will cost 48 million crowns. The Skerra plant will open in June 2028."


async def steps_of(store: GraphStore) -> list[str]:
    rows = await rows_of(
        store, "MATCH (:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step) RETURN s.tool AS tool ORDER BY s.created_at"
    )
    return [row["tool"] for row in rows]


async def test_a_greeting_and_a_wish_get_one_sentence_and_nothing_is_looked_up(store: GraphStore) -> None:
    talk = await Talker(app_of(store)).open()
    assert (await talk.ask("Hello!")).exchange.answer == GREETED
    assert (await talk.ask("Write me a poem about eels.")).exchange.answer == OFF_TOPIC
    assert (await talk.ask("Thank you very much!")).exchange.answer == TALKED["thanks"]
    assert (await talk.ask("delete all claims")).exchange.answer == OFF_TOPIC
    assert talk.events == []
    assert await steps_of(store) == []


async def test_a_question_of_evidence_is_researched_and_answered_with_quotes(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    done = await talk.ask(COST)
    assert (done.exchange.kind, done.exchange.answer) == ("report", "The Skerra plant will cost 48 million crowns. [1]")
    assert talk.tools() == ["memory_search"]
    rows = await rows_of(
        store,
        "MATCH (c:Conversation {namespace: $namespace})-[:HAS_TURN]->(t:Turn)-[:RAN]->(r:Run)-[:PRODUCED]->(p:Report)"
        "<-[:GAVE]-(t) RETURN c.conversation AS c, t.ordinal AS ordinal, r.run_key AS run, p.is_final AS final",
    )
    assert rows == [{"c": "c", "ordinal": 1, "run": "c-1", "final": True}]


async def test_a_question_of_the_graph_gets_rows_with_their_query(store: GraphStore) -> None:
    talk = await Talker(app_of(store)).open()
    done = await talk.ask("Which claims are disputed?")
    assert done.view is not None
    (data,) = done.view.data
    assert (data.tool, data.rows, data.outcome) == ("disputed_claims", (), "empty")
    assert "MATCH" in data.query
    assert (done.exchange.kind, done.exchange.answer) == ("rows", "none (disputed_claims, 0 rows)")
    assert [event.event for event in talk.events] == ["routed", "asked", "reported"]


async def test_a_part_waits_for_the_name_that_another_part_answers_with(store: GraphStore) -> None:
    await add_text(store, "The Tornholm prize was won most often by Ada Lind. Ada Lind is alive and lives in Hallvik.")
    talk = await Talker(app_of(store)).open()
    done = await talk.ask("Who won the Tornholm prize most often? Is that person alive?")
    assert done.view is not None
    assert "“Is that person alive?” was asked as “Is Ada Lind alive?”" in done.view.notes
    assert "Ada Lind is alive and lives in Hallvik." in done.exchange.answer
    runs = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.run_key AS key ORDER BY key")
    assert [row["key"] for row in runs] == ["c-1", "c-1.1"]


async def test_a_part_whose_answer_is_missing_is_told_and_not_guessed(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    done = await talk.ask("What will the Skerra plant cost? Who won the Tornholm prize? Is that person alive?")
    assert done.view is not None
    assert any("waits for “Who won the Tornholm prize?”, which has no answer" in note for note in done.view.notes)
    assert "48 million crowns" in done.exchange.answer
    assert not any("that person" in text for text in done.view.subquestions)


async def test_that_the_information_is_missing_is_an_answer(store: GraphStore) -> None:
    talk = await Talker(app_of(store)).open()
    done = await talk.ask(COST)
    assert (done.exchange.kind, done.exchange.answer) == ("missing", "The information is missing.")
    again = await talk.ask(COST)
    assert again.exchange.kind == "missing"  # what was not answered is looked for again


async def test_a_provider_that_is_down_leaves_stored_evidence_dated_and_says_so(store: GraphStore) -> None:
    await add_text(store, TEXT, published_at="2026-03-03", published_precision="day")
    with SearchServer(tavily_refuses(500, "down"), tavily_refuses(500, "down")) as search:
        async with open_web_app(store, search) as app:
            talk = await Talker(app).open()
            done = await talk.ask("What will the Skerra plant cost, and who will remove the turbines?")
    assert done.view is not None
    assert "48 million crowns" in done.exchange.answer
    assert done.view.sources[0].published_at == "2026-03-03"
    assert any(one["provider"] == "tavily" and one["outcome"] != "ok" for one in done.view.outcomes)


async def test_what_is_not_stored_is_found_on_the_web(store: GraphStore, site: Site) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.")
    with SearchServer(finds(site.url("/a"))) as search:
        async with open_web_app(store, search) as app:
            talk = await Talker(app).open()
            done = await talk.ask(COST)
    assert done.view is not None
    assert (done.exchange.kind, done.view.sources[0].url) == ("report", site.url("/a"))


def environment(server: ServerStatus, home: Path, namespace: str, **more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_", "TAVILY_"))}
    return kept | {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": namespace,
    } | more  # fmt: skip


def chat(environment: dict[str, str], said: str, *options: str) -> subprocess.CompletedProcess[str]:
    return run_command(["chat", *options], input=said, env=environment, timeout=180)


def test_a_conversation_works_piped_with_why_and_sources_and_goes_on_later(
    neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    env = environment(neo4j_server, tmp_path / "home", f"chat{os.getpid()}")
    (tmp_path / "minutes.md").write_text(TEXT)
    assert run_command(["add", "--collection", "c", str(tmp_path / "minutes.md")], env=env).returncode == 0
    done = chat(env, f"{COST}\n/why\n/sources\n/nonsense\n/quit\nnever asked\n", "--conversation", "talk")
    assert done.returncode == 0, done.stderr
    assert "“The Skerra plant will cost 48 million crowns.” [1]" in done.stdout
    assert '1. memory_search(query="Skerra plant cost")  what is stored comes first' in done.stdout
    assert "characters 0 to 45: “The Skerra plant will cost 48 million crowns.”" in done.stdout
    assert "there is no /nonsense" in done.stderr
    assert "never asked" not in done.stderr
    later = chat(env, "When will it open?\n", "--conversation", "talk", "--json")
    (line,) = later.stdout.splitlines()
    data: dict[str, Any] = json.loads(line)
    assert (data["turn"], data["kind"], data["asked"]) == (2, "report", "When will the Skerra plant open?")
    assert data["statements"][0]["citations"][0]["quote"] == "The Skerra plant will open in June 2028."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("  ", "--conversation is empty; give words or leave it out"),
        ("n" * 201, "a conversation has a name of 1 to 200 characters; this one has 201"),
        ("two\nlines", "holds a control character or a line break"),
        ("a\x1b[31mred", "holds a control character or a line break"),
        ("two\u2028lines", "holds a control character or a line break"),
    ],
)
def test_a_name_that_no_conversation_can_have_is_refused_before_anything_is_opened(
    name: str, said: str, tmp_path: Path
) -> None:
    home = {"PATH": os.environ["PATH"], "CLAIMGRAPH_HOME": str(tmp_path), "NEO4J_URI": "bolt://127.0.0.1:1"}
    done = run_command(["chat", "--conversation", name], env=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_conversation_may_be_named_in_any_letters_with_spaces_and_marks() -> None:
    for name in ("a b/c;", "Überprüfung 2026", "会話", "🧑\u200d🔬 lab", "n" * 200):
        check_name(name)


async def test_a_model_rewrites_what_points_to_the_conversation_and_names_nothing_else(store: GraphStore) -> None:
    await add_text(store, TEXT)
    invented = {"parts": [{"question": "When will Brenn Falls open?", "after": 0}]}
    rewritten = {"parts": [{"question": "When will the Skerra plant open?", "after": 0}]}
    calls = [
        {"tool": "memory_search", "arguments": '{"query": "Skerra plant open"}', "reason": "asks a date", "after": 0}
    ]
    model = ScriptedModel(planner=[invented, rewritten, {"calls": calls}, ModelUnavailable("down", outcome="timeout")])
    await (await Talker(app_of(store)).open()).ask(COST)
    talk = await Talker(app_of(store, model=model)).open()
    with pytest.raises(ModelUnavailable):
        await talk.ask("When will it open?")
    assert "brenn" in model.asked[1].repairs
    (turn,) = await rows_of(
        store, "MATCH (t:Turn {namespace: $namespace, ordinal: 2}) RETURN t.asked AS asked, t.state AS state"
    )
    assert turn == {"asked": "When will the Skerra plant open?", "state": "asked"}
    again = await Talker(app_of(store), extractive=True).open()
    assert again.left == "When will it open?"
    model.done()


async def test_a_question_whose_parts_wait_is_one_run_to_go_on_with_wherever_it_was_killed(store: GraphStore) -> None:
    await add_text(store, "The Tornholm prize was won most often by Ada Lind. Ada Lind is alive and lives in Hallvik.")
    question = "Who won the Tornholm prize most often? Is that person alive?"
    asking = answer(question, app_of(store), Asking("r1", Budget()))
    async for event in asking:
        if event.event == "searched":
            break
    await asking.aclose()
    begun = await read_begun(store, await find_run(store, "r1"))
    assert begun.question == question
    events = [event async for event in answer(question, app_of(store), Asking("r1", Budget()))]
    assert events[-1].data["state"] == "completed"
    steps = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'query_update'}) RETURN s.output_json AS output"
    )
    assert [json.loads(row["output"])["asked"] for row in steps] == ["Is Ada Lind alive?"]
    runs = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.run_key AS key, r.state AS state")
    assert {(row["key"], row["state"]) for row in runs} == {("r1", "completed"), ("r1.1", "completed")}
    assert await duplicates(store) == []


async def test_ask_answers_by_rows_and_by_research_in_one_report(store: GraphStore) -> None:
    await add_text(store, TEXT)
    question = "What will the Skerra plant cost, and which claims are disputed?"
    events = [event async for event in answer(question, app_of(store), Asking("r1", Budget()))]
    assert [event.event for event in events[:3]] == ["routed", "asked", "planned"]
    view = await read_report(store, events[-1].data["report"])
    assert [one.tool for one in view.data] == ["disputed_claims"]
    assert view.subquestions == (COST,)
    text = render_markdown(view)
    assert "Asked the graph: none (disputed\\_claims, 0 rows)" in text or "none (disputed_claims, 0 rows)" in text
    assert "48 million crowns" in text
    again = [event async for event in answer(question, app_of(store), Asking("r1", Budget()))]
    assert [event.data["again"] for event in again] == [True]


async def test_that_is_the_claim_of_the_last_answer_and_its_evidence_comes_from_the_graph(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    assert (await talk.ask("Why do we believe that?")).exchange.answer == NONE_MEANT
    assert (await talk.ask("What falls if that source goes?")).exchange.answer == NO_SOURCE_MEANT
    await talk.ask(COST)
    why = await talk.ask("Why do we believe that?")
    assert talk.tools() == ["evidence_for_claim"]
    assert why.view is not None
    assert [row["quote"] for data in why.view.data for row in data.rows] == [
        "The Skerra plant will cost 48 million crowns."
    ]
    assert (await talk.ask("Who says the opposite of that?")).exchange.kind == "rows"
    assert talk.tools() == ["opposing_claims"]
    falls = await talk.ask("What falls if that source goes?")
    assert (talk.tools(), falls.exchange.kind) == (["impact_of_source"], "rows")
    assert (await steps_of(store)).count("memory_search") == 1
