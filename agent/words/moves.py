"""Which date of a sentence is the one that something was moved away from, and which the one it was moved to. Pure."""

import re

_I = re.IGNORECASE
MOVED = (
    r"(?:postpone[ds]?|postponing|delay(?:ed|s)?|deferred|defers|rescheduled|adjourned|"
    r"(?:put|push(?:ed|es)?|moved?s?|set|brought)(?:\s(?!back|forward)[^\s,.;:]+){0,10}?\s(?:back|forward)|moved|shifted|slip(?:s|ped)?|slides?|slid|"
    r"verschoben|verschieb(?:t|en)|verschob(?:en)?|verleg(?:t|en)|vertag(?:t|en)|vorgezogen|verzöger(?:t|n)|verspätet|"
    r"repouss\w+|report(?:é\w*|er)|différée?s?|décal(?:e|ée?s?)|avancée?s?|retard(?:e|ée?s?)|"
    r"aplazad[oa]s?|pospuest[oa]s?|retrasad[oa]s?|postergad[oa]s?|adelantad[oa]s?|aplazan?|pospone|retrasan?|demora)"
)
"""Words for moving what was to happen to another day, as a pattern."""
_PART = r"(?:the\s|early\s|late\s|mid-?|Anfang\s|Ende\s|Mitte\s)*"
_FROM = re.compile(rf"\b{MOVED}\b[^.;]{{0,40}}?\b(?:from|de|du|desde|von|vom|del)\s{_PART}$", _I)
_FROM_IN_GERMAN = re.compile(rf"\b(?:von|vom)\s{_PART}$", _I)
_TO = re.compile(rf"\b(?:to|until|till|auf|bis|à|au|a|al|hasta|jusqu['’]en|jusqu['’]à)\s{_PART}$", _I)
_MOVED = re.compile(rf"\b{MOVED}\b", _I)
_CLAUSE = re.compile(r"[.;]\s")


def is_moved_from(text: str, start: int, end: int) -> bool:
    """Whether what stands there is the date before: "postponed from March 2026 to …", "von März auf … verschoben"."""
    before = _CLAUSE.split(text[:start])[-1]
    if _FROM.search(before):
        return True
    return bool(_FROM_IN_GERMAN.search(before) and _MOVED.search(_CLAUSE.split(text[end:])[0]))


def is_moved_to(text: str, start: int, end: int) -> bool:
    """Whether what stands there is the date since: "put back to September 2026", "delayed until September 2026"."""
    before = _CLAUSE.split(text[:start])[-1]
    is_told = _MOVED.search(before) or _MOVED.search(_CLAUSE.split(text[end:])[0])
    return bool(is_told and _TO.search(before))
