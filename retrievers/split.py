"""Cuts stored text into passages that tile it, and into sentences.

Pure and deterministic: the same text gives the same passages whatever embedding model is set, because their
ordinals are part of a Passage's key. Change how passages fall only together with SPLITTER_VERSION.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from retrievers.abbreviations import belongs_together
from retrievers.read.reading import Heading, PageStart

SPLITTER_VERSION = "1"

_MAX, _MIN = 1_000, 400  # weighted characters of a passage
_WIDE_WEIGHT = 4
# Chinese, Japanese, Korean and Thai: one such character says as much as about four Latin ones.
_WIDE = re.compile(
    "[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\u303f\u3040-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff01-\uffee\U00020000-\U0003ffff]"
)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n\s*")
_LINE_END = re.compile(r"\n\s*")
_SPACE = re.compile(r"\s+")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦–]|\d{1,3}[.)]|[a-zA-Z][.)]|#{1,6}|>)[ \t]+")
_WRAPPED_FROM = 40  # characters; a shorter line ended because its author ended it
_STRETCH = 2_000  # characters given to the sentence library at once
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class PassageSpan:
    """A stretch of the text, `[char_start, char_end)` in code points, under its nearest heading.

    `page` is the page it begins on, from 1, where the text has pages.
    """

    ordinal: int
    char_start: int
    char_end: int
    heading: str | None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, list item, table row or heading without the white space around it."""

    char_start: int
    char_end: int


def split_passages(
    text: str, headings: Sequence[Heading], language: str | None, pages: Sequence[PageStart] = ()
) -> list[PassageSpan]:
    """Tile the text: joined in order the passages are it, none is empty, none above 1,000 characters.

    A Chinese, Japanese, Korean or Thai character counts four. Breaks fall before a heading where they can,
    else between paragraphs, lines, sentences, words; and always where a page of `pages` (in order) ends, or after
    the sentence that runs over its end. Linear in the length.
    """
    starts = [h.char_start for h in headings]
    page_starts = [p.char_start for p in pages]
    spans: list[PassageSpan] = []
    start = 0
    for stop in _page_ends(text, page_starts, language):
        while start < stop:
            end = _find_break(text, start, stop, headings, starts, language)
            above, on = bisect_right(starts, start), bisect_right(page_starts, start)
            heading, page = headings[above - 1].text if above else None, pages[on - 1].page if on else None
            spans.append(PassageSpan(len(spans), start, end, heading, page))
            start = end
    return spans


def split_sentences(text: str, language: str | None) -> list[Sentence]:
    """Find the sentences in order; list items, table rows and headings are sentences of their own.

    Lines of wrapped prose are read as one. Lines without a letter or digit are left out.
    """
    sentences: list[Sentence] = []
    for start, end in _units(text):
        unit = text[start:end].replace("\n", " ")
        last = seen = 0
        for edge in (*_edges(unit, language), len(unit)):
            if _LETTER.search(unit, seen, edge):
                sentences.append(_strip(text, start + last, start + edge))
                last = edge
            seen = edge
    return sentences


def _edges(unit: str, language: str | None) -> Iterator[int]:
    """Yield where sentences end inside a unit, a stretch at a time: the library is quadratic in Chinese."""
    from sentencex import get_sentence_boundaries  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType] # a compiled module without stubs

    find = cast("Callable[[str, str], list[dict[str, int]]]", get_sentence_boundaries)
    start = 0
    while start < len(unit):
        stretch = unit[start : start + _STRETCH]
        found = [start + boundary["end_index"] for boundary in find(language or "en", stretch)]
        is_last = start + len(stretch) == len(unit)
        # The last boundary of a stretch is only where the stretch ends.
        yield from (edge for edge in found[:-1] if not belongs_together(unit, edge, language))
        start = found[-2] if len(found) > 1 and not is_last else start + len(stretch)


def _page_ends(text: str, page_starts: Sequence[int], language: str | None) -> Iterator[int]:
    """Yield where passages must end: at each page's end, after the sentence that runs over it; at the text's end."""
    for start in page_starts:
        runs_on = start > 0 and text[start - 1] != "\n"
        running = split_sentences(text[start : _advance(text, start, _MAX)], language) if runs_on else []
        yield _after_space(text, start + running[0].char_end, len(text)) if running else start
    yield len(text)


def _find_break(
    text: str, start: int, stop: int, headings: Sequence[Heading], starts: Sequence[int], language: str | None
) -> int:
    """Where the passage from `start` ends: at the best kind of place that leaves both sides a fair size."""
    limit = min(stop, _advance(text, start, _MAX))
    if limit == stop:
        return limit
    if _advance(text, limit, _MIN) >= stop:  # the last passage gets its share, instead of a few words
        limit = _advance(text, start, _MAX - _MIN + _weight(text, limit, stop))
    floor = _advance(text, start, _MIN)
    for places in _places(text, floor, limit, starts, language):
        for place in reversed(places):
            if floor <= place <= limit and not _parts_heading(text, place, headings, starts):
                return place
    return _grapheme_edge(text, floor, limit)


def _places(text: str, floor: int, limit: int, starts: Sequence[int], language: str | None) -> Iterator[list[int]]:
    """Yield the places to break at, the best kind first."""
    yield list(starts[bisect_right(starts, floor - 1) : bisect_right(starts, limit)])
    yield [m.end() for m in _PARAGRAPH_END.finditer(text, floor, limit)]
    yield [m.end() for m in _LINE_END.finditer(text, floor, limit)]
    sentences = split_sentences(text[floor:limit], language)
    yield [_after_space(text, floor + s.char_end, limit) for s in sentences[:-1]]
    yield [m.end() for m in _SPACE.finditer(text, floor, limit)]


def _parts_heading(text: str, place: int, headings: Sequence[Heading], starts: Sequence[int]) -> bool:
    """Say whether a break here would leave a heading without what stands under it."""
    at = bisect_right(starts, place - 1) - 1
    if at < 0:
        return False
    end = starts[at] + len(headings[at].text)
    return place <= end or (place - end < _MAX and not text[end:place].strip())


def _after_space(text: str, place: int, limit: int) -> int:
    match = _SPACE.match(text, place, limit)
    return match.end() if match else place


def _grapheme_edge(text: str, floor: int, limit: int) -> int:
    """The last place that does not part a base character from its marks; the limit where there is none."""
    for place in range(limit, floor, -1):
        if not _joins(text[place]) and text[place - 1] != "\u200d":
            return place
    return limit


def _joins(character: str) -> bool:
    return (
        unicodedata.category(character)[0] == "M"
        or character in "\u200d\u200c"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _advance(text: str, start: int, weight: int) -> int:
    """The furthest place whose distance from `start` weighs no more than `weight`."""
    end = min(len(text), start + weight)
    if not _WIDE.search(text, start, end):
        return end
    for place in range(start, end):
        weight -= _WIDE_WEIGHT if _WIDE.match(text, place) else 1
        if weight < 0:
            return place
    return end


def _weight(text: str, start: int, end: int) -> int:
    return end - start + (_WIDE_WEIGHT - 1) * len(_WIDE.findall(text, start, end))


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that hold whole sentences: lines, or the joined lines of wrapped prose."""
    paragraph: list[tuple[int, int]] = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].strip():
            paragraph.append((start, end))
        elif paragraph:
            yield from _join_wrapped(text, paragraph)
            paragraph = []
        start = end + 1
    yield from _join_wrapped(text, paragraph)


def _join_wrapped(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    width = max((end - start for start, end in lines), default=0)
    opened = before = lines[0] if lines else None
    for line in lines[1:]:
        if opened is None or before is None:
            break
        if _is_wrapped(text, before, line, width):
            opened = (opened[0], line[1])
        else:
            yield opened
            opened = line
        before = line
    if opened:
        yield opened


def _is_wrapped(text: str, before: tuple[int, int], line: tuple[int, int], width: int) -> bool:
    """Say whether a line goes on with the sentence before it: its first word had no room up there."""
    length = before[1] - before[0]
    if length < _WRAPPED_FROM or _LIST_ITEM.match(text, *line) or " | " in text[slice(*before)] + text[slice(*line)]:
        return False
    word = _WORD.search(text, *line)
    return word is not None and length + 1 + len(word.group()) > width


def _strip(text: str, start: int, end: int) -> Sentence:
    piece = text[start:end]
    start = end - len(piece.lstrip())
    return Sentence(start, start + len(piece.strip()))
