"""Lists of other works beside a text: references, further reading, footnotes. What stands there is no word of the
source, and an identifier in it belongs to another work. Pure."""

import re
from collections.abc import Iterator, Sequence

from retrievers.read import Heading

REFERENCES = "references"
"""The flag of a passage that lies in such a list: it is kept and found, and no claim is made from it."""

_LIST = re.compile(
    r"^\W*(?:\d+\.?\s+|[ivx]+\.\s+)?(?:"
    r"(?:(?:selected|cited|key|main|general|further|additional) )?"
    r"(?:references?|bibliograph(?:y|ies)|literature|sources)"
    r"(?: (?:and|&) (?:foot|end)?notes| cited| list)?|(?:notes|links) (?:and|&) references|"
    r"(?:works|literature|list of works|list of sources) (?:cited|consulted)|list of references|footnotes?|end ?notes?|"
    r"(?:further|additional|recommended|suggested|related) "
    r"(?:readings?|articles?|studies|links?|posts|stories|coverage)|"
    r"see also|external links|most read|read (?:more|next)|more on this (?:story|topic)|citations?|"
    r"literatur(?:verzeichnis|angaben|hinweise)?|quellen(?:verzeichnis|angaben)?|einzelnachweise|fu(?:ß|ss)noten|"
    r"weblinks|siehe auch|weiterführende literatur|bibliographie|références(?: bibliographiques)?|"
    r"notes et références|notes de bas de page|voir aussi|liens externes|pour aller plus loin|"
    r"bibliografía|referencias(?: bibliográficas)?|véase también|enlaces externos|bibliografia|referências|"
    r"riferimenti|voci correlate|literatuur|bronnen|zie ook|参考文献|参考资料|脚注|注释|外部链接|関連項目|出典"
    r")\W*$",
    re.IGNORECASE,
)
_NOTES = re.compile(r"^\W*(?:notes?|anmerkungen|notas|note)\W*$", re.IGNORECASE)
_MARKED = re.compile(r"[ \t]*(?:[-*•–][ \t]+)?(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)]|[\^↑†‡])[ \t]*")
_ITEM = re.compile(r"[ \t]*[-*•–][ \t]+")
_BRACKETED = re.compile(r"[ \t]*(?:[-*•–][ \t]+)?(?:\[\d{1,3}\]|[\^↑])")
_AUTHORS = re.compile(
    r"(?:[^\W\d_][\w'’-]+,? (?:[A-Z]\.[ -]?)+|(?:[A-Z]\.[ -]?)+ ?[^\W\d_][\w'’-]+|[^\W\d_][\w'’-]+ et al\b)"
)
_NUMBERED = re.compile(r"\b10\.\d{4,9}/|\bdoi\b|\barXiv:|\bISBN\b|\bISSN\b|\bPMID\b|https?://", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MAX_HEADING = 60  # characters


def is_reference_heading(heading: str | None) -> bool:
    """Say whether a heading stands over a list of other works."""
    return heading is not None and len(heading) <= _MAX_HEADING and _LIST.match(heading) is not None


def is_note_heading(heading: str | None) -> bool:
    """Say whether a heading stands over notes, which may be the source's own words or a list of works."""
    return heading is not None and _NOTES.match(heading) is not None


def is_entry_of_list(line: str) -> bool:
    """Say whether a line is an entry of a list of works by itself, without a heading to say so."""
    if _BRACKETED.match(line):
        return bool(_NUMBERED.search(line) or _YEAR.search(line))
    mark = _MARKED.match(line) or _ITEM.match(line)
    start = mark.end() if mark else 0
    by_authors = _AUTHORS.match(line, start) is not None and _YEAR.search(line) is not None
    return by_authors and (mark is not None or _NUMBERED.search(line) is not None)


def reference_sections(text: str, headings: Sequence[Heading]) -> list[tuple[int, int]]:
    """Return where a text lists other works by its own headings: from such a heading to the next of its rank."""
    found: list[tuple[int, int]] = []
    for at, heading in enumerate(headings):
        if not is_reference_heading(heading.text) or (found and heading.char_start < found[-1][1]):
            continue
        after = (other.char_start for other in headings[at + 1 :] if other.level <= heading.level)
        found.append((heading.char_start, next(after, len(text))))
    return found


def reference_spans(window: str, begins: int = 0, heading: str | None = None) -> list[tuple[int, int]]:
    """Return the stretches of a window that list other works, by its lines and by the nearest `heading` above
    `begins`, the place in the window where its passage starts."""
    found: list[tuple[int, int]] = []
    in_list = in_notes = has_begun = False
    for start, line in _lines(window):
        words = line.strip()
        if not has_begun and start + len(line) >= begins:
            has_begun = True
            in_list, in_notes = in_list or is_reference_heading(heading), in_notes or is_note_heading(heading)
        if words == heading or is_reference_heading(words):
            in_list, in_notes = is_reference_heading(words), is_note_heading(words)
        elif is_note_heading(words):
            in_notes = True
        is_note = in_notes and bool(_MARKED.match(line) or _ITEM.match(line))
        if words and (in_list or is_note or is_entry_of_list(line)):
            found.append((start, start + len(line)))
    return found


def _lines(window: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in window.split("\n"):
        yield start, line
        start += len(line) + 1
