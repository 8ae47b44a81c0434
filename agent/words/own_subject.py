"""What each clause of a question is about: a subject of its own, or the one that was named before it. Pure."""

import re

from agent.words.clauses import find_subject, noun_phrases
from agent.words.dates import month_names
from agent.words.terms import Term, covers, find_terms

# "How many jobs were lost in Norvik" is not yet about Norvik.
_PLACED = re.compile(
    r"\b(?:in|at|on|by|for|from|to|with|near|under|between|behind|since|during|before|after|than|against|within)\s+$",
    re.IGNORECASE,
)
_GERMAN_NAME = re.compile(r"[A-ZÄÖÜ]\w+(?:-|\s+)[A-ZÄÖÜ]\w+")
_POINTS = re.compile(
    r"\b(?:it|they|them|this|that|he|she|him|es|sie|er|ihn|il|elle|ils|elles)\b(?!\s+\w+ (?:plant|dam))", re.IGNORECASE
)
_OWNS = re.compile(r"\b(?:its|their)\b")
_DAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)


def find_subjects(question: str, clauses: list[str], language: str | None) -> list[str]:
    """Return for each clause what it is about, "" where nothing is named: the subject of the whole question, until a
    clause speaks of another named thing; a clause that only mentions a name of its own is about that, alone."""
    now = find_subject(question, clauses, language)
    subjects = [now]
    for clause in clauses[1:]:
        if _mentions(clause, now, language) or find_pointing(clause, language) or not names_own(clause, language):
            subjects.append(now)
            continue
        own = find_subject(clause, [clause], language)
        subjects.append(own)
        if own and stands_first(clause, language):
            now = own
    return subjects


def find_pointing(clause: str, language: str | None) -> re.Match[str] | None:
    """Return the word by which a clause points to what was named before, None where it has none or names that first."""
    if stands_first(clause, language):
        return None
    return _POINTS.search(clause) or (_OWNS.search(clause) if language in {None, "en"} else None)


def names_own(clause: str, language: str | None) -> bool:
    """Whether a clause has a name, months and weekdays aside; its first word is capital anyway."""
    return bool(_names(clause, language))


def stands_first(clause: str, language: str | None) -> bool:
    """Whether a name of a clause stands in it as what it is about, and not only as its place, time or doer."""
    phrases = noun_phrases(clause, language)
    for name in _names(clause, language):
        start = min((a for a, b in phrases if a <= name.char_start < b), default=name.char_start)
        if not _PLACED.search(clause[:start]) and not re.match(r"\S*['’]s\b", clause[name.char_start :]):
            return True
    return False


def _names(clause: str, language: str | None) -> list[Term]:
    months = month_names(language)
    names = [
        term
        for term in find_terms(clause, language)
        if term.is_name and term.char_start > 0 and term.word.lower() not in months and not _DAY.match(term.word)
    ]
    if language != "de":
        return names
    spans = [found.span() for found in _GERMAN_NAME.finditer(clause) if found.start() > 0]
    return [term for term in names if any(a <= term.char_start < b for a, b in spans)]


def _mentions(clause: str, subject: str, language: str | None) -> bool:
    present = [term.stem for term in find_terms(clause, language)]
    terms = find_terms(subject, language)
    wanted = [term for term in terms if term.is_name] or terms
    return any(covers(term.stem, present, language) for term in wanted)
