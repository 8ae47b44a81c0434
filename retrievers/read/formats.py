"""Which parser reads which bytes: by content first, by the name's ending where content cannot tell."""

import re
from dataclasses import replace
from pathlib import PurePath

from retrievers.errors import ReadingRefused
from retrievers.read.apart import Apart
from retrievers.read.decode import decode_text, find_binary_kind
from retrievers.read.first_line import is_title
from retrievers.read.front_matter import find_slip, page_told, split_front_matter
from retrievers.read.mail import is_mail
from retrievers.read.reading import Page

MAX_BYTES = 10 * 1024 * 1024
MAX_PACKED_BYTES = 50 * 1024 * 1024
"""Of formats that hold images and packed parts beside their text."""
ROW_ENDINGS = frozenset({".jsonl", ".ndjson"})
_HTML_ENDINGS = frozenset({".html", ".htm", ".xhtml"})
_MARKDOWN_ENDINGS = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
DOCUMENTS = frozenset(
    {
        "a Word document",
        "an Excel workbook",
        "a PowerPoint file",
        "an EPUB book",
        "an OpenDocument file",
        "an old Office document",
        "an RTF document",
    }
)
"""What `find_binary_kind` calls the formats that the extra [documents] reads."""
_PACKED_ENDINGS = frozenset({".docx", ".docm", ".pptx", ".pptm", ".xlsx", ".xlsm", ".odt", ".ods", ".odp", ".epub"})
_TELLING = frozenset({"title", "date", "updated", "url", "publisher", "author", "lang", "language"})
"""Keys by which a block at the head of plain text is front matter, and no ruled line."""
_UNDERLINE = re.compile(r"(?:={3,}|-{3,})")


def parse_bytes(data: bytes, name: str, apart: Apart) -> Page:
    """Read one source's bytes; `name` gives the ending and stands in sentences, `apart` parses what is no text.

    Raises ReadingRefused: empty, too_large, unsupported, encrypted, unreadable, timeout.
    """
    refuse_large(len(data), name, data)
    kind = find_binary_kind(data)
    if kind == "a PDF":
        page = apart.parse("pdf", data, name)
    elif _is_document(kind, name):
        page = apart.parse("document", data, name)
    elif kind:
        raise ReadingRefused("unsupported", f"{name} is {kind}, which cannot be read; convert it to text first.")
    elif is_mail(data, name):
        page = apart.parse("mail", data, name)  # its headers can be made to take minutes
    else:
        page = _parse_deep(data, name)
    if not any(c.isprintable() and c != " " for c in page.text):
        raise ReadingRefused("empty", f"{name} has no text to store; check that it is the right file.")
    return page


def refuse_large(size: int, name: str, head: bytes) -> None:
    """Raise ReadingRefused("too_large") above the cap of a file, `size` in bytes; `head` tells its format."""
    kind = find_binary_kind(head)
    is_packed = kind == "a PDF" or _is_document(kind, name) or (kind is None and is_mail(head, name))
    cap = MAX_PACKED_BYTES if is_packed else MAX_BYTES
    if size > cap:
        raise ReadingRefused(
            "too_large", f"{name} has {size:,} bytes and the cap is {cap:,}; split it into smaller files."
        )


def _is_document(kind: str | None, name: str) -> bool:
    """Whether it is an Office file or book; one whose parts stand in an unusual order shows no name in its head."""
    return kind in DOCUMENTS or (kind == "a ZIP archive" and PurePath(name).suffix.lower() in _PACKED_ENDINGS)


def _parse_deep(data: bytes, name: str) -> Page:
    try:
        return _parse_text(data, name, PurePath(name).suffix.lower())
    except RecursionError as error:
        raise ReadingRefused(
            "unreadable",
            f"{name} is nested too deeply, or has a tag too large, to be read whole; convert it to plain text.",
        ) from error


def _parse_text(data: bytes, name: str, ending: str) -> Page:
    bare = data[3:2051] if data.startswith(b"\xef\xbb\xbf") else data[:2048]
    if ending in _HTML_ENDINGS or (ending not in _MARKDOWN_ENDINGS and _HTML_START.match(bare)):
        from retrievers.read.html import parse_html

        return parse_html(decode_text(data, name, is_html=True))
    text = decode_text(data, name)
    if ending in _MARKDOWN_ENDINGS:
        from retrievers.read.markdown import parse_markdown

        page = parse_markdown(text)
    else:
        page = _parse_plain(text)
    return replace(page, left_out=page.left_out or find_slip(text))


def _parse_plain(text: str) -> Page:
    matter, body = split_front_matter(text)
    if _TELLING.isdisjoint(matter):
        matter, body = dict[str, str](), text
    return page_told(
        matter, body, _find_title(body), content_type="text/plain", extractor="plain", package="claimgraph"
    )


def _find_title(text: str) -> str | None:
    """The first line with text, where it is short, no sentence, and set off by a blank line or an underline."""
    opening, _, rest = text.lstrip().partition("\n")
    opening, (below, _, _) = opening.rstrip(), rest.partition("\n")
    is_set_off = _UNDERLINE.fullmatch(below.strip()) or (not below.strip() and rest.strip())
    return opening if is_set_off and is_title(opening) else None
