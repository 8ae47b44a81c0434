"""What PDFium tells of a file: its pages as runs of glyphs with their places. The one place that calls the library."""

import ctypes
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi
from typing import Any, NamedTuple

from retrievers.errors import ReadingRefused
from retrievers.read.pdf.layout import Run, is_same_line

MAX_GLYPHS = 200_000
"""On one page: a dense page has some 10,000."""
MAX_NOTES = 1_000
"""On one page, links included: how many are looked at."""
_APART = 0.7  # of the size: a wider gap parts runs; no word space is that wide
_SMALLEST = 1.0  # points; smaller text is not for readers
_MIN_GLYPHS = 60  # fewer tell no direction
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")  # Hebrew, Arabic and their neighbours
_SPACES = frozenset({9, 10, 13, 32, 160})
_BAD_PASSWORD, _BAD_SECURITY = 4, 5
_HYPHENS = {0x02: "\u2010", 0xFFFE: "\u2010"}  # how the library marks a hyphen at the end of a line


@dataclass(frozen=True, slots=True)
class PageRuns:
    """One page as most of its text is turned: runs in the order of the file, and whether it shows images.

    `height` is in points. `asides` are the runs of each other direction: labels of axes, stamps at the edge.
    `is_ordered` says that the file's order must be kept: right-to-left or vertical script.
    """

    runs: list[Run]
    asides: list[list[Run]]
    height: float
    has_images: bool
    is_ordered: bool


class PdfFile:
    """An open PDF file. Raises ReadingRefused: encrypted, unreadable."""

    def __init__(self, data: bytes, name: str) -> None:
        self._lib: Any = importlib.import_module("pypdfium2")
        self._raw: Any = importlib.import_module("pypdfium2.raw")
        start = max(0, data[:1024].find(b"%PDF-"))
        try:
            self._document: Any = self._lib.PdfDocument(data[start:])
            self.page_count = len(self._document)
        except self._lib.PdfiumError as error:
            if getattr(error, "err_code", None) in {_BAD_PASSWORD, _BAD_SECURITY}:
                raise ReadingRefused(
                    "encrypted", f"{name} is encrypted and needs a password; save a copy without one and add that."
                ) from None
            raise ReadingRefused(
                "unreadable", f"{name} is a PDF without pages, or too damaged to be opened; get another copy of it."
            ) from None

    def title(self) -> str:
        """Return the title in the file's metadata, as written; empty without one."""
        return str(self._document.get_metadata_value("Title") or "")

    def read_page(self, index: int) -> PageRuns | None:
        """Return what stands on a page, counted from 0; None when the page cannot be loaded."""
        try:
            page = self._load(index)
        except self._lib.PdfiumError:
            return None
        try:
            return self._read(page)
        except self._lib.PdfiumError:
            return None
        finally:
            page.close()

    def _load(self, index: int) -> Any:
        """Load a page with what is filled in and stuck on it as part of it, as a reader sees it."""
        page = self._document[index]
        if not self._has_notes(page):
            return page
        self._raw.FPDFPage_Flatten(page.raw, self._raw.FLAT_NORMALDISPLAY)
        page.close()
        return self._document[index]

    def _has_notes(self, page: Any) -> bool:
        raw = self._raw
        shown = {raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP, raw.FPDF_ANNOT_WIDGET}
        for i in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MAX_NOTES)):
            note = raw.FPDFPage_GetAnnot(page.raw, i)
            kind = raw.FPDFAnnot_GetSubtype(note)
            raw.FPDFPage_CloseAnnot(note)
            if kind in shown:
                return True
        return False

    def _read(self, page: Any) -> PageRuns:
        crop: tuple[float, float, float, float] = page.get_bbox()  # the other boxes miss what is said above the page
        turns: dict[int, list[_Glyph]] = {}
        for turned, glyph in self._glyphs(page):
            turns.setdefault(turned, []).append(_upright(glyph, turned, crop))
        images = any(o.type == self._raw.FPDF_PAGEOBJ_IMAGE for o in page.get_objects(max_depth=3))
        main = max(turns, key=lambda turn: len(turns[turn]), default=0)
        width, height = crop[2] - crop[0], crop[3] - crop[1]
        if main % 2:
            width, height = height, width
        glyphs = turns.pop(main, [])
        runs = list(_runs(glyphs))
        is_ordered = _has_own_order(glyphs, runs)
        if is_ordered:
            runs = list(_runs(glyphs, by_place=False))
        shown = [r for r in runs if r.size >= _SMALLEST and (width < 1 or _is_on_page(r, width, height))]
        asides = [[r for r in _runs(turns[turn]) if r.size >= _SMALLEST] for turn in sorted(turns)]
        return PageRuns(shown, asides, height, images, is_ordered)

    def _glyphs(self, page: Any) -> Iterator[tuple[int, "_Glyph"]]:
        """Yield (quarter turns anticlockwise, glyph) in the file's order; white space is turned as what it follows."""
        raw, turned = self._raw, 0
        text_page = page.get_textpage()
        handle = text_page.raw
        box = raw.FS_RECTF()
        reference = ctypes.byref(box)
        try:
            for i in range(min(raw.FPDFText_CountChars(handle), MAX_GLYPHS)):
                code = raw.FPDFText_GetUnicode(handle, i)
                if code in _SPACES:
                    yield turned, _Glyph("\n" if code in {10, 13} else chr(code), 0, 0, 0, 0)
                elif code in _HYPHENS or 32 < code < 0x110000:
                    raw.FPDFText_GetLooseCharBox(handle, i, reference)
                    turned = -round(raw.FPDFText_GetCharAngle(handle, i) / (pi / 2)) % 4  # told clockwise
                    yield turned, _Glyph(_HYPHENS.get(code) or chr(code), box.left, box.bottom, box.right, box.top)
        finally:
            text_page.close()


class _Glyph(NamedTuple):  # a page has thousands, and a dataclass takes four times as long to make
    text: str
    x0: float
    y0: float
    x1: float
    y1: float


def _upright(glyph: _Glyph, turned: int, crop: tuple[float, float, float, float]) -> _Glyph:
    """The glyph as it stands when its text is upright: places from the upper left corner, y downwards."""
    left, bottom, right, top = crop
    x0, y0, x1, y1 = glyph.x0, glyph.y0, glyph.x1, glyph.y1
    if turned == 0:
        return _Glyph(glyph.text, x0 - left, top - y1, x1 - left, top - y0)
    if turned == 1:  # read upwards
        return _Glyph(glyph.text, y0 - bottom, x0 - left, y1 - bottom, x1 - left)
    if turned == 2:
        return _Glyph(glyph.text, right - x1, y0 - bottom, right - x0, y1 - bottom)
    return _Glyph(glyph.text, top - y1, right - x1, top - y0, right - x0)


def _runs(glyphs: list[_Glyph], *, by_place: bool = True) -> Iterator[Run]:
    """Join glyphs that follow each other on a line; a gap wider than a word space parts two runs `by_place`."""
    run: list[_Glyph] = []  # with the white space between them
    space: _Glyph | None = None
    for glyph in glyphs:
        if glyph.text in " \t\u00a0":
            space = space or glyph
            continue
        if run and (glyph.text == "\n" or (by_place and not _follows(run[-1], glyph))):
            yield _run(run)
            run = []
        if glyph.text != "\n":
            run.extend([space, glyph] if space and run else [glyph])
        space = None
    if run:
        yield _run(run)


def _run(glyphs: list[_Glyph]) -> Run:
    placed = [g for g in glyphs if g.y1 > g.y0] or glyphs[:1]
    (y0, y1), _ = Counter((g.y0, g.y1) for g in placed).most_common(1)[0]
    text = "".join(g.text for g in glyphs)
    return Run(text, min(g.x0 for g in placed), y0, max(g.x1 for g in placed), y1, y1 - y0)


def _follows(before: _Glyph, glyph: _Glyph) -> bool:
    height, other = before.y1 - before.y0, glyph.y1 - glyph.y0
    em = max(other, height)
    if not -em < glyph.x0 - before.x1 <= em * _APART:
        return False
    return before.y0 == glyph.y0 or is_same_line(before.y0, before.y1, glyph.y0, glyph.y1)


def _is_on_page(run: Run, width: float, height: float) -> bool:
    return run.x1 > 0 and run.y1 > 0 and run.x0 < width and run.y0 < height


def _has_own_order(glyphs: list[_Glyph], runs: list[Run]) -> bool:
    """Whether geometry cannot order the page: many letters run from right to left, or most runs hold one glyph."""
    placed = sum(1 for g in glyphs if g.x1 > g.x0)
    leftward = sum(len(_LEFTWARD.findall(run.text)) for run in runs)
    return leftward * 3 > placed or (placed > _MIN_GLYPHS and placed < 2 * len(runs))
