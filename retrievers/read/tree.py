"""The part of lxml's elements that reading uses, typed: lxml ships no types of its own."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, cast

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_XML_NAME = re.compile(r"(?:\{[^}]*\})?[A-Za-z_][\w.-]*")
_EMPTY = "<html></html>"
_MAX_ATTRIBUTES = 2_000  # the parser's time grows with their square
_LONG_TAG = re.compile(r"""<[A-Za-z](?:"[^"]*"|'[^']*'|[^"'>]){4000,}+""")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


class _Entry(Protocol):
    type_name: str


class Element(Protocol):
    """An element of a parsed page. Comments and processing instructions are taken out on parsing."""

    tag: str
    text: str | None
    tail: str | None

    def get(self, name: str) -> str | None: ...  # noqa: D102 # lxml's own
    def iter(self, *tags: str) -> "Iterator[Element]": ...  # noqa: D102 # lxml's own
    def iterancestors(self) -> "Iterator[Element]": ...  # noqa: D102 # lxml's own
    def itertext(self) -> Iterator[str]: ...  # noqa: D102 # lxml's own
    def getparent(self) -> "Element | None": ...  # noqa: D102 # lxml's own
    def drop_tree(self) -> None: ...  # noqa: D102 # lxml's own
    def __iter__(self) -> "Iterator[Element]": ...
    def __len__(self) -> int: ...


def parse_tree(markup: str) -> Element:
    """Parse any markup, as forgiving as a browser; an empty document for an empty text.

    Raises RecursionError when it is nested deeper than the parser goes (2,048 levels), or has a tag with so many
    attributes that they would take minutes: the parser would leave out the rest in silence.
    """
    from lxml.etree import ParserError  # pyright: ignore[reportUnknownVariableType] # ships no types
    from lxml.html import HTMLParser, document_fromstring  # pyright: ignore[reportUnknownVariableType] # ships no types

    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    source = _XML_DECLARATION.sub("", markup).strip() or _EMPTY
    if any(len(_QUOTED.sub("", tag.group()).split()) > _MAX_ATTRIBUTES for tag in _LONG_TAG.finditer(source)):
        raise RecursionError("a tag has too many attributes")
    try:
        tree = cast("Element", document_fromstring(source.encode(), parser=parser, ensure_head_body=True))
    except ParserError:  # nothing but comments
        return cast("Element", document_fromstring(_EMPTY, parser=parser, ensure_head_body=True))
    log = cast("Iterable[_Entry]", parser.error_log)  # pyright: ignore[reportUnknownMemberType] # the same
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in log):
        raise RecursionError("nested deeper than the parser goes")
    return tree


def drop_odd_attributes(tree: Element) -> None:
    """Take out, in place, attributes whose names XML cannot spell: an extractor that writes XML fails on them."""
    fine: set[str] = set()
    for element in tree.iter():
        for name in cast("list[str]", cast("Any", element).keys()):
            if name in fine:
                continue
            if _XML_NAME.fullmatch(name):
                fine.add(name)
            else:
                del cast("Any", element).attrib[name]


def parse_xml(markup: str) -> Element:
    """Parse an extractor's own XML; no entity is resolved."""
    from lxml.etree import XMLParser, fromstring  # pyright: ignore[reportUnknownVariableType] # ships no types

    return cast("Element", fromstring(markup.encode(), XMLParser(resolve_entities=False, huge_tree=True)))
