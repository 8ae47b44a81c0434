"""The reference lists of a report: under their headings, as definitions anywhere, or at its end without a heading."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.marks.entries import Opening, Style, read_opening, read_row
from agent.marks.headings import is_list_heading
from agent.marks.labels import same_label
from agent.marks.links import first_url
from agent.marks.marked import Reference
from agent.marks.structure import Block, is_table_row, is_within, merge

_RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$")
_ROW_RULE = re.compile(r"[\s|:-]+$")
_PSEUDO = re.compile(r"[ \t]*(?:\*\*|__)?[^\W_][^|]{0,80}$")
_COUNTED = re.compile(r"[\s*_]*\d+\s")  # "14 sources" says how many there are
_ADDRESS_ONLY = re.compile(r"[ \t>]*(?:[-*•][ \t]+)?(?:[^\s\d]{2,12}[:：][ \t]*)?[<(\[]?(?:https?://|www\.)")
_RUN_ON = re.compile(r"(?<=[\s.;，。；])\[(?P<label>\d{1,3})\][ \t]+(?=\S)")
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_PSEUDO_LEVEL = 7
_WITH_ADDRESS = 2 / 3
"""Of numbered lines at a text's end without a heading, how many must hold an address to be a list of references."""


@dataclass(slots=True)
class _Entry:
    label: str
    style: Style
    start: int
    end: int
    indent: int
    text_start: int
    has_url: bool
    lines: int = 1
    url: str = ""


@dataclass(slots=True)
class Listed:
    """The references, the places that their lists take, and the styles that their labels are written in."""

    references: list[Reference] = field(default_factory=list[Reference])
    spans: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    styles: set[Style] = field(default_factory=set[Style])


def find_references(text: str, starts: Sequence[int], blocks: Sequence[Block]) -> Listed:
    """Find every entry of every list of references; `starts` are where lines begin."""
    lines = [(starts[at], text[starts[at] : starts[at + 1]].rstrip("\r\n")) for at in range(len(starts) - 1)]
    code = merge((one.char_start, one.char_end) for one in blocks if one.kind == "code")
    levels = _levels(lines, blocks, code)
    sections = list(_sections(lines, levels))
    entries = [entry for first, end in sections for entry in _entries(lines[first:end], levels, is_section=True)]
    taken = merge((lines[first][0], starts[min(end, len(lines))]) for first, end in sections)
    alone = [
        (at, line)
        for at, line in lines
        if not is_within(taken, at)
        and not is_within(code, at)
        and (opened := read_opening(line)) is not None
        and opened.style == "defined"
    ]
    entries += [entry for one in alone for entry in _entries([one], {}, is_section=False)]
    if not entries:
        entries = _trailing(lines, levels)
    return _listed(text, sorted(entries, key=lambda one: one.start))


def _listed(text: str, entries: Sequence[_Entry]) -> Listed:
    listed = Listed()
    for entry in entries:
        for label, start, text_start, end in _run_on(text, entry):
            words = " ".join(text[text_start:end].split()).strip(" *_")
            url = entry.url or first_url(text[start:end])
            if not (label or words):
                continue
            listed.references.append(Reference(label, words, url, start, end))
        listed.styles.add(entry.style)
        listed.spans.append((entry.start, entry.end))
    listed.spans = merge(listed.spans)
    return listed


def _run_on(text: str, entry: _Entry) -> Iterator[tuple[str, int, int, int]]:
    """Yield an entry, or those that one line holds one after the other: "[1] … [2] …"."""
    label, start, text_start = entry.label, entry.start, entry.text_start
    if entry.style in {"bracket", "defined"} and label.isdigit():
        for found in _RUN_ON.finditer(text, text_start, entry.end):
            if int(found["label"]) == int(label) + 1:
                yield label, start, text_start, _stripped(text, start, found.start())
                label, start, text_start = found["label"], found.start(), found.end()
    yield label, start, text_start, _stripped(text, start, entry.end)


def _stripped(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _levels(
    lines: Sequence[tuple[int, str]], blocks: Sequence[Block], code: Sequence[tuple[int, int]]
) -> dict[int, int]:
    """Return the level of every line that is a heading by its place, 7 for what only looks like one; 0 for code."""
    levels: dict[int, int] = {one.char_start: one.level for one in blocks if one.kind == "heading"}
    before = ""
    for at, line in lines:
        if is_within(code, at):
            levels[at] = 0
        elif at not in levels and _PSEUDO.match(line) and not _COUNTED.match(line) and is_list_heading(line):
            is_marked = line.strip().endswith(("**", "__", ":", "："))
            if is_marked or not before.strip():
                levels[at] = _PSEUDO_LEVEL
        before = line
    return levels


def _sections(lines: Sequence[tuple[int, str]], levels: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the lines under each heading of a list, first and end; one inside another is its part."""
    index = 0
    while index < len(lines):
        at, line = lines[index]
        level = levels.get(at, 0)
        if not level or not is_list_heading(line):
            index += 1
            continue
        end = next(
            (k for k in range(index + 1, len(lines)) if 0 < levels.get(lines[k][0], 0) <= min(level, 6)), len(lines)
        )
        yield index + 1, end
        index = end


def _entries(lines: Sequence[tuple[int, str]], levels: dict[int, int], *, is_section: bool) -> list[_Entry]:
    entries: list[_Entry] = []
    current: _Entry | None = None
    after_blank = False
    for at, line in lines:
        if not line.strip():
            after_blank = True
            continue
        if at in levels or _RULE.match(line):
            current, after_blank = None, False
            continue
        end = at + len(line.rstrip())
        if is_table_row(line):
            current = _of_row(at, line, end)
            entries += [current] if current and is_section else []
            current = None
        elif (opened := read_opening(line)) is not None and not _is_detail(opened, line, current):
            if current is not None and _is_group(current, opened, line):
                entries.remove(current)
            has_url = bool(first_url(line))
            current = _Entry(
                opened.label, opened.style, at + opened.start, end, opened.indent, at + opened.text_start, has_url
            )  # fmt: skip
            entries.append(current)
        elif current is not None and (not after_blank or _is_continued(line, current)):
            current.end, current.lines = end, current.lines + 1
            current.has_url = current.has_url or "://" in line
        else:
            current = _of_paragraph(at, line, end) if is_section else None
            entries += [current] if current else []
        after_blank = False
    return entries


def _is_detail(opened: Opening, line: str, current: _Entry | None) -> bool:
    """Whether a line only says more of the entry above it, which it is set in under."""
    if current is None or opened.indent <= current.indent or opened.style not in {"bullet", "dot"}:
        return False
    is_named = bool(current.label) and current.style != "dot"
    return is_named or current.has_url or not (first_url(line) or current.style == "bullet")


def _is_group(current: _Entry, opened: Opening, line: str) -> bool:
    """Whether the entry above is only the name of a group, as the first of its entries shows."""
    is_deeper = opened.indent > current.indent and current.style in {"bullet", "dot"} and not current.has_url
    return is_deeper and current.lines == 1 and bool(opened.label or first_url(line) or current.style == "bullet")


def _is_continued(line: str, current: _Entry) -> bool:
    is_indented = len(line) - len(line.lstrip()) > max(current.indent, 1)
    return _ADDRESS_ONLY.match(line) is not None or (is_indented and read_opening(line) is None)


def _of_row(at: int, line: str, end: int) -> _Entry | None:
    found = None if _ROW_RULE.fullmatch(line) else read_row(line)
    if found is None:
        return None
    start = at + len(line) - len(line.lstrip())
    return _Entry(found[0], "bracket", start, end, 0, start, bool(found[1]), url=found[1])


def _of_paragraph(at: int, line: str, end: int) -> _Entry | None:
    """An entry that is a paragraph without a label: it has an address, or reads like a work with its year."""
    start = at + len(line) - len(line.lstrip())
    words = line.strip()
    head = re.match(r"[^\W\d_][^.。]{1,120}?[(,.，（\s]\s*(?:1[89]|20)\d\d[a-z]?\)?[.,:，：]", words)
    if not first_url(line) and not (head and _YEAR.search(words[:160])):
        return None
    return _Entry("", "bullet", start, end, 0, start, has_url=True)


def _trailing(lines: Sequence[tuple[int, str]], levels: dict[int, int]) -> list[_Entry]:
    """A list at the very end without a heading: labelled lines that count up and hold addresses."""
    first = len(lines)
    for index in range(len(lines) - 1, -1, -1):
        at, line = lines[index]
        opened = read_opening(line)
        is_part = (opened is not None and opened.style != "bullet") or line.startswith((" ", "\t"))
        if at in levels or (line.strip() and not is_part and not _RULE.match(line) and not _ADDRESS_ONLY.match(line)):
            break
        first = index
    entries = [one for one in _entries(lines[first:], levels, is_section=False) if one.label]
    labels = [same_label(one.label) for one in entries]
    numbers = [int(one) for one in labels if one.isdigit()]
    if not entries or numbers != sorted(set(numbers)) or len(set(labels)) < len(labels):
        return []
    with_address = sum(1 for one in entries if one.has_url)
    is_bracketed = len(entries) > 1 and all(one.style in {"bracket", "superscript", "source"} for one in entries)
    return entries if with_address >= _WITH_ADDRESS * len(entries) or is_bracketed else []
