"""What to ask for the opposite of a claim, and which sentences may deny it: by words alone, nothing is judged. Pure."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from agent.conflicts.frames import blank, canonical, read_frame, subject_of
from agent.conflicts.qualifiers import begins_with_pronoun
from agent.conflicts.wrapped import read_called_off
from agent.evidence import Evidence
from agent.words.denials import is_denied
from agent.words.injection import find_instructions
from agent.words.measures import same_value
from agent.words.references import reference_spans
from agent.words.relation import split_clauses
from agent.words.terms import Term, find_terms, same_term
from agent.words.values import Value, find_values
from graph.negation import drops_negation
from retrievers.split import split_sentences

_DOUBT = {
    "en": ("not", "denied", "disputed", "criticism", "retracted"),
    "de": ("nicht", "bestritten", "widerlegt", "Kritik", "zurückgezogen"),
    "fr": ("pas", "démenti", "contesté", "critique", "rétracté"),
    "es": ("no", "desmentido", "disputado", "crítica", "retractado"),
}
_TAKES_BACK = re.compile(
    r"\b(?:retract(?:s|ed|ion)|withdr(?:ew|awn|aws?)|disput(?:es|ed)|den(?:y|ies|ied)|refut(?:es|ed)|debunk(?:s|ed)|disproved?|"
    r"contradict(?:s|ed)|reject(?:s|ed)|doubt(?:s|ed|ful)?|critici[sz](?:es|ed|m)|mislead(?:s|ing)|untrue|false|wrong|"
    r"incorrect|mistaken|overstated|understated|no longer|instead of|rather than|"
    r"bestritten|bestreitet|widerlegt|dementiert|zurückgezogen|falsch|démenti|contesté|rétracté|faux|"
    r"desmentido|desmiente|falso|retractado)\b",
    re.IGNORECASE,
)
_OPPOSITES = (
    ("increase", "decrease"), ("rise", "fall"), ("rose", "fell"), ("rises", "falls"), ("grow", "shrink"),
    ("grew", "shrank"), ("higher", "lower"), ("more", "less"), ("gain", "loss"), ("open", "close"),
    ("opened", "closed"), ("accepted", "rejected"), ("approved", "refused"), ("safe", "unsafe"),
    ("effective", "ineffective"), ("success", "failure"), ("succeeded", "failed"), ("won", "lost"),
    ("cheaper", "dearer"), ("legal", "illegal"), ("possible", "impossible"), ("true", "false"), ("always", "never"),
)  # fmt: skip
_OTHER = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
# A "not" that says of a value only what it is beside ("in June and not in May"), or how far it goes.
_BESIDE = re.compile(
    r"\b(?:not|nicht|(?:et )?non|pas|no longer|instead of|rather than|anstatt|statt|au lieu de|en lugar de)\s+"
    r"(?:(?:in|on|at|by|for|im|am|um|en|the|as|of)\s+)*#+",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?:\b(?:not|nicht|pas|no|never)\b|n['’]t\b)\s+(?:[^\W\d]+\s+){0,4}?"
    r"(?:before|until|earlier than|later than|more than|less than|vor|avant|antes de)\s+(?:[^\W\d]+\s+){0,2}?[#=]+",
    re.IGNORECASE,
)
_SHARED = 0.6
"""Share of the words of a claim that a sentence must have to speak of the same."""
_LEAST = 2
_MOST = 2  # sentences against one claim
_QUERY = 12  # words


@dataclass(frozen=True, slots=True)
class Against:
    """A sentence that may deny a claim, at its characters of its version's text; `quote` are exactly these."""

    claim: str
    quote: str
    char_start: int
    char_end: int
    evidence: Evidence


def opposite_query(claim: str, language: str | None) -> str:
    """Return what to ask for the opposite: the words of the claim, those with an opposite turned, no number, and words
    of doubt in its language."""
    doubt = _DOUBT.get(language or "en", _DOUBT["en"])
    words = [term.word for term in find_terms(claim, language) if not any(one.isdigit() for one in term.word)]
    turned = [_OTHER.get(word.casefold(), word) for word in words[:_QUERY]]
    return " ".join([*turned, *doubt]) if words else ""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a claim says: its words without its values, what it speaks of, what it says of it, and what it denies.

    `head` is the stem of the noun that it is about, "" where its values count that ("two people died": nobody did).
    """

    words: frozenset[str]
    terms: tuple[Term, ...]
    names: frozenset[str]
    subject: frozenset[str]
    told: frozenset[str]
    head: str
    values: tuple[Value, ...]
    is_negated: bool


def find_against(
    claim: str, evidence: Iterable[Evidence], language: str | None, *, cited: Collection[str] = ()
) -> list[Against]:
    """Return the sentences that speak of the same as a claim and deny it or take it back, at most two, those with most
    of its words first.

    `cited` are quotes that bear it out: no sentence of these is given. What orders software about is left out, and what
    a list of other works says. Another value is no denial: values are compared where conflicts are found.
    """
    said = _read(claim, language)
    if len(said.terms) < _LEAST:
        return []
    own = {_level(part) for one in (claim, *cited) for part in (one, *_sentences(one, language))}
    found: list[tuple[float, str, Against]] = []
    for one in evidence:
        if find_instructions(one.text):
            continue
        code = one.language or language
        low = len(one.before)
        listed = reference_spans(one.before + one.text + one.after, low, one.heading)
        last = ""
        for sentence in split_sentences(one.text, one.language):
            text, before = one.text[sentence.char_start : sentence.char_end], last
            last = text
            if _level(text) in own or any(
                start < low + sentence.char_end and low + sentence.char_start < end for start, end in listed
            ):
                continue
            whole = f"{subject_of(before)} {text}" if begins_with_pronoun(text) else text
            if not _is_about(said, whole, one, code) or not _turns(said, text, code):
                continue
            shared = _share(said, whole, code)
            if shared >= _SHARED or read_called_off(text):
                base = one.char_start + sentence.char_start
                found.append((-shared, one.passage, Against(claim, text, base, base + len(text), one)))
    unique: dict[str, Against] = {}
    for *_, against in sorted(found, key=lambda row: row[:2]):
        unique.setdefault(_level(against.quote), against)
    return list(unique.values())[:_MOST]


def _read(claim: str, language: str | None) -> _Said:
    values = find_values(claim, language)
    spans = [(one.char_start, one.char_end) for one in values]
    frame = read_frame(blank(claim, spans), language)
    terms = [term for term in find_terms(claim, language) if not any(one.isdigit() for one in term.word)]
    head = next((term.stem for term in find_terms(frame.head, language)), "")
    is_counted = any(one.kind == "count" and same_term(one.unit, head, language) for one in values)
    return _Said(
        words=frozenset(word.casefold() for word in re.findall(r"\w+", claim)),
        terms=tuple(
            one
            for one in terms
            if one.stem not in frame.speaker and not any(start <= one.char_start < end for start, end in spans)
        ),
        names=frozenset(stem for one in terms if one.is_name and (stem := canonical(one.stem)) in frame.subject),
        told=frame.terms - frame.subject,
        subject=frame.subject,
        head="" if is_counted else canonical(head),
        values=tuple(one for one in values if not is_denied(claim, one.char_start, one.char_end)),
        is_negated=drops_negation(_without_limits(claim, (), language)) is not None,
    )


def _is_about(claim: _Said, text: str, place: Evidence, language: str | None) -> bool:
    """Whether a sentence speaks of the thing that a claim speaks of, by its name and its noun, and of what it says of
    it; or gives its value.

    A sentence that names nothing speaks of what stands above it.
    """
    others = find_values(text, language)
    mine = find_terms(text, language)
    said = {canonical(term.stem) for term in mine}
    if not claim.names & said and claim.names:
        dated = [(one.char_start, one.char_end) for one in others]
        own = [term for term in find_terms(blank(text, dated), language) if term.is_name and term.char_start > 0]
        above = {canonical(term.stem) for term in find_terms(f"{place.title}. {place.heading or ''}", language)}
        if own or not claim.names & above:
            return False
    if read_called_off(text) or any(_is_value(one, claim.values) for one in others):
        return True
    is_same = not claim.head or any(same_term(claim.head, one, language) for one in said)
    return is_same and (bool(claim.told & said) if claim.told else claim.subject <= said)


def _is_value(value: Value, values: Iterable[Value]) -> bool:
    """Whether one of these is given: a limit that it fulfils is another thing said."""
    mine = value.kind, value.unit, value.bound
    return any((one.kind, one.unit, one.bound) == mine and same_value(one, value) for one in values)


def _without_limits(text: str, standing: Collection[Value], language: str | None) -> str:
    """A sentence with its values blanked, without a "not" that only limits one ("will not open before …") or only says
    what one is beside ("and not in May", "instead of 9"); those that are `standing` are meant themselves."""
    for value in find_values(text, language):
        sign = "=" if _is_value(value, standing) else "#"
        text = text[: value.char_start] + sign * (value.char_end - value.char_start) + text[value.char_end :]
    return _BESIDE.sub(" ", _LIMIT.sub(" ", text))


def _turns(claim: _Said, text: str, language: str | None) -> bool:
    """Whether a clause of a sentence that speaks of what a claim says turns it round: with a "not" where that has none
    or none where it has one, with a word that takes back, or with the opposite of one of its words."""
    if read_called_off(text):
        return True
    mine = {word.casefold() for word in re.findall(r"\w+", text)}
    if any(_OTHER[word] in mine and word not in mine for word in claim.words if word in _OTHER):
        return True
    if claim.is_negated and drops_negation(_without_limits(text, claim.values, language)) is None:
        return True
    spoken = claim.told | {claim.head} if claim.head else claim.told | claim.subject
    for clause in split_clauses(text):
        bare = _without_limits(clause, claim.values, language)
        is_denied_here = not claim.is_negated and drops_negation(bare) is not None
        if not is_denied_here and not _TAKES_BACK.search(bare):
            continue
        said = {canonical(term.stem) for term in find_terms(clause, language)}
        if (
            begins_with_pronoun(clause)
            or spoken & said
            or any(_is_value(one, claim.values) for one in find_values(clause, language))
        ):
            return True
    return False


def _sentences(text: str, language: str | None) -> list[str]:
    return [text[one.char_start : one.char_end] for one in split_sentences(text, language)]


def _level(text: str) -> str:
    return " ".join(text.split())


def _share(claim: _Said, text: str, language: str | None) -> float:
    """The share (0 to 1) of the words of a claim that a sentence has; each of its values that it gives is one more."""
    theirs = find_terms(text, language)
    shared = sum(any(same_term(a.stem, b.stem, language) for b in theirs) for a in claim.terms)
    given = sum(_is_value(one, claim.values) for one in find_values(text, language))
    return (shared + given) / (len(claim.terms) + given)
