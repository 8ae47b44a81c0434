"""Markdown to plain text with its headings; front matter read, not stored."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from retrievers.read.blocks import TextBuilder
from retrievers.read.front_matter import page_told, split_front_matter
from retrievers.read.reading import Heading, Page
from retrievers.read.struck import strike

if TYPE_CHECKING:
    from markdown_it.token import Token

_PART = 262_144  # characters
_MAX_NESTING = 200
_MARGIN = re.compile(r"\n[ \t]*\n(?=[^\s>*+-])")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]{1,200}\]:[^\n]+$", re.MULTILINE)
_LINE_TAGS = re.compile(r"<(?:br|hr)\b[^>]*>", re.IGNORECASE)
_STRIKING_TAGS = re.compile(r"<(?P<ends>/?)(?:del|s|strike)\b[^>]*>", re.IGNORECASE)


def parse_markdown(text: str) -> Page:
    """Take the marks off Markdown; paragraphs, list items and table rows keep their lines, struck-out words `~~`.

    Raises RecursionError when blocks are nested deeper than 200: the parser would drop them in silence.
    """
    matter, body = split_front_matter(text)
    builder = TextBuilder()
    for tokens in _parse_parts(body):
        _render(tokens, builder)
    plain, headings = builder.finish()
    return page_told(
        matter,
        plain,
        _find_title(headings),
        headings=headings,
        content_type="text/markdown",
        extractor="markdown-it-py",
        package="markdown-it-py",
    )


def _find_title(headings: Sequence[Heading]) -> str | None:
    """The first heading of level 1; one of a lower level only where no text stands before it: others name a part."""
    opening = headings[0].text if headings and headings[0].char_start == 0 else None
    return next((h.text for h in headings if h.level == 1), opening)


def _parse_parts(body: str) -> Iterator[Sequence["Token"]]:
    """Parse Markdown a part at a time: tokens take some 250 bytes a character, too much for ten megabytes."""
    from markdown_it import MarkdownIt

    # The parser drops what is nested deeper than this, silently; its preset is 20.
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    links: dict[str, Any] = {}
    parts = list(_cut(body))
    if len(parts) > 1:  # a link may be defined in a later part
        parser.parse("\n".join(m.group() for m in _DEFINITION.finditer(body)), links)
    for part in parts:
        tokens = parser.parse(part, links)
        if any(token.level >= _MAX_NESTING - 1 for token in tokens):
            raise RecursionError("blocks nested deeper than the parser goes")
        yield tokens


def _cut(body: str) -> Iterator[str]:
    """Cut between blocks at the margin, outside fenced code, about every 256 kB."""
    start = 0
    for match in _MARGIN.finditer(body):
        at = match.end()
        if at - start >= _PART and len(_FENCE.findall(body, start, at)) % 2 == 0:
            yield body[start:at]
            start = at
    yield body[start:]


def _render(tokens: Sequence["Token"], builder: TextBuilder) -> None:  # noqa: C901 - a table of token types
    items: list[bool] = []  # a place for each open list item: is its bullet still to be written
    row: list[str] | None = None
    for i, token in enumerate(tokens):
        match token.type:
            case "list_item_open":
                items.append(True)
            case "list_item_close":
                items.pop()
            case "bullet_list_close" | "ordered_list_close" | "table_close":
                if not items:
                    builder.end_lines()
            case "tr_open":
                row = []
            case "tr_close":
                builder.add_line(" | ".join(row or ()))
                row = None
            case "inline" if row is not None:
                row.append(_inline_text(token).replace("\n", " "))
            case "inline" if tokens[i - 1].type == "heading_open" and not items:
                builder.add_heading(_inline_text(token), int(tokens[i - 1].tag[1]))
            case "inline":
                _add_text(builder, _inline_text(token), items)
            case "code_block" | "fence":
                _add_text(builder, token.content.strip("\n"), items)
            case "html_block":
                _add_html(builder, token.content, items)
            case _:
                pass


def _add_text(builder: TextBuilder, text: str, items: list[bool]) -> None:
    if not items:
        builder.add_block(text)
        return
    builder.add_line("- " + text if items[-1] and text.strip() else text)
    if text.strip():
        items[-1] = False


def _add_html(builder: TextBuilder, markup: str, items: list[bool]) -> None:
    from retrievers.read.html import add_fragment

    if items:
        fragment = TextBuilder()
        add_fragment(markup, fragment)
        _add_text(builder, fragment.finish()[0], items)
    else:
        add_fragment(markup, builder)


def _inline_text(token: "Token") -> str:
    parts: list[str] = []
    struck = 0
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                parts.append(strike(child.content) if struck else child.content)
            case "s_open" | "s_close":
                struck += 1 if child.type == "s_open" else -1
            case "softbreak":
                parts.append(" ")
            case "hardbreak":
                parts.append("\n")
            case "image":
                parts.append(_inline_text(child))
            case "html_inline" if _LINE_TAGS.match(child.content):
                parts.append("\n")
            case "html_inline" if tag := _STRIKING_TAGS.match(child.content):
                struck = max(0, struck + (-1 if tag["ends"] else 1))
            case _:
                pass
    lines = (line.strip(" \t") for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)
