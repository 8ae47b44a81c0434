"""Rows that the graph gave for a question, as people read them: a table with what was asked and run. Pure."""

from collections.abc import Sequence

from agent.report.markdown import escape
from agent.report.table import render_table
from agent.report.view import DataView

SHOWN_ROWS = 50


def say_data(one: DataView) -> str:
    """Return in one line what was asked of the graph and what came: "stale_evidence: 3 rows"."""
    given = ", ".join(f"{name}={value}" for name, value in one.arguments.items())
    if not one.rows and one.outcome in {"ok", "empty"} and not one.notes:
        return f"none ({one.tool}{f'({given})' if given else ''}, 0 rows)"
    count = "1 row" if len(one.rows) == 1 else f"{len(one.rows)} rows"
    came = count if one.outcome in {"ok", "empty"} else one.outcome.replace("_", " ")
    counted = ", counted by the database" if one.kind == "aggregate" else ""
    return f"{one.tool}{f'({given})' if given else ''}: {came}{counted}"


def count_of(one: DataView) -> str:
    """Return how many there are, the first thing to read: "14 rows", "at least 50 rows: the limit", "20 sources".

    A single row of numbers is said by its columns; "" where there is no row.
    """
    if not one.rows:
        return ""
    if len(one.rows) == 1 and all(isinstance(value, int) for value in one.rows[0].values()):
        return ", ".join(f"{value} {name}" for name, value in one.rows[0].items())
    is_cut = any("there may be more" in note or "there are more" in note for note in one.notes)
    rows = "1 row" if len(one.rows) == 1 else f"{len(one.rows)} rows"
    return f"at least {rows}: the limit" if is_cut else rows


def table_of(one: DataView) -> list[str]:
    """Return the rows as lines of plain text, the first `SHOWN_ROWS` of them; none where there is none.

    A column in which no row has a value is left out.
    """
    names = list(dict.fromkeys(name for row in one.rows for name, value in row.items() if value not in (None, [], "")))
    shown = [{name: row.get(name) for name in names} for row in one.rows[:SHOWN_ROWS]]
    more = len(one.rows) - len(shown)
    return [*render_table(names, shown), *([f"… {more} more"] if more else [])]


def render_data(views: Sequence[DataView]) -> list[str]:
    """Return the section of a report in Markdown: each table in a block where nothing in it is live."""
    if not views:
        return []
    lines = ["## From the graph", ""]
    for one in views:
        if count := count_of(one):
            lines += [f"**{escape(count)}**", ""]
        lines += [f"Asked the graph: {escape(say_data(one))}{f' ({escape(one.reason)})' if one.reason else ''}.", ""]
        lines += [f"- {escape(note)}" for note in one.notes] + ([""] if one.notes else [])
        if table := table_of(one):
            lines += [*_block(table, ""), ""]
        if one.query:
            lines += ["What was run:", "", *_block(one.query.strip().splitlines(), "cypher"), ""]
    return lines


def _block(lines: Sequence[str], language: str) -> list[str]:
    """A fenced block, its fence longer than any run of backticks inside."""
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    return [f"{fence}{language}", *lines, fence]
