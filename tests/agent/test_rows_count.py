"""Rows of the graph: how many there are is said first."""

from typing import Any

from agent.report.data import count_of, render_data
from agent.report.view import DataView


def view(*rows: dict[str, Any], notes: tuple[str, ...] = ()) -> DataView:
    return DataView("single_source_claims", {}, "MATCH", "rows", rows, notes=notes)


def test_the_number_of_rows_is_the_first_thing_said() -> None:
    lines = render_data([view(*({"claim": f"c{n}"} for n in range(14)))])
    assert lines[2] == "**14 rows**"
    assert not any("**" in line for line in render_data([view()]))


def test_a_list_that_was_cut_says_at_least() -> None:
    rows = [{"claim": f"c{n}"} for n in range(50)]
    cut = view(*rows, notes=("the first 50 rows; there may be more: raise limit",))
    assert count_of(cut) == "at least 50 rows: the limit"


def test_a_row_of_counts_is_said_by_its_columns() -> None:
    assert count_of(view({"sources": 20, "claims": 1})) == "20 sources, 1 claims"
    assert count_of(view({"title": "a"})) == "1 row"
