"""E-mail: a message to text, its head first; attachments are named, not read."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

from retrievers.errors import ReadingRefused
from retrievers.read.blocks import TextBuilder
from retrievers.read.dates import parse_published
from retrievers.read.decode import clean_text, decode_text
from retrievers.read.reading import Page
from retrievers.read.versions import package_version

if TYPE_CHECKING:
    from email.message import EmailMessage

_ENDINGS = frozenset({".eml", ".msg", ".mail"})
_FIRST = re.compile(
    rb"(?:From |(?:Return-Path|Received|Delivered-To|X-Original-To|DKIM-Signature|ARC-Seal|MIME-Version|Message-ID"
    rb"|Date|From|Subject|To|X-[A-Za-z-]+): )",
    re.IGNORECASE,
)
_NEEDED = (
    re.compile(rb"^From: .*@", re.IGNORECASE | re.MULTILINE),
    re.compile(rb"^(?:Date|Message-ID): ", re.IGNORECASE | re.MULTILINE),
)
_NEXT_MESSAGE = re.compile(rb"\n\r?\nFrom \S.{0,200}\d\d:\d\d.{0,100}\n[A-Za-z-]+: ")
"""Where the next message of a mailbox begins."""
_MAX_PARTS = 1_000
_MAX_HEADER = 1_000  # characters of a head's line; the library's time grows with their square
_NAMED = 20  # attachments told by name; more are counted
_HEAD = ("From", "To", "Cc", "Date")


def is_mail(data: bytes, name: str) -> bool:
    """Whether bytes are an e-mail message: by the ending of their name, else by a head that only messages have."""
    head = re.split(rb"\r?\n\r?\n", data[:65_536].lstrip(), maxsplit=1)[0]
    if PurePath(name).suffix.lower() in _ENDINGS:
        return b":" in head
    return not PurePath(name).suffix and bool(_FIRST.match(head)) and all(part.search(head) for part in _NEEDED)


def parse_mail(data: bytes, name: str) -> Page:
    """Read one message: subject as title, sender, receivers and date as the first lines, then the text.

    The plain text is taken where there is one, else the HTML as a reader sees it. The Date header is when it was sent.
    Raises ReadingRefused: unreadable (a head that cannot be told, nested too deeply), too_large (too many parts),
    unsupported (a mailbox of several messages).
    """
    from email import policy
    from email.message import EmailMessage
    from email.parser import BytesParser

    if data.lstrip().startswith(b"From ") and _NEXT_MESSAGE.search(data):
        says = f"{name} is a mailbox of several messages; save each as a file of its own (.eml) and add those."
        raise ReadingRefused("unsupported", says)
    try:
        message = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
        parts = list(_leaves(message, name))
        subject = _header(message, "Subject")
        head = [f"{field}: {value}" for field in _HEAD if (value := _header(message, field))]
    except (RecursionError, MemoryError, AssertionError) as error:
        raise ReadingRefused("unreadable", f"{name} is no e-mail message that can be read; save it as text.") from error
    builder = TextBuilder()
    for line in head:
        builder.add_line(line)
    builder.end_lines()
    attached = [part for part in parts if _is_attached(part)]
    try:
        _add_body([part for part in parts if not _is_attached(part)], name, builder)
    except RecursionError as error:
        says = f"{name} is nested too deeply, or has a tag too large, to be read whole; save it as plain text."
        raise ReadingRefused("unreadable", says) from error
    text, headings = builder.finish()
    published = parse_published(_sent(message), "Date header")
    return Page(
        text=text,
        title=subject or None,
        headings=headings,
        published_at=published[0],
        published_precision=published[1],
        published_proof=published[2],
        content_type="message/rfc822",
        extractor="email",
        extractor_version=package_version("claimgraph"),
        left_out=_tell(attached),
    )


def _leaves(message: "EmailMessage", name: str) -> "Iterator[EmailMessage]":
    """Yield the parts that hold something, in order."""
    waiting: list[EmailMessage] = [message]
    seen = 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > _MAX_PARTS:
            raise ReadingRefused("too_large", f"{name} has more than {_MAX_PARTS:,} parts; save the text you need.")
        if part.is_multipart() and part.get_content_maintype() == "multipart":  # a message in a message is attached
            inner = cast("list[EmailMessage]", list(part.iter_parts()))
            waiting.extend(reversed(inner))
        else:
            yield part


def _is_attached(part: "EmailMessage") -> bool:
    return part.get_content_disposition() == "attachment" or _form(part) not in {"text/plain", "text/html"}


def _form(part: "EmailMessage") -> str:
    """The part's type; what says that it has parts, and has none, is text."""
    return "text/plain" if part.get_content_maintype() == "multipart" else part.get_content_type()


def _add_body(parts: "list[EmailMessage]", name: str, builder: TextBuilder) -> None:
    plain = [text for p in parts if _form(p) == "text/plain" and (text := _content(p, name)).strip()]
    if plain:
        for text in plain:
            builder.add_block(text.strip("\n"))
        return
    from retrievers.read.html import add_fragment

    for part in parts:
        if _form(part) == "text/html":
            add_fragment(_content(part, name), builder)


def _content(part: "EmailMessage", name: str) -> str:
    """A part's text in the charset it names, else as any file's; what breaks its encoding is passed over."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        return clean_text(data.decode(part.get_content_charset("utf-8")))
    except (LookupError, UnicodeError, ValueError):
        return decode_text(data, name, is_html=part.get_content_type() == "text/html") if data else ""


def _header(message: "EmailMessage", field: str) -> str:
    """A header on one line; its raw text where the library cannot parse it."""
    raw = next((str(v) for k, v in message.raw_items() if k.lower() == field.lower()), "")[:_MAX_HEADER]
    try:
        value = str(message.policy.header_fetch_parse(field, raw))
    except (ValueError, LookupError, TypeError, AttributeError):
        value = raw
    return " ".join(clean_text(value).split())


def _sent(message: "EmailMessage") -> str | None:
    from email.utils import parsedate_to_datetime

    try:
        moment: datetime = parsedate_to_datetime(_header(message, "Date"))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _tell(attached: "list[EmailMessage]") -> str:
    if not attached:
        return ""
    names = [_filename(part) for part in attached]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"attachments are not read: {', '.join(names[:_NAMED])}{more}; save and add them as files"


def _filename(part: "EmailMessage") -> str:
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError, AttributeError):
        name = None
    if name is None and part.is_multipart():  # a forwarded message
        name = f"message “{_header(cast('EmailMessage', part.get_payload(0)), 'Subject')}”"
    return " ".join(clean_text(name or f"a part of {part.get_content_type()}").split())[:100]
