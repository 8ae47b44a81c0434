"""A text made comparable with quotes typed by somebody else, with the way back to its own offsets.

Typography is levelled (quotes, dashes, spaces, ligatures, soft hyphens, line breaks, composed letters);
words, figures and case never are.
"""

import re
import unicodedata
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

_SINGLE = "\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u0060\u2039\u203a\uff07"
_DOUBLE = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\uff02"
_LONG_DASHES = "\u2013\u2014\u2015\u2e3a\u2e3b"
_HYPHENS = "\u2010\u2011\u2012\u2212\ufe58\ufe63\uff0d"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069"
_LETTER = r"[^\W\d_]"
_SUPERSCRIPTS = "\u00b9\u00b2\u00b3\u2070\u2074-\u2079"
_DIGITS = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u2080\u2081\u2082\u2083"
                        "\u2084\u2085\u2086\u2087\u2088\u2089", "01234567890123456789")  # fmt: skip
_UNITS = r"(?<!\w)(?:[A-Za-z\u00b5\u03bc]|[kcmd\u00b5\u03bcn]m|ft|in|yd|ha|mi|sq)"

# Each part is a rule; the name of the group that matched says which. The order decides.
_BROKEN_WORD = rf"(?P<broken>(?<={_LETTER})[-\u00ad\u2010][ \t]*\n[ \t]*(?={_LETTER}))"
_RULES = (
    rf"(?P<dash>[ \t\n\u00a0]*(?:[{_LONG_DASHES}]|--+)[ \t\n\u00a0]*|(?<=\S)[ \u00a0]+[-{_HYPHENS}][ \u00a0]+(?=\S)"
    rf"|[-{_HYPHENS}][ \t]*\n[ \t]*)"
    rf"|(?P<space>[\s{_INVISIBLE}]*\s[\s{_INVISIBLE}]+|[^\S ])"
    rf"|(?P<hyphen>[{_HYPHENS}])"
    rf"|(?P<gone>[{_INVISIBLE}]+)"
    rf"|(?P<single>[{_SINGLE}])|(?P<double>[{_DOUBLE}])"
    r"|(?P<ellipsis>\u2026|\.[ \u00a0]\.[ \u00a0]\.)"
    r"|(?P<ligature>[\ufb00-\ufb06\u0132\u0133])"
    r"|(?P<wide>[\uff01-\uff06\uff08-\uff0c\uff0e-\uff5e])"
    rf"|(?P<power>(?<=\d)[{_SUPERSCRIPTS}]+)|(?P<raised>[{_SUPERSCRIPTS}\u2080-\u2089]+)"
    r"|(?P<caret>(?<=[A-Za-z])\^(?=\d))"
    r"|(?P<sign>[\u212a\u212b\u2126])"
)
# Marks of notes: "word[3]", "word [12, 13]", "word¹", "wo¹rd", "word.²", "word†". Not powers: "10⁶", "m²".
_MARKS = (
    r"(?P<mark>(?<=[\w.,;:!?)%\"'\u2019\u201d])[ \u00a0]?\[(?:\d{1,3}(?:[,\u2013-][ ]?\d{1,3})*|[a-z]|note[ ]\d+"
    r"|citation needed|clarification needed)\]"
    rf"|(?<={_LETTER})[{_SUPERSCRIPTS}]+(?={_LETTER})|(?<={_LETTER}{{3}})[{_SUPERSCRIPTS}]+(?:[,\u02d2][{_SUPERSCRIPTS}]+)*"
    rf"|(?<=[^\W\d_][.,;:!?)\"'\u2019\u201d])[{_SUPERSCRIPTS}]+|(?<=[^\W\d_])[\u2020\u2021]+"
    r"|(?<=[^\W\d_][.,;:!?)])[\u2020\u2021]+|(?<=[^\W\d_]{2})\*{1,3}(?=[\s.,;:)]|$))"
)
# Most characters start no rule; saying so first makes ten megabytes a matter of two seconds.
_PLAIN = (
    r"(?![A-Za-z0-9,;:!?()/\"'%&=+<>\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u024f\u0370-\u052f"
    r"\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]|\.(?![ \u00a0]\.)|[ ](?=[A-Za-z0-9]))"
)
_COMBINED = r"(?P<composed>[^\W_][\u0300-\u036f\u3099\u309a]+|[\u1100-\u11ff]{2,})"
_HAS_COMBINED = re.compile("[\u0300-\u036f\u3099\u309a\u1100-\u11ff]")
_HAS_MARK = re.compile(rf"{_PLAIN}(?:{_MARKS})")
_HAS_BROKEN = re.compile(rf"(?=[-\u00ad\u2010]){_BROKEN_WORD}")

_FIXED = {"dash": "-", "space": " ", "hyphen": "-", "gone": "", "single": "'", "double": '"', "ellipsis": "...",
          "broken": "", "mark": "", "caret": ""}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Levelled:
    """A levelled text and its map: piece i begins at `starts[i]` here and at `origins[i]` in the original.

    `ends[i]` is where the original of a replaced piece ends, and -1 for a piece that was copied as it is.
    """

    text: str
    starts: "array[int]"
    origins: "array[int]"
    ends: "array[int]"

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the original code points of a non-empty `[start, end)` of this text."""
        first = bisect_right(self.starts, start) - 1
        begin = self.origins[first] + (start - self.starts[first] if self.ends[first] < 0 else 0)
        last = bisect_right(self.starts, end - 1) - 1
        finish = self.ends[last]
        return begin, finish if finish >= 0 else self.origins[last] + end - self.starts[last]


def level(text: str, *, keep_marks: bool = False, keep_breaks: bool = False) -> Levelled:
    """Level a text. `keep_marks` keeps note marks; `keep_breaks` reads "well-⏎known" as "well-known"."""
    pattern = _pattern(keep_marks, keep_breaks, _HAS_COMBINED.search(text) is not None)
    parts: list[str] = []
    starts, origins, ends = array("q", [0]), array("q", [0]), array("q", [-1])
    done = length = 0
    for match in pattern.finditer(text):
        kind = match.lastgroup or ""
        found = match.group()
        put = _FIXED.get(kind)
        put = _rewrite(kind, found) if put is None else put
        if put == found:
            continue
        begin, end = match.span()
        parts.append(text[done:begin])
        length += begin - done
        starts.append(length)
        origins.append(begin)
        ends.append(end)
        parts.append(put)
        length += len(put)
        starts.append(length)
        origins.append(end)
        ends.append(-1)
        done = end
    parts.append(text[done:])
    return Levelled("".join(parts), starts, origins, ends)


class QuotedText:
    """A text in which quotes are looked up; levels it once, however many quotes are asked.

    `section_starts` are the offsets of its headings: fragments of one quote do not reach across them.
    """

    def __init__(self, text: str, section_starts: tuple[int, ...] = ()) -> None:
        self.text = text
        self.section_starts = section_starts

    @cached_property
    def plain(self) -> Levelled:
        """Without note marks, words broken over lines joined: what a reader would type."""
        return level(self.text)

    @cached_property
    def variants(self) -> tuple[Levelled, ...]:
        """The plain form, then those with marks kept, or broken words read as hyphenated, that differ from it."""
        has_marks, has_breaks = bool(_HAS_MARK.search(self.text)), bool(_HAS_BROKEN.search(self.text))
        others = [
            level(self.text, keep_marks=marks, keep_breaks=breaks)
            for marks in (False, True)[: 1 + has_marks]
            for breaks in (False, True)[: 1 + has_breaks]
            if marks or breaks
        ]
        return (self.plain, *others)


def level_quote(quote: str) -> str:
    """Level a quote as its text is, but keep its marks: a quote that has them must find them."""
    return level(quote, keep_marks=True).text.strip()


def _rewrite(kind: str, found: str) -> str:
    if kind == "power":
        return "^" + found.translate(_DIGITS)
    if kind == "raised":
        return found.translate(_DIGITS)
    if kind == "composed":
        return unicodedata.normalize("NFC", found)
    return unicodedata.normalize("NFKC", found)


def _pattern(keep_marks: bool, keep_breaks: bool, has_combined: bool) -> re.Pattern[str]:
    rules = [_RULES]
    if not keep_breaks:
        rules.insert(0, _BROKEN_WORD)
    if not keep_marks:
        rules.insert(0, _MARKS)
    pattern = f"{_PLAIN}(?:{'|'.join(rules)})"
    return re.compile(f"{_COMBINED}|{pattern}" if has_combined else pattern)
