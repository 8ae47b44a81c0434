"""What stands between the brackets of a mark, read as labels."""

import re
import unicodedata
from dataclasses import dataclass

from agent.marks.marked import Kind

MAX_RANGE = 100
"""Labels that one range may name; a longer one is no mark that anybody meant."""
_N = r"\d{1,4}"
_JOIN = r"\s*(?:[,;&、]|-|~|至|\band\b|\bto\b)\s*"
_NUMBERS = re.compile(rf"\^?{_N}(?:(?:{_JOIN}|\s+)\^?{_N})*", re.IGNORECASE)
_STEP = re.compile(rf"(?P<join>{_JOIN}|\s*)\^?(?P<number>{_N})", re.IGNORECASE)
_SOURCE = re.compile(
    r"(?:sources?|src|refs?|references?|docs?|documents?|citations?|cites?|passages?|snippets?|ids?|来源|文献|资料|引用|"
    rf"참고|quelle|fuente)[\s_:#.-]*(?P<numbers>{_N}(?:(?:{_JOIN}|\s+){_N})*)",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"[A-Z]{1,2}-?\d{1,4}(?:\s*[,;、-]\s*[A-Z]{1,2}-?\d{1,4})*")
_FOOTNOTE = re.compile(r"\^(?P<name>[\w.-]{1,40})")
_DAGGER = re.compile(r"(?P<label>\d{1,4}(?::\d{1,4})?)\s*[†‡].{0,70}")
_FOREIGN = re.compile(r"[A-Za-z]{1,12}[_:#-](?=[\w-]*\d)[\w-]{4,64}|turn\d+[a-z]+\d+", re.IGNORECASE)
_UNFINISHED = re.compile(rf"(?:\^?{_N}\s*(?:[,;、-]\s*)+|(?:[,;、-]\s*)+{_N}|[,;]+|(?:{_N}\s*[,;]\s*){{2,}}[,;].*)")
_PLACEHOLDER = re.compile(
    r"(?:citations? needed|citation|cite|cites?|source|sources|ref|refs|reference|references|link|url|\?+|#+|"
    r"insert citation|source needed|add source|来源|引用|需要引用|来源请求)",
    re.IGNORECASE,
)
_DASHES = str.maketrans("–—−‐‑～，；＆", "-----~,;&")


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of one mark; `why` says what is wrong where it names none. `is_bare`: numbers parted by spaces."""

    kind: Kind
    labels: tuple[str, ...] = ()
    why: str = ""
    is_bare: bool = False


def read_labels(inner: str) -> Labels | None:
    """Read what stands between brackets; None where it is prose, a value or code, and so no mark at all."""
    text = unicodedata.normalize("NFKC", inner.strip()).translate(_DASHES).strip()
    if not text:
        return None
    if dagger := _DAGGER.fullmatch(text):
        return Labels("number", (dagger["label"],))
    if _NUMBERS.fullmatch(text):
        kind: Kind = "footnote" if text.startswith("^") else "number"
        return _numbered(text, kind)
    if source := _SOURCE.fullmatch(text):
        return _numbered(source["numbers"], "source")
    if _LETTERED.fullmatch(text):
        return _lettered(text)
    if footnote := _FOOTNOTE.fullmatch(text):
        return Labels("footnote", (footnote["name"],))
    if _FOREIGN.fullmatch(text):
        return Labels("foreign", (text,))
    if _UNFINISHED.fullmatch(text):
        return Labels("number", why="it is not finished")
    return None


def is_placeholder(inner: str) -> bool:
    """Whether brackets hold a word that stands where a mark should: "[citation needed]"."""
    return _PLACEHOLDER.fullmatch(inner.strip()) is not None


def same_label(label: str) -> str:
    """Return what two spellings of one label share: case and leading zeros."""
    return label.casefold().lstrip("0") or "0"


def _numbered(text: str, kind: Kind) -> Labels:
    labels: list[str] = []
    is_bare = False
    at = 0
    while at < len(text) and (step := _STEP.match(text, at)):
        number, join = step["number"], step["join"].strip().casefold()
        if join in {"-", "~", "至", "to"} and labels:
            low, high = int(labels[-1]), int(number)
            if not low < high <= low + MAX_RANGE:
                why = "it names a range that runs backwards" if high <= low else "its range is too long"
                return Labels(kind, (*labels, number), why=why)
            labels += [str(one) for one in range(low + 1, high + 1)]
        else:
            is_bare = is_bare or (bool(labels) and not join)
            labels.append(number)
        at = step.end()
    return Labels(kind, tuple(dict.fromkeys(labels)), is_bare=is_bare)


def _lettered(text: str) -> Labels:
    labels: list[str] = []
    for one in re.finditer(r"(?P<join>[,;、-]?)\s*(?P<letters>[A-Z]{1,2})-?(?P<number>\d{1,4})", text):
        letters, number = one["letters"], int(one["number"])
        last = re.fullmatch(r"([A-Z]+)(\d+)", labels[-1]) if labels else None
        if one["join"] == "-" and last is not None:
            low = int(last[2])
            if last[1] != letters or not low < number <= low + MAX_RANGE:
                return Labels("source", (*labels, f"{letters}{number}"), why="it names a range that runs backwards")
            labels += [f"{letters}{each}" for each in range(low + 1, number + 1)]
        else:
            labels.append(f"{letters}{one['number']}")
    return Labels("source", tuple(dict.fromkeys(labels)))
