"""A report's marks against its reference list: pure, linear in the text's length, and without an error for any text."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from agent.marks.authors import ByAuthor, Works, find_by_author
from agent.marks.find import Found, find_marks, without_overlaps
from agent.marks.labels import same_label
from agent.marks.links import same_address
from agent.marks.lists import find_references
from agent.marks.marked import Malformed, Mark, Marked, Reference, Sentence
from agent.marks.sentences import find_sentences
from agent.marks.structure import dead_spans, is_within, line_starts, merge, read_blocks

_NUMBERED = frozenset({"number", "footnote", "superscript", "paren", "source"})
_OF_THEIR_OWN = frozenset({"link", "url"})


def parse_marks(text: str) -> Marked:
    """Find every citation mark and every reference of a report, and how they fit; offsets are code points of `text`."""
    starts = line_starts(text)
    blocks = read_blocks(text, starts)
    listed = find_references(text, starts, blocks)
    references = tuple(listed.references)
    dead = merge([*dead_spans(text, blocks), *listed.spans])
    labels = {same_label(one.label) for one in references if one.label}
    found = find_marks(
        text,
        lambda label: same_label(label) in labels,
        has_paren_list="paren" in listed.styles,
        has_raised_list="superscript" in listed.styles,
    )
    found = [one for one in found if not is_within(dead, one.char_start)]
    if "superscript" not in listed.styles and any(one.kind == "number" and one.labels for one in found):
        found = [one for one in found if one.kind != "superscript"]
    has_numbers = any(one.kind in _NUMBERED and one.labels for one in found)
    works = Works(references, has_numbers=has_numbers)
    by_author = {one.char_start: one for one in find_by_author(text, works)}
    found += [Found("author", one.labels, one.char_start, one.char_end) for one in by_author.values()]
    found = without_overlaps([one for one in found if not is_within(dead, one.char_start)])
    exact = [(one.char_start, one.char_end) for one in found]
    sentences = find_sentences(text, blocks, listed.spans, exact)
    marks = _marks(found, sentences)
    return _fitted(marks, found, references, sentences, by_author, text)


def _marks(found: Sequence[Found], sentences: Sequence[Sentence]) -> list[Mark]:
    begins = [one.char_start for one in sentences]
    marks: list[Mark] = []
    for one in found:
        at = bisect_right(begins, one.char_start) - 1
        is_in = at >= 0 and one.char_start < sentences[at].char_end
        marks += [Mark(label, one.kind, one.char_start, one.char_end, at if is_in else None) for label in one.labels]
    return marks


def _fitted(
    marks: Sequence[Mark],
    found: Sequence[Found],
    references: tuple[Reference, ...],
    sentences: Sequence[Sentence],
    by_author: dict[int, ByAuthor],
    text: str,
) -> Marked:
    by_label: dict[str, list[int]] = {}
    by_address: dict[str, list[int]] = {}
    for at, one in enumerate(references):
        if one.label:
            by_label.setdefault(same_label(one.label), []).append(at)
        if one.url:
            by_address.setdefault(same_address(one.url), []).append(at)
    cited: set[int] = set()
    dangling: list[Mark] = []
    for mark in marks:
        if mark.kind in _OF_THEIR_OWN:
            cited.update(by_address.get(same_address(mark.label), ()))
            continue
        if mark.kind == "author":
            by = by_author[mark.char_start]
            named = [by.references[by.labels.index(mark.label)]]
            named = [at for at in named if at >= 0]
        else:
            named = by_label.get(same_label(mark.label), [])
        cited.update(named)
        if not named:
            dangling.append(mark)
    marked = {mark.sentence for mark in marks}
    counts = Counter(same_label(one.label) for one in references if one.label)
    return Marked(
        marks=tuple(marks),
        references=references,
        malformed=tuple(
            Malformed(text[one.char_start : one.char_end], one.why, one.char_start, one.char_end)
            for one in found
            if one.why
        ),
        dangling=tuple(dangling),
        never_cited=tuple(one for at, one in enumerate(references) if at not in cited),
        repeated=tuple(label for label, count in counts.items() if count > 1),
        sentences=tuple(sentences),
        uncited=tuple(at for at, one in enumerate(sentences) if one.is_long and not one.is_row and at not in marked),
    )
