"""From a question to its sub-questions by rule, each self-contained: no model takes part."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from agent.errors import AgentError
from agent.language import find_question_language
from agent.words.clauses import find_clauses, noun_phrases
from agent.words.own_subject import find_pointing, find_subjects, names_own
from agent.words.terms import (
    Term,
    covers,
    find_terms,
    guess_language,
    is_unspaced,
    other_words,
    stop_words,
    translations,
)
from agent.words.wording import (
    ASKED_FOR,
    ASKS_WORDS,
    COUNTS,
    EXISTING,
    EXPECTED,
    LYING,
    MONEY,
    QUESTION_WORDS,
    Expects,
)

MAX_SUBQUESTIONS = 5
"""Parts that a model is asked for."""
MAX_LOOKED_FOR = 12
"""Parts of a plan by rule that are looked for; what a question asks beyond them stays a part, and open."""
MAX_QUERY_CHARACTERS = 400


class PlanError(AgentError):
    """The question cannot be planned; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """One part of a plan: `ordinal` from 1, `text` self-contained, `subject` what it is about ("" if unknown)."""

    ordinal: int
    text: str
    expects: Expects
    queries: tuple[str, ...]
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The checklist of a whole run; `language` is the question's, ISO 639-1, None when unknown."""

    question: str
    language: str | None
    subquestions: tuple[SubQuestion, ...]
    by: str = "rules"


def check_question(question: str) -> str:
    """Return the question on one line. Raises PlanError when it holds no letter and no digit."""
    asked = re.sub(r"\s+", " ", question).strip()
    if not any(character.isalnum() for character in asked):
        raise PlanError(
            f"The question {asked[:40]!r} holds no word to look for; ask again with at least one letter or digit."
        )
    return asked


def language_of(question: str) -> str | None:
    """Return a question's language by its function words; where it has none that we list, by the look of its words."""
    guessed = guess_language(question)
    if guessed == "en" and not question.isascii() and not set(question.lower().split()) & stop_words("en"):
        guessed = None
    return guessed or find_question_language(question)


def plan_by_rules(question: str, language: str | None) -> Plan:
    """Split a question into its parts; those past the limit have no queries. Raises PlanError when it holds no letter
    and no digit."""
    asked = check_question(question)
    language = language or language_of(asked)
    clauses = find_clauses(asked, language)
    subjects = find_subjects(asked, clauses, language)
    told = zip(clauses, subjects, strict=True)
    texts = clauses if len(clauses) == 1 else [_carry(clause, subject, language) for clause, subject in told]
    unique: dict[str, str] = {}
    for text, subject in zip(texts, subjects, strict=True):
        unique.setdefault(text, subject)
    parts = [
        SubQuestion(
            ordinal, text, expected_type(text, language), (), "" if _is_general(text, subject, language) else subject
        )
        for ordinal, (text, subject) in enumerate(unique.items(), start=1)
    ]
    return Plan(
        asked,
        language,
        tuple(replace(one, queries=() if is_past_limit(one) else _queries(one, language)) for one in parts),
    )


def is_past_limit(sub: SubQuestion) -> bool:
    """Whether a part is one too many to be looked for."""
    return sub.ordinal > MAX_LOOKED_FOR


def plan_directly(question: str) -> Plan:
    """Return a plan of one part, the question as it is. Raises PlanError when it holds no letter and no digit."""
    asked = check_question(question)
    language = language_of(asked)
    return Plan(asked, language, (SubQuestion(1, asked, expected_type(asked, language), (asked,)),), by="nobody")


def _carry(clause: str, subject: str, language: str | None) -> str:
    """The clause with the subject in the pronoun's place, or after it in brackets where it names nothing itself."""
    if not subject:
        return clause
    present = [term.stem for term in find_terms(clause, language)]
    wanted = [term for term in find_terms(subject, language) if term.is_name] or find_terms(subject, language)
    if any(covers(term.stem, present, language) for term in wanted):
        return clause
    match = find_pointing(clause, language)
    if match is not None and match.group() in {"its", "their"}:
        return f"{clause[: match.start()]}{subject}'s{clause[match.end() :]}"
    if match is not None and (
        language in {None, "en"} or (language == "de" and subject[:4] in {"das ", "der ", "die "})
    ):
        return clause[: match.start()] + subject + clause[match.end() :]
    if names_own(clause, language):
        return clause
    if _names_own(clause, subject, language):
        return clause
    bare = re.sub(r"^(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las)\s", "", subject, flags=re.IGNORECASE)
    end = "?" if clause.endswith(("?", "？")) else ""
    return f"{clause.rstrip('?？ ')} ({bare}){end}"


def _names_own(clause: str, subject: str, language: str | None) -> bool:
    """Whether a clause says itself what it is about, and the shared subject is no name that tells which one."""
    if language not in {None, "en"} or any(term.is_name for term in find_terms(subject, language)):
        return False
    return bool(noun_phrases(clause, language)) or len(asking_terms(clause, language)) > 1


def _is_general(text: str, subject: str, language: str | None) -> bool:
    """Whether a part asks of a kind of thing ("when do toads breed"), not of one that belongs to the subject."""
    if not subject or not _names_own(text, subject, language) or noun_phrases(text, language):
        return False
    present = [term.stem for term in find_terms(text, language)]
    return not any(covers(term.stem, present, language) for term in find_terms(subject, language))


def expected_type(text: str, language: str | None) -> Expects:
    """What kind of answer a question asks for, by its question word and the noun beside it; "any" when open."""
    if ASKS_WORDS.match(text):
        return "any"
    text = text.lstrip("¿¡ ")
    lowered = text.lower() if text.isupper() else text[:1].lower() + text[1:]
    first: tuple[int, Expects] | None = None
    for kind, pattern in EXPECTED:
        match = pattern.search(lowered)
        if match is None or (kind == "yes_no" and language == "de" and lowered.startswith("was ")):
            continue
        if match.start() > 0 and _OPENS.match(lowered) and _BARE.fullmatch(match.group()):
            continue
        if first is None or match.start() < first[0]:
            first = (match.start(), kind)
    return first[1] if first else "any"


# "What does he do when it rains?" asks for no date.
_OPENS = re.compile(r"(?:what|which|how|was|wie|welche[mnrs]?)\b")
_BARE = re.compile(r"when|where|who|whose|whom|why|wann|wo|wer|wen|wem")


def own_terms(sub: SubQuestion, language: str | None) -> list[Term]:
    """The content words a sub-question asks with, beyond the shared subject; all of them when it has no others.

    Of "the river Orm" a text needs to say no more than the name.
    """
    asked = told_terms(sub.text, language)
    subject = [term.stem for term in find_terms(sub.subject, language)]
    own = [term for term in asked if term.stem not in subject]
    return own or asked


def asking_terms(text: str, language: str | None) -> list[Term]:
    """The content words of a question without the words that only ask ("how much", "what year")."""
    spaces = QUESTION_WORDS.sub(lambda match: " " * len(match.group()), text)
    for asks, says in ((COUNTS, EXISTING), (_WHERE, LYING)):
        if asks.search(text):
            spaces = says.sub(lambda match: " " * len(match.group()), spaces)
    unique: dict[str, Term] = {}
    for term in find_terms(spaces, language):
        unique.setdefault(term.stem, term)
    return list(unique.values()) or find_terms(text, language)


def told_terms(text: str, language: str | None) -> list[Term]:
    """The words of a question that a text must say: without those that only say of what kind a named thing is."""
    kinds = [span for start, end in noun_phrases(text, language) if (span := _kind_of(text, start, end))]
    asked = asking_terms(text, language)
    return [term for term in asked if not any(a <= term.char_start < b for a, b in kinds)] or asked


_WHERE = re.compile(r"\bwhere\b|\bwo\b", re.IGNORECASE)
_KIND = re.compile(
    r"(?:the|an?)\s+((?:(?!(?:of|in|at|on|for|from|to|by|and|or|with|near|under|between|behind)\b)[a-z][\w’'-]*\s+){1,2})"
    r"[A-Z]\S*(?:\s+[A-Z]\S*)*"
)


def _kind_of(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the kind stands in a phrase that ends in a name it is said of: "river" in "the river Orm"."""
    found = _KIND.fullmatch(text[start:end])
    return (start + found.start(1), start + found.end(1)) if found else None


def _queries(sub: SubQuestion, language: str | None) -> tuple[str, ...]:
    """One to three things to look for: the content words; own words with the subject's name; the question."""
    if is_unspaced(sub.text):
        return (QUESTION_WORDS.sub("", sub.text).strip("?？ 的") or sub.text,)
    words = [term.word for term in asking_terms(sub.text, language)]
    names = [term.word for term in find_terms(sub.subject, language) if term.is_name]
    own = [term.word for term in own_terms(sub, language)]
    focused = list(dict.fromkeys((*names, *own)))
    queries = [" ".join(words), " ".join(focused)]
    hint = _hint(sub, language)
    if hint:
        queries.append(" ".join([*focused, hint]))
    translated = _in_english(sub, language)
    if translated:
        queries[2:] = [" ".join(dict.fromkeys((*names, *translated, ASKED_FOR["en"].get(sub.expects, "")))).strip()]
    kept = {query.casefold(): query for query in (_cut(query) for query in reversed(queries)) if query}
    return tuple(reversed(kept.values()))


def _in_english(sub: SubQuestion, language: str | None) -> list[str]:
    """English words for what a question in another language asks with, as far as the tables know them."""
    if language in {None, "en"}:
        return []
    return [word for term in own_terms(sub, language) for word in translations(term.stem, language, "en")[:1]]


def wants_money(text: str) -> bool:
    """Whether a question about an amount asks for money, not for a length or a weight."""
    return MONEY.search(text) is not None


def _hint(sub: SubQuestion, language: str | None) -> str | None:
    """A word that passages with such an answer often hold."""
    hint = ASKED_FOR.get(language or "en", {}).get(sub.expects)
    return None if sub.expects == "amount" and not wants_money(sub.text) else hint


def _cut(query: str) -> str:
    return query if len(query) <= MAX_QUERY_CHARACTERS else query[:MAX_QUERY_CHARACTERS].rsplit(" ", 1)[0]


def follow_up_queries(sub: SubQuestion, asked: Collection[str]) -> tuple[str, ...]:
    """Up to two other wordings for a gap, none asked before (without regard to case); () when there is none."""
    language = language_of(sub.text)
    if is_past_limit(sub):
        return ()
    used = {query.casefold() for query in (*asked, *sub.queries)}
    own = own_terms(sub, language)
    names = [term.word for term in find_terms(sub.subject, language) if term.is_name] or [
        term.word for term in find_terms(sub.subject, language)
    ]
    offered: list[str] = []
    for turn in range(4):
        words: list[str] = []
        for term in own:
            others = other_words(term.stem, language)
            words.append(others[turn] if turn < len(others) else term.word)
        offered.append(" ".join(dict.fromkeys((*names, *words))))
    hint = _hint(sub, language)
    offered.append(" ".join(term.word for term in own))
    if hint:
        offered.append(" ".join((*names, hint)))
    fresh = {query.casefold(): query for query in reversed(offered) if query and query.casefold() not in used}
    return tuple(_cut(query) for query in reversed(fresh.values()))[:2]
