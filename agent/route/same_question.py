"""Whether two questions ask the same: the same kind of answer, about the same things, in the same relation. Pure.

In doubt they do not: to look up anew does no harm, to give another question's answer does.
"""

import re
from dataclasses import dataclass

from agent.plan import expected_type
from agent.words.denied_question import asks_denied
from agent.words.number_words import find_number_words
from agent.words.terms import covers, guess_language, meanings_of, stem_word, stems
from agent.words.wording import QUESTION_WORDS, Expects

_I = re.IGNORECASE
_RECALL = re.compile(
    r"\b(?:again|repeat|remind me|(?:did|have) you (?:say|said|tell|told|mention\w*|call\w*)|you (?:said|told|"
    r"mentioned)|once more|as you said|noch ?mal|noch einmal|wiederhol\w*|sagtest du|hast du gesagt|"
    r"encore une fois|otra vez)\b",
    _I,
)
_ASIDE = re.compile(
    r"\b(?:again|repeat|remind|tell|told|mention\w*|call\w*|names?|once more|noch ?mal|noch einmal|mal|wiederhol\w*|"
    r"sagtest|gesagt|please|bitte|say|said|can|could)\b",
    _I,
)
_OPENS = re.compile(r"^\W*(?:(?:so|and|but|also|then|und|aber|also|et|y)\b[\s,]*)+", _I)
_GOING = re.compile(r"\b(?:is|are)\b(.*?)\bgoing to\b", _I)
_SAID_BY = re.compile(r"\b(?:did|does)\s+(?P<who>[\w' -]+?)\s+(?:give|name|mention|state|say|report|quote)\s*\?*$", _I)
_WORD = re.compile(r"[^\W_]+")
_ASKS = re.compile(r"\b(?:what|which|how|was|welche[mnrs]?|wie|que|quel(?:le)?s?|qué|cuál)\b", _I)
_TENSES = (
    re.compile(r"was|were|did|had|been|war|waren|hatten?|wurden?|était|étaient|fut|fue|fueron|era"),
    re.compile(r"is|are|s|does|do|has|have|ist|sind|hat|haben|est|sont|es|son"),
    re.compile(r"will|would|shall|ll|wird|werden|sera|seront|será|serán"),
)
_FILLER = re.compile(
    r"what|which|how|whom|that|an?|the|of|in|on|at|it|be|you|me|us|there|der|die|das|de[nmrs]|eine?[rsm]?|i[mn]|von|"
    r"du|mir|wie|welche[rs]?|l[ea]s?|l|une?|des?|d|en|el|los|una|del"
)
_NO_MEASURE = frozenset({"many", "much", "viel", "viele"})
_MEASURES = frozenset({"height", "depth", "length", "width", "weight", "speed", "age", "big"})
_VALUES: frozenset[Expects] = frozenset({"amount", "share", "count", "date", "duration"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question asks: `words` in their order without those that only ask, `measures` such as how high."""

    kind: Expects
    is_denied: bool
    words: tuple[str, ...]
    stems: tuple[str, ...]
    measures: frozenset[str]
    tenses: frozenset[int]
    opening: str


def is_recall(question: str) -> bool:
    """Say whether a question asks to have said again what was said ("how much did you say")."""
    return _RECALL.search(question) is not None


def asks_the_same(question: str, before: str, answer: str) -> bool:
    """Say whether the `answer` to the question `before` answers this question too, because it asks the same.

    Who asks to hear it again may leave words out, and may count what the answer lists.
    """
    language = guess_language(question)
    recalls = is_recall(question)
    one, other = _taken_apart(question, language, recalls=recalls), _taken_apart(before, language)
    if one.is_denied != other.is_denied:
        return False
    if said := _SAID_BY.search(question):
        there = stems(answer, language)
        told = all(covers(stem, there, language) for stem in stems(said["who"], language))
        return told and one.kind in _VALUES and one.kind == other.kind
    if recalls:
        is_open = one.kind in {"yes_no", "any"}
        return (is_open or one.kind == other.kind) and _is_within(one, other, answer, language)
    if one.kind != other.kind or one.tenses != other.tenses or one.measures != other.measures:
        return False
    if one.kind in _VALUES:
        return bool(one.words) and one.stems == other.stems
    return bool(one.words) and one.words == other.words and one.opening == other.opening


def asks_nothing_more(question: str, before: str) -> bool:
    """Say whether a question has no words beside the kind of answer that was asked before ("In what year?")."""
    language = guess_language(question)
    one = _taken_apart(question, language)
    return not one.words and one.kind != "any" and one.kind == expected_type(before, guess_language(before))


def _is_within(one: _Asked, other: _Asked, answer: str, language: str | None) -> bool:
    """Whether the words of a question stand in another one in the same order, or are numbers of its answer."""
    there = iter(other.stems)
    said = set(stems(answer, language))
    for stem in one.stems:
        if stem in said and (stem.isdigit() or any(find_number_words(stem, language))):
            continue
        if not any(covers(stem, [found], language) for found in there):
            return False
    return one.measures <= other.measures


def _taken_apart(question: str, language: str | None, *, recalls: bool = False) -> _Asked:
    text = _GOING.sub(r"will\1", _OPENS.sub("", question))
    kind = expected_type(text, language)
    bare = _ASIDE.sub(" ", text) if recalls else text
    asking = [found[0].casefold().split() for found in QUESTION_WORDS.finditer(bare)]
    said = _WORD.findall(QUESTION_WORDS.sub(" ", bare).casefold())
    asked = [words[-1] for words in asking if words[0] in {"how", "wie"} and words[-1] not in _NO_MEASURE]
    measures = {measure for word in asked if (measure := _measure(word, language) or word)}
    measures |= {measure for word in said if kind in _VALUES and (measure := _measure(word, language))}
    kept = [word for word in said if not _is_filler(word) and not (kind in _VALUES and _measure(word, language))]
    every = _WORD.findall(text.casefold())
    opening = _ASKS.search(text)
    return _Asked(
        kind,
        asks_denied(text),
        tuple(kept),
        tuple(stem_word(word, language) for word in kept),
        frozenset(measures) | _fineness(asking, kind),
        frozenset(at for at, tense in enumerate(_TENSES) if any(map(tense.fullmatch, every))),
        "what" if opening and opening[0].casefold() == "which" else opening[0].casefold() if opening else "",
    )


def _is_filler(word: str) -> bool:
    return any(one.fullmatch(word) for one in (_FILLER, *_TENSES))


def _measure(word: str, language: str | None) -> str:
    """What is measured by a word such as "high" or "height", "" for another word."""
    found = meanings_of(stem_word(word, language), language) & _MEASURES
    return min(found, default="")


def _fineness(asking: list[list[str]], kind: str) -> frozenset[str]:
    """A day or a month that is asked for: an answer that gives a year has none."""
    words = {word for group in asking for word in group} if kind == "date" else set[str]()
    return frozenset(words & {"day", "date", "month", "tag", "datum", "monat"})
