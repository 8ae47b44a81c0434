"""Why a quote is not in a text: the nearest stretch is found by its rarer words and compared word by word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from graph.negation import drops_negation

_TOKEN = re.compile(r"(?:(?<!\w)-)?\d(?:[\d.,]*\d)?|[^\W\d]+(?:['\u2019-][^\W\d]+)*|[\u2e80-\u9fff]|\S")
_NUMBER = re.compile(r"\d")
_COMPARED = 2_000  # characters of a quote that are compared; enough to name what differs
_ANCHORS = 16  # word pairs looked up
_PLACES = 4  # of each
_CLOSE = 0.6  # share of the quote's words that the nearest stretch must have


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a quote departs from its source: the quote's words, and the source's in their place."""

    kind: Literal["omission", "number", "order", "missing", "distance"]
    claim: str
    source: str


def explain_missing(quote: str, text: str) -> tuple[Difference, ...]:
    """Name the differences between a quote and the stretch of text most like it; both levelled.

    Without such a stretch the whole quote is `missing`. Never empty.
    """
    quote = quote[:_COMPARED]
    words = _TOKEN.findall(quote)
    best: tuple[float, list[str]] = (0.0, [])
    for start in _anchors(quote, text):
        stretch = _TOKEN.findall(text[max(0, start - 20) : start + len(quote) + len(quote) // 2 + 60])
        ratio = _shared(words, stretch) / len(words)
        if ratio > best[0]:
            best = ratio, stretch
    if best[0] < _CLOSE:
        return (Difference("missing", quote, ""),)
    return tuple(_compare(words, best[1])) or (Difference("missing", quote, " ".join(best[1])[:200]),)


def _anchors(quote: str, text: str) -> list[int]:
    """Where the text might hold the quote's first word, judging by pairs of its words."""
    spans = [m.span() for m in _TOKEN.finditer(quote)]
    pairs = [(spans[i][0], spans[i + 1][1]) for i in range(len(spans) - 1)] or spans
    step = max(1, len(pairs) // _ANCHORS)
    starts: set[int] = set()
    for begin, end in pairs[::step]:
        at = text.find(quote[begin:end])
        for _ in range(_PLACES):
            if at < 0:
                break
            starts.add(max(0, at - begin))
            at = text.find(quote[begin:end], at + 1)
    return sorted(starts)


def _shared(words: Sequence[str], stretch: Sequence[str]) -> int:
    return sum(b.size for b in SequenceMatcher(None, words, stretch, autojunk=False).get_matching_blocks())


def _compare(words: list[str], stretch: list[str]) -> list[Difference]:
    matcher = SequenceMatcher(None, words, stretch, autojunk=False)
    blocks = [b for b in matcher.get_matching_blocks() if b.size]
    first, last = blocks[0].b, blocks[-1].b + blocks[-1].size
    found: list[Difference] = []
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal" or m < first or k > last or (tag == "insert" and (m <= first or k >= last)):
            continue
        claim, source = " ".join(words[i:j]), " ".join(stretch[k:m])
        if tag == "replace" and (k < first or m > last):
            source = ""
        if drops_negation(source) and not drops_negation(claim):
            found.append(Difference("omission", claim, source))
        elif _NUMBER.search(claim):
            found.append(Difference("number", claim, source))
        elif claim:
            found.append(Difference("missing", claim, source))
        else:
            found.append(Difference("omission", claim, source))
    rank = {"omission": 0, "number": 1}
    return sorted(
        found, key=lambda d: rank.get(d.kind, 2) + (d.kind == "omission" and not drops_negation(d.source)) * 2
    )
