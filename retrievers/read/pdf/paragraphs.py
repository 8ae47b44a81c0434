"""Lines joined into paragraphs, and words that a line end parted. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from retrievers.read.decode import clean_text
from retrievers.read.pdf.layout import Row

_CELL_GAP = 1.5  # ems between cells make a table of rows above each other; less is a wide word space
_NEAR_CELL = 0.8  # ems between cells where there is a table
_LINE_GAP = 1.3  # times the usual distance of lines: what follows is another paragraph
_INDENT = 0.8  # ems
_SIZE_STEP = 1.12
_SHORT = 0.8  # of the column's width: a line so short that ends a sentence ends its paragraph
_END = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]]*$")
_LEADER = re.compile(r"(?:\. ?){4,}\s*[\divxlc]*$|…{2,}|_{5,}")  # from a title to its page
_ITEM = re.compile(r"(?:[•‣◦▪●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])(?:\s|$)")
_LABEL = re.compile(r"(?:\W{1,2}|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivx]{1,5})[.)]?|\[\d{1,3}\])")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")
_HYPHENED = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)+")
_WORD = re.compile(r"[^\W\d_]+")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_LONGEST_WORD = 100  # characters
_COMPOUND = frozenset({"well", "self", "half", "quasi", "vice"})  # seldom the first part of a word that was parted
_WIDE = re.compile("[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together; `is_table` keeps them apart as rows. `size` is that of the font.

    `is_aside` marks what stands turned beside the text and interrupts no sentence of it.
    """

    lines: list[str]
    size: float
    is_table: bool = False
    is_aside: bool = False
    pages: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """(index of a line, page that begins there), where it runs over the end of a page."""


def paragraphs_of(block: Sequence[Row]) -> Iterator[Paragraph]:
    """Cut a block of rows into paragraphs, by distance, size, indent, list marks and tables."""
    if not block:
        return
    gaps = [_gaps(row) for row in block]
    tabular = [
        bool(_LEADER.search(row.text))
        or (bool(gaps[i]) and any(gaps[j] for j in (i - 1, i + 1) if 0 <= j < len(block)))
        for i, row in enumerate(block)
    ]
    pitch = median([b.y0 - a.y0 for a, b in pairwise(block)]) if len(block) > 1 else block[0].size * 1.2
    right = sorted(row.x1 for row in block)[len(block) * 6 // 7]
    left = median(row.x0 for row in block)
    current: Paragraph | None = None
    for i, row in enumerate(block):
        before = block[i - 1] if i else None
        line = _line(row, tabular[i])
        if (
            current is None
            or before is None
            or _begins(before, row, tabular[i - 1 : i + 1], (pitch, left, right), block)
        ):
            if current is not None:
                yield current
            current = Paragraph([line], row.size, tabular[i])
        else:
            current.lines.append(line)
    if current is not None:
        yield current


def join_two(text: str, line: str, words: Counter[str]) -> str:
    """Join a line to the text before it, as its end; a word that the line end parted becomes one.

    A compound keeps its hyphen: `words` counts the file's words and compounds (`count_words`) and decides.
    """
    if not text:
        return line
    end = text[-_LONGEST_WORD:]
    if not _HYPHEN.search(end):
        is_wide = _WIDE.match(text[-1]) and _WIDE.match(line[:1])
        return text + ("" if is_wide else " ") + line
    bare = text[:-1]
    after, before = _FIRST_WORD.match(line), _LAST_WORD.search(end[:-1])
    if after is None or before is None or not after.group()[0].islower():
        return (bare + "-" if text[-1] in "\u00ad\u2010" else text) + line
    first, second = before.group().casefold(), after.group().casefold()
    as_one, as_two = words[first + second], words[f"{first}-{second}"]
    keeps = as_two > as_one or (as_one == as_two == 0 and first in _COMPOUND)
    return (bare + "-" if keeps else bare) + line


def count_words(lines: Iterable[str]) -> Counter[str]:
    """Count the words and hyphened compounds that stand inside lines, case folded."""
    counts: Counter[str] = Counter()
    for line in lines:
        inner = _HYPHEN.sub("", line)
        counts.update(m.group().casefold() for m in _WORD.finditer(inner))
        counts.update(m.group().casefold().replace("\u2010", "-") for m in _HYPHENED.finditer(inner))
    return counts


def ends_sentence(text: str) -> bool:
    """Whether the text ends where a sentence can."""
    return bool(_END.search(text))


def _gaps(row: Row, ems: float = _CELL_GAP) -> list[int]:
    """Before which runs of a row a cell of a table may begin."""
    return [
        i
        for i, (a, b) in enumerate(pairwise(row.runs), 1)
        if b.x0 - a.x1 >= ems * row.size and not (i == 1 and _LABEL.fullmatch(a.text))
    ]


def _line(row: Row, is_table: bool) -> str:
    cells = set(_gaps(row, _NEAR_CELL)) if is_table else set[int]()
    text = clean_text(row.runs[0].text)
    for i, run in enumerate(row.runs[1:], 1):
        text += (" | " if i in cells else " ") + clean_text(run.text)
    return text


def _begins(
    before: Row, row: Row, tabular: Sequence[bool], shape: tuple[float, float, float], block: Sequence[Row]
) -> bool:
    """Whether a paragraph begins with this row."""
    pitch, left, right = shape
    if tabular[0] != tabular[1]:
        return True
    if row.y0 - before.y0 > pitch * _LINE_GAP or not 1 / _SIZE_STEP < row.size / (before.size or 1) < _SIZE_STEP:
        return True
    if tabular[1]:
        return False
    if _ITEM.match(row.text):
        return True
    is_indented = row.x0 - left > _INDENT * row.size and before.x0 - left < _INDENT * row.size / 2
    if is_indented and not _ITEM.match(before.text):
        return True
    width = right - min(r.x0 for r in block)
    if before.x1 - before.x0 < _SHORT * width and ends_sentence(before.text):
        return True
    goes_on = _HYPHEN.search(before.text) or (row.text[0].islower() and not ends_sentence(before.text))
    return not goes_on and not _is_centred(row, left, right) and _had_room(before, row, right)


def _had_room(before: Row, row: Row, right: float) -> bool:
    """Whether the row's first word had room on the line before: its author ended that line."""
    run = row.runs[0]
    first = run.text.split(maxsplit=1) or [run.text]  # a run may be white space alone
    word = (run.x1 - run.x0) * len(first[0]) / len(run.text)
    return right - before.x1 > word + 1.5 * row.size


def _is_centred(row: Row, left: float, right: float) -> bool:
    return row.x0 - left > row.size and abs((row.x0 + row.x1) - (left + right)) < 2 * row.size
