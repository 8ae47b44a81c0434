"""What around a sentence may take it back: then nobody but a reader can tell whether the text says it. Pure.

Where `disowned` is sure, this is careful: one short list of words that take back, and the places from which they can
reach a sentence. A needless doubt costs a look, a missed one calls supported what no text says.
"""

import re
from collections.abc import Sequence

from agent.words.disowned import Part, find_disowning, find_parts, is_heading, shown
from agent.words.doubting import (
    A_KIND,
    AFFIRMED_CELL,
    AFFIRMS,
    FOR_WORDS,
    KIND_FIRST,
    KIND_LABEL,
    LABELLED,
    LEAD,
    MARKED,
    NEGATED_HEADING,
    NOT_AFFIRMED,
    OF_THE_WHOLE,
    POINTS,
    SAID_OF_IT,
    SPEAKS_OF_IT,
    TAKES,
    TAKING_CELL,
    VERDICT_COLUMN,
)
from retrievers.split import split_sentences

_BEFORE, _AFTER = 2_000, 1_500  # characters looked at on either side
_EDGE = 600  # characters at either end of a text where it may speak of itself
_NEXT = 3  # sentences on that may speak of a sentence
_BACK = 4  # sentences of a paragraph that a lead reaches over
_LABEL = 100  # characters before a colon

_CELL = 40  # characters of a cell that judges another
_NOTE_MARK = re.compile(r"[\s*_\"”)]*(\[\^?[\w*†]{1,8}\]|\(\d{1,2}\)|\*{1,3}(?!\w)|[†‡§¹²³\u2074-\u2079]+)")
_OWN_MARK = re.compile(r"(\[\^?[\w*†]{1,8}\]|\(\d{1,2}\)|\*{1,3}|[†‡§¹²³\u2074-\u2079]+)[\s.!\"”)]*$")
_PIECES = re.compile(r"\s*[:|–—()\[\]]\s*|\s-\s")
_QUOTED_LINE = re.compile(r"[ \t]*>")
_IN_QUOTES = re.compile(r"[\"“„«»‘][^\"“”„«»]+[\"”“«»’]")


def find_doubt(
    text: str,
    start: int,
    end: int,
    heading: str | None = None,
    begins: int = 0,
    *,
    title: str = "",
    edges: tuple[str, str] | None = None,
) -> str:
    """Say what takes back, or may take back, what stands at `[start, end)` of a text, in code points; "" for nothing.

    The text stands under `heading` from `begins` on. `edges` are how the whole text, called `title`, begins and ends,
    where `text` is a stretch of it.
    """
    if disowning := find_disowning(text, start, end, heading, begins):
        return disowning
    if is_passed_on(text, start):
        return "the source quotes it from another text"
    if _IN_QUOTES.fullmatch(text[start:end].strip()):
        return "the source says it in quotation marks"
    opening, ending = edges or (text, text)
    if words := _of_the_whole(title, opening[:_EDGE], ending[-_EDGE:]):
        return f"the source says of itself: “{shown(words)}”"
    if words := _verdict(text, start, end) or _note(text, start, end, ending):
        return f"the source says beside it: “{shown(words)}”"
    low = max(0, text.rfind("\n", 0, max(0, start - _BEFORE)) + 1, start - 2 * _BEFORE)
    window = text[low : end + _AFTER]
    sentences = split_sentences(window, None)
    within = [i for i, one in enumerate(sentences) if one.char_start < end - low and start - low < one.char_end]
    if not within:
        return ""
    parts = find_parts(window, sentences)
    if words := _after(parts, within[-1]):
        return f"the source may take it back after it: “{shown(words)}”"
    if words := _lead(parts, within[0]):
        return f"the source may take it back before it: “{shown(words)}”"
    above = _above(parts, within[0])
    is_under = heading and begins <= end and not (above and low + sentences[above[0]].char_start >= begins)
    for words in (*([heading] if heading and is_under else []), *(parts[one].text for one in above)):
        if _is_taking_heading(words):
            return f"the source may take it back above it: “{shown(words)}”"
    return ""


def is_passed_on(text: str, start: int) -> bool:
    """Whether what stands at a place is on a line that a letter quotes from another ("> …")."""
    return _QUOTED_LINE.match(text, text.rfind("\n", 0, start) + 1) is not None


def _of_the_whole(title: str, opening: str, ending: str) -> str:
    """What a text says of itself as a whole, in its title, or at its beginning or end."""
    pieces = [one for one in _PIECES.split(title) if one]
    if (len(pieces) > 1 and any(KIND_LABEL.fullmatch(one) for one in pieces)) or KIND_FIRST.match(title):
        return title
    for edge in (opening, ending):
        lines = (line.strip(" #*_") for line in edge.split("\n"))
        if label := next((line for line in lines if line != title and KIND_LABEL.fullmatch(line)), ""):
            return label
        if found := OF_THE_WHOLE.search(edge):
            return found.group()
    return ""


def _verdict(text: str, start: int, end: int) -> str:
    """What a cell of the same row of a table says of the one that stands at a place."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    row = text[first : last if last >= 0 else len(text)]
    if "|" not in row:
        return ""
    cells = _cells(row)
    head: list[str] = []
    for line in reversed(text[:first].split("\n")[:-1]):
        if "|" not in line:
            break
        head = _cells(line)
    own = row[: start - first].strip(" |").count("|") + bool(row[: start - first].strip(" |"))
    for at, cell in enumerate(cells):
        if at == own or not cell or len(cell) > _CELL:
            continue
        judges = at < len(head) and len(head) == len(cells) and VERDICT_COLUMN.search(head[at])
        if TAKING_CELL.match(cell) or (judges and not AFFIRMED_CELL.match(cell)):
            return cell
    return ""


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _note(text: str, start: int, end: int, ending: str) -> str:
    """The footnote of what stands at a place, where it takes it back."""
    mark = _OWN_MARK.search(text, start, end) or _NOTE_MARK.match(text, end)
    if mark is None:
        return ""
    line = re.compile(rf"^[ \t]*{re.escape(mark[1])}:?[ \t]*(?P<said>\S.*)$", re.MULTILINE)
    notes = (line.search(place) for place in (text[mark.end() :], ending))
    return next((note["said"] for note in notes if note and TAKES.search(note["said"])), "")


def _after(parts: Sequence[Part], last: int) -> str:
    for at in range(last + 1, min(len(parts), last + 1 + _NEXT)):
        if is_heading(parts, at):
            return ""
        said = parts[at].text
        if (not parts[at].in_item or at > last + 1) and (SAID_OF_IT.match(said) or SPEAKS_OF_IT.search(said)):
            return said
    return ""


def _takes_in(said: str) -> bool:
    """Whether a sentence speaks of what follows and takes it back, or holds it for no more than words."""
    return bool(POINTS.search(said) and LEAD.search(said)) and not AFFIRMS.search(NOT_AFFIRMED.sub("", said))


def _is_for_words(label: str) -> bool:
    """Whether what stands before a colon holds the rest for no more than words."""
    return len(label) <= _LABEL and (FOR_WORDS.match(label) is not None or _takes_in(label))


def _lead(parts: Sequence[Part], at: int) -> str:
    label, colon, _ = parts[at].text.partition(": ")
    if colon and _is_for_words(label):
        return label
    item = parts[at].in_item
    for back in range(at - 1, max(-1, at - 1 - _BACK - (_BACK if item else 0)), -1):
        one = parts[back]
        if is_heading(parts, back) or parts[back + 1].turns:
            return ""
        label, colon, _ = one.text.partition(": ")
        if colon and _is_for_words(label):
            return label
        if _takes_in(one.text) or (back == at - 1 and A_KIND.search(one.text)):
            return one.text
        if one.starts_block and not (item and one.in_item):
            return ""
    return ""


def _above(parts: Sequence[Part], at: int) -> list[int]:
    """The headings that a place stands under: the nearest, and those straight above that one."""
    nearest = next((back for back in range(at - 1, -1, -1) if is_heading(parts, back)), None)
    if nearest is None:
        return []
    first = nearest
    while first and is_heading(parts, first - 1):
        first -= 1
    return list(range(nearest, first - 1, -1))


def _is_taking_heading(words: str) -> bool:
    words = words.strip(" #*_:")
    if words.endswith(("?", "？")):
        return False
    return any(pattern.fullmatch(words) for pattern in (NEGATED_HEADING, LABELLED, MARKED))
