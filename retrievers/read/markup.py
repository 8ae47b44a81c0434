"""Walks a tree of HTML, or of an extractor's XML, and adds what it says block by block."""

import re
from dataclasses import dataclass, field

from retrievers.read.blocks import TextBuilder, collapse_spaces
from retrievers.read.tree import Element

# HTML names and those of trafilatura's XML together; no name means two things.
_LISTS = {"ul", "ol", "list", "dl"}
_ITEMS = {"li", "item", "dt", "dd"}
_ROWS = {"tr", "row"}
_CELLS = {"td", "th", "cell"}
_BLOCKS = {
    *("p", "quote", "blockquote", "div", "section", "article", "main", "body", "html", "doc", "figure"),
    *("figcaption", "address", "header", "footer", "aside", "nav", "form", "details", "summary", "center"),
    *("comments", "fieldset", "thead", "tbody", "tfoot", "caption", "hr"),
}
_VERBATIM = {"pre", "code"}
_HEADING = re.compile(r"h([1-6])")


def walk(root: Element, builder: TextBuilder) -> None:
    """Add the tree's text: paragraphs, headings, a line an item or row, code verbatim."""
    _Walk(builder).children(root)


@dataclass(slots=True)
class _Walk:
    builder: TextBuilder
    inline: list[str] = field(default_factory=list[str])
    bullet: bool = False  # the next text opens a list item
    depth: int = 0  # open list items

    def children(self, element: Element) -> None:
        self.inline.append(element.text or "")
        for child in element:
            self.element(child, child.tag.lower())
            self.inline.append(child.tail or "")
        if element.getparent() is None:
            self.flush()

    def element(self, element: Element, tag: str) -> None:
        heading = _heading_level(element, tag)
        if heading and not self.depth:
            self.flush()
            self.builder.add_heading(_plain(element), heading)
        elif tag in _LISTS or tag == "table":
            self.block(element)
            if not self.depth:
                self.builder.end_lines()
        elif tag in _ITEMS:
            self.item(element)
        elif tag in _ROWS:
            self.flush()
            cells = [_plain(cell) for cell in element if cell.tag in _CELLS]
            self.line(" | ".join(cells) if any(cells) else "")
        elif tag in {"br", "lb"}:
            self.inline.append("\0")
        elif tag in _VERBATIM and "\n" in "".join(element.itertext()).strip("\n"):
            self.flush()
            self.add("".join(element.itertext()).strip("\n"))
        elif tag in _BLOCKS or tag == "pre" or heading:
            self.block(element)
        else:
            self.children(element)

    def block(self, element: Element) -> None:
        self.flush()
        self.children(element)
        self.flush()

    def item(self, element: Element) -> None:
        self.flush()
        self.depth, self.bullet = self.depth + 1, True
        self.children(element)
        self.flush()
        self.depth, self.bullet = self.depth - 1, False

    def flush(self) -> None:
        lines = (collapse_spaces(line) for line in "".join(self.inline).split("\0"))
        self.inline.clear()
        self.add("\n".join(line for line in lines if line))

    def add(self, text: str) -> None:
        if not text.strip():
            return
        if self.depth:
            self.line("- " + text if self.bullet else text)
            self.bullet = False
        else:
            self.builder.add_block(text)

    def line(self, text: str) -> None:
        self.builder.add_line(text)


def _plain(element: Element) -> str:
    return collapse_spaces("".join(element.itertext()))


def _heading_level(element: Element, tag: str) -> int | None:
    if tag == "head" and element.get("rend") is None:
        return None
    match = _HEADING.fullmatch(element.get("rend") or "" if tag == "head" else tag)
    return int(match.group(1)) if match else None
