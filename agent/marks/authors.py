"""Marks by author and year, (Smith et al., 2020), where the reference list has such works."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.marks.marked import Reference

_NAME = r"[^\W\d_][\w'’.-]{0,40}"
_NAMES = rf"(?:{_NAME}(?:[ ]|,[ ]|[ ]?&[ ]?)){{0,7}}{_NAME}"
_PART = re.compile(
    rf"(?:(?:see|see also|e\.g\.,?|cf\.|siehe|voir|参见|见)[ ])?(?P<names>{_NAMES})(?:,|，)?[ ]?[（(]?"
    r"(?P<year>(?:1[89]|20)\d\d)(?P<letter>[a-z]?)[)）年]?(?:[,:][ ]?(?:pp?\.?|S\.|§|第)?[ ]?\d[\d ,–-]{0,12})?",
    re.IGNORECASE,
)
_GROUP = re.compile(r"(?<!\\)[(（\[](?P<inner>[^()（）\[\]\n]{5,200}+)[)）\]]")
_TOLD = re.compile(
    rf"(?P<names>[A-ZÀ-ÞĀ-ſΑ-ΩА-Я][\w'’.-]{{0,40}}(?:[ ](?:et[ ]al\.?|(?:and|&|und|et|y)[ ]{_NAME}))?|"
    r"(?<![一-鿿])[一-鿿]{2,4}等?)"
    r"[ ]?[(（](?P<year>(?:1[89]|20)\d\d)[a-z]?[)）]"
)
_REST = re.compile(r"(?:,?[ ]et[ ]al\.?|等|[ ]?(?:,|&|;|[ ]and[ ]|[ ]und[ ]|[ ]y[ ]).*)$")
_MONTH = re.compile(
    r"(?:.* )?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter|"
    r"since|until|in|by|from|early|late|mid)\.?(?:,? \d{1,2})?",
    re.IGNORECASE,
)
_HEAD = 240  # characters of an entry in which its authors and year stand


@dataclass(frozen=True, slots=True)
class ByAuthor:
    """A mark by author and year: its labels, and the places of the references they name (-1: none)."""

    labels: tuple[str, ...]
    references: tuple[int, ...]
    char_start: int
    char_end: int


class Works:
    """The references by the words and years they begin with; labelled ones only where the text cites by no number."""

    def __init__(self, references: Sequence[Reference], *, has_numbers: bool) -> None:
        self._by_year: dict[str, list[tuple[int, str]]] = {}
        for at, one in enumerate(references):
            if one.label and has_numbers:
                continue
            head = one.text[:_HEAD].casefold()
            for year in set(re.findall(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)", head)):
                self._by_year.setdefault(year, []).append((at, head))

    def find(self, names: str, year: str) -> int:
        """Return the place of the first reference of this year that bears the first name, -1 for none."""
        first = _REST.sub("", names).strip().casefold()
        if len(first) < 2:
            return -1
        word = re.compile(rf"(?<!\w){re.escape(first)}(?!\w)" if first.isascii() else re.escape(first))
        return next((at for at, head in self._by_year.get(year, ()) if word.search(head)), -1)

    def __bool__(self) -> bool:
        return bool(self._by_year)


def find_by_author(text: str, works: Works) -> Iterator[ByAuthor]:
    """Yield the marks by author and year; without a work of such a year in the list there are none.

    One that no reference answers is a mark only where at least two others are answered and it is written like them.
    """
    if not works:
        return
    groups = [found for found in (_group(one, works) for one in _GROUP.finditer(text)) if found is not None]
    are_usual = sum(1 for one in groups if max(one.references) >= 0) > 1
    yield from (one for one in groups if are_usual or max(one.references) >= 0)
    for one in _TOLD.finditer(text):
        at = works.find(one["names"], one["year"])
        if at >= 0:
            yield ByAuthor((_label(one["names"], one["year"]),), (at,), *one.span())


def _group(one: re.Match[str], works: Works) -> ByAuthor | None:
    labels: list[str] = []
    places: list[int] = []
    for part in re.split(r"[;；]", one["inner"]):
        said = _PART.fullmatch(part.strip())
        if said is None or said["names"][0].islower() or _MONTH.fullmatch(said["names"]):
            return None
        labels.append(_label(said["names"], said["year"] + said["letter"]))
        places.append(works.find(said["names"], said["year"]))
    return ByAuthor(tuple(labels), tuple(places), *one.span())


def _label(names: str, year: str) -> str:
    return f"{_REST.sub('', names).strip().casefold()} {year}"
