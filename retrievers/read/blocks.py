"""Plain text out of blocks, with the places of its headings.

Markdown and HTML both become a list of blocks first, so that one file decides what stored text looks like:
blank lines between paragraphs, a line an item or a table row, no marks.
"""

import re
from dataclasses import dataclass, field

from retrievers.read.reading import Heading

_SPACES = re.compile(r"[ \t\n\r\f\v]+")


def collapse_spaces(text: str) -> str:
    """Make every run of ASCII white space one space; no-break spaces stay, being the author's own."""
    return _SPACES.sub(" ", text).strip(" ")


@dataclass(slots=True)
class TextBuilder:
    """Collects blocks and joins them; offsets are code points of the joined text."""

    _parts: list[str] = field(default_factory=list[str])
    _headings: list[Heading] = field(default_factory=list[Heading])
    _length: int = 0
    _after_line: bool = False

    def add_block(self, text: str) -> None:
        """Add a paragraph or a verbatim block, set off by a blank line; empty ones are skipped."""
        self._add(text, "\n\n")
        self._after_line = False

    def add_heading(self, text: str, level: int) -> None:
        """Add a heading as a paragraph of its own and remember where it stands."""
        text = text.replace("\n", " ").strip()
        if text:
            self.add_block(text)
            self._headings.append(Heading(self._length - len(text), level, text))

    def add_line(self, text: str) -> None:
        """Add a list item or table row, on the line under the one before it."""
        self._add(text, "\n" if self._after_line else "\n\n")
        self._after_line = True

    def end_lines(self) -> None:
        """End a list or table: what follows is set off by a blank line."""
        self._after_line = False

    @property
    def length(self) -> int:
        """Code points so far: the last block ends there."""
        return self._length

    def finish(self) -> tuple[str, tuple[Heading, ...]]:
        """Return the text and its headings in order."""
        return "".join(self._parts), tuple(self._headings)

    def _add(self, text: str, separator: str) -> None:
        if not text.strip():
            return
        text = text.rstrip()
        if self._parts:
            self._parts.append(separator)
            self._length += len(separator)
        self._parts.append(text)
        self._length += len(text)
