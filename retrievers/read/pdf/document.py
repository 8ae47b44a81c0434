"""A PDF file to text: pages in reading order, paragraphs joined over their ends, headings by size, what is missing."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from retrievers.errors import ReadingRefused
from retrievers.read.blocks import TextBuilder
from retrievers.read.decode import clean_text
from retrievers.read.first_line import is_title
from retrievers.read.pdf.layout import Row, order_rows, rows_of
from retrievers.read.pdf.margins import drop_margins
from retrievers.read.pdf.paragraphs import Paragraph, count_words, ends_sentence, join_two, paragraphs_of
from retrievers.read.pdf.pdfium import PageRuns, PdfFile
from retrievers.read.reading import Page, PageStart
from retrievers.read.versions import package_version

MAX_PAGES = 2_000
MAX_CHARACTERS = 10_000_000
LAYOUT_VERSION = "2"
"""Stored beside the library's version: change it when the same file would give another text."""
_HEADING = 1.15  # times the size of most of the text
_MAX_HEADING = 200  # characters
_OPENING = 3_000  # characters in which a title stands
_NAMED = 10  # pages told by number; more are counted
_NO_LETTERS = 0.3  # of the glyphs mean no character: the font does not tell its letters
_SOFTWARE_TITLE = re.compile(
    r"(?i)^(?:(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|untitled|document\d*)\b[ -]*"
    r"|\((?:anonymous|unspecified)\))"
)
_FILE_TITLE = re.compile(r"(?i)\.(?:docx?|pptx?|xlsx?|odt|rtf|tex|dvi|indd|qxd|pdf|ps|html?|txt)$")


@dataclass(slots=True)
class _Left:
    """Pages without text, by the reason."""

    damaged: list[int] = field(default_factory=list[int])
    images: list[int] = field(default_factory=list[int])
    letterless: list[int] = field(default_factory=list[int])


def parse_pdf(
    data: bytes, name: str, *, skip: frozenset[int] = frozenset(), on_page: Callable[[int], None] | None = None
) -> Page:
    """Read a PDF file; `skip` are pages from 1 not to touch, `on_page` hears of each page before it is read.

    Raises ReadingRefused: encrypted, unreadable, too_large, empty (no page, or no page with text).
    """
    file = PdfFile(data, name)
    if file.page_count > MAX_PAGES:
        says = f"{name} has {file.page_count:,} pages and the cap is {MAX_PAGES:,}; split it into smaller files."
        raise ReadingRefused("too_large", says)
    left = _Left(damaged=sorted(skip))
    pages = [
        _read(file, number, left, on_page) if number not in skip else None for number in range(1, file.page_count + 1)
    ]
    found = [(number, page) for number, page in enumerate(pages, 1) if page is not None and page.runs]
    if sum(len(run.text) for _, page in found for run in page.runs) > MAX_CHARACTERS:
        says = f"{name} has more than {MAX_CHARACTERS:,} characters; split it into smaller files."
        raise ReadingRefused("too_large", says)
    if not found:
        raise _without_text(name, file.page_count, left)
    return _assemble(found, file.title(), left)


def _read(file: PdfFile, number: int, left: _Left, on_page: Callable[[int], None] | None) -> PageRuns | None:
    if on_page is not None:
        on_page(number)
    page = file.read_page(number - 1)
    if page is None:
        left.damaged.append(number)
        return None
    text = "".join(run.text for runs in (page.runs, *page.asides) for run in runs)
    if sum(1 for c in text if c == "\ufffd" or "\ue000" <= c <= "\uf8ff") > len(text) * _NO_LETTERS:
        left.letterless.append(number)
        return None
    if not text and page.has_images:
        left.images.append(number)
    return page


def _without_text(name: str, pages: int, left: _Left) -> ReadingRefused:
    if left.images:
        shown = f"{len(left.images)} page{'s' * (len(left.images) > 1)} of images"
        return ReadingRefused("empty", f"{name} has no text layer ({shown}); run OCR on it first, then add the result.")
    if left.damaged:
        return ReadingRefused("unreadable", f"{name} has no page that can be read; get another copy of it.")
    if left.letterless:
        return ReadingRefused("unreadable", f"{name} has fonts that do not tell their letters; run OCR on it first.")
    return ReadingRefused(
        "empty", f"{name} has no text on {pages} page{'s' * (pages != 1)}; check that it is the right file."
    )


def _assemble(found: Sequence[tuple[int, PageRuns]], title: str, left: _Left) -> Page:
    kept = drop_margins([(page.runs, page.height) for _, page in found])
    per_page: list[tuple[int, list[Paragraph]]] = []
    for (number, page), runs in zip(found, kept, strict=True):
        blocks = [[Row((run,)) for run in runs]] if page.is_ordered else order_rows(runs)
        asides = [p for aside in page.asides for p in paragraphs_of(rows_of(aside))]
        for aside in asides:
            aside.is_aside = True
        per_page.append((number, asides + [p for block in blocks for p in paragraphs_of(block)]))
    body = _body_size(per_page)
    first = _first_line([p for _, paragraphs in per_page for p in paragraphs])
    builder, starts = TextBuilder(), list[PageStart]()
    _add_all(_joined(per_page, body), body, builder, starts)
    text, headings = builder.finish()
    large = next((h.text for h in headings if h.level == 1 and h.char_start < _OPENING), None)
    return Page(
        text=text,
        title=_sensible(title) or (large or first if found[0][0] == 1 else None),
        headings=headings,
        content_type="application/pdf",
        extractor="pdfium",
        extractor_version=f"{package_version('pypdfium2')}-{LAYOUT_VERSION}",
        pages=tuple(starts),
        left_out=_tell(left),
        truncated=bool(left.damaged or left.letterless),
    )


def _add_all(items: Sequence[Paragraph], body: float, builder: TextBuilder, starts: list[PageStart]) -> None:
    words = count_words(line for item in items for line in item.lines)
    sizes = sorted({round(item.size) for item in items if _is_heading(item, body)}, reverse=True)
    for item in items:
        marks = dict(item.pages)
        if item.is_table:
            builder.end_lines()
            for i, line in enumerate(item.lines):
                builder.add_line(line)
                starts.extend([PageStart(builder.length - len(line), marks[i])] if i in marks else [])
            builder.end_lines()
            continue
        text, places = "", list[tuple[int, int]]()
        for i, line in enumerate(item.lines):
            text = join_two(text, line, words)
            places.extend([(len(text) - len(line), marks[i])] if i in marks else [])
        if _is_heading(item, body):
            builder.add_heading(text, min(6, 1 + sizes.index(round(item.size))))
        else:
            builder.add_block(text)
        starts.extend(PageStart(builder.length - len(text) + place, page) for place, page in places)


def _joined(per_page: Sequence[tuple[int, list[Paragraph]]], body: float) -> list[Paragraph]:
    """All paragraphs with their pages; one that goes on where the page before stopped in a sentence is one with it."""
    items: list[Paragraph] = []
    for number, paragraphs in per_page:
        first = next((p for p in paragraphs if not p.is_aside), None)
        if items and first is not None and _runs_on(items[-1], first, body):
            items[-1].pages.append((len(items[-1].lines), number))
            items[-1].lines.extend(first.lines)
            paragraphs.remove(first)
        elif paragraphs:
            paragraphs[0].pages.append((0, number))
        items.extend(paragraphs)
    return items


def _runs_on(before: Paragraph, after: Paragraph, body: float) -> bool:
    if before.is_table or after.is_table or _is_heading(before, body) or abs(before.size - after.size) > body * 0.1:
        return False
    return not ends_sentence(before.lines[-1]) and after.lines[0][:1].islower()


def _body_size(per_page: Sequence[tuple[int, list[Paragraph]]]) -> float:
    weights: Counter[float] = Counter()
    for _, paragraphs in per_page:
        for paragraph in paragraphs:
            weights[round(paragraph.size * 2) / 2] += sum(len(line) for line in paragraph.lines)
    return weights.most_common(1)[0][0] if weights else 0.0


def _is_heading(item: Paragraph, body: float) -> bool:
    if item.is_table or item.is_aside or item.size < body * _HEADING:
        return False
    text = " ".join(item.lines)
    return len(text) <= _MAX_HEADING and any(map(str.isalpha, text))


def _sensible(title: str) -> str | None:
    """The title of the metadata, unless software put it there: a file name, "untitled"."""
    title = _SOFTWARE_TITLE.sub("", " ".join(clean_text(title).split()))
    if _FILE_TITLE.search(title) or sum(map(str.isalpha, title)) < 4 or ("_" in title and " " not in title):
        return None
    return title


def _first_line(items: Sequence[Paragraph]) -> str | None:
    """The line that the text opens with, where it stands alone above more and names it."""
    items = [item for item in items if not item.is_aside]
    if len(items) < 2 or items[0].is_table or len(items[0].lines) > 1 or not is_title(items[0].lines[0]):
        return None
    return _sensible(items[0].lines[0])


def _tell(left: _Left) -> str:
    parts = [
        (left.damaged, "damage and could not be read"),
        (left.images, "no text layer (images)"),
        (left.letterless, "fonts that do not tell their letters"),
    ]
    return "; ".join(
        f"{_numbers(pages)} {'has' if len(pages) == 1 else 'have'} {what}" for pages, what in parts if pages
    )


def _numbers(pages: Sequence[int]) -> str:
    if len(pages) == 1:
        return f"page {pages[0]}"
    named = ", ".join(str(p) for p in pages[:_NAMED])
    return f"pages {named}" + (f" and {len(pages) - _NAMED} more" if len(pages) > _NAMED else "")
