"""How an entry of a reference list begins: its bullet, its label, the style the label is written in."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from agent.marks.labels import read_labels
from agent.marks.links import find_links, first_url

Style = Literal["bracket", "defined", "dot", "paren", "superscript", "source", "bullet"]

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_INDENT = re.compile(r"[ \t>]*")
_BULLET = re.compile(r"[-*+•·‣◦–—][ \t]+")
_STRONG = r"(?:\*\*|__|<sup>)?"
_CLOSE = r"(?:\*\*|__|</sup>)?"
_BRACKET = re.compile(
    rf"{_STRONG}(?:\[\[(?P<double>[^\[\]\n]{{1,20}})\]\]|[\[【［](?P<single>[^\[\]【】［］\n]{{1,20}})[\]】］]){_CLOSE}"
    r"(?P<colon>[ \t]*[:：])?"
)
_PAREN = re.compile(rf"{_STRONG}[(（](?P<label>\d{{1,3}})[)）]{_CLOSE}[ \t:：.]*(?=\S)")
_DOT = re.compile(
    rf"{_STRONG}(?P<label>\d{{1,3}})(?:\\?[.)．](?:{_CLOSE}[ \t]+|(?=[^\d\s]))|、|[)）][ \t]*){_CLOSE}(?=\S)"
)
_RAISED = re.compile(
    rf"(?:(?P<label>[{SUPERSCRIPTS}]{{1,4}})|<sup>(?P<tag>\d{{1,3}})</sup>|\^(?P<caret>\d{{1,3}})\^)[ \t.]*"
)
_SOURCE = re.compile(
    r"<(?:source|ref|doc|document|citation)[_ -]?(?:id=)?[\"']?(?P<tag>\d{1,3})[\"']?\s*>|"
    rf"{_STRONG}(?:(?:source|ref|reference|来源|文献)[ _#]?(?P<label>\d{{1,3}})|(?P<lettered>[A-Z]\d{{1,3}})){_CLOSE}"
    rf"[ \t]*(?:[:：.)]|[-–—](?=\s)){_CLOSE}",
    re.IGNORECASE,
)
_FOLLOWS = "\"'<*.,)-"
_ROW_LABEL = re.compile(r"(?:[\[【［(]\s*)?\^?(?P<label>[A-Za-z]?\d{1,3})(?:\s*[\]】］).])?")


@dataclass(frozen=True, slots=True)
class Opening:
    """How a line of a list opens: the columns before it, its label ("" for a bare bullet), where label and text begin.

    `start` and `text_start` are offsets in the line.
    """

    indent: int
    label: str
    style: Style
    start: int
    text_start: int


def read_opening(line: str) -> Opening | None:
    """Read how an entry opens; None for a line that opens none."""
    indent = _INDENT.match(line)
    at = indent.end() if indent else 0
    columns = len(line[:at].expandtabs(4))
    bullet = _BULLET.match(line, at)
    start = bullet.end() if bullet else at
    if opened := _labelled(line, start):
        return Opening(columns, *opened)
    dot = _DOT.match(line, start)
    if dot is not None:
        inner = _labelled(line, dot.end(), only_brackets=True)
        return Opening(columns, *(inner or (str(int(dot["label"])), "dot", start, dot.end())))
    return Opening(columns, "", "bullet", start, start) if bullet else None


def _labelled(line: str, start: int, *, only_brackets: bool = False) -> tuple[str, Style, int, int] | None:
    if (found := _BRACKET.match(line, start)) and (label := _single(found["double"] or found["single"])):
        is_link = line.startswith("(", found.end())
        end = found.start() if is_link else found.end()
        rest = line[found.end() : found.end() + 1]
        is_defined = bool(found["colon"])
        is_parted = not rest or rest.isspace() or rest.isalnum() or not rest.isascii() or rest in _FOLLOWS
        if is_parted or is_defined or is_link:
            return label, "defined" if is_defined else "bracket", start, end
    if only_brackets:
        return None
    if found := _PAREN.match(line, start):
        return str(int(found["label"])), "paren", start, found.end()
    if found := _RAISED.match(line, start):
        label = unicodedata.normalize("NFKC", found["label"] or found["tag"] or found["caret"])
        return label, "superscript", start, found.end()
    if found := _SOURCE.match(line, start):
        return (found["tag"] or found["label"] or found["lettered"]), "source", start, found.end()
    return None


def _single(inner: str) -> str:
    read = read_labels(inner)
    return read.labels[0] if read is not None and not read.why and len(read.labels) == 1 else ""


def read_row(line: str) -> tuple[str, str] | None:
    """Read a table's row as an entry: its label and address; None where it has neither (a head, a rule)."""
    cells = [one.strip() for one in re.split(r"(?<!\\)\|", line.strip().strip(">").strip().strip("|"))]
    label = next((found["label"] for one in cells[:2] if (found := _ROW_LABEL.fullmatch(one.strip("*")))), "")
    url = first_url(line)
    if not (label and len(cells) > 1) and not url:
        return None
    linked = "" if label else next((one.text for one in find_links(cells[0]) if _single(one.text)), "")
    return label or linked, url
