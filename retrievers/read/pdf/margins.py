"""Running heads, feet and page numbers: what stands at the edge of most pages and is no part of the text. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrievers.read.pdf.layout import Row, Run, rows_of

_MIN_PAGES = 3
_EDGE = 0.15  # of the page's height, above and below
_ROWS = 2  # at each edge
_MOST = 0.5  # of the pages have more than this the same row
_MOSTLY = 0.6  # of the pages have a row of other pages at one height, where the heads of left pages and chapters stand
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_APART = 0.5  # of the size, between a running head and the text; lines of a paragraph are nearer
_DIGITS, _TRIED = 6, 2  # of a page's number; numbers of a row from each end that may be it
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_SLOT = 4  # points


def drop_margins(pages: Sequence[tuple[Sequence[Run], float]]) -> list[list[Run]]:
    """Return each page's runs without the rows that repeat at its edges; a page is (runs, height).

    A row that most pages lack is text, unless most have one at that height that other pages have too, as heads of left
    pages and chapters are: the title of some slides is text.
    """
    edges = [list(_edges(runs, height, number)) for number, (runs, height) in enumerate(pages)]
    texts = Counter(key for page in edges for key in {(e.edge, text) for e in page for text in e.texts})
    shared = {key for key, pages_with in texts.items() if pages_with > 1}
    slots = Counter(
        key for page in edges for key in {(e.edge, e.slot) for e in page if any((e.edge, t) in shared for t in e.texts)}
    )
    count = sum(1 for runs, _ in pages if runs)
    kept: list[list[Run]] = []
    for (runs, _), page in zip(pages, edges, strict=True):
        dropped: set[int] = set()
        for edge in ("top", "foot"):
            at_edge = [e for e in page if e.edge == edge]
            repeating = [_repeats(max(texts[edge, t] for t in e.texts), slots[edge, e.slot], count) for e in at_edge]
            for n in range(len(at_edge), 0, -1):  # as many as repeat, if the text keeps its distance from the last
                if all(repeating[:n]) and at_edge[n - 1].is_apart:
                    dropped |= {id(run) for e in at_edge[:n] for run in e.row.runs}
                    break
        kept.append([r for r in runs if id(r) not in dropped])
    return kept


@dataclass(frozen=True, slots=True)
class _Edge:
    """A row at the page's edge; `is_apart` says that what stands next to it further in keeps its distance.

    `texts` are the row as it is, and with each number that may be the page's told by its distance from the page.
    """

    edge: str
    texts: tuple[str, ...]
    slot: int
    is_apart: bool
    row: Row


def _repeats(pages_with_text: int, pages_with_shared: int, count: int) -> bool:
    if pages_with_text >= _MIN_PAGES and pages_with_text > count * _MOST:
        return True
    return pages_with_text >= 2 and pages_with_shared >= max(_MIN_PAGES, count * _MOSTLY)


def _edges(runs: Sequence[Run], height: float, number: int) -> Iterator[_Edge]:
    """Yield the rows at the edges, from the edge inwards."""
    rows = rows_of(runs)
    for edge, inwards in (("top", rows), ("foot", rows[::-1])):
        for i, row in enumerate(inwards[:_ROWS]):
            if row.y0 >= height * _EDGE if edge == "top" else row.y1 <= height * (1 - _EDGE):
                break
            after = inwards[i + 1] if i + 1 < len(inwards) else None
            gap = 1e9 if after is None else max(after.y0 - row.y1, row.y0 - after.y1)
            yield _Edge(edge, _texts(row, number), round(row.y0 / _SLOT), gap >= _APART * row.size, row)


def _texts(row: Row, number: int) -> tuple[str, ...]:
    """The row, its size with it: a title is larger than the running head of the same words."""
    text = f"{' '.join(row.text.casefold().split())} {row.size:.0f}"
    found = [m for m in _NUMBERS.finditer(text, 0, len(text) - len(f" {row.size:.0f}")) if len(m.group()) <= _DIGITS]
    near = found[:_TRIED] + found[_TRIED:][-_TRIED:]
    return (text, *(f"{text[: m.start()]}#{_value(m.group()) - number}{text[m.end() :]}" for m in near))


def _value(written: str) -> int:
    if written.isdecimal():
        return int(written)
    values = [_ROMAN[c] for c in written]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
