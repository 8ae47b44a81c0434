"""Running heads, feet and page numbers: what stands at the edge of most pages and is no part of the text. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from retrievers.read.pdf.layout import Row, Run, rows_of

_MIN_PAGES = 3
_EDGE = 0.15  # of the page's height, above and below
_ROWS = 2  # at each edge
_OFTEN = 0.4  # of the pages; heads of left and right pages differ
_MOSTLY = 0.6  # of the pages have a line at one height, where the heads of chapters stand
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_SLOT = 4  # points


def drop_margins(pages: Sequence[tuple[Sequence[Run], float]]) -> list[list[Run]]:
    """Return each page's runs without the rows that repeat at its edges; a page is (runs, height)."""
    edges = [list(_edge_rows(runs, height)) for runs, height in pages]
    texts = Counter(text for page in edges for text in {(edge, _normal(row)) for edge, _, row in page})
    slots = Counter(slot for page in edges for slot in {(edge, slot) for edge, slot, _ in page})
    count = sum(1 for runs, _ in pages if runs)
    kept: list[list[Run]] = []
    for (runs, _), page in zip(pages, edges, strict=True):
        dropped = {
            id(run)
            for edge, slot, row in page
            if count >= _MIN_PAGES and _repeats(texts[edge, _normal(row)], slots[edge, slot], count)
            for run in row.runs
        }
        kept.append([r for r in runs if id(r) not in dropped])
    return kept


def _repeats(pages_with_text: int, pages_with_slot: int, count: int) -> bool:
    if pages_with_text >= max(_MIN_PAGES, count * _OFTEN):
        return True
    return pages_with_text >= 2 and pages_with_slot >= count * _MOSTLY


def _edge_rows(runs: Sequence[Run], height: float) -> list[tuple[str, int, Row]]:
    rows = rows_of([r for r in runs if r.y0 < height * _EDGE or r.y1 > height * (1 - _EDGE)])
    top = [row for row in rows if row.y0 < height * _EDGE][:_ROWS]
    foot = [row for row in rows if row.y1 > height * (1 - _EDGE)][-_ROWS:]
    return [("top", round(r.y0 / _SLOT), r) for r in top] + [("foot", round(r.y0 / _SLOT), r) for r in foot]


def _normal(row: Row) -> str:
    """The row without its numbers, with its size: a title is larger than the running head of the same words."""
    return f"{_NUMBERS.sub('#', ' '.join(row.text.casefold().split()))} {row.size:.0f}"
