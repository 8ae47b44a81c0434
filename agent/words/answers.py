"""Whether a sentence holds the kind of thing a sub-question asks for: an amount, a date, somebody's name ..."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agent.plan import SubQuestion
from agent.words.causes import ANNOUNCES_CAUSE, NOT_KNOWN, REASON
from agent.words.denials import contrasts, is_denied
from agent.words.displaced import WHICH, speaks_of_another
from agent.words.holders import BESIDE, asks_once, find_holder, says_former
from agent.words.measures import asks_rate, is_elsewhere, read_measure
from agent.words.relation import said_share, scope_of, split_clauses
from agent.words.sentences import TURN
from agent.words.terms import Term, find_terms, is_unspaced, same_term, same_word, stems_for
from agent.words.times import says_when
from agent.words.values import Value
from agent.words.wanted import Wanted
from agent.words.wording import (
    ASKS_HAVING,
    ASKS_NUMBER,
    ASKS_WORDS,
    BODIES,
    DEFINES,
    EXISTING,
    HAVING,
    IDENTITY,
    NAME_OF,
    NAMING,
    PLACE,
    WONDERING,
)

NEEDED = 0.6  # weighted share of the relation's words that a value's clause must say
_DOUBTFUL = 0.3  # holds the kind, but not as the present figure of the thing itself
_BY_THE_WAY = 0.45  # speaks of a thing and does not say what it is
_LIMITED = 0.8  # says only when a thing is not, or by when it is
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
_STARTS = re.compile(r"(?:^|[.!?:]\s|[\"“„])$")
_BETWEEN = re.compile(r"(?:,?\s|:\s|\s(?:is|was|are|were|ist|war|est|es)\s)(?:the\s|der\s|die\s|das\s)?")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
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
        self.wanted = Wanted(sub, language, weights)
        about = (*weights, *(term.stem for term in find_terms(sub.subject, language)))
        self.things = [stem for stem in about if stem not in (*self.relation, *self.wanted.counted)]
        self.is_office = sub.expects == "person" and bool(IDENTITY.match(sub.text)) and not asks_once(sub.text)
        asked_name = DEFINES.match(sub.text)
        self.defined = asked_name["name"] if asked_name else ""

    def answering(self, text: str, values: Sequence[Value], language: str | None) -> list[Value]:
        """The values that are what was asked for: of its kind and unit, in a clause that says the relation, the
        present figure of the thing itself (no change, no former figure, no side sum)."""
        fitting = self._related(text, self.wanted.fitting(text, values, language), values, language)
        plain = [value for value in fitting if self._is_plain(text, value)]
        return [self.wanted.named(text, value) for value in plain]

    def holder(self, text: str, language: str | None) -> str:
        """Who holds the office that is asked for, as far as a sentence names somebody; "" for any other question."""
        if not self.is_office:
            return ""
        known = {term.stem for term in find_terms(f"{self.sub.text} {self.sub.subject}", language)}
        return find_holder(text, self.relation, known, language, self.language)

    def holds(self, text: str, values: Sequence[Value], language: str | None) -> float:
        """1 where a sentence holds the expected type for the relation, less where it only may, 0 where it does not, or
        speaks of another thing."""
        if speaks_of_another(self.sub.text, text, self.language, language) or not self._is_of_things(text, language):
            return 0.0
        sub = self.sub
        if sub.expects in {"any", "yes_no"}:
            return self._holds_words(text, values, language)
        if sub.expects == "reason":
            if NOT_KNOWN.search(text):
                return 0.0
            told = REASON.search(text) and self._says(text, language) >= NEEDED
            return 0.0 if not told else _DOUBTFUL if ANNOUNCES_CAUSE.fullmatch(text) else 1.0
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
        if self._related(text, self.wanted.fitting(text, values, language), values, language):
            return _DOUBTFUL
        if sub.expects == "date" and any(
            says_when(sub.text, clause) and self._says(clause, language) >= NEEDED for clause in split_clauses(text)
        ):
            return 1.0
        quantified = sub.expects == "share" and _QUANTIFIER.search(text) and self._says(text, language) >= NEEDED
        return 0.5 if quantified else 0.0

    def _holds_words(self, text: str, values: Sequence[Value], language: str | None) -> float:
        """Whether a sentence may answer a question that asks for no kind of value."""
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
        if NAME_OF.match(sub.text) and not self._gives_name(text, language):
            return 0.0
        if (
            sub.expects == "any"
            and (which := WHICH.match(sub.text))
            and not self._says_which(which["kind"], text, language)
        ):
            return 0.0
        return 1.0 if ASKS_WORDS.match(sub.text) or not WONDERING.search(text) else 0.0

    def _says_which(self, kind: str, text: str, language: str | None) -> bool:
        """Whether a text speaks of the asked kind of thing, or names one that the question does not."""
        kinds = [term.stem for term in find_terms(kind, self.language)]
        said = stems_for(text, language, self.language)
        if all(any(same_term(one, other, self.language) for other in said) for one in kinds):
            return True
        return language == "de" or bool(self._new_names(text, language))

    def _new_names(self, text: str, language: str | None) -> list[Term]:
        """The names inside a sentence that the question does not hold itself."""
        asked = {term.stem for term in find_terms(f"{self.sub.text} {self.sub.subject}", language)} | self.everywhere
        terms = [term for term in find_terms(text, language) if term.is_name and term.stem not in asked]
        named = [term for term in terms if not _NO_NAME.match(term.word)]
        return [term for term in named if not _STARTS.search(text[: term.char_start])]

    def _gives_name(self, text: str, language: str | None) -> bool:
        """Whether a text says what something is called, or has a name right after a word of the asked thing."""
        if NAMING.search(text):
            return True
        asked = [
            term
            for term in find_terms(text, language)
            if any(same_term(term.stem, w, self.language) for w in self.weights)
        ]
        names = self._new_names(text, language)
        return any(_BETWEEN.fullmatch(text[term.char_end : name.char_start]) for term in asked for name in names)

    def _defines(self, text: str) -> bool:
        """Whether a sentence says what the asked thing is: "NAME is a ...", "NAME, a ..."."""
        name = re.escape(self.defined).rstrip("s") + "(?:s|es)?"
        return bool(re.match(rf"(?:The |An? |Der |Die |Das |Eine? )?{name}{_IS_A}", text, re.IGNORECASE))

    def _is_plain(self, text: str, value: Value) -> bool:
        measure = read_measure(text, value, self.sub.text)
        if self.wanted.more is not None and not measure.is_change:
            return False
        if self.wanted.is_change:
            measure = replace(measure, is_change=False)
        is_asked = self.wanted.is_difference(text, value) and measure.is_plain
        return is_asked and (not measure.per or asks_rate(self.sub.text, measure.per))

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

    def _is_of_things(self, text: str, language: str | None) -> bool:
        """Whether a text says what is asked in a form of the asked word, or in a word like it of the asked thing: what
        opens is no beginning of anything else."""
        if self.sub.expects in {"yes_no", "any"} or not (self.relation and self.things):
            return True
        said = stems_for(text, language, self.language)
        if any(same_word(term, other, self.language) for term in self.relation for other in said):
            return True
        return any(same_term(thing, other, self.language) for thing in self.things for other in said)

    def _names_subject(self, text: str, language: str | None) -> bool:
        present = [term.stem for term in find_terms(text, language)]
        wanted = [term for term in find_terms(self.sub.subject, self.language) if term.is_name]
        return bool(wanted) and all(any(same_term(w.stem, p, self.language) for p in present) for w in wanted)

    def _is_had(self, text: str, value: Value) -> bool:
        before = re.split(r"[.;,]\s|\d", text[: value.char_start])[-1]
        before = before[-60:] if EXISTING.search(before) else before[-30:]
        if self.wanted.is_population(text, value) or EXISTING.match(text, *_after_noun(text, value)):
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
            if self.is_office and near and says_former(text, terms[near[0]].char_start):
                return 0.0
            new = [term for term in new if not BODIES.fullmatch(term.word)]
            new = [term for term in new if any(abs(terms.index(term) - at) <= BESIDE for at in near)]
        inside = [term for term in new if not _STARTS.search(text[: term.char_start])]
        doubled = [a for a, b in zip(new, terms[1:], strict=False) if b.is_name and b.char_start - a.char_end == 1]
        if self.sub.expects == "place":
            return (1.0 if inside or doubled else 0.45) if PLACE.search(text) else 0.0
        if inside or doubled:
            return 1.0
        acting = any(
            m.group().lower() not in self.sub.text.lower() and self._is_beside(m, terms) for m in BODIES.finditer(text)
        )
        return 0.8 if acting and not IDENTITY.match(self.sub.text) else 0.0

    def _is_beside(self, body: re.Match[str], terms: Sequence[Term]) -> bool:
        """Whether what is asked stands near a body that may have done it, and not at the end of what it did."""
        places = [at for at, term in enumerate(terms) if self._is_relation(term.stem)]
        own = next((at for at, term in enumerate(terms) if term.char_end > body.start()), len(terms))
        return not places or any(abs(at - own) <= BESIDE for at in places)
