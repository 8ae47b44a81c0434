"""Rows as a table of plain text: columns as wide as what stands in them, wide characters counted as two. Pure."""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

MAX_WIDTH = 60
"""Columns of the terminal that one cell may take; longer ones end with an ellipsis."""


def render_table(columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Yield the header and one line a row; a column of numbers stands to the right. Without columns nothing."""
    if not columns:
        return
    cells = [[_cut(cell(row[name])) for name in columns] for row in rows]
    heads = [_cut(" ".join(name.split())) for name in columns]
    widths = [max(width_of(text) for text in texts) for texts in zip(heads, *cells, strict=True)]
    to_the_right = [all(row[name] is None or _is_number(row[name]) for row in rows) for name in columns]
    for texts in (heads, *cells):
        yield _line(texts, widths, to_the_right)


def cell(value: object) -> str:
    """Return a value on one line: text as it is, a node by its labels and properties, everything else as JSON."""
    if isinstance(value, str):
        return " ".join(value.split())
    if value is None:
        return "-"
    found = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    if {"labels", "properties"} <= set(found):
        inside = ", ".join(f"{name}: {cell(inner)}" for name, inner in found["properties"].items())
        return f"({''.join(f':{label}' for label in found['labels'])} {{{inside}}})"
    if set(found) == {"left_out", "length"}:
        return f"({found['left_out']}, {found['length']})"
    return json.dumps(value, ensure_ascii=False)


def width_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: wide ones two, marks that combine none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _cut(text: str) -> str:
    if width_of(text) <= MAX_WIDTH:
        return text
    while width_of(text) >= MAX_WIDTH:
        text = text[: min(len(text) - 1, MAX_WIDTH)]
    return f"{text}…"


def _line(texts: Sequence[str], widths: Sequence[int], to_the_right: Sequence[bool]) -> str:
    padded = [
        f"{' ' * (width - width_of(text))}{text}" if right else f"{text}{' ' * (width - width_of(text))}"
        for text, width, right in zip(texts, widths, to_the_right, strict=True)
    ]
    return "  ".join(padded).rstrip()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
