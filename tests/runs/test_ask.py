"""Whole runs without a model over the example dossier, on a real server: what a person gets, what the graph holds."""

from typing import Any

import pytest
from dossier_runs import ask, fill
from graphs import duplicates, node_set, relationship_set, rows_of
from reports import report_of

from agent.budget import Budget
from agent.cli.first_run import QUESTION
from agent.curate import accept_run
from agent.errors import NotAcceptable, RunConflict
from agent.find import find_report, find_run
from agent.report.render import render_json, render_markdown
from graph.errors import NodeNotFound
from graph.model import NODES, RELATIONSHIPS, SHARED
from graph.store import GraphStore


@pytest.fixture(scope="module")
async def run_over_the_dossier(open_store: Any) -> tuple[GraphStore, list[Any]]:
    """The dossier's store after one run, and the run's events; what is here alone takes seconds."""
    store = await fill(await open_store())
    return store, await ask(store, QUESTION)


@pytest.fixture(scope="module")
async def asked(run_over_the_dossier: tuple[GraphStore, list[Any]]) -> GraphStore:
    return run_over_the_dossier[0]


async def test_a_run_tells_what_it_does_step_by_step(run_over_the_dossier: tuple[GraphStore, list[Any]]) -> None:
    store, events = run_over_the_dossier
    names = [e.event for e in events]
    assert names[:6] == ["planned", "searched", "extracted", "reviewed", "drafted", "verified"]
    assert names[-1] == "reported"
    assert len(events[0].data["subquestions"]) == 4
    assert events[-1].data["state"] == "completed"
    assert {e.run for e in events} == {await find_run(store, "r1")}


async def test_every_factual_sentence_stands_word_for_word_at_its_offsets_in_a_stored_source(asked: GraphStore) -> None:
    view = await report_of(asked)
    factual = [s for s in view.statements if s.kind == "factual"]
    assert len(factual) >= 6
    texts = {
        row["source"]: row["text"]
        for row in await rows_of(
            asked,
            "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v)-[:HAS_PASSAGE]->(p) "
            "WITH s, p ORDER BY p.ordinal "
            "RETURN s.key AS source, reduce(t = '', x IN collect(p.text) | t + x) AS text",
        )
    }
    for statement in factual:
        assert statement.citations, statement.text
        is_disputed = "percent of Tornholm's households" in statement.text
        assert statement.status == ("conflicting" if is_disputed else "supported"), statement.text
        for c in statement.citations:
            assert texts[c.source][c.char_start : c.char_end] == c.quote
            assert " ".join(c.quote.split()) in " ".join(statement.text.split()) or c.quote in statement.text
            assert (c.verdict, c.checker, c.quote_match) == ("valid", "verbatim", "exact")


async def test_the_report_shows_what_the_dossier_holds(asked: GraphStore) -> None:
    view = await report_of(asked)
    text = render_markdown(view)
    values = {side.value for conflict in view.conflicts for side in conflict.sides}
    assert {"48.2 million crowns", "61.5 million crowns"} <= values
    assert {"38 percent", "62 percent"} <= values
    nodes = {side.value for conflict in view.conflicts if conflict.conflict for side in conflict.sides}
    assert nodes == {"38 percent", "62 percent"}, "what a newer source says that it replaces is no conflict"
    assert "Not answered: found no sentence" in text
    assert len(view.gaps) == 1
    assert "print the same text" in text
    assert "Ignore previous instructions" not in text


async def test_no_mark_dangles_and_no_source_is_listed_without_a_mark(asked: GraphStore) -> None:
    view = await report_of(asked)
    used = {c.marker for s in view.statements for c in s.citations}
    assert used == {source.marker for source in view.sources} == set(range(1, len(view.sources) + 1))


async def test_the_json_has_the_shape_that_scripts_depend_on(asked: GraphStore) -> None:
    data = render_json(await report_of(asked))
    assert {
        "run", "question", "mode", "state", "stopped_by", "coverage", "outcomes", "gaps", "statements", "conflicts",
        "sources", "usage",
    } <= set(data)  # fmt: skip
    assert set(data["coverage"]) >= {"statements", "factual", "cited", "checked", "supported", "removed"}
    disputed = sum(1 for s in data["statements"] if s["status"] == "conflicting")
    assert data["coverage"]["factual"] == data["coverage"]["cited"] == data["coverage"]["supported"] + disputed
    assert disputed == 2
    citation = next(s for s in data["statements"] if s["citations"])["citations"][0]
    assert set(citation) >= {
        "citation", "marker", "quote", "quote_match", "verdict", "checker", "passage", "source", "url",
        "char_start", "char_end",
    }  # fmt: skip
    assert set(data["sources"][0]) >= {"marker", "title", "url", "published_at", "retrieved_at", "origins"}
    assert {one["state"] for one in data["conflicts"]} == {None, "open"}


async def test_the_graph_of_a_run_holds_only_what_the_model_declares(asked: GraphStore) -> None:
    declared = {n.label: {*SHARED, *n.properties} for n in NODES}
    marks = {mark for n in NODES for mark in n.marks}
    rows = await rows_of(
        asked, "MATCH (n {namespace: $namespace}) RETURN DISTINCT labels(n) AS labels, keys(n) AS properties"
    )
    for row in rows:
        label = next(name for name in row["labels"] if name in declared)
        assert set(row["labels"]) - {label} <= marks
        undeclared = {p for p in row["properties"] if not p.startswith("embedding_")} - declared[label]
        assert not undeclared, label
    types = {(r.start, r.type, r.end) for r in RELATIONSHIPS}
    for row in await rows_of(
        asked,
        "MATCH (a {namespace: $namespace})-[r]->(b) RETURN DISTINCT labels(a) AS a, type(r) AS type, labels(b) AS b",
    ):
        assert any((a, row["type"], b) in types for a in row["a"] for b in row["b"]), row
    assert await duplicates(asked) == []


async def test_asking_again_under_the_same_run_key_writes_nothing_and_gives_the_same_report(asked: GraphStore) -> None:
    before = (await node_set(asked), await relationship_set(asked), asked.written.nodes_created)
    text = render_markdown(await report_of(asked))
    events = await ask(asked, QUESTION)
    assert [e.event for e in events] == ["reported"]
    assert (await node_set(asked), await relationship_set(asked), asked.written.nodes_created) == before
    assert render_markdown(await report_of(asked)) == text


async def test_a_run_key_of_another_question_is_refused(asked: GraphStore) -> None:
    before = (await node_set(asked), await relationship_set(asked))
    for question, options in (("What is the capital of Norway?", {}), (QUESTION, {"loop": "recursive"})):
        with pytest.raises(RunConflict, match=r"'r1' (?:belongs to the question|was begun with --loop)"):
            await ask(asked, question, **options)
    assert (await node_set(asked), await relationship_set(asked)) == before, "nothing is written before a refusal"


async def test_a_question_that_the_documents_do_not_speak_of_gets_no_answer(asked: GraphStore) -> None:
    events = await ask(asked, "Which opera did the composer finish in Vienna?", run_key="opera")
    assert events[-1].data["state"] == "no_evidence"


async def test_a_budget_that_is_met_ends_with_a_report_that_says_so(asked: GraphStore) -> None:
    events = await ask(asked, QUESTION, run_key="short", budget=Budget(rounds=1))
    assert events[-1].data["stopped_by"] == "budget"
    view = await report_of(asked, "short")
    assert view.statements
    assert view.stopped_by == "budget"


async def test_a_person_accepts_a_finished_run_and_nothing_else(asked: GraphStore, store: GraphStore) -> None:
    run = await find_run(asked, "r1")
    await accept_run(asked, run, by="Ada")
    row = (await rows_of(asked, "MATCH (r:Run {key: $run}) RETURN r.accepted_by AS by, r.accepted_at AS at", run=run))[
        0
    ]
    assert row["by"] == "Ada"
    assert "Accepted: by Ada" in render_markdown(await report_of(asked))
    assert row["at"]
    await ask(store, "What does it cost?")
    with pytest.raises(NotAcceptable, match="no finished report"):
        await accept_run(store, await find_run(store, "r1"), by="Ada")
    with pytest.raises(NotAcceptable, match="--as"):
        await accept_run(asked, run, by="  ")


async def test_any_unique_beginning_of_a_key_finds_its_node(asked: GraphStore) -> None:
    run = await find_run(asked, "r1")
    assert await find_run(asked, run[:12]) == run
    with pytest.raises(NodeNotFound, match="is not unique"):
        await find_report(asked, "report.")
    with pytest.raises(NodeNotFound, match="`claimgraph runs`"):
        await find_run(asked, "nothing")
