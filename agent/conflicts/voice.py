"""Who does what a sentence tells in the passive voice: "the harbour was closed by the council" tells of the council."""

import re

_I = re.IGNORECASE
# Stems of the forms of verbs that stemming alone does not bring together.
IRREGULAR = (
    "write wrote written", "choos chose chosen", "sell sold", "take took taken", "give gave given", "feed fed",
    "win won", "lose lost", "hold held", "lead led", "spend spent", "pay paid", "make made", "send sent", "dig dug",
    "bring brought", "break broke broken", "catch caught", "teach taught", "tell told", "meet met", "bear bore born",
    "drive drove driven", "grow grew grown", "know knew known", "throw threw thrown", "draw drew drawn", "keep kept",
    "steal stole stolen", "eat ate eaten", "sink sank sunk", "leav left", "see saw seen", "speak spoke spoken",
    "shake shook shaken", "hide hid", "wear wore worn", "beat beaten", "bite bit bitten", "fight fought",
)  # fmt: skip
_PARTICIPLE = (
    r"(?:[a-z]{2,}ed|written|chosen|sold|taken|given|fed|won|lost|held|led|spent|paid|made|sent|brought|broken|caught|"
    r"taught|told|met|driven|grown|known|thrown|drawn|stolen|eaten|sunk|left|kept|seen|spoken|shaken|hidden|worn|beaten|"
    r"built|bought|found|struck|run|cut|hit|set|put|shut|read|overthrown|undertaken|forbidden|rebuilt)"
)
_BY_WHOM = r"(?P<doer>(?![#\d])[^,;.()#]+)"
_PASSIVE = {
    "en": re.compile(
        rf"\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|never|also|first|[a-z]+ly)\s+)*{_PARTICIPLE}\b[^.;]*?\sby\s+"
        rf"{_BY_WHOM}",
        _I,
    ),
    "de": re.compile(rf"\b(?:wird|werden|wurde|wurden|worden)\b[^.;]*?\s(?:von|durch)\s+{_BY_WHOM}", _I),
    "fr": re.compile(
        rf"\b(?:est|sont|été|fut|furent|sera|seront)\s+(?:pas\s+)?\w+(?:é|i|u|t)e?s?\b[^.;]*?\spar\s+{_BY_WHOM}", _I
    ),
    "es": re.compile(rf"\b(?:es|son|sido|fue|fueron|será|serán)\s+\w+(?:d|t|ch)[oa]s?\b[^.;]*?\spor\s+{_BY_WHOM}", _I),
}
# Where the words for who did it end.
_GOES_ON = re.compile(
    r"\s(?:in|on|at|to|for|with|after|before|since|until|from|under|during|between|by|that|which|who|when|as|and then|"
    r"im|am|bis|nach|seit|zum|zur|en|pour|depuis|pendant|para|desde|durante)\s|\s(?:in|on|at|im|am|en)$|"
    r"\s(?:ge\w+t|ge\w+en|be\w+t|er\w+t|ver\w+t|\w+iert|eröffnet)\b",
    _I,
)


def find_doer(clause: str, language: str | None) -> str:
    """Return the words for who does what a clause tells in the passive voice; "" where it does not say."""
    pattern = _PASSIVE.get(language or "en")
    found = pattern.search(clause) if pattern else None
    return _GOES_ON.split(found["doer"], maxsplit=1)[0].strip() if found else ""
