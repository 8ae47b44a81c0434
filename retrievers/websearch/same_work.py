"""Which pages are one work, and which texts come from one pen: read once, counted once. Pure.

One work: the same study at a journal, a preprint server and a mirror. One origin: that, and a wire story on five
sites, one of them reworded or shortened. What pages say of themselves joins them only where their texts agree:
else a page could make itself part of another.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graph.url import UrlRefused, source_url
from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.shingles import Fingerprint, containment, find_words, similarity
from retrievers.websearch.work_ids import ids_of_text, ids_of_url, parse_doi

NEAR_EQUAL = 0.8
"""Share of shingles in common from which two texts are one (contract.md)."""

ONE_PEN = 0.4
"""The same for one origin: every twentieth word changed leaves 0.63 of them; texts of two pens had 0.02 at most."""

_WITHIN = 0.8  # of the shorter text: it says nothing that the longer does not
_WITHIN_NAMED = 0.5  # the same where both bear one title or number
_SAME_NUMBERS = 0.8  # texts from one template differ in their numbers
_ENOUGH = 30  # shingles; a shorter text is like another by chance
_SAME_SNIPPET = 0.7  # of the shorter one's words
_TITLE_WORDS, _TITLE_LETTERS = 5, 25
_SITE_NAME = re.compile(r"\s+[|·–—-]\s+[^|·–—]{1,40}$")
_NUMBER = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True, slots=True)
class Work:
    """One page as a work: `key` names it for the caller, `sure` names hold by themselves, `said` where texts agree.

    `led` are the sure ones and those that its own site calls it: they hold for a text too short to be compared.
    """

    key: str
    sure: frozenset[str]
    led: frozenset[str]
    said: frozenset[str]
    title: str
    numbers: frozenset[str]
    text: Fingerprint


def make_work(
    key: str, url: str, text: str, *, title: str = "", canonical: str | None = None, doi: str | None = None
) -> Work:
    """Return what identifies a page. `canonical` and `doi` are the page's own word for it, where it gives one."""
    ids = set(ids_of_url(url))
    own = {named for named in (_locator(url),) if named}
    led: set[str] = set()
    said = set(ids_of_text(text))
    if doi and (parsed := parse_doi(doi)):
        said.add(parsed)
    site = registrable_domain(url)
    if canonical and (named := _locator(canonical)):
        # A site may say which of its own addresses is the one, and often says it of its first page for all others.
        if registrable_domain(canonical) == site:
            led |= {named, *(f"{one} at {site}" for one in ids_of_url(canonical))}
        said |= {named, *ids_of_url(canonical)}
    sure = own | {f"{one} at {site}" for one in ids}
    return Work(
        key=key,
        sure=frozenset(sure),
        led=frozenset(sure | led),
        said=frozenset(said | own | ids),
        title=fold_title(title),
        numbers=frozenset(number.rstrip(".,") for number in _NUMBER.findall(text)),
        text=Fingerprint.of(text),
    )


def is_same_work(one: Work, other: Work) -> bool:
    """Say whether two pages are one work: by address, by text, or by name where the texts agree."""
    if one.sure & other.sure:
        return True
    alike = similarity(one.text, other.text)
    least = min(one.text.size, other.text.size)
    if one.led & other.led and least < _ENOUGH:
        return True
    if alike >= (NEAR_EQUAL if least >= _ENOUGH else 1.0) and _numbers_agree(one, other):
        return True
    named = bool(one.said & other.said) or (bool(one.title) and one.title == other.title)
    return named and least >= _ENOUGH and containment(one.text, other.text) >= _WITHIN_NAMED


def is_same_origin(one: Work, other: Work) -> bool:
    """Say whether two pages are one independent source: one work, one text reworded, or one within the other."""
    if is_same_work(one, other):
        return True
    if min(one.text.size, other.text.size) < _ENOUGH:
        return False
    return similarity(one.text, other.text) >= ONE_PEN or containment(one.text, other.text) >= _WITHIN


def join_pairs(keys: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each key the least key of those it is joined with, directly or through others."""
    parent = {key: key for key in keys}

    def root(key: str) -> str:
        while parent[key] != key:
            key = parent[key]
        return key

    for a, b in pairs:
        low, high = sorted((root(a), root(b)))
        parent[high] = low
    return {key: root(key) for key in parent}


def _numbers_agree(one: Work, other: Work) -> bool:
    both = one.numbers | other.numbers
    return not both or len(one.numbers & other.numbers) / len(both) >= _SAME_NUMBERS


def _locator(url: str) -> str:
    try:
        return source_url(url)
    except UrlRefused:
        return ""


def fold_title(title: str, *, short: bool = False) -> str:
    """Return a title's words in one form, without the site's name; "" for one too short to name a work alone.

    `short` ones are given too, for those who know more than the title.
    """
    words = find_words(_SITE_NAME.sub("", " ".join(title.split())))
    folded = " ".join(words)
    is_long = len(words) >= _TITLE_WORDS and (len(folded) >= _TITLE_LETTERS or len(words) >= 10)
    return folded if short or is_long else ""


def is_same_snippet(one: str, other: str) -> bool:
    """Say whether what a search shows of two pages may be of one text: most words in common, no other numbers."""
    mine, theirs = set(find_words(one)), set(find_words(other))
    if not mine or not theirs:
        return True
    numbers = set(_NUMBER.findall(one)) ^ set(_NUMBER.findall(other))
    return not numbers and len(mine & theirs) >= _SAME_SNIPPET * min(len(mine), len(theirs))
