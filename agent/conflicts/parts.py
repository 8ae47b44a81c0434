"""Of how many of the things spoken of a sentence says that something is so: "most", "few", "none", "62 percent of"."""

import re
from collections.abc import Sequence

from agent.words.values import Value

_I = re.IGNORECASE
_LITTLE = 0.01  # percent that "some" has at least, and that "not all" leaves
# What the words before a noun stand for: least and most percent, in this order where two begin alike.
_NEXT_TO_NONE = (
    r"hardly any|almost (?:no|none)|barely any|very few|only a handful|kaum|fast keine?r?|presque aucune?s?|"
    r"casi ningun[oa]|muy poc[oa]s"
)
_NONE = r"none|no(?= [a-z]+s\b)|not one|not a single|keine?r?|aucune?(?: des)?|ningun[oa]|ningún"
_NOT_ALL = r"not all|not every|nicht alle|pas tous|no todos"
_NEARLY_ALL = (
    r"almost all|nearly all|virtually all|practically all|the (?:vast|great|overwhelming|large) majority|fast alle|"
    r"nahezu alle|presque tou(?:s|tes)|casi tod[oa]s|la gran mayoría"
)
_MOST = (
    r"most|(?:the|a) majority|more than half|over half|(?:die )?meisten|(?:die|eine) mehrheit|mehr als die hälfte|"
    r"la plupart|la majorité|la mayoría|la mayor parte"
)
_FEW = r"few|only (?:a )?few|a small minority|a handful|(?:nur )?wenige|peu|poc[oa]s"
_LESS_THAN_HALF = (
    r"(?:only )?an? minority|fewer than half|less than half|(?:nur )?eine minderheit|weniger als die hälfte|"
    r"une minorité|una minoría"
)
_ALL = r"all|every|each|alle|sämtliche|tou(?:s|tes)|tod[oa]s"
_SOME = r"some|several|many|certain|einige|manche|viele|certaine?s|plusieurs|algun[oa]s|muchos|muchas"
_WORDS = (
    (0.0, 20.0, _NEXT_TO_NONE), (0.0, 0.0, _NONE), (0.0, 100.0 - _LITTLE, _NOT_ALL), (75.0, 100.0, _NEARLY_ALL),
    (50.0 + _LITTLE, 100.0, _MOST), (0.0, 40.0, _FEW), (0.0, 50.0 - _LITTLE, _LESS_THAN_HALF), (100.0, 100.0, _ALL),
    (_LITTLE, 100.0, _SOME),
)  # fmt: skip
_OF = r"(?:\s+(?:of|von|der|des|de|d['’]|del))?(?:\s+(?:the|these|those|its|their|die|den|les|los|las|la))?\s+"
_STARTS = [(low, high, re.compile(rf"^\W*(?:{words}){_OF}(?!\w+ly\b)(?=\w)", _I)) for low, high, words in _WORDS]
_COUNTED = re.compile(rf"^#+{_OF}(?=\w)", _I)


def read_part(clause: str) -> tuple[float, float, int] | None:
    """Return least and most percent that a clause begins with, and where its noun begins; None where it has none."""
    for low, high, pattern in _STARTS:
        found = pattern.match(clause)
        if found:
            return low, high, found.end()
    return None


def read_counted(masked: str, values: Sequence[Value]) -> tuple[float, float, int] | None:
    """The same of a clause whose values are blanked and that begins with a share in figures ("62 percent of")."""
    first = min(values, key=lambda one: one.char_start, default=None)
    if first is None or first.kind != "share" or first.unit != "%" or masked[: first.char_start].strip().count(" ") > 1:
        return None
    found = _COUNTED.match(masked[first.char_start :])
    if found is None:
        return None
    loose = 5.0 if first.bound == "about" else max(first.precision, 1.0)
    low = 0.0 if first.bound == "most" else max(0.0, first.low - loose)
    return low, 100.0 if first.bound == "least" else min(100.0, first.high + loose), first.char_start + found.end()


def deny(part: tuple[float, float]) -> tuple[float, float]:
    """Return of how many it is so, where of `part` it is not."""
    return 100.0 - part[1], 100.0 - part[0]


def exclude(one: tuple[float, float], two: tuple[float, float], *, are_opposite: bool) -> bool:
    """Return whether both cannot be; `are_opposite`: what the second says of them is the opposite of the first, and
    who is not for a thing need not be against it."""
    if are_opposite:
        return one[0] > 100.0 - two[0]
    return one[0] > two[1] or two[0] > one[1]
