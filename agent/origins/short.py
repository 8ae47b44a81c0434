"""Whom a text has a thing from where it says that in short: "the coast guard said", "the company said". Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.origins.attribution import SAYS, find_attributions, find_bodies, is_about
from agent.origins.names import name_of, name_words
from retrievers.split import split_sentences
from retrievers.websearch.shingles import find_words

_OF = frozenset({"of", "for", "de", "du", "del", "d", "der", "des", "von", "für"})
"""Words between what a body is and where it is or what it is for."""
_ARTICLE = r"(?:the|its|a|an|der|die|das|eine?|la|le|un[ea]?|el|l['’])"
_FIRM = frozenset(
    {
        "company", "firm", "operator", "maker", "producer", "unternehmen", "firma", "konzern", "betreiber",
        "entreprise", "société", "empresa", "compañía", "compagnie"
    }
)  # fmt: skip
_VOICE = re.compile(
    r"(?:(?:company|firm)\s+)?(?:spokes(?:man|woman|person)|sprecher(?:in)?|porte-parole|portavoz)", re.IGNORECASE
)
_HAS = r"(?:has |have |had |hat |a |ha |also |later )?"
_SPEAKER = rf"{_ARTICLE}\s*(?P<who>(?:(?:company|firm)\s+)?[\w-]+)"
_BEFORE = re.compile(rf"\b{_SPEAKER}\s+{_HAS}$", re.IGNORECASE)
_AFTER = re.compile(rf"\s+{_SPEAKER}\b", re.IGNORECASE)


def names_in_short(text: str, title: str, publisher: str | None) -> bool:
    """Say whether a text has what it tells from a body that it names by a part of its name or by what it is.

    By how its name begins ("the coast guard" of the Coast Guard of Osterland), unless the name goes on otherwise; by
    one word of its name where text or title give it whole; as a company or its spokesman where its name begins a
    sentence.
    """
    name = name_words(publisher or "")
    if not name:
        return False
    if _names_head(text, publisher or ""):
        return True
    who = _speakers(text)
    if len(name) > 1 and who & {name[0], name[-1]} and (is_about(publisher, text) or is_about(publisher, title)):
        return True
    return any(_is_firm(one) for one in who) and _is_subject(text, name)


def _is_firm(who: str) -> bool:
    return who in _FIRM or _VOICE.fullmatch(who) is not None


def _names_head(text: str, publisher: str) -> bool:
    words = [word for word in find_words(publisher) if word != "the"]
    at = next((i for i, word in enumerate(words) if word in _OF), 0)
    head = words[:at]
    return at > 1 and any(
        said[:at] == head and (len(said) == at or said[at] not in _OF) for said in (_bare(one) for one in _said(text))
    )


def _bare(said: str) -> list[str]:
    words = find_words(said)
    return words[1:] if words and re.fullmatch(_ARTICLE, words[0]) else words


@lru_cache(maxsize=512)
def _said(text: str) -> tuple[str, ...]:
    return (*find_attributions(text), *find_bodies(text))


@lru_cache(maxsize=512)
def _speakers(text: str) -> frozenset[str]:
    """Who says a thing by one word with an article: "the Authority claims", "said the company"."""
    return frozenset(_find_speakers(text))


def _find_speakers(text: str) -> Iterator[str]:
    for match in SAYS.finditer(text):
        before = _BEFORE.search(text, max(0, match.start() - 60), match.start())
        after = _AFTER.match(text, match.end())
        yield from (found["who"].casefold() for found in (before, after) if found)


def _is_subject(text: str, name: list[str]) -> bool:
    """Whether a company speaks after a sentence that begins with a name, and no later one begins with another's."""
    is_last = False
    for one in split_sentences(text, None):
        sentence = text[one.char_start : one.char_end]
        begins = name_words(name_of(sentence))
        is_own = name_words(sentence)[: len(name)] == name
        is_last = is_own or (is_last and len(begins) < 2)
        if is_last and any(map(_is_firm, _speakers(sentence))):
            return True
    return False
