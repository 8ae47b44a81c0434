"""What to ask for the opposite of a claim, and which sentences may deny it: by words alone, nothing is judged. Pure."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from agent.conflicts.frames import blank, canonical, read_frame
from agent.conflicts.wrapped import read_called_off
from agent.evidence import Evidence
from agent.words.injection import find_instructions
from agent.words.measures import same_value
from agent.words.references import reference_spans
from agent.words.terms import Term, find_terms, same_term
from agent.words.values import find_values
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
_NOT_THAT_VALUE = re.compile(
    r"\b(?:not|nicht|(?:et )?non|pas)\s+(?:(?:in|on|at|by|for|im|am|um|en|the)\s+)*#+", re.IGNORECASE
)
_LIMIT = re.compile(
    r"(?:\b(?:not|nicht|pas|no|never)\b|n['’]t\b)\s+(?:[^\W\d]+\s+){0,4}?"
    r"(?:before|until|earlier than|later than|more than|less than|vor|avant|antes de)\s+(?:[^\W\d]+\s+){0,2}?#+",
    re.IGNORECASE,
)
_SHARED = 0.6
"""Share of the words of a claim that a sentence must have to speak of the same; numbers do not count."""
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


def find_against(
    claim: str, evidence: Iterable[Evidence], language: str | None, *, cited: Collection[str] = ()
) -> list[Against]:
    """Return the sentences that speak of the same as a claim and deny it or take it back, at most two, those with most
    of its words first.

    `cited` are quotes that bear it out. What orders software about is left out, and what a list of other works says.
    Another value is no denial: values are compared where conflicts are found.
    """
    terms = _content(claim, language)
    if len(terms) < _LEAST:
        return []
    is_negated = drops_negation(_NOT_THAT_VALUE.sub(" ", _without_limits(claim, language))) is not None
    words = {word.casefold() for word in re.findall(r"\w+", claim)}
    found: list[tuple[float, str, Against]] = []
    for one in evidence:
        if find_instructions(one.text):
            continue
        low = len(one.before)
        listed = reference_spans(one.before + one.text + one.after, low, one.heading)
        for sentence in split_sentences(one.text, one.language):
            if any(start < low + sentence.char_end and low + sentence.char_start < end for start, end in listed):
                continue
            text = one.text[sentence.char_start : sentence.char_end]
            if text in cited or " ".join(text.split()) == " ".join(claim.split()):
                continue
            if not _is_about(claim, text, one, language):
                continue
            shared = _share(terms, _content(text, one.language or language), one.language or language)
            is_same = shared >= _SHARED or bool(read_called_off(text))
            if is_same and _turns(text, words, one.language or language, is_negated=is_negated):
                base = one.char_start + sentence.char_start
                found.append((-shared, one.passage, Against(claim, text, base, base + len(text), one)))
    unique: dict[str, Against] = {}
    for *_, against in sorted(found, key=lambda row: row[:2]):
        unique.setdefault(" ".join(against.quote.split()), against)
    return list(unique.values())[:_MOST]


def _is_about(claim: str, text: str, place: Evidence, language: str | None) -> bool:
    """Whether a sentence speaks of the thing that a claim names, by its name, and of what it says of it or its value.

    A sentence that names nothing speaks of what stands above it.
    """
    code = place.language or language
    values, others = find_values(claim, language), find_values(text, code)
    frame = read_frame(blank(claim, [(one.char_start, one.char_end) for one in values]), language)
    mine = find_terms(text, code)
    said = {canonical(term.stem) for term in mine}
    names = {
        one for term in find_terms(claim, language) if term.is_name and (one := canonical(term.stem)) in frame.subject
    }
    if not names & said and names:
        dated = [(one.char_start, one.char_end) for one in others]
        own = [term for term in find_terms(blank(text, dated), code) if term.is_name and term.char_start > 0]
        above = {canonical(term.stem) for term in find_terms(f"{place.title}. {place.heading or ''}", code)}
        if own or not names & above:
            return False
    told = frame.terms - frame.subject
    if not told or told & said or read_called_off(text):
        return True
    return any(x.kind == y.kind and x.unit == y.unit and same_value(x, y) for x in values for y in others)


def _without_limits(text: str, language: str | None) -> str:
    """A sentence with its values blanked, without a "not" that only limits one ("will not open before …")."""
    for value in find_values(text, language):
        text = text[: value.char_start] + "#" * (value.char_end - value.char_start) + text[value.char_end :]
    return _LIMIT.sub(" ", text)


def _turns(text: str, words: Collection[str], language: str | None, *, is_negated: bool) -> bool:
    """Whether a sentence turns a claim round: with a "not" where that has none or none where it has one, with a word
    that takes back, or with the opposite of one of its words."""
    if (drops_negation(_without_limits(text, language)) is not None) != is_negated or _TAKES_BACK.search(text):
        return True
    mine = {word.casefold() for word in re.findall(r"\w+", text)}
    return any(_OTHER[word] in mine and word not in mine for word in words if word in _OTHER)


def _content(text: str, language: str | None) -> list[Term]:
    return [term for term in find_terms(text, language) if not any(one.isdigit() for one in term.word)]


def _share(terms: Sequence[Term], other: Sequence[Term], language: str | None) -> float:
    return sum(any(same_term(a.stem, b.stem, language) for b in other) for a in terms) / len(terms)
