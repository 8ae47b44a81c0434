"""Whether a sentence holds the kind of thing a sub-question asks for: an amount, a date, somebody's name ..."""

import re
from collections.abc import Sequence

from agent.plan import SubQuestion, wants_money
from agent.words.measures import read_measure
from agent.words.terms import find_terms, is_unspaced, same_term
from agent.words.units import is_money
from agent.words.values import Value
from agent.words.wording import BODIES, PLACE, REASON

_QUANTIFIER = re.compile(
    r"\b(?:every|all|none|no|alle|jede[rsn]?|kein[e]?|tous|toutes|todos|todas)\s+\w+", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\b(?:how many|number of|wie ?viele?|combien de|cuánt[oa]s)\s+([\w’'-]+(?:\s+[\w’'-]+)?)", re.IGNORECASE
)


def holds_expected(sub: SubQuestion, text: str, values: Sequence[Value], language: str | None) -> float:
    """1 where the sentence holds the expected type, a half where it only may, 0 where it does not."""
    if sub.expects in {"any", "yes_no"}:
        return 1.0
    if sub.expects == "reason":
        return 1.0 if REASON.search(text) else 0.0
    if sub.expects in {"person", "place"}:
        return _names(sub, text, language)
    if sub.expects == "count":
        return _counts(sub, values, language)
    fitting = expected_values(sub, values)
    if fitting and not any(read_measure(text, value, sub.text).is_plain for value in fitting):
        return 0.3
    if not fitting and sub.expects == "share" and _QUANTIFIER.search(text):
        return 0.5
    return 1.0 if fitting else 0.0


def expected_values(sub: SubQuestion, values: Sequence[Value]) -> list[Value]:
    """The values of a sentence that are of the kind a sub-question asks for."""
    if sub.expects == "amount":
        money = wants_money(sub.text)
        return [value for value in values if value.kind == "amount" and (is_money(value.unit) or not money)]
    if sub.expects == "duration":
        return [value for value in values if value.kind == "duration" or value.written == "range"]
    if sub.expects in {"share", "count", "date"}:
        return [value for value in values if value.kind == sub.expects]
    return list(values)


def answering_values(sub: SubQuestion, text: str, values: Sequence[Value]) -> list[Value]:
    """The expected values that are the present figure of the thing itself: no change, no former figure, no side sum."""
    return [value for value in expected_values(sub, values) if read_measure(text, value, sub.text).is_plain]


def _counts(sub: SubQuestion, values: Sequence[Value], language: str | None) -> float:
    counted = _COUNTED.search(sub.text)
    nouns = [term.stem for term in find_terms(counted[1], language)] if counted else []
    best = 0.0
    for value in values:
        if value.kind == "count":
            fits = any(same_term(noun, value.unit, language) for noun in nouns)
            best = max(best, 1.0 if fits else 0.6)
        elif value.kind in {"amount", "duration"} and any(
            same_term(noun, term.stem, language) for noun in nouns for term in find_terms(value.text, language)
        ):
            best = 1.0
    return best


def _names(sub: SubQuestion, text: str, language: str | None) -> float:
    """A name that the question does not hold itself, or a body that acts, or a place given by its relation."""
    if is_unspaced(text):
        return 1.0
    asked = {term.stem for term in find_terms(f"{sub.text} {sub.subject}", language)}
    terms = find_terms(text, language)
    new = [term for term in terms if term.is_name and term.stem not in asked and not term.word[0].isdigit()]
    inside = [term for term in new if not re.search(r"(?:^|[.!?:]\s|[\"“„])$", text[: term.char_start])]
    doubled = [a for a, b in zip(new, terms[1:], strict=False) if b.is_name and b.char_start - a.char_end == 1]
    if inside or doubled:
        return 1.0
    if sub.expects == "person":
        return 0.8 if any(m.group().lower() not in sub.text.lower() for m in BODIES.finditer(text)) else 0.0
    return 0.5 if PLACE.search(text) else 0.0
