"""The order in which a page is read: columns one after another, rows of tables line by line. Pure geometry.

Places are in points from the page's upper left corner, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

_MIN_RUNS = 8  # fewer make no columns
_CROSSING = 0.25  # of the runs may reach over the gap between columns: titles, wide tables
_FILLED = 0.55  # of its column's width a line of prose fills; cells of tables fill less
_MIN_EMS = 6.0  # a column of prose is at least so wide
_MAX_DEPTH = 4


@dataclass(slots=True)
class Run:
    """Glyphs that follow each other on a line; `size` and the heights are those of most of its glyphs."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float


@dataclass(frozen=True, slots=True)
class Row:
    """Runs at one height, from left to right."""

    runs: tuple[Run, ...]

    @property
    def x0(self) -> float:
        """The left end."""
        return self.runs[0].x0

    @property
    def x1(self) -> float:
        """The right end."""
        return max(r.x1 for r in self.runs)

    @property
    def y0(self) -> float:
        """The upper end of its largest run: raised marks do not count."""
        return max(self.runs, key=_weight).y0

    @property
    def y1(self) -> float:
        """The lower end of its largest run."""
        return max(self.runs, key=_weight).y1

    @property
    def size(self) -> float:
        """The size of its largest run."""
        return max(self.runs, key=_weight).size

    @property
    def text(self) -> str:
        """The runs joined by spaces."""
        return " ".join(r.text for r in self.runs)


def is_same_line(y0: float, y1: float, other0: float, other1: float) -> bool:
    """Whether two stretches of height belong to one line: half of the smaller lies within the other."""
    return min(y1, other1) - max(y0, other0) >= 0.5 * min(y1 - y0, other1 - other0)


def order_rows(runs: Sequence[Run]) -> list[list[Row]]:
    """Return blocks of rows in reading order; a block is a column, or what stands between columns."""
    return [block for block in _order(list(runs), 0) if block]


def rows_of(runs: Sequence[Run]) -> list[Row]:
    """Group runs into rows from top to bottom."""
    rows: list[list[Run]] = []
    lead: Run | None = None
    for run in sorted(runs, key=lambda r: ((r.y0 + r.y1) / 2, r.x0)):
        if lead is not None and is_same_line(lead.y0, lead.y1, run.y0, run.y1):
            rows[-1].append(run)
            lead = max(lead, run, key=_weight)
        else:
            rows.append([run])
            lead = run
    return [Row(tuple(sorted(row, key=lambda r: r.x0))) for row in rows]


def _weight(run: Run) -> int:
    return len(run.text)


def _order(runs: list[Run], depth: int) -> list[list[Row]]:
    gap = _find_gap(runs) if depth < _MAX_DEPTH else None
    if gap is None:
        return [rows_of(runs)]
    over = sorted((r for r in runs if r.x0 < gap < r.x1), key=lambda r: r.y0)
    beside = [r for r in runs if not r.x0 < gap < r.x1]
    blocks: list[list[Row]] = []
    bounds = [-1e9, *(r.y0 for r in over), 1e9]
    for i, (top, bottom) in enumerate(pairwise(bounds)):
        if i:
            wide = [over[i - 1]]
            if blocks and i > 1 and _is_next(over[i - 2], over[i - 1], beside):
                blocks[-1].extend(rows_of(wide))
            else:
                blocks.append(rows_of(wide))
        band = [r for r in beside if top <= (r.y0 + r.y1) / 2 < bottom]
        left, right = [r for r in band if r.x1 <= gap], [r for r in band if r.x0 >= gap]
        if _are_columns(left, right, at_least=1):
            blocks.extend(_order(left, depth + 1))
            blocks.extend(_order(right, depth + 1))
        else:
            blocks.append(rows_of(band))
    return blocks


def _is_next(above: Run, below: Run, beside: Sequence[Run]) -> bool:
    """Whether two runs over the gap are lines of one paragraph: nothing stands between them."""
    return below.y0 - above.y1 < above.size and not any(above.y1 <= (r.y0 + r.y1) / 2 < below.y0 for r in beside)


def _find_gap(runs: Sequence[Run]) -> float | None:
    """The middle of the gap between two columns of prose; None where there is none."""
    if len(runs) < _MIN_RUNS:
        return None
    left, right = min(r.x0 for r in runs), max(r.x1 for r in runs)
    width = int(right - left) + 2
    if width < 60 or width > 20_000:
        return None
    change = [0] * (width + 1)
    for run in runs:
        change[int(run.x0 - left)] += 1
        change[int(run.x1 - left) + 1] -= 1
    covered: list[int] = []
    total = 0
    for step in change[:-1]:
        total += step
        covered.append(total)
    inner = range(int(width * 0.2), int(width * 0.8))
    least = min(covered[x] for x in inner)
    if least > len(runs) * _CROSSING:
        return None
    candidates = _stretches([x for x in inner if covered[x] <= least])
    for start, end in sorted(candidates, key=lambda s: s[0] - s[1]):
        gap = left + (start + end + 1) / 2
        one, other = [r for r in runs if r.x1 <= gap], [r for r in runs if r.x0 >= gap]
        if _are_columns(one, other, at_least=3) and _are_beside(one, other):
            return gap
    return None


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for x in places:
        if found and found[-1][1] == x - 1:
            found[-1] = (found[-1][0], x)
        else:
            found.append((x, x))
    return found


def _are_columns(left: Sequence[Run], right: Sequence[Run], *, at_least: int) -> bool:
    """Whether both sides hold prose, or columns of it."""
    return all(len(side) >= at_least and (_is_prose(side) or _find_gap(side) is not None) for side in (left, right))


def _is_prose(side: Sequence[Run]) -> bool:
    """Whether most lines fill their column and are whole: cells of a table do not."""
    rows = rows_of(side)
    column = max(r.x1 for r in side) - min(r.x0 for r in side)
    if column < _MIN_EMS * median(r.size for r in side):
        return False
    filled = median(row.x1 - row.x0 for row in rows) >= column * _FILLED
    return filled and sum(len(_gaps(row)) for row in rows) < 0.5 * len(rows)


def _gaps(row: Row) -> list[float]:
    """Where a row is parted by more than a wide word space."""
    return [b.x0 for a, b in pairwise(row.runs) if b.x0 - a.x1 > row.size]


def _are_beside(left: Sequence[Run], right: Sequence[Run]) -> bool:
    """Whether the sides stand beside each other for a good part of their height."""
    tops, bottoms = [min(r.y0 for r in s) for s in (left, right)], [max(r.y1 for r in s) for s in (left, right)]
    shared = min(bottoms) - max(tops)
    return shared > 0.4 * min(b - t for t, b in zip(tops, bottoms, strict=True))
