"""The blocks of a Markdown text with their places, and where nothing in them is a mark: code, formulas, comments."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from agent.marks.links import find_links

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_LINE = re.compile(r"\r\n|\r|\n")
_TICKS = re.compile(r"`+")
_FORMULAS = re.compile(
    r"\$\$[^$]*+\$\$|\\\((?:[^\\\n]|\\[^()\n])*+\\\)|\\\[(?:[^\\]|\\[^\[\]])*+\\\]"
    r"|(?<![\\$\w])\$(?=[^\s$])(?=[^$\n]{0,300}[\\^_=])[^$\n]{1,300}(?<=\S)\$(?![\w$])"
)
_TABLE_ROW = re.compile(r"[ \t>]*\|")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, table or block of code (fenced or indented): whole lines.

    `level` is that of a heading, 1 to 6, else 0.
    """

    kind: Literal["prose", "heading", "table", "code", "indented"]
    char_start: int
    char_end: int
    level: int = 0


def line_starts(text: str) -> list[int]:
    """Return where each line begins, and the text's end last."""
    return [0, *(found.end() for found in _LINE.finditer(text)), len(text)]


def read_blocks(text: str, starts: Sequence[int]) -> list[Block]:
    """Return the blocks in order; what the Markdown parser leaves out (too deep a nesting) is no block."""
    from markdown_it.rules_block import StateBlock

    parser = _parser()
    env: dict[str, object] = {}
    state = StateBlock(_LINE.sub("\n", text).replace("\0", "\ufffd"), parser, env, [])
    parser.block.tokenize(state, state.line, state.lineMax)
    blocks: list[Block] = []
    level = 0
    is_table = False
    for token in state.tokens:
        level = int(token.tag[1]) if token.type == "heading_open" else 0 if token.type == "heading_close" else level
        is_table = token.type == "table_open" or (is_table and token.type != "table_close")
        if token.map is None:
            continue
        place = (starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)])
        if token.type in {"fence", "code_block"}:
            blocks.append(Block("code" if token.type == "fence" else "indented", *place))
        elif token.type == "table_open":
            blocks.append(Block("table", *place))
        elif token.type == "inline" and not is_table:
            blocks.append(Block("heading" if level else "prose", *place, level))
    return blocks


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable("table")
    return parser.disable(["reference", "html_block"])


def dead_spans(text: str, blocks: Iterable[Block]) -> list[tuple[int, int]]:
    """Return, in order and without overlaps, where no mark is read: code, formulas, comments, images."""
    found: list[tuple[int, int]] = list(_comments(text))
    found += [one.span() for one in _FORMULAS.finditer(text)]
    found += [(one.char_start, one.char_end) for one in find_links(text) if one.is_image]
    for block in blocks:
        if block.kind in {"code", "indented"}:
            found.append((block.char_start, block.char_end))
        else:
            found += _code_spans(text, block.char_start, block.char_end)
    return merge(found)


def merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, those that touch made one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def is_within(spans: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place lies in one of the merged spans."""
    at = bisect_right(spans, (place, 1 << 62)) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


def is_table_row(line: str) -> bool:
    """Whether a line is written as a row of a table."""
    return _TABLE_ROW.match(line) is not None


def _comments(text: str) -> Iterator[tuple[int, int]]:
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start + 4)) >= 0:
        yield start, end + 3
        start = text.find("<!--", end + 3)


def _code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield stretches between equal runs of backticks, in linear time however many runs there are."""
    runs = [(one.start(), one.end()) for one in _TICKS.finditer(text, start, end)]
    later: dict[int, list[int]] = defaultdict(list)
    for index in range(len(runs) - 1, -1, -1):
        later[runs[index][1] - runs[index][0]].append(index)
    index = 0
    while index < len(runs):
        alike = later[runs[index][1] - runs[index][0]]
        while alike and alike[-1] <= index:
            alike.pop()
        if alike:
            yield runs[index][0], runs[alike[-1]][1]
            index = alike[-1]
        index += 1
