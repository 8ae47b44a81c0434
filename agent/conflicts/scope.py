"""What a claim is about, as far as rules can read it: properties by which people and queries find and compare it."""

from dataclasses import dataclass
from datetime import date

from agent.conflicts.assertion import Assertion
from agent.conflicts.assertions import read_assertions
from agent.words.terms import find_terms
from agent.words.values import Value

_LONGEST = 200  # characters of a subject or predicate


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a claim; None where it says nothing of the kind.

    `value` is a number in the base unit `unit` ("12", or "12..14" for a range), `scope` the conditions that narrow it.
    `valid_from` and `valid_to` are the first and last day it speaks of (ISO), `valid_precision` is day, month, year …
    """

    subject: str | None = None
    predicate: str | None = None
    polarity: str | None = None
    value: str | None = None
    unit: str | None = None
    scope: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    valid_precision: str | None = None


def read_scope(text: str, language: str | None) -> Scope:
    """Read the scope of a claim from its own words alone: its key is its words, wherever it stands."""
    made = read_assertions(text, language)
    if not made:
        return Scope()
    main = min(made, key=lambda one: ("numeric", "temporal", "attribution", "direct").index(one.kind))
    plain = next((one for one in made if one.kind == "direct"), main)
    time = _time_of(main)
    number = main.value if main.kind == "numeric" else None
    return Scope(
        subject=main.frame.said_subject[:_LONGEST] or None,
        predicate=main.frame.said_predicate[:_LONGEST] or None,
        polarity=plain.polarity,
        value=_number(number) if number else None,
        unit=_unit(text, number, language) if number else None,
        scope=_conditions(main),
        valid_from=_day(time.low) if time else None,
        valid_to=_day(time.high) if time else None,
        valid_precision=time.written if time else None,
    )


def _time_of(one: Assertion) -> Value | None:
    if one.kind == "temporal":
        return one.value
    return one.times[0] if len(one.times) == 1 else None


def _number(value: Value) -> str:
    low, high = f"{value.low:.12g}", f"{value.high:.12g}"
    return low if low == high else f"{low}..{high}"


def _unit(text: str, value: Value, language: str | None) -> str | None:
    """The base unit, and of a count what is counted, as the sentence says it."""
    if value.kind != "count":
        return value.unit
    return next((one.word for one in find_terms(text, language) if one.stem == value.unit), value.unit) or None


def _conditions(one: Assertion) -> str | None:
    said = sorted(tag for tag in one.tags if ":" not in tag)
    if one.measure and one.measure.per:
        said.append(one.measure.per)
    if one.measure and one.measure.stage:
        said.append(one.measure.stage)
    if one.value and one.value.bound:
        said.append({"least": "at least", "most": "at most", "about": "about"}[one.value.bound])
    said += [one.tense] if one.tense == "future" else []
    return ", ".join(dict.fromkeys(said)) or None


def _day(ordinal: float) -> str:
    return date.fromordinal(int(ordinal)).isoformat()
