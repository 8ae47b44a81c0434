"""What a clause says, as comparable words: who or what it speaks of, what it says of it, who is made to say so."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from agent.conflicts.voice import IRREGULAR, find_doer
from agent.words.terms import find_terms, stop_words

_I = re.IGNORECASE
_NAME = r"(?-i:[A-ZÄÖÜÉÅØ][\w’'.-]*(?:\s+(?:of|the|for|and|de|von|van|der|&)\s+(?=[A-ZÄÖÜÉÅØ])|\s+)?)+"
_SAYS = (
    r"said|says|say|told|stated|states|reported|reports|announced|announces|confirmed|confirms|estimated|estimates|"
    r"estimate|expects|expect|expected|forecasts|forecast|projects|projected|predicts|predicted|claims|claimed|argues|"
    r"argued|found|finds|believes|believed|warned|warns|puts|reckons|sagte|sagt|erklärte|schätzt|erwartet|meldet"
)
_REPORTED = re.compile(
    rf"^\W*(?:According to (?P<who>[^,]{{2,60}}),\s|(?P<said>(?:The\s+)?[^,.;]{{2,60}}?)\s(?:{_SAYS})\s+(?:that\s|"
    rf"dass\s)|"
    rf"(?P<hopes>{_NAME})\s*(?:{_SAYS})\s+(?=(?:the|an?|that|its?|der|die|das)\b)|"
    rf"(?P<tells>(?:The\s+)?[^,.;]{{2,60}}?)\s(?:said|says)\s+(?=[\w#])|"
    r"(?:Laut|Nach Angaben (?:der|des|von)) (?P<laut>[\w’'. -]{2,40}?)(?=,|\s(?:wird|werden|ist|sind|hat|haben|"
    r"kostet)\b),?\s)",
    _I,
)
_AFTER = re.compile(r",?\s(?:according to|laut|says|said|so)\s(?P<who>[^,.;]{2,60})[.\s]*$", _I)
_SAID_LAST = re.compile(rf",\s(?P<who>(?:(?:the|an?)\s)?[^,.;\d#]{{2,40}}?)\s(?:{_SAYS})[.\s]*$", _I)
_SAID_WITHIN = re.compile(
    r",\s(?:says?|said|according to|laut|so|sagt|sagte|dit|selon|dice|según)\s(?P<who>[^,.;\d#]{2,60}?)"
    r"(?=,\s(?:and|but|not|und|nicht|et|y|no|sondern)\s)",
    _I,
)
VERBS = (
    r"is|are|was|were|has|have|had|will|would|shall|should|can|could|may|might|must|does|do|did|cannot|"
    r"employs?|costs?|"
    r"opens?|houses?|suppl(?:y|ies)|produces?|generates?|covers?|measures?|weighs?|contains?|includes?|provides?|"
    r"serves?|"
    r"takes?|lasts?|runs?|stands?|lies|rises?|needs?|uses?|receives?|pays?|earns?|makes?|gives?|reach(?:es)?|"
    r"ends?|begins?|"
    r"starts?|increases?|decreases?|reduces?|causes?|prevents?|improves?|began|rose|fell|took|ran|stood|lay|held|"
    r"built|won|"
    r"wrote|sold|bought|grew|spent|paid|met|made|gave|led|left|lost|came|went|became|kills?|[a-z]{3,}ed|sued|used|died|owed|tied|ist|sind|war|"
    r"waren|wird|werden|wurde|wurden|hat|haben|hatte|kostet|öffnet|soll|kann"
)
_AUXILIARY = r"(?:is|are|was|were|has|have|had|will|would|shall|should|can|could|may|might|must)"
# A word that an auxiliary follows is the noun of its subject: "14 houses were damaged".
_VERB = re.compile(rf"\b(?:{_AUXILIARY}|(?!(?:{VERBS})\s{_AUXILIARY}\s)(?:{VERBS}))\b")
# Where no verb is known: a word right before a figure or an article, that is none of those that join nouns.
_ANY_VERB = re.compile(
    r"(?<=\s)(?!(?:year|month|week|day|time|summer|winter|spring|autumn|where|when|that|half|both|all|only|back|out|off|down|"
    r"away)\b)(?P<verb>[a-z]{3,})\s+(?:(?:back|up|out|off|down|away)\s+)?"
    r"(?:(?:about|around|nearly|almost|some|over|roughly|up to|more than|less than|at least|"
    r"at most|between)\s+)*(?:[€£$]?#|(?:the|an?|its|their)\s)"
)
_SAID_AROUND = """accord announc confirm estim expect forecast project predict schedul plan due report believ
    reckon claim argu offici formal recent current present final eventu approxim rough exact total altogeth
    overal approx figur number year month day date time far long ago gegenwärt offiziell laut zufolg insgesamt
    rund voraussicht jahr toward around author revis updat correct new old latest actual origin later earlier
    amount sum length"""
# Numbers that are no value, and the letter that tells one thing of a kind from another ("Model X").
_DESIGNATION = re.compile(r"(?<![\w#])\d[\d.,]*\d|(?<![\w#])\d|(?<=[a-z\d][ -])(?!I\b)[A-Z]\b(?![.'’&])")
IGNORED = frozenset(_SAID_AROUND.split())
# One thing in several words; without what only often goes together (budget and cost, closing and finishing).
_SAME = (
    "found establish", "build built construct erect", "begin began start", "finish complet", "resid inhabit",
    "buy bought acquir purchas", "destroy demolish", "employe worker staff", "percent percentag",
    "enter entri", "close closur", "high height tall", "wide width", "deep depth", "weigh weight", "hoch hoh",
    *IRREGULAR,
)  # fmt: skip
_CANON = {word: line.split()[0] for line in reversed(_SAME) for word in line.split()}
_OF = re.compile(r"\s(?:of|in|at|on|for|near|from|with|to|von|des|der|bei|im|am|de|du|del|à|en)\s", _I)


@dataclass(frozen=True, slots=True)
class Frame:
    """The content words of a clause without its value: stems in all, those before its verb, those that are names.

    `speaker` are the stems of who is named as saying it, without them in `terms`. `doer` are those of who does what is
    told in the passive voice, empty where none is. `head` is the noun of the subject as it is written, in lower case,
    `words` are all words so, `name_words` those that are capitalised.
    """

    terms: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]
    digits: frozenset[str]
    speaker: frozenset[str]
    said_by: str
    said_subject: str
    said_predicate: str
    doer: frozenset[str] = frozenset()
    head: str = ""
    words: frozenset[str] = frozenset()
    name_words: frozenset[str] = frozenset()


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text of the same length with these stretches made `#`, which no word holds."""
    for start, end in spans:
        text = text[:start] + "#" * (end - start) + text[end:]
    return text


def canonical(stem: str) -> str:
    """Return the word that stands for all of one meaning."""
    return _CANON.get(stem, stem)


def read_frame(clause: str, language: str | None, lead: str = "") -> Frame:
    """Read a clause whose values are blanked. `lead` is the subject that a clause without one takes over."""
    speaker, body = take_speaker(clause)
    verb = _VERB.search(body) or _any_verb(body, language)
    before = body[: verb.start()] if verb else body
    own = {canonical(term.stem): term for term in find_terms(before, language)}
    if verb and not own and lead:
        body, before = f"{lead} {body}", lead
    terms = [term for term in find_terms(body, language) if not term.stem.isdigit()]
    kept = {canonical(term.stem) for term in terms} - IGNORED
    end = len(before)
    after = " ".join(_words(body[end:]))
    return Frame(
        terms=frozenset(kept),
        subject=frozenset(canonical(term.stem) for term in terms if term.char_start < end) - IGNORED,
        names=frozenset(canonical(term.stem) for term in terms if term.is_name and term.char_start > 0),
        digits=frozenset(_DESIGNATION.findall(body)),
        speaker=frozenset(term.stem for term in find_terms(speaker, language)),
        said_by=" ".join(speaker.split()),
        said_subject=" ".join(_words(before)),
        said_predicate=after,
        doer=frozenset(canonical(term.stem) for term in find_terms(find_doer(body, language), language)) - IGNORED,
        head=_head(before, language),
        words=frozenset(term.word.casefold() for term in terms if canonical(term.stem) in kept),
        name_words=frozenset(term.word.casefold() for term in terms if term.is_name),
    )


def _any_verb(body: str, language: str | None) -> re.Match[str] | None:
    if language not in {None, "en"}:
        return None
    return next((one for one in _ANY_VERB.finditer(body) if one["verb"] not in stop_words(language)), None)


def _head(subject: str, language: str | None) -> str:
    """The noun that a subject is about: the last word before "of" and the like; in Romance languages the first."""
    terms = find_terms(_OF.split(subject)[0], language)
    nouns = [term for term in terms if not term.is_name or term.char_start == 0 or language == "de"] or terms
    if not nouns:
        return ""
    return nouns[0 if language in {"fr", "es", "it", "pt"} else -1].word.lower()


def take_speaker(clause: str) -> tuple[str, str]:
    """Part a clause into who is said to say it ("" where nobody is named) and what is said."""
    found = _REPORTED.match(clause)
    if found:
        who = next(part for part in found.groups() if part)
        return who, clause[found.end() :]
    found = _AFTER.search(clause)
    found = found or _SAID_LAST.search(clause)
    if found:
        return found["who"], clause[: found.start()]
    found = _SAID_WITHIN.search(clause)
    return (found["who"], clause[: found.start()] + clause[found.end() :]) if found else ("", clause)


def is_label(clause: str, start: int, end: int) -> bool:
    """Whether a number tells which thing is meant ("Unit 2 delivers", "HD 40 was", "the 12 turbines"), and no count."""
    after = clause[end:].lstrip()
    if re.search(r"\b(?:the|these|those|all|both|its|their|der|die|das|den|alle)\s$", clause[:start], _I):
        return True
    return bool(re.search(r"[A-ZÄÖÜ][\w-]*\s$", clause[:start])) and (not after or bool(_VERB.match(after)))


def subject_of(sentence: str) -> str:
    """Return the words of a sentence before its first verb; "" where there is no verb."""
    _, body = take_speaker(sentence)
    verb = _VERB.search(body)
    return body[: verb.start()].strip(" ,;#") if verb else ""


def is_covered(extra: Collection[str], around: Collection[str]) -> bool:
    """Whether what one sentence says more stands in what surrounds the other one."""
    known = {canonical(stem) for stem in around}
    return all(stem in known for stem in extra)


_DROPPED = re.compile(r"^(?:the|a|an|der|die|das|le|la|les|el|los|las|in|on|at|by|for|of|im|am|#+|and|,)$", _I)


def _words(text: str) -> list[str]:
    words = [word.strip('.,;:!?"“”()#') for word in text.split()]
    words = [word for word in words if word]
    while words and _DROPPED.match(words[0]):
        words.pop(0)
    while words and _DROPPED.match(words[-1]):
        words.pop()
    return words
