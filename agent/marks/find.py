"""Every place of a text that is written like a mark, and whether it can be one where it stands."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.marks.entries import SUPERSCRIPTS
from agent.marks.labels import Labels, is_placeholder, read_labels
from agent.marks.links import find_links, find_urls
from agent.marks.marked import Kind

Knows = Callable[[str], bool]
"""Whether a reference has this label."""

_BRACKETS = re.compile(
    r"(?<!\\)(?:\[\[(?P<double>[^\[\]\n]{1,80}+)\]\]|\[(?P<single>[^\[\]\n]{0,120}+)\]|【(?P<lens>[^【】\n]{0,120}+)】|"
    r"［(?P<wide>[^［］\n]{1,80}+)］|〔(?P<shell>[^〔〕\n]{1,80}+)〕)"
)
_OPEN = re.compile(
    r"(?<!\\)(?:\[|【|［)\^?\d{1,4}(?:\s*[,;，、–-]\s*\d{1,4})*\s*[,;，、–-]?(?=$|[\s.。])", re.MULTILINE
)
_PARENS = re.compile(r"(?<!\\)[(（]\s*(?P<inner>[^()（）\n]{1,60}+)[)）]")
_AFTER_PAREN = re.compile(r"\s*(?:$|[.,;:!?。，；：！？、|)）]|[(（]\d)", re.MULTILINE)
_TAGS = re.compile(
    r"(?<!\\)<(?:source|ref|doc|document|citation|cite)(?:[_:\s-]|\s+id=)?[\"']?(?P<number>\d{1,4})[\"']?\s*/?>"
    r"|(?<!\\)<(?P<tag>cite|ref|citation)>\s*\[?(?P<inner>\d{1,4})\]?\s*</(?P=tag)>"
    r"|\ue200cite(?P<foreign>[^\ue200\ue201\n]{1,200})\ue201|(?<![\w\ue202])cite(?P<bare>turn\d+[a-z]+\d+)",
    re.IGNORECASE,
)
_RAISED = re.compile(
    rf"[{SUPERSCRIPTS}]+(?:[,'’˒⁻·‧]\s?[{SUPERSCRIPTS}]+)*|<sup>\s*(?P<tag>\d{{1,3}}(?:\s*[,–-]\s*\d{{1,3}})*)\s*</sup>"
)
_UNIT = re.compile(r"(?:^|[^^\W\d_]?[\W\d_])(?:[a-zA-Zµμ]|[kcmdnµμ]m|ft|in|yd|mi|ha|sec|cm|Hz|10|[\d)\]]+)$")
_YEAR_DIGITS = 4
_CODE = re.compile(
    r"(?:\w_\w*|[a-z][A-Z]\w*|\.[a-z_]\w*|(?<![^\W\d_])[a-z]|(?<!\w)(?:arrays?|arr|list|argv|args?|vec|data|tuple|matrix|dict|rows?|"
    r"cells?|index|params?))$"
)
_SURELY_CODE = re.compile(r"(?<!\w)[a-z]$|\w_\w*$")
_NOT_RAISED = re.compile(f"[^{SUPERSCRIPTS}]+")
_INTERVAL = re.compile(
    r"(?:[∈=≤≥<>(]|\b(?:interval|CI|IQR|bounds?|between|closed|range|domain)(?: of| is| from| over|:)?|"
    r"区间|范围|區間|範圍)\s*$",
    re.IGNORECASE,
)
_WEAK = re.compile(r"(?:\b(?:in|from|over|on|within|scale|values?)|为|在)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """One written mark with its labels; `why` is set where it is malformed."""

    kind: Kind
    labels: tuple[str, ...]
    char_start: int
    char_end: int
    why: str = ""


def find_marks(text: str, knows: Knows, *, has_paren_list: bool = False, has_raised_list: bool = False) -> list[Found]:
    """Return what stands as a mark, in order and without overlaps. `has_…_list`: a list writes its labels so."""
    found = [*_linked(text, knows), *_tagged(text), *_bracketed(text, knows), *_open(text)]
    found += _parens(text, knows, has_paren_list=has_paren_list)
    found += _raised(text, knows, has_list=has_raised_list)
    found += [Found("url", (one.url,), one.char_start, one.char_end) for one in find_urls(text)]
    return without_overlaps(found)


def without_overlaps(found: list[Found]) -> list[Found]:
    """Keep of marks that overlap the one that begins first, of those the longest."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda each: (each.char_start, -each.char_end)):
        if not kept or one.char_start >= kept[-1].char_end:
            kept.append(one)
    return kept


def _linked(text: str, knows: Knows) -> Iterator[Found]:
    for one in find_links(text):
        if one.is_image:
            continue
        inner = one.text.strip().removeprefix("[").removesuffix("]")
        read = read_labels(inner)
        is_label = read is not None and not read.why and (read.kind != "foreign" or all(map(knows, read.labels)))
        is_year = read is not None and len(read.labels) == 1 and _is_year(read.labels[0]) and not knows(read.labels[0])
        if read is not None and is_label and not is_year:
            yield Found(read.kind, read.labels, one.char_start, one.char_end)
        elif "://" in one.url or one.url.startswith("www."):
            yield Found("link", (one.url,), one.char_start, one.char_end)


def _tagged(text: str) -> Iterator[Found]:
    for one in _TAGS.finditer(text):
        if one["number"] or one["inner"]:
            yield Found("source", (one["number"] or one["inner"],), *one.span())
            continue
        names = [each for each in re.split("[\ue202\ue203]", one["foreign"] or one["bare"]) if each]
        if names:
            yield Found("foreign", tuple(names), *one.span())


def _bracketed(text: str, knows: Knows) -> Iterator[Found]:
    for one in _BRACKETS.finditer(text):
        inner = next(each for each in one.groups() if each is not None)
        read = read_labels(inner)
        if read is not None and read.kind == "source" and read.labels and not _is_source(inner, read, knows):
            continue
        if read is not None and read.kind == "foreign" and not (one["lens"] or _looks_foreign(read.labels[0])):
            continue
        if (
            read is not None
            and not (one["lens"] or one["wide"] or one["shell"])
            and not _can_stand(text, one, read, knows)
        ):
            continue
        if read is not None and read.why:
            is_backward = "backwards" in read.why and all(len(label) < _YEAR_DIGITS for label in read.labels)
            if not read.labels or is_backward or any(map(knows, read.labels)) or one["lens"] is not None:
                yield Found(read.kind, (), *one.span(), why=read.why)
        elif read is not None:
            yield Found(read.kind, read.labels, *one.span())
        elif is_placeholder(inner) or (one["lens"] is not None and not inner.strip()):
            yield Found("number", (), *one.span(), why="it names no source")


def _is_source(inner: str, read: Labels, knows: Knows) -> bool:
    return (
        not inner.strip()[:1].isupper()
        or not inner.strip()[1:2].isdigit()
        or read.labels[0][0] in "SP"
        or any(map(knows, read.labels))
    )


def _looks_foreign(label: str) -> bool:
    return sum(one.isdigit() for one in label) >= 2 or label.casefold().startswith("turn")


def _can_stand(text: str, one: re.Match[str], read: Labels, knows: Knows) -> bool:
    """Whether a bracket of numbers stands where a mark can: not as a year, an interval, an index or a matrix."""
    if read.kind != "number":
        return True
    are_known = all(map(knows, read.labels)) and bool(read.labels)
    if (read.is_bare or any(label.startswith("0") or _is_year(label) for label in read.labels)) and not are_known:
        return False
    before = text[max(0, one.start() - 24) : one.start()]
    after = text[one.end() : one.end() + 2]
    if len(read.labels) > 1 and (_INTERVAL.search(before) or (_WEAK.search(before) and not are_known)):
        return False
    if _CODE.search(before) and (not are_known or _SURELY_CODE.search(before)):
        return False
    return not (after[:1] in {"=", "("} and not are_known)


def _open(text: str) -> Iterator[Found]:
    for one in _OPEN.finditer(text):
        if not re.match(r"[^\[\]【】］\n]{0,80}[\]】］]", text[one.end() : one.end() + 90]):
            yield Found("number", (), *one.span(), why="it is not closed")


def _parens(text: str, knows: Knows, *, has_paren_list: bool) -> Iterator[Found]:
    for one in _PARENS.finditer(text):
        read = read_labels(one["inner"])
        if read is None or not read.labels or read.why:
            continue
        are_known = all(map(knows, read.labels))
        ends = _AFTER_PAREN.match(text, one.end()) is not None
        is_numbered = read.kind == "number" and has_paren_list and ends and not read.is_bare
        is_year = any(_is_year(label) or label.startswith("0") for label in read.labels)
        if (is_numbered and (are_known or not is_year)) or (read.kind == "source" and are_known):
            yield Found("paren", read.labels, *one.span())


def _raised(text: str, knows: Knows, *, has_list: bool) -> Iterator[Found]:
    for one in _RAISED.finditer(text):
        written = one["tag"] or unicodedata.normalize("NFKC", _NOT_RAISED.sub(",", one[0]))
        read = read_labels(written)
        before = text[max(0, one.start() - 6) : one.start()]
        if read is None or read.why or not before.strip() or _UNIT.search(before):
            continue
        labels = read.labels
        if not all(map(knows, labels)) and len(labels) == 1 and all(map(knows, labels[0])) and "0" not in labels[0]:
            labels = tuple(labels[0])
        if all(map(knows, labels)) or has_list:
            yield Found("superscript", labels, *one.span())


def _is_year(label: str) -> bool:
    return label.isdigit() and 1000 <= int(label) <= 2100
