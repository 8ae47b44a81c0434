"""Marks that a model put into a sentence of its own: which name a passage it was offered, which name nothing known."""

from collections.abc import Collection
from dataclasses import dataclass

from agent.marks.find import find_marks
from agent.marks.labels import same_label


@dataclass(frozen=True, slots=True)
class WrittenMarks:
    """The marks of one sentence: names of offered passages in order, and the other marks as they are written.

    `unknown` name nothing that was offered, `malformed` name nothing at all; `spans` are where all of them stand.
    """

    named: tuple[str, ...]
    unknown: tuple[str, ...]
    malformed: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def read_written(text: str, offered: Collection[str]) -> WrittenMarks:
    """Read the marks of a sentence that a model wrote from passages with these names ("P1", "P2"); bracketed prose is
    none. Links and addresses are left to those who refuse them."""
    names = {same_label(one): one for one in offered}
    named: list[str] = []
    unknown: list[str] = []
    malformed: list[str] = []
    spans: list[tuple[int, int]] = []
    for one in find_marks(text, lambda label: same_label(label) in names):
        if one.kind in {"link", "url"}:
            continue
        spans.append((one.char_start, one.char_end))
        known = [names[same_label(label)] for label in one.labels if same_label(label) in names]
        named += known
        if one.why:
            malformed.append(text[one.char_start : one.char_end])
        elif len(known) < len(one.labels):
            unknown.append(text[one.char_start : one.char_end])
    return WrittenMarks(tuple(dict.fromkeys(named)), tuple(unknown), tuple(malformed), tuple(spans))


def take_off(text: str, spans: Collection[tuple[int, int]]) -> str:
    """Return a text without these stretches and the white space before each."""
    kept = ""
    at = 0
    for start, end in sorted(spans):
        kept += text[at:start].rstrip()
        at = max(at, end)
    return kept + text[at:]
