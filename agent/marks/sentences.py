"""The sentences of a report that may need a source, and which of them a mark belongs to."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from agent.marks.marked import Sentence
from agent.marks.structure import Block, is_within, line_starts
from agent.words.terms import count_words, guess_language, is_unspaced
from retrievers.split import split_sentences

LONG_WORDS = 10
LONG_CHARACTERS = 20
"""From how much on a sentence counts as one that may need a source: words, or characters of an unspaced script."""
_SAMPLE = 4_000  # characters that tell the language
_LEAD = re.compile(r"(?:[ \t]*(?:[-*+•>]|\d{1,3}[.)]|#{1,6})[ \t]+)+")
_ROW_RULE = re.compile(r"[\s|:+-]*")
_ALONE = re.compile("[\ud800-\udfff]")  # halves of a character, which the sentence library refuses
_GAP = re.compile(r"[\s,;.，。、]*")


def find_sentences(
    text: str, blocks: Iterable[Block], lists: Sequence[tuple[int, int]], marks: Sequence[tuple[int, int]]
) -> list[Sentence]:
    """Return sentences of prose and rows of tables in order. What is only marks joins the sentence before it."""
    language = guess_language(text[:_SAMPLE])
    found: list[Sentence] = []
    for block in blocks:
        if block.kind == "prose" and not is_within(lists, block.char_start):
            found += _of_prose(text, block, language, lists, marks)
        elif block.kind == "table" and not is_within(lists, block.char_start):
            found += _of_table(text, block)
    return sorted(found, key=lambda one: one.char_start)


def _of_prose(
    text: str, block: Block, language: str | None, lists: Sequence[tuple[int, int]], marks: Sequence[tuple[int, int]]
) -> list[Sentence]:
    lead = _LEAD.match(text, block.char_start, block.char_end)
    start = lead.end() if lead else block.char_start
    found: list[Sentence] = []
    ends = dict(marks[bisect_right(marks, (start, -1)) : bisect_right(marks, (block.char_end, -1))])
    for one in split_sentences(_ALONE.sub("\ufffd", text[start : block.char_end]), language):
        low, high = start + one.char_start, start + one.char_end
        if is_within(lists, low):
            continue
        words = _without(text, low, high, marks)
        if found and not any(character.isalnum() for character in words):
            found[-1] = Sentence(found[-1].char_start, high, found[-1].is_long)
            continue
        end, begins = _behind(text, low, ends) if found else (low, low)
        if low < end < high:
            found[-1] = Sentence(found[-1].char_start, end, found[-1].is_long)
            low = begins
        found.append(Sentence(low, high, is_long(words)))
    return found


def is_long(words: str) -> bool:
    """Whether a sentence says enough to need a source."""
    return len("".join(words.split())) >= LONG_CHARACTERS if is_unspaced(words) else count_words(words) >= LONG_WORDS


def _behind(text: str, low: int, ends: Mapping[int, int]) -> tuple[int, int]:
    """Return where the marks end that a sentence begins with (`low` for none), and where its words begin."""
    end = at = low
    while (gap := _GAP.match(text, at)) is not None and (after := ends.get(gap.end())) is not None:
        end = at = after
    return end, gap.end() if gap and end > low else low


def _without(text: str, low: int, high: int, marks: Sequence[tuple[int, int]]) -> str:
    parts: list[str] = []
    index = bisect_right(marks, (low, -1))
    at = low
    while index < len(marks) and marks[index][0] < high:
        parts.append(text[at : marks[index][0]])
        at = max(at, min(high, marks[index][1]))
        index += 1
    return "".join([*parts, text[at:high]])


def _of_table(text: str, block: Block) -> list[Sentence]:
    starts = line_starts(text[block.char_start : block.char_end])
    rows: list[Sentence] = []
    for low, high in pairwise(starts):
        line = text[block.char_start + low : block.char_start + high].rstrip()
        if line and not _ROW_RULE.fullmatch(line):
            rows.append(
                Sentence(block.char_start + low, block.char_start + low + len(line), is_long(line), is_row=True)
            )
    return rows
