"""Office files and EPUB books to text by `anydoc`, an extra; runs in the process of `parser_process`."""

import importlib
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from retrievers.errors import ReadingRefused
from retrievers.read.blocks import TextBuilder, collapse_spaces
from retrievers.read.decode import clean_text
from retrievers.read.reading import Page
from retrievers.read.struck import strike
from retrievers.read.versions import package_version

MAX_UNPACKED = 200 * 1024 * 1024  # bytes, as the archive declares them; the library has bounds of its own
_MAX_DEPTH = 50  # lists in lists, tables in cells
_MAX_PROPERTIES = 1024 * 1024  # bytes
_LOCKED_OFFICE = "EncryptedPackage".encode("utf-16-le")
"""What Office calls the one part of a file with a password."""
_ENCRYPTION = "{http://www.w3.org/2001/04/xmlenc#}EncryptionMethod"
_FONTS_ONLY = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
"""Ways in which a book's fonts are hidden from copying; its text is open."""
_CONTENT_TYPES = {
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
INSTALL = "pip install 'claimgraph[documents]'"


def parse_document(data: bytes, name: str) -> Page:
    """Read a Word, Excel, PowerPoint, OpenDocument, RTF or EPUB file; macros and links are never followed.

    Raises ReadingRefused: unsupported (the extra is not installed, or no such document), encrypted, too_large,
    unreadable.
    """
    try:
        anydoc: Any = importlib.import_module("anydoc")
    except ImportError:
        says = f"{name} is an Office or EPUB file, which needs an extra: {INSTALL}, then add it again."
        raise ReadingRefused("unsupported", says) from None
    _refuse_bomb(data, name)
    if _is_locked_book(data):
        raise _encrypted(name)
    form = anydoc.format_from_bytes(data)
    if form is None and not data.startswith(b"PK") and _LOCKED_OFFICE in data:
        raise _encrypted(name)
    if form is None:
        says = f"{name} looks like an Office or EPUB file and is none that can be read; get another copy of it."
        raise ReadingRefused("unreadable", says)
    try:
        document = anydoc.to_document(data)
    except anydoc.EncryptedError:
        raise _encrypted(name) from None
    except anydoc.ResourceLimitError as error:
        says = f"{name} unpacks to more than is allowed ({error.limit}); split it into smaller files."
        raise ReadingRefused("too_large", says) from None
    except anydoc.ConvertError as error:
        raise ReadingRefused(
            "unreadable", f"{name} is damaged ({collapse_spaces(str(error))[:200]}); get another copy of it."
        ) from None
    builder = TextBuilder()
    _add_blocks(document.blocks, builder, 0)
    for note in document.notes:
        _add_blocks(note.blocks, builder, 1)
    text, headings = builder.finish()
    return Page(
        text=text,
        title=_title(data) or next((h.text for h in headings if h.level == 1), None),
        headings=headings,
        content_type=_CONTENT_TYPES.get(form, "application/octet-stream"),
        extractor="anydoc",
        extractor_version=package_version("firecrawl-anydoc"),
        left_out=_tell_images(document),
    )


def _encrypted(name: str) -> ReadingRefused:
    says = f"{name} is encrypted and needs a password or a licence; save a copy without and add that."
    return ReadingRefused("encrypted", says)


def _is_locked_book(data: bytes) -> bool:
    """Whether parts of a book other than its fonts are encrypted: a reader would get what is open as if it were all."""
    tree = _part(data, lambda inside: inside == "META-INF/encryption.xml")
    return tree is not None and any(part.get("Algorithm") not in _FONTS_ONLY for part in tree.iter(_ENCRYPTION))


def _refuse_bomb(data: bytes, name: str) -> None:
    if not data.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return  # the library says what is wrong with it
    if size > MAX_UNPACKED:
        raise ReadingRefused(
            "too_large",
            f"{name} unpacks to {size:,} bytes and the cap is {MAX_UNPACKED:,}; split it into smaller files.",
        )


def _title(data: bytes) -> str | None:
    """The title that an Office file or a book gives itself."""
    tree = _part(data, lambda inside: inside in {"docProps/core.xml", "meta.xml"} or inside.endswith(".opf"))
    title = None if tree is None else next(tree.iter("{http://purl.org/dc/elements/1.1/}title"), None)
    return None if title is None else collapse_spaces(clean_text("".join(title.itertext()))) or None


def _part(data: bytes, is_wanted: Callable[[str], bool]) -> Any:
    """The first wanted XML part of a packed file; None when there is none that can be read."""
    if not data.startswith(b"PK"):
        return None
    etree: Any = importlib.import_module("lxml.etree")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = next(filter(is_wanted, archive.namelist()), None)
            if inside is None:
                return None
            with archive.open(inside) as part:
                written = part.read(_MAX_PROPERTIES)
        return etree.fromstring(written, etree.XMLParser(resolve_entities=False, no_network=True))
    except (zipfile.BadZipFile, etree.XMLSyntaxError, ValueError, NotImplementedError, RuntimeError, OSError, EOFError):
        return None


def _add_blocks(blocks: Sequence[Any], builder: TextBuilder, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ReadingRefused("unreadable", "The document is nested too deeply to be read whole; convert it to text.")
    for block in blocks:
        match block.kind:
            case "heading" if depth == 0:
                builder.add_heading(_inline(block.content), block.level or 1)
            case "heading" | "paragraph":
                builder.add_block(_inline(block.content))
            case "list":
                for item in block.list.items:
                    _add_item(item.blocks, builder, depth)
                if depth == 0:
                    builder.end_lines()
            case "table":
                _add_table(block.table.grid, builder, depth)
            case "block_quote":
                _add_blocks(block.blocks, builder, depth + 1)
            case _:
                builder.add_block(clean_text(block.text or ""))


def _add_table(grid: Sequence[Any], builder: TextBuilder, depth: int) -> None:
    for row in grid:
        cells = [_flat(slot.cell.blocks, depth) for slot in row if slot.kind == "origin"]
        if any(cells):
            builder.add_line(" | ".join(cells))
    builder.end_lines()


def _add_item(blocks: Sequence[Any], builder: TextBuilder, depth: int) -> None:
    for block in blocks:
        if block.kind in {"paragraph", "heading"}:
            builder.add_line(_inline(block.content))
        else:
            _add_blocks([block], builder, depth + 1)


def _flat(blocks: Sequence[Any], depth: int) -> str:
    """A table cell's text on one line."""
    inner = TextBuilder()
    _add_blocks(blocks, inner, depth + 1)
    return collapse_spaces(inner.finish()[0])


def _inline(parts: Sequence[Any]) -> str:
    written: list[str] = []
    for part in parts or ():
        match part.kind:
            case "text" | "math":
                is_struck = bool(part.style and part.style.strike)
                written.append(strike(part.text or "") if is_struck else part.text or "")
            case "link":
                written.append(_inline(part.content))
            case "line_break":
                written.append("\n")
            case _:
                continue
    lines = "".join(written).split("\n")
    return clean_text("\n".join(collapse_spaces(line) for line in lines)).strip()


def _tell_images(document: Any) -> str:
    count = len(document.assets)
    return f"{count} embedded image{'s' * (count > 1)} or object{'s' * (count > 1)} not read" if count else ""
