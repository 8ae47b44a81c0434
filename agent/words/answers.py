"""Whether a sentence holds the kind of thing a sub-question asks for: an amount, a date, somebody's name ..."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agent.plan import SubQuestion, wants_money
from agent.words.denials import contrasts, is_denied
from agent.words.measures import Measure, asks_rate, is_elsewhere, read_measure
from agent.words.relation import COUNTED, said_share, scope_of, split_clauses
from agent.words.sentences import TURN
from agent.words.terms import find_terms, is_unspaced, same_term
from agent.words.units import is_money
from agent.words.values import Value
from agent.words.wording import (
    ASKS_HAVING,
    ASKS_NUMBER,
    ASKS_WORDS,
    BODIES,
    DEFINES,
    DIMENSIONS,
    EXISTING,
    HAVING,
    HOW_MUCH_CHANGE,
    HOW_MUCH_OF_WHAT,
    IDENTITY,
    NOT_KNOWN,
    PLACE,
    POPULATION,
    REASON,
    SIZED,
    WONDERING,
)

NEEDED = 0.6  # weighted share of the relation's words that a value's clause must say
_DOUBTFUL = 0.3  # holds the kind, but not as the present figure of the thing itself
_BY_THE_WAY = 0.45  # speaks of a thing and does not say what it is
_LIMITED = 0.8  # says only when a thing is not, or by when it is
_BESIDE = 3  # content words between somebody's name and what they are
_TELLING = 0.69  # the weight of a word that half of the passages have
_QUANTIFIER = re.compile(
    r"\b(?:every|all|none|no|alle|jede[rsn]?|kein[e]?|tous|toutes|todos|todas)\s+\w+", re.IGNORECASE
)
_NO_NAME = re.compile(
    r"\d|(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|"
    r"Mai|Juni|Juli|Oktober|Dezember|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|"
    r"Mittwoch)$"
)
_IS_A = (
    r"(?:\s+\([^)]*\))?(?:\s+(?:is|are|was|were|ist|sind|war|est|es)\s+(?:also\s+|both\s+)?"
    r"(?:an?|the|one of|eine?|der|die|das|une?|le|la|un)\s|\s?(?:,|[–—-])\s?(?:an?|the|eine?)\s)"
)
_HEADED = re.compile(r"[^?？]{3,150}[?？]\s")  # a heading that asks, before the sentence under it
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_HOW_LARGE = re.compile(r"\bhow (?:large|big)\b|\bwie groß\b", re.IGNORECASE)
_SIZE = re.compile(r"size|value|worth|volume|total|größe|wert|volumen", re.IGNORECASE)
_AFTER_HEAD = re.compile(
    r"\s(?:of|for|in|at|on|by|to|from|will|would|could|may|is|are|was|were|für|von|in|wird|ist|war)\b", re.IGNORECASE
)
_SPENT = re.compile(r"\b(?:cost|pric|paid|pay|spen[dt]|fee|kost|preis|bezahl)\w*", re.IGNORECASE)
_HOW_LONG = re.compile(r"\b(?:how long (?:is|are|was|were)|wie lang (?:ist|sind|war))\b", re.IGNORECASE)
_STRETCH = re.compile(r"\bhow long is the (?:river|bridge|road|wall|tunnel|coast|cable)\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\s+(?:of (?:them|these|those)|davon|von ihnen)\b", re.IGNORECASE)
_NOUN_OF = re.compile(r"\s+\w+(?:\s\w+)?\s+(?:of|in|des|der|von|im)\s+(?:the\s+)?(?-i:[A-ZÄÖÜ])", re.IGNORECASE)
_ITS = re.compile(r"\b(?:its|their|seinen?|ihren?)\s+$", re.IGNORECASE)
_EVENT = re.compile(r"(?P<noun>[^\W\d_]+)\s+(?:of|in|on|vom|im|von|du|de)\s+$", re.IGNORECASE)


def _after_noun(text: str, value: Value) -> tuple[int]:
    """Where the verb may stand after a counted noun of one to three words."""
    noun = re.match(
        r"\s+(?:[\w’'-]+\s+){1,3}?(?=(?:lives?|lived|exists?|remain|are left|leben)\b)", text[value.char_end :]
    )
    return (value.char_end + noun.end() if noun else len(text),)


class Asked:
    """A sub-question with what its answers are held against.

    `weights` tell how much each of its stems matters; `everywhere` are the stems that nearly every gathered passage
    has: a name among them is what all is about, and no answer to who or where.
    """

    def __init__(
        self,
        sub: SubQuestion,
        relation: Sequence[str],
        weights: Mapping[str, float],
        language: str | None,
        everywhere: Collection[str] = (),
    ) -> None:
        self.sub = sub
        self.relation = tuple(relation)
        self.weights = weights
        self.language = language
        self.everywhere = frozenset(everywhere)
        self.whole = sub.text
        counted = COUNTED.search(sub.text)
        self.counted = [term.stem for term in find_terms(counted["noun"], language)] if counted else []
        if re.search(r"\bhow often\b|\bwie oft\b", sub.text, re.IGNORECASE):
            self.counted = ["time", "mal"]
        asked_name = DEFINES.match(sub.text)
        self.defined = asked_name["name"] if asked_name else ""
        self.is_change = HOW_MUCH_CHANGE.search(sub.text) is not None
        self.units = next((units for pattern, units in DIMENSIONS if pattern.search(sub.text)), None)
        self.is_open = HOW_MUCH_OF_WHAT.search(sub.text) is not None and self.units is None
        self.is_size = _HOW_LARGE.search(sub.text) is not None
        if wants_money(sub.text):
            self.units = None

    def answering(self, text: str, values: Sequence[Value], language: str | None) -> list[Value]:
        """The values that are what was asked for: of its kind and unit, in a clause that says the relation, the
        present figure of the thing itself (no change, no former figure, no side sum)."""
        fitting = self._related(text, self.expected(text, values, language), values, language)
        plain = [value for value in fitting if self._is_plain(read_measure(text, value, self.sub.text))]
        return [replace(value, unit=self.counted[-1]) if self._is_of_kind(text, value) else value for value in plain]

    def _is_of_kind(self, text: str, value: Value) -> bool:
        """Whether a count is of the asked noun by another word of its name ("natterjack") or as its population."""
        if value.kind != "count" or len(self.counted) == 0 or self.counted[-1] == value.unit:
            return False
        return value.unit in self.counted or self._is_population(text, value)

    def _is_population(self, text: str, value: Value) -> bool:
        """Whether a number is how many there are of the asked noun: "the population of toads in the fen is 1,240"."""
        found = POPULATION.search(text, 0, value.char_start)
        if found is None or not self.counted:
            return False
        said = [term.stem for term in find_terms(found["of"] or found["before"], self.language)]
        return all(any(same_term(noun, other, self.language) for other in said) for noun in self.counted)

    def holds(self, text: str, values: Sequence[Value], language: str | None) -> float:
        """1 where a sentence holds the expected type for the relation, less where it only may, 0 where it does not."""
        sub = self.sub
        if self.defined and sub.expects == "any":
            if self._defines(text):
                return 1.0
            return _BY_THE_WAY if re.search(rf"\b{re.escape(self.defined)}", text, re.IGNORECASE) else 0.0
        if sub.expects == "any" and ASKS_NUMBER.search(sub.text):
            new = [value for value in values if value.kind != "date" and value.text not in sub.text]
            return (
                1.0 if any(not _YEAR.fullmatch(v.text) for v in new) and self._says(text, language) >= NEEDED else 0.0
            )
        if sub.expects in {"any", "yes_no"}:
            return 1.0 if ASKS_WORDS.match(sub.text) or not WONDERING.search(text) else 0.0
        if sub.expects == "reason":
            if NOT_KNOWN.search(text):
                return 0.0
            return 1.0 if REASON.search(text) and self._says(text, language) >= NEEDED else 0.0
        if sub.expects in {"person", "place"}:
            text = text[said.end() :] if (said := TURN.match(text)) else text
            clauses = [text] if _HEADED.match(text) or contrasts(text) else split_clauses(text)
            return max((self._names(clause, language) for clause in clauses), default=0.0)
        answering = self.answering(text, values, language)
        if sub.expects == "count" and answering and ASKS_HAVING.search(sub.text):
            had = any(self._is_had(text, value) for value in answering)
            living = EXISTING.search(sub.text) is not None
            return 1.0 if had else 0.45 if self._names_subject(text, language) and not living else 0.0
        if answering:
            is_date = sub.expects == "date"
            return _LIMITED if is_date and all(one.bound in {"least", "most"} for one in answering) else 1.0
        if self._related(text, self.expected(text, values, language), values, language):
            return _DOUBTFUL
        quantified = sub.expects == "share" and _QUANTIFIER.search(text) and self._says(text, language) >= NEEDED
        return 0.5 if quantified else 0.0

    def _defines(self, text: str) -> bool:
        """Whether a sentence says what the asked thing is: "NAME is a ...", "NAME, a ..."."""
        name = re.escape(self.defined).rstrip("s") + "(?:s|es)?"
        return bool(re.match(rf"(?:The |An? |Der |Die |Das |Eine? )?{name}{_IS_A}", text, re.IGNORECASE))

    def expected(self, text: str, values: Sequence[Value], language: str | None) -> list[Value]:
        """The values of a sentence that are of the kind and unit a sub-question asks for."""
        expects = self.sub.expects
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
        return any(_SIZE.fullmatch(one.word) or any(same_term(one.stem, own, self.language) for own in self.weights)
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
        if self._is_population(text, value):
            return True
        nouns = [value.unit, *(term.stem for term in find_terms(clause, language)[:3])]
        if text[value.char_start - 1 : value.char_start] == "(":
            nouns += [term.stem for term in find_terms(text[: value.char_start], language)[-1:]]
        if _OF_THEM.match(text, value.char_end):
            nouns += [term.stem for term in find_terms(text[: value.char_start], language)]
        return any(same_term(noun, one, self.language) for noun in self.counted for one in nouns if one)

    def _is_plain(self, measure: Measure) -> bool:
        if self.is_change:
            measure = replace(measure, is_change=False)
        return measure.is_plain and (not measure.per or asks_rate(self.sub.text, measure.per))

    def _related(
        self, text: str, fitting: Sequence[Value], values: Sequence[Value], language: str | None
    ) -> list[Value]:
        related: list[Value] = []
        for value in fitting:
            start, end = scope_of(text, value, values)
            start = 0 if _HEADED.match(text) else start
            if is_denied(text, value.char_start, value.char_end):
                continue
            if is_elsewhere(re.split(r",\s", text[start : value.char_start])[-1]):
                continue
            if self._says(text[start:end], language) >= NEEDED or self._is_event(text, value, language):
                related.append(value)
        return related

    def _is_event(self, text: str, value: Value, language: str | None) -> bool:
        """Whether a date hangs on a noun that was asked with: "the storm of September 2025"."""
        noun = _EVENT.search(text, 0, value.char_start) if self.sub.expects == "date" else None
        if noun is None:
            return False
        stems = [term.stem for term in find_terms(noun["noun"], language)]
        mine = [stem for stem, weight in self.weights.items() if weight >= _TELLING]
        return any(same_term(stem, other, self.language) for stem in stems for other in mine)

    def _names_subject(self, text: str, language: str | None) -> bool:
        present = [term.stem for term in find_terms(text, language)]
        wanted = [term for term in find_terms(self.sub.subject, self.language) if term.is_name]
        return bool(wanted) and all(any(same_term(w.stem, p, self.language) for p in present) for w in wanted)

    def _is_had(self, text: str, value: Value) -> bool:
        before = re.split(r"[.;,]\s|\d", text[: value.char_start])[-1]
        before = before[-60:] if EXISTING.search(before) else before[-30:]
        if self._is_population(text, value) or EXISTING.match(text, *_after_noun(text, value)):
            return True
        if _ITS.search(text, 0, value.char_start):
            return True
        return HAVING.search(before) is not None or _NOUN_OF.match(text, value.char_end) is not None

    def _is_relation(self, stem: str) -> bool:
        return any(same_term(stem, other, self.language) for other in self.relation)

    def _says(self, text: str, language: str | None) -> float:
        return said_share(self.relation, text, self.weights, language, self.language)

    def _names(self, text: str, language: str | None) -> float:
        """A name that the question does not hold itself, or a body that acts, or a place given by its relation."""
        if self._says(text, language) < NEEDED:
            return 0.0
        if is_unspaced(text):
            return 1.0
        asked = {term.stem for term in find_terms(f"{self.sub.text} {self.sub.subject}", language)} | self.everywhere
        terms = find_terms(text, language)
        new = [term for term in terms if term.is_name and term.stem not in asked and not _NO_NAME.match(term.word)]
        new = [term for term in new if not is_denied(text, term.char_start, term.char_end)]
        if IDENTITY.match(self.sub.text):
            near = [at for at, term in enumerate(terms) if self._is_relation(term.stem)]
            new = [term for term in new if not BODIES.fullmatch(term.word)]
            new = [term for term in new if any(abs(terms.index(term) - at) <= _BESIDE for at in near)]
        inside = [term for term in new if not re.search(r"(?:^|[.!?:]\s|[\"“„])$", text[: term.char_start])]
        doubled = [a for a, b in zip(new, terms[1:], strict=False) if b.is_name and b.char_start - a.char_end == 1]
        if self.sub.expects == "place":
            return (1.0 if inside or doubled else 0.45) if PLACE.search(text) else 0.0
        if inside or doubled:
            return 1.0
        acting = any(m.group().lower() not in self.sub.text.lower() for m in BODIES.finditer(text))
        return 0.8 if acting and not IDENTITY.match(self.sub.text) else 0.0
