"""Marks that a model put into a sentence of its own: which name a passage it was offered, which name nothing known."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent.marks.find import find_marks
from agent.marks.labels import same_label
from graph.keys import claim_text

_ENDS = frozenset(".,;:!?。，；：！？\"'”’)）")
_TIMES = 4  # a mark inside a mark inside a mark; more is noise


@dataclass(frozen=True, slots=True)
class WrittenMarks:
    """The marks of one sentence: names of offered passages in order, and the other marks as they are written.

    `unknown` name nothing that was offered, `malformed` name nothing at all; `spans` are where all of them stand.
    """

    named: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    malformed: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


def read_written(text: str, offered: Collection[str], quotes: Sequence[str] = ()) -> WrittenMarks:
    """Read the marks of a sentence that a model wrote from passages with these names ("P1", "P2").

    Bracketed prose, years and intervals are no marks, a mark that stands in a quote is the source's own, and links and
    addresses are left to those who refuse them.
    """
    names = {same_label(one): one for one in offered}
    said = [claim_text(quote).casefold() for quote in quotes]
    named: list[str] = []
    unknown: list[str] = []
    malformed: list[str] = []
    spans: list[tuple[int, int]] = []
    for one in find_marks(text, lambda label: same_label(label) in names, has_raised_list=True):
        written = text[one.char_start : one.char_end]
        is_exponent = one.kind == "superscript" and text[one.char_start - 1 : one.char_start] not in _ENDS
        is_quoted = any(claim_text(written).casefold() in quote for quote in said)
        if one.kind in {"link", "url"} or is_exponent or is_quoted:
            continue
        spans.append((one.char_start, one.char_end))
        known = [names[same_label(label)] for label in one.labels if same_label(label) in names]
        named += known
        if one.why:
            malformed.append(written)
        elif len(known) < len(one.labels):
            unknown.append(written)
    return WrittenMarks(tuple(dict.fromkeys(named)), tuple(unknown), tuple(malformed), tuple(spans))


def take_off(text: str, offered: Collection[str], quotes: Sequence[str] = ()) -> str:
    """Return a sentence without its marks and the white space before each, those of its quotes left."""
    for _ in range(_TIMES):
        spans = read_written(text, offered, quotes).spans
        if not spans:
            break
        text = _without(text, spans)
    return text


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    kept = ""
    at = 0
    for start, end in spans:
        kept += text[at:start].rstrip()
        at = end
    return kept + text[at:]
