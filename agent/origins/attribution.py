"""Where a text says that it has something from: "according to the Treasurer", a name, an address. Pure."""

import re

from graph.url import UrlRefused, source_url
from retrievers.websearch.same_work import fold_title
from retrievers.websearch.shingles import find_words

_CUES = (
    r"according to|as reported by|first reported (?:by|in)|(?:was )?reported (?:by|in)|told|citing|quoting|"
    r"(?:data|figures?|numbers?|estimates?|statistics) (?:from|by|of)|published (?:by|in)|"
    r"a (?:report|study|paper) (?:by|from|of)|"
    r"in a (?:statement|report|press release) (?:by|from|of)|sources?:|"
    r"laut|nach angaben (?:von|der|des)|wie (?:der|die|das)|unter berufung auf|"
    r"selon|d['’]après|según|de acuerdo con|secondo|volgens|segundo|de acordo com|enligt|ifølge|podle|według"
)
_SAID_BY = re.compile(rf"(?:\b(?:{_CUES}))\s+(?P<who>[^.;:!?\n]{{2,90}})", re.IGNORECASE)
_BEFORE = re.compile(r"(?P<who>[^.;:!?,\n]{2,70})\s+zufolge\b", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"')\]]+", re.IGNORECASE)
_SMALL = frozenset(
    {
        "the",
        "of",
        "and",
        "for",
        "a",
        "an",
        "in",
        "on",
        "to",
        "der",
        "die",
        "das",
        "des",
        "de",
        "la",
        "le",
        "und",
        "et",
        "y",
        "by",
    }
)

_APART = frozenset({"on", "in", "to", "for", "by", "a", "an", "y"})
"""Small words that end a name in running text."""


def find_attributions(text: str) -> list[str]:
    """Return the stretches that name whom a text has something from, each as it is written, at most 90 characters."""
    return [match.group("who").strip() for pattern in (_SAID_BY, _BEFORE) for match in pattern.finditer(text)]


def names_source(text: str, *, publisher: str | None, title: str | None, url: str | None) -> bool:
    """Say whether a text names a source as where it has it from: by its publisher, its title or its address.

    A name must stand where the text says whom it follows; its address may stand anywhere. A title must be long enough
    to name one work alone.
    """
    if url and (place := _locator(url)) and any(_locator(found) == place for found in _ADDRESS.findall(text)):
        return True
    wanted = [words for words in (_words(publisher or ""), _words(fold_title(title or ""))) if words]
    said = [find_words(who) for who in find_attributions(text)]
    return any(_stands_in(name, who) for name in wanted for who in said)


def is_about(publisher: str | None, claim: str) -> bool:
    """Say whether a claim speaks of the body that published it: its whole name stands in it, or its only long word."""
    name = _words(publisher or "")
    return bool(name) and (len(name) > 1 or len(name[0]) > 4) and _stands_in(name, find_words(claim))


def name_of(attribution: str) -> str:
    """Return the name at the beginning of an attribution, as words for a search: of "the Treasurer of the Town, who" it
    is "Treasurer of the Town"; "" where no name stands there."""
    kept: list[str] = []
    for word in re.split(r"[,()\[\]“”\"]", attribution)[0].split():
        bare = word.strip("'’.")
        if not bare[:1].isupper() and (bare.casefold() not in _SMALL - _APART):
            break
        kept.append(bare)
    while kept and not kept[-1][:1].isupper():
        kept.pop()
    while kept and kept[0].casefold() in _SMALL:
        kept.pop(0)
    return " ".join(kept)


def _words(name: str) -> list[str]:
    return [word for word in find_words(name) if word not in _SMALL]


def _stands_in(name: list[str], text: list[str]) -> bool:
    """Whether the words of a name stand in a text in their order, small words aside."""
    kept = [word for word in text if word not in _SMALL]
    return any(kept[at : at + len(name)] == name for at in range(len(kept) - len(name) + 1))


def _locator(url: str) -> str:
    try:
        return source_url(url if "://" in url else f"https://{url}").rstrip(".,;/")
    except UrlRefused:
        return ""
