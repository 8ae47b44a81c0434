"""A fetched body as a reading, or the typed reason why it is none; what it is, is judged by its bytes."""

import json
import re
from dataclasses import replace

import ada_url

from graph.model import MAX_URL
from graph.url import source_url
from retrievers.errors import ReadingRefused
from retrievers.read.apart import Apart
from retrievers.read.decode import decode_text, find_binary_kind, find_mark
from retrievers.read.formats import DOCUMENTS, parse_bytes, refuse_large
from retrievers.read.naming import name_page
from retrievers.read.reading import Page, Reading
from retrievers.web.classes import Wall, find_wall, find_word_list, is_long_text
from retrievers.web.fetched import Fetched

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_HTML_TAG = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|div|article|main|p)\b", re.IGNORECASE)
_XML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(rss|feed|rdf:RDF|urlset|sitemapindex|svg)\b", re.DOTALL
)
_HTML_AFTER_COMMENT = re.compile(
    rb"(?:<\?xml[^>]*>\s*|<!--.{0,2000}?-->\s*)+<(?:!doctype\s+)?html\b", re.IGNORECASE | re.DOTALL
)
_MAX_MARK = 1_000
_HTML_TYPES = ("text/html", "application/xhtml")
_TEXT_TYPE = "text/plain"


def parse_page(fetched: Fetched, apart: Apart, *, shown: str) -> Reading:
    """Read what was fetched; `shown` is the address as the user gave it, `apart` parses what is no text.

    The source is named by the address that answered, without tracking keys, so that one page is one source. Its own
    word about its address (a canonical link) is kept only where it names the same site. Raises ReadingRefused with
    the outcome of a wall, a shell, a list of links, a binary, or whatever the parsers refuse.
    """
    try:
        page, wall = _parse(fetched, apart)
    except RecursionError as error:
        raise ReadingRefused("unreadable", f"{fetched.url} is nested too deeply to be read whole") from error
    if wall is not None:
        raise ReadingRefused(wall.outcome, f"{fetched.url} {wall.says}")
    if not any(c.isprintable() and c != " " for c in page.text):
        raise ReadingRefused("empty", f"{fetched.url} has no text that could be stored")
    return _reading(fetched, page, shown)


def _parse(fetched: Fetched, apart: Apart) -> tuple[Page, Wall | None]:
    data, url = fetched.body, fetched.url
    refuse_large(len(data), url, data)
    kind = find_binary_kind(data)
    name = url.partition("?")[0]
    if kind == "a PDF" or kind in DOCUMENTS:
        return parse_bytes(data, name, apart), None
    if kind is not None:
        raise ReadingRefused("unsupported", f"{url} is {kind}, which is not read")
    if feed := _XML.match(data[:4096]):
        raise ReadingRefused("unsupported", f"{url} is an XML file ({feed.group(1).decode()}), not a page")
    data = _as_utf8(data, fetched.content_type)
    if _is_html(data, fetched.content_type):
        return _parse_html(decode_text(data, url, is_html=True))
    page = parse_bytes(data, name, apart)
    if fetched.content_type.partition(";")[0].strip().lower() != _TEXT_TYPE and _is_json(page.text):
        page = replace(page, content_type="application/json")
    return page, find_word_list(page.text)


def _parse_html(markup: str) -> tuple[Page, Wall | None]:
    from retrievers.read.html import parse_html
    from retrievers.read.tree import parse_tree
    from retrievers.web.shape import find_shape

    page = parse_html(markup)
    if is_long_text(page.text):
        return page, find_word_list(page.text)
    return page, find_wall(markup, find_shape(parse_tree(markup)), page.text)


def _is_html(data: bytes, content_type: str) -> bool:
    """Judge by tags: a page sent as plain text is a page, a text sent as HTML without a tag is a text."""
    head = data[:4096].lstrip()
    if content_type.lower().startswith(_HTML_TYPES):
        return bool(_HTML_TAG.search(head))
    return bool(_HTML_TAG.match(head) or _HTML_AFTER_COMMENT.match(head))


def _as_utf8(data: bytes, content_type: str) -> bytes:
    """Spell text in UTF-8 when only the server's header knows its encoding; the page's own word comes first."""
    declared = _CHARSET.search(content_type)
    if declared is None or find_mark(data) or b"charset" in data[:4096].lower():
        return data
    name = declared.group(1).lower()
    name = "cp1252" if name in {"iso-8859-1", "latin1", "us-ascii", "ascii"} else name
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return data.decode(name).encode("utf-8")
        except (LookupError, UnicodeError, ValueError):
            return data
    return data


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in {"{", "["}:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _reading(fetched: Fetched, page: Page, shown: str) -> Reading:
    locator = source_url(fetched.url)
    reading = name_page(page, shown=shown, locator=locator, source_id=fetched.url, kind="web", title=locator)
    return replace(
        reading,
        url=_own_address(page.url, fetched.url),
        etag=_mark(fetched.etag),
        last_modified=_mark(fetched.last_modified),
        same_as=tuple(one for one in (page.url, page.work_id) if one and len(one) <= MAX_URL),
    )


def _mark(said: str | None) -> str | None:
    """A server's mark for a version of its page, where it is one that can be sent back whole."""
    return said if said and len(said) <= _MAX_MARK and said.isascii() and said.isprintable() else None


def _own_address(canonical: str | None, fetched: str) -> str:
    """The page's canonical address where it lies on the site that answered, else the address that answered.

    A page may call itself anything; a report must not show another site's address for its words.
    """
    if canonical is None:
        return fetched
    try:
        said, real = ada_url.URL(canonical), ada_url.URL(fetched)
    except ValueError:
        return fetched
    is_own = said.hostname.removeprefix("www.") == real.hostname.removeprefix("www.")
    return said.href if is_own and said.pathname != "/" else fetched
