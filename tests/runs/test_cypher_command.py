"""`claimgraph cypher` as people and scripts call it: rows, refusals, limits, checks."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_command_line import Run, environment, lines, run

__all__ = ["environment", "run"]


@pytest.fixture
def filled(run: Run, tmp_path: Path) -> Run:
    for name, text in {"a.md": "The plant costs 48 million crowns.", "b.md": "A second text."}.items():
        (tmp_path / name).write_text(f"# Title {name}\n\n{text}\n")
    assert run("add", "a.md", "b.md").returncode == 0
    return run


TITLES = "MATCH (s:Source) RETURN s.title AS title, size(s.title) AS letters ORDER BY title"


def test_rows_are_a_table_and_what_was_run_is_said(filled: Run) -> None:
    done = filled("cypher", TITLES)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["title       letters", "Title a.md       10", "Title b.md       10"],
    )
    assert done.stderr.splitlines() == [TITLES.replace("(s:Source)", "(s:Source {namespace: $namespace})"), "2 rows"]


def test_json_has_the_query_the_kind_and_the_rows_as_data(filled: Run) -> None:
    answer = lines(filled("cypher", "--json", "MATCH (s:Source) RETURN count(s) AS n, date('2026-03-14') AS day"))[0]
    assert (answer["kind"], answer["columns"], answer["rows"]) == (
        "aggregate",
        ["n", "day"],
        [{"n": 2, "day": "2026-03-14"}],
    )
    assert (answer["stopped"], answer["note"], answer["unknown"]) == (None, "", [])
    assert "$namespace" in answer["query"]
    assert lines(filled("cypher", "--json", TITLES))[0]["kind"] == "rows"


def test_parameters_are_json_or_text_and_a_statement_may_come_on_standard_input(filled: Run) -> None:
    statement = "MATCH (s:Source) WHERE s.title = $t RETURN $n + 1 AS n, $t AS t"
    done = filled("cypher", "-", "--json", "-p", "t=Title a.md", "-p", "n=41", stdin=statement)
    assert lines(done)[0]["rows"] == [{"n": 42, "t": "Title a.md"}]


def test_a_cut_is_said_and_a_name_that_does_not_exist_with_the_nearest(filled: Run) -> None:
    done = filled("cypher", "--limit", "1", TITLES)
    assert len(done.stdout.splitlines()) == 2
    assert "cut after 1 row; there are more" in done.stderr
    done = filled("cypher", "MATCH (s:Sorce) RETURN s.title AS title")
    assert (done.returncode, done.stdout.splitlines()) == (0, ["title"])
    assert "the label Sorce does not exist; nearest: Source" in done.stderr


def test_time_that_ran_out_is_exit_code_7(filled: Run) -> None:
    statement = "UNWIND range(1, 10000000) AS a UNWIND range(1, 10000000) AS b RETURN count(*) AS n"
    done = filled("cypher", "--timeout", "0.5", statement)
    assert done.returncode == 7
    assert "stopped after 0.5 seconds with 0 rows" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("MATCH (n) DETACH DELETE n",), 8, "refused by layer 1 of the guard"),
        (("CALL dbms.listConfig() YIELD name RETURN name",), 8, "refused by layer 1 of the guard"),
        (("MATCH (m:EmbeddingModel) RETURN m",), 8, "refused by layer 5 of the guard"),
        (("MATCH (n:Claim) RETURN sum(n.text, 2) AS s",), 2, "the database cannot run this statement"),
        (("MATCH (s:Source) WHERE s.title = $p RETURN s.title AS t",), 8, "or --param p=VALUE"),
        ((), 2, "give a statement"),
        (("RETURN 1 AS x", "--offline"), 2, "--offline goes with --check"),
        (("RETURN 1 AS x", "-p", "nothing"), 2, "is not NAME=VALUE"),
        (("--write", "CREATE (n)"), 2, "No such option"),
    ],
)
def test_a_refusal_or_mistake_is_one_sentence_and_its_exit_code(
    run: Run, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = run("cypher", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_does_not_answer_is_exit_code_5_but_a_refusal_needs_none(run: Run) -> None:
    gone = {"NEO4J_URI": "bolt://127.0.0.1:9"}
    assert run("cypher", TITLES, **gone).returncode == 5
    assert run("cypher", "CREATE (n)", **gone).returncode == 8
    for misspelt in ("MATC (n:Claim) RETURN n", "MATCH (n:Claim RETURN n", "RETURN 'a"):
        done = run("cypher", misspelt, **gone)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr


def test_a_check_tells_the_layer_of_each_statement_of_a_file(run: Run, tmp_path: Path) -> None:
    statements = {
        "read": TITLES,
        "write": "MATCH (n:Claim) SET n.x = 1",
        "shared": "MATCH (m:EmbeddingModel) RETURN m",
        "plan": "MATCH (n:Claim) RETURN sum(n.text, 2) AS s",
    }
    listed = tmp_path / "statements.jsonl"
    listed.write_text("".join(json.dumps({"id": i, "query": q}) + "\n" for i, q in statements.items()))
    done = run("cypher", "--check", "--json", "--file", str(listed))
    assert done.returncode == 8
    assert decisions(lines(done)) == {
        "read": ("allow", 2),
        "write": ("refuse", 1),
        "shared": ("refuse", 5),
        "plan": ("refuse", 2),
    }
    assert "1 allowed, 3 refused" in done.stderr
    for changes, words in (({}, ("--offline",)), ({"NEO4J_URI": "", "NEO4J_PASSWORD": ""}, ())):
        done = run("cypher", "--check", "--json", *words, "--file", str(listed), **changes)
        assert decisions(lines(done))["plan"] == ("allow", 5)
        assert "layer 2, the server's plan, is not asked" in done.stderr
    assert run("cypher", "--check", TITLES).returncode == 0


def decisions(rows: list[dict[str, Any]]) -> dict[str, tuple[str, int]]:
    assert all(set(row) >= {"id", "decision", "layer", "reason"} and row["reason"] for row in rows)
    return {row["id"]: (row["decision"], row["layer"]) for row in rows}


def test_nothing_in_the_graph_commands_the_terminal(run: Run) -> None:
    done = run("cypher", "RETURN $evil AS x", "-p", 'evil="\\u001b[31mred\\nline"')
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 2
