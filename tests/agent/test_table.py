"""Rows as a table: aligned whatever the width of its letters, nothing longer than a cell."""

from hypothesis import given
from hypothesis import strategies as st

from agent.report.table import MAX_WIDTH, cell, render_table, width_of


def test_columns_are_aligned_and_numbers_stand_to_the_right() -> None:
    rows = [{"name": "Tide", "n": 5}, {"name": "図書館", "n": 12}, {"name": None, "n": None}]
    assert list(render_table(["name", "n"], rows)) == ["name     n", "Tide     5", "図書館  12", "-        -"]
    assert list(render_table(["n"], [{"n": 1}, {"n": "none"}])) == ["n", "1", "none"]


def test_nodes_and_what_was_left_out_are_short() -> None:
    node = {"element_id": "4:x:1", "labels": ["Film"], "properties": {"title": "Alien", "year": 1979}}
    assert cell(node) == "(:Film {title: Alien, year: 1979})"
    assert cell({"left_out": "list of numbers", "length": 384}) == "(list of numbers, 384)"
    assert cell({"a": [1, "x"]}) == '{"a": [1, "x"]}'


def test_a_statement_without_columns_has_no_table() -> None:
    assert list(render_table([], [])) == []


@given(st.lists(st.text(), min_size=1, max_size=4, unique=True), st.data())
def test_no_cell_is_wider_than_its_column_and_every_row_is_there(columns: list[str], data: st.DataObject) -> None:
    rows = [{c: data.draw(st.text() | st.integers()) for c in columns} for _ in range(data.draw(st.integers(0, 4)))]
    table = list(render_table(columns, rows))
    assert len(table) == len(rows) + 1
    assert all(width_of(line) <= len(columns) * (MAX_WIDTH + 2) for line in table)
