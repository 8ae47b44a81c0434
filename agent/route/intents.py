"""Recognising in a question what a template answers, with the template's arguments.

What people ask stands as patterns in `intents.toml`; nothing here knows one template from another.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from agent.route.dates import find_day
from agent.route.names import clean_name

LONGEST = 600
"""Characters of a question that are looked at: what is asked for stands in few words."""

_WORD = re.compile(r"\{([A-Z_]+)\}")
_FIRST = frozenset({"since", "older_than", "fresh_after"})
_LAST = frozenset({"until", "as_of", "on"})
_KINDS = {"run_a": "run", "run_b": "run", "claim_a": "claim", "claim_b": "claim"}
_EACH_OTHER = re.compile(r"\W*(?:each other|one another|themselves|itself|einander|sich)\b", re.IGNORECASE)
_PROPER = frozenset({"entity", "publisher"})


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing that people ask. `fixed` are arguments that the words imply; `reason` is shown with the call."""

    tool: str
    patterns: tuple[re.Pattern[str], ...]
    reason: str
    fixed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Meant:
    """A template that a question asks for. `pointed` are parameters for which it only points to something else."""

    tool: str
    arguments: dict[str, str]
    reason: str
    pointed: tuple[str, ...] = ()


@cache
def load_intents() -> tuple[Intent, ...]:
    """Return the intents, those that win first."""
    data = tomllib.loads((Path(__file__).parent / "intents.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = data["words"]
    return tuple(
        Intent(
            one["tool"],
            tuple(re.compile(_WORD.sub(lambda name: words[name[1]], text), re.IGNORECASE) for text in one["patterns"]),
            one["reason"],
            one.get("fixed", {}),
        )
        for one in data["intent"]
    )


def find_meant(question: str, today: date) -> Iterator[Meant]:
    """Yield what a question may ask of the graph, best first; relative dates count from `today`."""
    asked = question[:LONGEST]
    for intent in load_intents():
        for pattern in intent.patterns:
            match = pattern.search(asked)
            if match is not None and (meant := _read(intent, match, today)):
                yield meant


def _read(intent: Intent, match: re.Match[str], today: date) -> Meant | None:
    arguments = {name: _fixed(name, value, today) for name, value in intent.fixed.items()}
    pointed: list[str] = []
    groups = {name.rstrip("_"): text for name, text in match.groupdict().items() if text is not None}
    if "period" in groups:
        period = groups.pop("period")
        groups |= {"since": period, "until": period}
    year = re.search(r"\b\d{4}\b", groups.get("until", ""))
    for name, text in groups.items():
        if name in _FIRST | _LAST:
            dated = f"{text} {year[0]}" if name == "since" and year and not re.search(r"\d{4}", text) else text
            value = find_day(dated, today, "last" if name in _LAST else "first")
            if not value:
                return None
            arguments[name] = value
            continue
        if _EACH_OTHER.match(text):
            return None
        value = clean_name(_KINDS.get(name, name), text)
        if name in _PROPER and value and not any(c.isupper() or c.isdigit() for c in value):
            return None
        if value:
            arguments[name] = value
        else:
            pointed.append(name)
    return Meant(intent.tool, arguments, intent.reason, tuple(pointed))


def _fixed(name: str, value: str, today: date) -> str:
    """A value that the words imply; of a date, such as "three months", the day that it means today."""
    return find_day(value, today) if name in _FIRST | _LAST else value
