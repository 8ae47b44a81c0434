"""Finding a user's own template for a question, by the words of what it says it answers. Pure, without a model."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from agent.route.dates import find_day
from agent.route.intents import LONGEST, Meant
from agent.route.names import find_keys, find_quoted
from agent.words.dates import find_dates
from agent.words.terms import Term, covers, find_terms, guess_language
from retrievers import Tools
from retrievers.tool import Tool

ENOUGH = 0.6
"""Share of a question's words, names apart, that a template's own words must cover."""

_NUMBER = re.compile(r"(?<![\w.,])\d{1,9}(?![\w.,]*\d)")
_ORDER = re.compile(
    r"^\W*(?:(?:please|bitte|can you|could you)\W+)*(?:show|list|give|find|name|tell|zeige?|nenne?|"
    r"liste)\b(?:\W+(?:me|us|mir))?",
    re.IGNORECASE,
)
_CAPITAL = r"[^\W\d_a-zäöüß][\w’'-]*"
_NAME = re.compile(rf"(?<![.?!]\s)(?<!^){_CAPITAL}(?:\s+(?:(?:of|de|the|von)\s+)?{_CAPITAL})*")


def find_own(question: str, tools: Tools, today: date) -> Meant | None:
    """Return the user's own template that a question asks for, with its arguments; None where none fits well.

    It fits when its name, sentence and parameters have most of the question's words, and everything it needs stands in
    the question: quoted words, a name, a number, a date, or one of the values it allows.
    """
    asked = question[:LONGEST]
    best: tuple[float, Meant] | None = None
    for tool in tools:
        if not tool.is_own:
            continue
        share = _share(asked, tool)
        if share < ENOUGH or (best is not None and share <= best[0]):
            continue
        arguments = _arguments(asked, tool.parameters, today)
        if arguments is not None and not tools.check(tool.name, arguments):
            best = share, Meant(tool.name, arguments, "a template of your own answers this")
    return best[1] if best else None


def _share(question: str, tool: Tool) -> float:
    """The share of the question's content words, names and numbers apart, that the tool's own words say too."""
    language = guess_language(question)
    properties: Mapping[str, Mapping[str, Any]] = tool.parameters.get("properties", {})
    said = " ".join((tool.name.replace("_", " "), tool.sentence, *tool.examples,
                     *(" ".join((name, schema.get("description", ""), *map(str, schema.get("enum", ()))))
                       for name, schema in properties.items())))  # fmt: skip
    there = [term.stem for term in find_terms(said, language)]
    words = [term for term in find_terms(_ORDER.sub("", question), language) if not _is_value(term)]
    return sum(covers(term.stem, there, language) for term in words) / len(words) if words else 0.0


def _is_value(term: Term) -> bool:
    return (term.is_name and term.char_start > 0) or term.word.isdigit()


def _arguments(question: str, parameters: Mapping[str, Any], today: date) -> dict[str, Any] | None:
    """The required arguments that the question holds, each place used once; None where one is not there."""
    texts = [*find_keys(question), *find_quoted(question), *(match[0] for match in _NAME.finditer(question))]
    days = [question[span.char_start : span.char_end] for span in find_dates(question, None)]
    numbers = _NUMBER.findall(question)
    found: dict[str, Any] = {}
    properties: Mapping[str, Mapping[str, Any]] = parameters.get("properties", {})
    for name in parameters.get("required", ()):
        value = _value(properties[name], question, texts, days, numbers, today)
        if value is None or value == "":
            return None
        found[name] = value
    return found


def _value(
    schema: Mapping[str, Any], question: str, texts: list[str], days: list[str], numbers: list[str], today: date
) -> Any:
    if allowed := schema.get("enum"):
        return next((one for one in allowed if re.search(rf"\b{re.escape(str(one))}\b", question, re.IGNORECASE)), None)
    match schema.get("type"):
        case "integer" | "number":
            return int(numbers.pop(0)) if numbers else None
        case "string" if "pattern" in schema:
            return find_day(days.pop(0), today) if days else None
        case "string":
            return texts.pop(0) if texts else None
        case _:
            return None
