"""`claimgraph cypher --ask` as people call it: the query that a scripted model writes, its rows, its refusals."""

import json
from pathlib import Path

import pytest
from llm_server import LLMServer, Scripted, says
from test_command_line import Run, environment, lines, run

__all__ = ["environment", "run"]


@pytest.fixture
def filled(run: Run, tmp_path: Path) -> Run:
    for name, text in {"a.md": "The plant costs 48 million crowns.", "b.md": "A second text."}.items():
        (tmp_path / name).write_text(f"# Title {name}\n\n{text}\n")
    assert run("add", "a.md", "b.md").returncode == 0
    return run


def model_at(server: LLMServer) -> dict[str, str]:
    return {
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "k",
        "CLAIMGRAPH_PLANNER_MODEL": "m",
        "CLAIMGRAPH_WRITER_MODEL": "m",
    }


def writes(statement: str) -> Scripted:
    return says({"asks": "What was asked?", "statement": statement})


QUESTION = "How many sources are stored?"
COUNT = "MATCH (s:Source) RETURN count(s) AS sources"


def test_the_rows_come_with_the_query_that_was_run_and_a_mended_try_is_told(filled: Run) -> None:
    with LLMServer(writes("MATCH (s:Sorce) RETURN count(s) AS n"), writes(COUNT)) as server:
        done = filled("cypher", "--ask", QUESTION, **model_at(server))
    assert (done.returncode, done.stdout.splitlines()) == (0, ["sources", "      2"])
    assert done.stderr.splitlines() == [
        COUNT.replace("(s:Source)", "(s:Source {namespace: $namespace})"),
        "the query asks: What was asked?",
        "counted by the database from what is stored",
        "tried and refused: the label Sorce does not exist; nearest: Source | MATCH (s:Sorce) RETURN count(s) AS n",
        "1 row",
    ]
    assert QUESTION in server.sent[0].text


def test_json_has_the_query_what_it_asks_and_the_kind_of_its_rows(filled: Run) -> None:
    with LLMServer(writes(COUNT)) as server:
        answer = lines(filled("cypher", "--json", "--ask", QUESTION, **model_at(server)))[0]
    assert (answer["outcome"], answer["asks"], answer["kind"]) == ("ok", "What was asked?", "aggregate")
    assert (answer["columns"], answer["rows"]) == (["sources"], [{"sources": 2}])
    assert "$namespace" in answer["query"]


def test_a_write_that_the_model_writes_is_exit_code_8_and_changes_nothing(filled: Run) -> None:
    before = filled("cypher", "--json", "MATCH (n) RETURN count(*) AS n").stdout
    wrong = writes("MATCH (n:Source) DETACH DELETE n")
    with LLMServer(wrong, wrong, wrong) as server:
        done = filled("cypher", "--ask", "Delete all sources", **model_at(server))
    assert (done.returncode, done.stdout) == (8, "")
    assert "refused by layer 1 of the guard" in done.stderr
    after = filled("cypher", "--json", "MATCH (n) RETURN count(*) AS n").stdout
    assert json.loads(after)["rows"] == json.loads(before)["rows"]


def test_what_the_graph_cannot_answer_is_exit_code_3(filled: Run) -> None:
    with LLMServer(writes("")) as server:
        done = filled("cypher", "--ask", "What does gold cost?", **model_at(server))
    assert (done.returncode, done.stdout) == (3, "")
    assert "the graph cannot answer it: What was asked?" in done.stderr


def test_without_a_model_it_is_exit_code_6_in_one_sentence_that_says_what_to_set(run: Run) -> None:
    done = run("cypher", "--ask", QUESTION)
    assert (done.returncode, done.stdout) == (6, "")
    assert len(done.stderr.splitlines()) == 1
    assert "set CLAIMGRAPH_PLANNER_MODEL and CLAIMGRAPH_WRITER_MODEL" in done.stderr


@pytest.mark.parametrize("more", [("RETURN 1 AS x",), ("--check",), ("-p", "a=1")])
def test_a_question_stands_alone(run: Run, more: tuple[str, ...]) -> None:
    done = run("cypher", "--ask", QUESTION, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--ask takes a question alone" in done.stderr
