"""When a value was said, and whether a sentence gives it as its own. Pure.

A newer text that quotes an older figure makes that figure no newer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agent.conflicts.qualifiers import tense_of
from agent.words.dates import as_date
from agent.words.relation import scope_of
from agent.words.values import Value

_I = re.IGNORECASE
# Whoever says, plans or decides something; what stands with it at a date was said then.
_SAID_THEN = re.compile(
    r"\b(?:said|stated|announced|approved|adopted|decided|agreed|estimated|forecast|projected|predicted|expected|put|"
    r"planned|budgeted|promised|reported|calculated|assumed|gave|named|quoted|set|voted|estimate|forecast|budget|report|"
    r"decision|announcement|minutes|figures?|plans?|study|as of|"
    r"sagte|erklärte|beschloss|beschlossen|bewilligt\w*|genehmigt\w*|geschätzt\w*|schätzte|geplant\w*|angekündigt\w*|"
    r"kündigte|rechnete|veranschlagt\w*|nannte|Stand|dit|déclaré|annoncé|approuvé|estimé|prévu|dijo|anunció|aprobó|"
    r"estimó|previsto)\b",
    _I,
)
# What was so or was foreseen once, as the sentence itself says, without a date.
_ONCE_SAID = re.compile(
    r"\b(?:originally|initially|at first|at the time|at that time|back then|once|previously|formerly|until then|"
    r"(?:was|were) (?:once |originally )?(?:to (?:have )?[a-z]+|supposed|meant|due|expected|planned|scheduled|"
    r"budgeted)|"
    r"had (?:been )?[a-z]+(?:ed|t|n)|"
    r"ursprünglich|anfangs|zunächst|damals|früher|sollten? (?:\w+ ){0,8}(?:kosten|öffnen|eröffnet werden)|"
    r"hatten? (?:\w+ ){0,8}\w+(?:t|en)\b|à l['’]origine|initialement|autrefois|originalmente|inicialmente|"
    r"al principio)\b",
    _I,
)
_NOW = re.compile(
    r"(?<!\bto )\b(?:will|costs?|is|are|now|has|have|opens?|employs?|wird|werden|kostet|ist|sind|hat|haben)\b", _I
)
_BESIDE = 4  # words between a figure and the time it is of
_TOLD_ON = re.compile(r"\b(?:that|would|at|to|dass|auf|que)\b", _I)
_ONLY_A_DATE = re.compile(r"^\W*(?:(?:in|on|as of|by|im|am|en|le|el)\s+)?(?:the\s+)?#+\s*$", _I)


@dataclass(frozen=True, slots=True)
class Told:
    """When a value was said (ISO, as precise as it is known), None where nobody knows; `is_past`: only as what was
    said or foreseen once."""

    at: str | None
    is_past: bool = False


def read_told(text: str, value: Value, values: Sequence[Value], published_at: str | None) -> Told:
    """Return when a sentence, published then, says that its value was given.

    That is the day of publication, but for a value that the sentence ties to an earlier time: "the 48 million that the
    council approved in March 2024", "in 2019 the yard employed 300 people", "it was to cost 48 million".
    """
    start, end = scope_of(text, value, values)
    published = as_date(published_at) if published_at else None
    dates = [
        one
        for one in values
        if one.kind == "date" and one.unit == "day" and one != value and start <= one.char_start and one.char_end <= end
    ]
    earlier = [one for one in dates if _is_before(one, published) and _belongs(text, value, one, start, end)]
    if earlier:
        return Told(_iso(max(earlier, key=lambda one: one.high)), is_past=True)
    if any(not _NOW.search(_between(text, value, one, start)) for one in _ONCE_SAID.finditer(text, start, end)):
        return Told(None, is_past=True)
    return Told(published_at)


def _between(text: str, value: Value, said: re.Match[str], start: int) -> str:
    """What stands between words and a value; where the value is first, all before the words."""
    return text[said.end() : value.char_start] if said.end() <= value.char_start else text[start : said.start()]


def _is_before(one: Value, published: date | None) -> bool:
    return one.bound not in {"least", "most"} and (published is None or one.high < published.toordinal())


def _belongs(text: str, value: Value, when: Value, start: int, end: int) -> bool:
    """Whether a date tells when a value was given, and not something of the thing ("the dam approved in 2021")."""
    if when.char_start < value.char_start:
        between = text[when.char_end : value.char_start]
        is_first = _ONLY_A_DATE.match(text[start : when.char_start] + "#") is not None
        is_said = _SAID_THEN.search(between if is_first else text[start : value.char_start]) is not None
        if is_first:
            return is_said or (value.kind != "date" and tense_of(between) == "past")
        return "," not in between and is_said and _TOLD_ON.search(between) is not None
    between = text[value.char_end : when.char_start]
    after = " ".join(text[when.char_end : end].split()[:2])
    if _SAID_THEN.search(f"{between} {after}"):
        return True
    is_beside = len(between.split()) <= _BESIDE and "," not in between
    return value.kind != "date" and is_beside and tense_of(text[start:end]) == "past"


def _iso(one: Value) -> str:
    day = date.fromordinal(int(one.high))
    return {"day": day.isoformat(), "month": f"{day:%Y-%m}", "year": f"{day:%Y}"}.get(one.written, f"{day:%Y-%m}")
