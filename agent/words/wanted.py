"""Which values of a sentence are of the kind and unit that a question asks for."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.plan import SubQuestion, wants_money
from agent.words.dimensions import answers_dimension, asked_dimension
from agent.words.relation import COUNTED
from agent.words.terms import find_terms, same_term
from agent.words.units import is_money
from agent.words.values import Value
from agent.words.wording import DIMENSIONS, HOW_MUCH_CHANGE, HOW_MUCH_OF_WHAT, POPULATION, SIZED

_HOW_LARGE = re.compile(r"\bhow (?:large|big)\b|\bwie groß\b", re.IGNORECASE)
_SIZE = re.compile(r"size|value|worth|volume|total|größe|wert|volumen", re.IGNORECASE)
_AFTER_HEAD = re.compile(
    r"\s(?:of|for|in|at|on|by|to|from|will|would|could|may|is|are|was|were|für|von|in|wird|ist|war)\b", re.IGNORECASE
)
_SPENT = re.compile(r"\b(?:cost|pric|paid|pay|spen[dt]|fee|kost|preis|bezahl)\w*", re.IGNORECASE)
_HOW_LONG = re.compile(r"\b(?:how long (?:is|are|was|were)|wie lang (?:ist|sind|war))\b", re.IGNORECASE)
_STRETCH = re.compile(r"\bhow long is the (?:river|bridge|road|wall|tunnel|coast|cable)\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\s+(?:of (?:them|these|those)|davon|von ihnen)\b", re.IGNORECASE)

# By how much one thing is more or less than another.
_HOW_MUCH_MORE = re.compile(
    r"\b(?:how much|wie ?viel)\s+(?:(?P<less>less|fewer|lower|cheaper|shorter|earlier|weniger|billiger|"
    r"niedriger|kürzer)|more|higher|dearer|longer|later|larger|mehr|teurer|höher|länger|größer)\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:less|fewer|lower|cheaper|shorter|earlier|reduc\w+|sav\w+|cut|weniger|billiger|niedriger|kürzer)\b",
    re.IGNORECASE,
)


class Wanted:
    """The kind of value that a sub-question asks for: the noun it counts, the unit, whether it is a change.

    `own` are the stems of the words that the question asks with.
    """

    def __init__(self, sub: SubQuestion, language: str | None, own: Collection[str]) -> None:
        self.sub = sub
        self.language = language
        self.own = frozenset(own)
        counted = COUNTED.search(sub.text)
        self.counted = [term.stem for term in find_terms(counted["noun"], language)] if counted else []
        if re.search(r"\bhow often\b|\bwie oft\b", sub.text, re.IGNORECASE):
            self.counted = ["time", "mal"]
        self.more = _HOW_MUCH_MORE.search(sub.text)
        self.is_change = self.more is not None or HOW_MUCH_CHANGE.search(sub.text) is not None
        self.units = next((units for pattern, units in DIMENSIONS if pattern.search(sub.text)), None)
        self.dimension = asked_dimension(sub.text)
        self.is_open = HOW_MUCH_OF_WHAT.search(sub.text) is not None and self.units is None
        self.is_size = _HOW_LARGE.search(sub.text) is not None
        if wants_money(sub.text):
            self.units = None

    def fitting(self, text: str, values: Sequence[Value], language: str | None) -> list[Value]:
        """The values of a sentence that are of the kind and unit a sub-question asks for."""
        expects = self.sub.expects
        values = [value for value in values if answers_dimension(text, value, self.dimension)]
        if expects == "amount":
            return [
                value for value in values if self._is_amount(value, text) or (self.is_change and value.kind == "share")
            ]
        if expects == "duration":
            long = {"duration", "amount"} if _HOW_LONG.search(self.sub.text) else {"duration"}
            long = {"amount"} if _STRETCH.search(self.sub.text) else long
            return [value for value in values if value.kind in long and (value.kind == "duration" or value.unit == "m")]
        if expects == "count":
            return [value for value in values if self._is_counted(text, value, language)]
        if expects in {"share", "date"}:
            return [value for value in values if value.kind == expects]
        return list(values)

    def _is_amount(self, value: Value, text: str) -> bool:
        if self.is_size and is_money(value.unit) and self._is_sized(text, value):
            return True
        if self.units is not None:
            return value.kind in {"amount", "count"} and value.unit in self.units
        is_sum = is_money(value.unit)
        return value.kind == "amount" and (is_sum == wants_money(self.sub.text) or (is_sum and self.is_open))

    def _is_sized(self, text: str, value: Value) -> bool:
        """Whether a sum of money is how large the asked thing is: "the market is worth"; its loan is another thing."""
        verb = SIZED.search(text, 0, value.char_start)
        if verb is None or _SPENT.search(text):
            return False
        head = _AFTER_HEAD.split(re.split(r"[.;,]\s", text[: verb.start()])[-1])[0]
        last = find_terms(head, self.language)[-1:]
        return any(_SIZE.fullmatch(one.word) or any(same_term(one.stem, own, self.language) for own in self.own)
                   for one in last)  # fmt: skip

    def _is_counted(self, text: str, value: Value, language: str | None) -> bool:
        """Whether a number counts the noun that was asked for, and not another."""
        if not self.counted:
            return value.kind == "count"
        if value.kind in {"amount", "duration"}:
            units = [term.stem for term in find_terms(value.text, language)]
            return any(same_term(noun, unit, self.language) for noun in self.counted for unit in units)
        if value.kind != "count":
            return False
        clause = re.split(r"[.,;:()!?\d]", text[value.char_end : value.char_end + 60])[0]
        if self.is_population(text, value):
            return True
        nouns = [value.unit, *(term.stem for term in find_terms(clause, language)[:3])]
        if text[value.char_start - 1 : value.char_start] == "(":
            nouns += [term.stem for term in find_terms(text[: value.char_start], language)[-1:]]
        if _OF_THEM.match(text, value.char_end):
            nouns += [term.stem for term in find_terms(text[: value.char_start], language)]
        return any(same_term(noun, one, self.language) for noun in self.counted for one in nouns if one)

    def is_population(self, text: str, value: Value) -> bool:
        """Whether a number is how many there are of the asked noun: "the population of toads in the fen is 1,240"."""
        found = POPULATION.search(text, 0, value.char_start)
        if found is None or not self.counted:
            return False
        said = [term.stem for term in find_terms(found["of"] or found["before"], self.language)]
        return all(any(same_term(noun, other, self.language) for other in said) for noun in self.counted)

    def is_difference(self, text: str, value: Value) -> bool:
        """Whether a change goes in the asked direction, where more or less is asked for; its words stand after it."""
        if self.more is None:
            return True
        after = re.split(r"[.,;]\s", text[value.char_end :])[0]
        return bool(_LESS.search(after)) == (self.more["less"] is not None)

    def named(self, text: str, value: Value) -> Value:
        """The value as one of the asked noun, where it counts that by another word of its name ("natterjack") or as
        its population; else the value as it is."""
        if value.kind != "count" or not self.counted or self.counted[-1] == value.unit:
            return value
        is_of_kind = value.unit in self.counted or self.is_population(text, value)
        return replace(value, unit=self.counted[-1]) if is_of_kind else value
