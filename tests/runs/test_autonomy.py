"""Who decides on a call: the program, a person who approves each, a person who picks; all of it kept as Steps."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from command import run_command
from graphs import add_text, rows_of
from loopback import Site
from search_server import SearchServer
from talking import ScriptedPerson, Talker, app_of, deciding
from webs import article, finds, open_web_app

from agent.autonomy import Said
from agent.report.render import render_markdown
from agent.report.short import render_short
from agent.route.calls import Call
from graph.server import ServerStatus
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
TEXT = "The Skerra plant will cost 48 million crowns."
YES, NO = Said("approved"), Said("refused", why="the person refused")


async def decisions(store: GraphStore) -> list[dict[str, Any]]:
    rows = await rows_of(
        store,
        "MATCH (:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step {tool: 'decision'}) "
        "RETURN s.output_json AS output ORDER BY s.ordinal",
    )
    return [json.loads(row["output"]) for row in rows]


async def test_an_assisted_run_makes_what_was_approved_as_it_was_edited(store: GraphStore) -> None:
    await add_text(store, TEXT)
    person = ScriptedPerson(Said("edited", {"query": "plant crowns"}), NO, NO)
    talk = await Talker(app_of(store), **deciding("assisted", person)).open()
    done = await talk.ask(COST)
    assert "48 million crowns" in done.exchange.answer
    assert [call.tool for call in person.asked] == ["memory_search"] * 3
    found = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'memory_search'}) RETURN s.args_json AS args"
    )
    assert [json.loads(row["args"])["queries"] for row in found] == [["plant crowns"]]
    kept = await decisions(store)
    assert [(one["decision"], one["by"], one["autonomy"]) for one in kept] == [
        ("edited", "person", "assisted"), ("refused", "person", "assisted"), ("refused", "person", "assisted"),
    ]  # fmt: skip


async def test_what_was_refused_is_not_made_and_the_report_says_so(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store), **deciding("assisted", ScriptedPerson(*[NO] * 10))).open()
    done = await talk.ask(COST)
    assert done.exchange.kind == "missing"
    assert done.view is not None
    assert any(note.startswith("Not made: ") and "memory_search" in note for note in done.view.notes)
    assert not await rows_of(store, "MATCH (s:Step {namespace: $namespace, tool: 'memory_search'}) RETURN s")
    told = render_markdown(done.view) + "\n".join(render_short(done.view))
    assert "calls that might have found it were refused" in told
    assert "no stored passage" not in told
    assert "Add documents" not in told


async def test_a_question_to_the_graph_is_asked_about_before_it_is_made(store: GraphStore) -> None:
    person = ScriptedPerson(YES)
    talk = await Talker(app_of(store), **deciding("assisted", person)).open()
    done = await talk.ask("Which claims are disputed?")
    assert [call.tool for call in person.asked] == ["disputed_claims"]
    assert [event.event for event in talk.events] == ["routed", "consulted", "asked", "reported"]
    assert done.exchange.kind == "rows"


async def test_searches_and_pages_of_the_web_wait_for_the_person_too(store: GraphStore, site: Site) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 40 million crowns.")
    site.pages["/b"] = article("The Skerra plant will cost 48 million crowns.")

    class Chooser(ScriptedPerson):
        async def approve(self, call: Call, tools: Any) -> Said:
            self.asked.append(call)
            return NO if str(call.arguments.get("url", "")).endswith("/a") else YES

    person = Chooser()
    with SearchServer(finds(site.url("/a"), site.url("/b"))) as search:
        async with open_web_app(store, search) as app:
            talk = await Talker(app, **deciding("assisted", person)).open()
            done = await talk.ask(COST)
    assert {"web_search", "read_page"} <= {call.tool for call in person.asked}
    assert "48 million crowns" in done.exchange.answer
    sources = await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN s.source_id AS id")
    assert [row["id"] for row in sources] == [site.url("/b")]


async def test_a_manual_run_makes_only_what_the_person_picks(store: GraphStore) -> None:
    await add_text(store, TEXT)
    picks = [Call("graph_health", {}, "p"), Call("memory_search", {"query": "Skerra crowns"}, "p")]
    talk = await Talker(app_of(store), **deciding("manual", ScriptedPerson(picks=picks))).open()
    done = await talk.ask(COST)
    assert done.view is not None
    assert [one.tool for one in done.view.data] == ["graph_health"]
    assert "48 million crowns" in done.exchange.answer
    found = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'memory_search'}) RETURN s.args_json AS args"
    )
    assert [json.loads(row["args"])["queries"] for row in found] == [["Skerra crowns"]]
    assert [one["decision"] for one in await decisions(store)] == ["picked"] * 3


async def test_a_run_that_goes_on_does_not_ask_again(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store), **deciding("assisted", ScriptedPerson(YES, YES, YES))).open()
    asking = talk.chat.ask(COST)
    async for event in asking:
        if event.event == "searched":
            break
    await asking.aclose()
    again = await Talker(app_of(store), **deciding("assisted", ScriptedPerson())).open()
    done = await again.ask(again.left)
    assert "48 million crowns" in done.exchange.answer


def command(server: ServerStatus, home: Path, said: str, *options: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_", "TAVILY_"))}
    env = kept | {
        "NEO4J_URI": server.uri or "",
        "NEO4J_PASSWORD": server.read_password(),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": f"auto{os.getpid()}",
    }
    document = home / "minutes.md"
    document.write_text("The council met on Tuesday.\n")
    assert run_command(["add", str(document)], env=env).returncode == 0
    return run_command(["ask", "Which claims are disputed?", "--autonomy", *options], input=said, env=env)


def test_without_anybody_to_ask_calls_are_refused_and_that_is_said(neo4j_server: ServerStatus, tmp_path: Path) -> None:
    nobody = command(neo4j_server, tmp_path, "", "assisted")
    assert nobody.returncode == 3
    assert "refused:   disputed_claims, because nobody answered" in nobody.stderr
    assert "Not made: 1 x disputed_claims (nobody answered)" in nobody.stdout


def test_what_cannot_be_taken_is_told_and_asked_for_again(neo4j_server: ServerStatus, tmp_path: Path) -> None:
    done = command(neo4j_server, tmp_path, 'perhaps\n{"limit": "many"}\n{"limit": 3}\n', "assisted", "--json")
    assert "'perhaps' is neither y nor n nor a JSON object" in done.stderr
    assert "the arguments of disputed_claims are wrong" in done.stderr
    (data,) = json.loads(done.stdout)["data"]
    assert (data["tool"], data["arguments"], done.returncode) == ("disputed_claims", {"limit": 3}, 0)
    picked = command(neo4j_server, tmp_path, "no_such_tool\ngraph_health\n\n", "manual", "--json")
    assert "there is no tool no_such_tool" in picked.stderr
    assert [one["tool"] for one in json.loads(picked.stdout)["data"]] == ["graph_health"]
