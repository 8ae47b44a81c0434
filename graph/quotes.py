"""Are these words in this text? Decided without a model, with offsets into the text as it is stored.

A quote is found when it stands there literally, or after both sides are levelled (quoted_text.py). An ellipsis
joins fragments; what it leaves out must be near, in order, and hold no negation. Whatever is not found comes
with the difference that says why, as far as one can be named.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from graph.negation import drops_negation
from graph.quote_differences import Difference, explain_missing
from graph.quoted_text import Levelled, QuotedText, level_quote

QuoteMatch = Literal["exact", "normalised", "none", "cannot_check"]

_REACH = 600  # characters between two fragments of one quote
_ELLIPSIS = re.compile(r"\s*(?:\[\s*\.{3,}\s*\]|\(\s*\.{3,}\s*\)|\.{3,})\s*")
_WRAPPED = re.compile(r"([\"'])(.+)\1", re.DOTALL)
_NEGATING_PREFIX = re.compile(r"(?<!\w)(?:(?:un|non|anti|dis|mis)-?|in|im|il|ir)\Z", re.IGNORECASE)
_MAX_STARTS = 2_000  # occurrences of a first fragment that are tried
_SMALL_SPACES = "\u00a0\u2009\u202f\u2007\u2008'\u2019"


@dataclass(frozen=True, slots=True)
class QuoteFinding:
    """Whether a quote is in a text, where (code points of the text, one span a fragment), and if not, why."""

    match: QuoteMatch
    spans: tuple[tuple[int, int], ...]
    differences: tuple[Difference, ...]
    reason: str


def find_quote(quote: str, text: str | QuotedText, *, readable: bool = True) -> QuoteFinding:
    """Look a quote up. Pass a QuotedText to ask many quotes of one text: it is levelled once.

    `readable=False` says that the source's words could not be read (a scanned page): nothing can be checked.
    Case counts. A quote that begins or ends inside a number is not found: "2,000" is not in "12,000".
    """
    if not readable:
        return QuoteFinding("cannot_check", (), (), "The source could not be read, so no quote can be checked.")
    quote = quote.strip()
    if not any(c.isalnum() for c in quote):
        return QuoteFinding("none", (), (Difference("missing", quote, ""),), "The quote has no words.")
    source = text if isinstance(text, QuotedText) else QuotedText(text)
    cut: Difference | None = None
    for span in _occurrences(quote, source.text):
        if difference := _cut(source.text, span):
            cut = cut or difference
        else:
            return QuoteFinding("exact", (span,), (), "The words stand in the source as quoted.")
    levelled = level_quote(quote)
    asked = [levelled]
    if wrapped := _WRAPPED.fullmatch(levelled):
        asked.append(wrapped.group(2).strip())
    for wanted in asked:
        for variant in source.variants:
            for place in _occurrences(wanted, variant.text):
                span = variant.original_span(*place)
                if difference := _cut(source.text, span):
                    cut = cut or difference
                else:
                    return QuoteFinding("normalised", (span,), (), "The words stand in the source, set differently.")
    fragments = [f for f in _ELLIPSIS.split(asked[-1]) if f]
    if len(fragments) == 1 and fragments[0] != asked[-1]:
        return _as_normalised(find_quote(fragments[0], source))
    if len(fragments) > 1:
        return _find_fragments(fragments, source)
    return _not_found((cut,) if cut else explain_missing(asked[-1], source.plain.text))


def _as_normalised(finding: QuoteFinding) -> QuoteFinding:
    return replace(finding, match="normalised") if finding.match == "exact" else finding


def _not_found(differences: tuple[Difference, ...]) -> QuoteFinding:
    first = differences[0]
    said = {
        "omission": f"The quote leaves out {first.source!r}, which changes what is said.",
        "number": f"The quote says {first.claim!r} where the source says {first.source!r}.",
        "order": "The quoted parts are in the source, but in another order.",
        "distance": "The quoted parts are in the source, but too far apart to be one statement.",
        "missing": f"These words are not in the source: {first.claim[:120]!r}.",
    }
    return QuoteFinding("none", (), differences, said[first.kind])


def _occurrences(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)


def _cut(text: str, span: tuple[int, int]) -> Difference | None:
    """The difference when a span begins or ends inside a number, or leaves off a prefix that negates."""
    start, end = span
    before, after = text[max(0, start - 8) : start], text[end : end + 2]
    first, last = text[start], text[end - 1]
    if first.isdigit() and _ends_in_number(before):
        return _number_difference(text, start, end)
    if last.isdigit() and (after[:1].isdigit() or (after[1:].isdigit() and after[0] in ".," + _SMALL_SPACES)):
        return _number_difference(text, start, end)
    if first.isalpha() and (match := _NEGATING_PREFIX.search(before)):
        return Difference("omission", text[start : start + 40].split(maxsplit=1)[0], match.group())
    return None


def _ends_in_number(before: str) -> bool:
    if before[-1:].isdigit():
        return True
    if before[-2:-1].isdigit() and before[-1] in ".," + _SMALL_SPACES:
        return True
    return before[-1:] in {"-", "\u2212"} and not before[-2:-1].isalnum()


def _number_difference(text: str, start: int, end: int) -> Difference:
    number = re.compile(rf"[-\u2212]?\d(?:[\d.,{_SMALL_SPACES}]*\d)?")
    for match in number.finditer(text, max(0, start - 20), end + 20):
        if match.start() < start < match.end() or match.start() < end < match.end():
            inside = text[max(start, match.start()) : min(end, match.end())]
            return Difference("number", inside, match.group())
    return Difference("number", text[start:end], text[max(0, start - 1) : end + 1])


def _find_fragments(fragments: list[str], source: QuotedText) -> QuoteFinding:
    omission: Difference | None = None
    for variant in source.variants:
        for places in _chains(fragments, variant.text):
            spans = tuple(variant.original_span(*place) for place in places)
            if _crosses_section(spans, source):
                continue
            omitted = _dropped(places, variant.text)
            if omitted is None:
                return QuoteFinding("normalised", spans, (), "The quoted parts stand near each other, in order.")
            omission = omission or Difference("omission", " … ".join(fragments), omitted)
    if omission:
        return _not_found((omission,))
    missing = [f for f in fragments if not any(next(_words(f, v.text, 0), None) for v in source.variants)]
    if missing:
        if omitted := _omitted_whatever_case(fragments, source.plain):
            return _not_found((Difference("omission", " … ".join(fragments), omitted),))
        return _not_found(tuple(d for f in missing for d in explain_missing(f, source.plain.text)))
    is_in_order = next(_chains(fragments, source.plain.text, reach=len(source.plain.text)), None)
    kind = "distance" if is_in_order else "order"
    return _not_found((Difference(kind, " … ".join(fragments), ""),))


def _omitted_whatever_case(fragments: list[str], plain: Levelled) -> str | None:
    """A dropped negation is worth naming first even where a capital letter differs as well."""
    places = next(_chains([f.lower() for f in fragments], plain.text.lower()), None)
    return _dropped(places, plain.text.lower()) if places else None


def _chains(fragments: list[str], text: str, reach: int = _REACH) -> Iterator[list[tuple[int, int]]]:
    """Yield the places of all fragments one after another, each within reach of the last."""
    for tried, first in enumerate(_words(fragments[0], text, 0)):
        if tried == _MAX_STARTS:
            return
        places = [first]
        for fragment in fragments[1:]:
            end = min(len(text), places[-1][1] + reach + len(fragment))
            found = next(_words(fragment, text, places[-1][1], end), None)
            if found is None and end == len(text):
                return  # nor is it after any later start
            if found is None:
                break
            places.append(found)
        if len(places) == len(fragments):
            yield places


def _words(wanted: str, text: str, start: int, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield where a fragment stands as whole words; half a word may mean its opposite."""
    stop = len(text) if end is None else end
    at = text.find(wanted, start, stop)
    while at >= 0:
        after = at + len(wanted)
        if not _joined(text[at - 1 : at], wanted[0]) and not _joined(text[after : after + 1], wanted[-1]):
            yield at, after
        at = text.find(wanted, at + 1, stop)


def _joined(outside: str, inside: str) -> bool:
    return outside.isalnum() and inside.isalnum() and ord(max(outside, inside)) < 0x2E80


def _crosses_section(spans: tuple[tuple[int, int], ...], source: QuotedText) -> bool:
    start, end = spans[0][0], spans[-1][1]
    return any(start < section < end for section in source.section_starts)


def _dropped(places: list[tuple[int, int]], text: str) -> str | None:
    """The negation in the words that the ellipses leave out, if there is one."""
    for (_, left), (right, _) in pairwise(places):
        if found := drops_negation(text[left:right]):
            return found
    return None
