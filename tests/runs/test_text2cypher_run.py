"""A count in a whole run: by a query that the model writes, or, where that is refused, by research."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text, rows_of
from llm_server import LLMServer, Scripted, says
from reader_model import AnyLLM, reader
from reports import report_of
from scripted_server import Sent

from agent.answer import Asking, answer
from agent.budget import Budget
from agent.build import App, open_model
from agent.llm.configured import ConfiguredModels
from agent.report.render import render_json, render_markdown
from agent.settings import Settings
from graph.store import GraphStore

QUESTION = "How many sources speak of the ferry?"
FACT = "Two sources speak of the ferry."


def counting(statement: str) -> Callable[[Sent], Scripted]:
    """A model that writes this statement for any question to the graph, and reads for research."""
    reads = reader({QUESTION: FACT})

    def reply(sent: Sent) -> Scripted:
        if sent.text.startswith("You write one Cypher statement"):
            return says({"asks": "What was asked?", "statement": statement})
        return reads(sent)

    return reply


async def run(server: LLMServer, home: Path, store: GraphStore, question: str, **budget: Any) -> list[Any]:
    chosen = ConfiguredModels(
        {"planner": "m", "writer": "m", "judge": "m"}, server.base_url, server.base_url, "k", timeout_s=10.0
    )
    async with open_model(chosen, lambda _: None, home=home) as model:
        app = App(Settings(), store, FakeEmbedder(), (), None, model)
        return [event async for event in answer(question, app, Asking("r1", Budget(**budget)))]


async def steps_of(store: GraphStore) -> list[tuple[str, str, dict[str, Any]]]:
    rows = await rows_of(
        store,
        "MATCH (:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step) "
        "RETURN s.tool AS tool, s.outcome AS outcome, s.output_json AS output ORDER BY s.ordinal",
    )
    return [(row["tool"], row["outcome"], json.loads(row["output"])) for row in rows]


async def test_a_count_of_what_is_stored_is_answered_by_rows_with_their_query_and_no_claim(
    store: GraphStore, tmp_path: Path
) -> None:
    await add_text(store, FACT, name="a.md")
    with AnyLLM(counting("MATCH (s:Source) RETURN count(s) AS sources")) as server:
        await run(server, tmp_path, store, "How many sources are stored?")
    view = await report_of(store)
    [data] = render_json(view)["data"]
    assert (data["tool"], data["kind"], data["rows"]) == ("text2cypher", "aggregate", [{"sources": 1}])
    assert "(s:Source {namespace: $namespace})" in data["query"]
    assert "count(s) AS sources" in render_markdown(view)
    assert [tool for tool, _, _ in await steps_of(store)] == ["route", "model:text2cypher", "text2cypher"]
    assert await rows_of(store, "MATCH (c:Claim {namespace: $namespace}) RETURN c.key AS key") == []


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n:Source) DETACH DELETE n",
        "MATCH (f:Ferry)-[:CROSSES]->(s:Sound) RETURN count(f) AS ferries",
        "MATCH (e:Entity) WHERE toLower(e.full_name) CONTAINS 'ferry' RETURN e.full_name AS ferry",
    ],
    ids=["a write", "unknown names", "no rows"],
)
async def test_where_a_query_is_refused_or_finds_nothing_research_answers(
    statement: str, store: GraphStore, tmp_path: Path
) -> None:
    """Cases G11 and G14: never "no rows, so the answer is no"; the reason stays with the run."""
    await add_text(store, FACT, name="a.md")
    with AnyLLM(counting(statement)) as server:
        await run(server, tmp_path, store, QUESTION)
    view = await report_of(store)
    assert any(one.text == FACT for one in view.statements if one.kind == "factual")
    steps = await steps_of(store)
    assert [tool for tool, _, _ in steps][:4] == ["route", "model:text2cypher", "text2cypher", "model:plan"]
    tool, outcome, output = steps[2]
    is_empty = "Entity" in statement
    assert (tool, outcome) == ("text2cypher", "empty" if is_empty else "refused")
    assert any(("no proof" if is_empty else "refused") in note for note in output["notes"])
    assert await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN s.title AS t") == [
        {"t": "Title of a.md"}
    ]


async def test_the_calls_of_repairs_are_counted_in_the_run(store: GraphStore, tmp_path: Path) -> None:
    await add_text(store, FACT, name="a.md")
    with AnyLLM(counting("MATCH (n:Sorce) RETURN count(n) AS n")) as server:
        await run(server, tmp_path, store, QUESTION)
    written = sum(sent.text.startswith("You write one Cypher statement") for sent in server.sent)
    usage = {row["role"]: row["calls"] for row in render_json(await report_of(store))["usage"]}
    assert written == 3
    assert usage["planner"] == sum("===part to answer" not in sent.text and "===C1 " not in sent.text
                                   for sent in server.sent)  # fmt: skip
