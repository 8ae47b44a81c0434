"""Whom and what the words around a claim credit: a speaker, an agency, the number of a data set, an address. Pure.

Two texts that credit one and the same, stored or not, are one origin.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.fence import IDENTIFIER
from agent.origins.attribution import ADDRESS, find_addresses, find_attributions, find_speakers
from agent.origins.names import name_of, name_words, names_in
from retrievers.split import split_sentences
from retrievers.websearch.shingles import find_words
from retrievers.websearch.work_ids import parse_doi

_AROUND = 1  # sentences on either side of the one that makes the claim
_WHO = r"(?P<who>[^\W\d][^()\n\d]{1,40})"
_LINES = (
    re.compile(rf"^\W*[A-ZÀ-Þ][A-ZÀ-Þ .'’-]{{2,30}}(?:,[^()\n]{{0,25}})?\s*\({_WHO}\)", re.MULTILINE),  # TORN (Agency)
    re.compile(rf"^\W*[A-ZÀ-Þ][\w .'’-]{{2,30}}(?:,[^()\n]{{0,25}})?\s*\({_WHO}\)\s*[-–—]", re.MULTILINE),
    re.compile(rf"[.!?”\"]\s*\({_WHO}\)\s*$", re.MULTILINE),  # ... in March. (agency)
    re.compile(r"^\W*(?:By|Von|Par|Por|Di|Door|Av)\s+(?P<who>[A-ZÀ-Þ][^\n.:;!?\d]{2,50})$", re.MULTILINE),
    re.compile(r"\b(?:Sources?|Quellen?|Fuentes?|Fonti|Fonte|Bron|Källa)\s*:\s*(?P<who>[^\W\d][\w-]{1,30})"),
)
"""Where a text names its agency or author by its form: a dateline, a credit at the end, a byline."""
_REGISTERED = re.compile(r"\b[A-Z]{2,12}-?\d{5,}\b")
"""A number that a registry gave: of a trial, a data set, a grant."""

_DATA = frozenset(
    {
        "survey", "census", "database", "dataset", "register", "registry", "statistics", "panel", "cohort", "barometer",
        "monitor", "atlas", "zensus", "umfrage", "enquête", "recensement", "encuesta", "censo", "registro"
    }
)  # fmt: skip
"""What the name of a collection of data ends in."""

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Credits:
    """What a text credits: `names` as their words, each cluster the ways it writes one; `numbers` of works and data,
    addresses among them."""

    names: tuple[tuple[Name, ...], ...]
    numbers: frozenset[str]

    @property
    def is_list(self) -> bool:
        """Whether it credits several: then it stands for none of them alone."""
        return len(self.names) > 1

    def shares_name(self, other: "Credits") -> bool:
        """Whether both credit one name: in full or in part, or a person by other titles."""
        mine, theirs = ([name for ways in each.names for name in ways] for each in (self, other))
        return any(set(a) <= set(b) or set(b) <= set(a) or a[-2:] == b[-2:] for a in mine for b in theirs)


@lru_cache(maxsize=512)
def credits_of(text: str, claim: str) -> Credits:
    """Return what a text credits for a claim: around the sentence that makes it, and by the form of its lines."""
    near = around(text, claim)
    addresses = find_addresses(near)
    plain = ADDRESS.sub(" ", near)
    speakers = list(find_speakers(plain))
    said = [one for one in find_attributions(plain) if one not in speakers]
    found = [name_words(one) for one in (*speakers, *map(name_of, said))]
    found += [words for one in said for name in names_in(one) if len(words := name_words(name)) > 1]
    found += [name_words(match["who"]) for line in _LINES for match in line.finditer(text)]
    numbers = {parse_doi(one[0]) or " ".join(find_words(one[0])) for one in IDENTIFIER.finditer(near)}
    numbers |= set(_REGISTERED.findall(near)) | addresses
    numbers |= {name.casefold() for name in names_in(near) if " " in name and name.split()[-1].casefold() in _DATA}
    return Credits(_clusters(tuple(words) for words in found if words), frozenset(numbers))


@lru_cache(maxsize=512)
def around(text: str, claim: str) -> str:
    """Return the sentence of a text that makes a claim, by its words, with its neighbours."""
    sentences = [text[one.char_start : one.char_end] for one in split_sentences(text, None)]
    at = _nearest(sentences, claim)
    if at is None or len(sentences) <= 2 * _AROUND + 1:
        return text
    return " ".join(sentences[max(0, at - _AROUND) : at + _AROUND + 1])


def find_place(text: str, claim: str) -> tuple[int, int] | None:
    """Return from where to where the sentence of a text stands that makes a claim, by its words; None where none."""
    sentences = split_sentences(text, None)
    at = _nearest([text[one.char_start : one.char_end] for one in sentences], claim)
    return None if at is None else (sentences[at].char_start, sentences[at].char_end)


def _nearest(sentences: Sequence[str], claim: str) -> int | None:
    wanted = set(find_words(claim))
    if not wanted or not sentences:
        return None
    return max(range(len(sentences)), key=lambda i: (len(wanted & set(find_words(sentences[i]))), -i))


def _clusters(names: Iterable[Name]) -> tuple[tuple[Name, ...], ...]:
    """Names with those that are a part of them, so that a person with and without a title is one."""
    clusters: list[list[Name]] = []
    for name in sorted(set(names), key=lambda one: (-len(one), one)):
        own = next((ways for ways in clusters if any(set(name) <= set(way) for way in ways)), None)
        if own is None:
            clusters.append([name])
        else:
            own.append(name)
    return tuple(tuple(ways) for ways in clusters)


def share_number(one: Credits, other: Credits) -> bool:
    """Whether both name one work, data set or address."""
    return not one.numbers.isdisjoint(other.numbers)
