"""Questions that rows of the graph answer, as a person asks them: the number, none, the order, what is missing."""

from pathlib import Path

import pytest
from test_command_line import Run, environment, lines, run

__all__ = ["environment", "run"]


@pytest.fixture
def filled(run: Run, tmp_path: Path) -> Run:
    for name, text in {"a.md": "The plant costs 48 million crowns.", "b.md": "A second text."}.items():
        (tmp_path / name).write_text(f"# Title {name}\n\n{text}\n")
    assert run("add", "a.md", "b.md").returncode == 0
    return run


def test_rows_keep_the_order_of_their_query_and_have_nothing_to_draw(filled: Run) -> None:
    done = filled("ask", "How many sources are stored?")
    head = next(line for line in done.stdout.splitlines() if line.startswith("sources "))
    assert head.split() == [
        "sources", "passages", "claims", "supported", "conflicting", "unsupported", "unreviewed", "questions", "runs",
    ]  # fmt: skip
    assert "Browser" not in done.stderr
    assert done.stdout.index("**2 sources, ") < done.stdout.index("Asked the graph")
    [data] = lines(filled("ask", "--json", "How many sources are stored?"))[0]["data"]
    assert list(data["rows"][0]) == head.split()


@pytest.mark.parametrize(
    ("question", "tool"),
    [("Which sources changed since March 2026?", "sources_changed_since"), ("Which runs failed?", "runs_by_state")],
)
def test_that_there_is_none_is_an_answer_and_not_a_failure(filled: Run, question: str, tool: str) -> None:
    done = filled("ask", question)
    assert done.returncode == 0
    assert "Asked the graph: none (" in done.stdout
    assert f"{tool}(".replace("_", "\\_") in done.stdout or f"{tool}(" in done.stdout
    assert "0 rows)" in done.stdout
    assert "Nothing usable" not in done.stdout
    assert "claimgraph add" not in done.stdout
    assert "planned:" not in done.stderr


def test_that_no_conflict_is_recorded_is_no_answer_and_is_researched(filled: Run) -> None:
    done = filled("ask", "Where do the sources differ on the cost?")
    assert "no claims of earlier runs conflict" in done.stdout
    assert "none (" not in done.stdout
    assert "planned:" in done.stderr


def test_a_ranking_without_a_model_says_what_it_needs(filled: Run) -> None:
    done = filled("ask", "Which publisher has the most sources?")
    assert "a language model writes the query" in done.stdout
