"""What makes two sources one origin: an owner, a work, words that one pen wrote, figures that one table holds. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import unquote

from agent.origins.names import name_words
from agent.origins.told import Told
from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.same_work import fold_title
from retrievers.websearch.shingles import WIDTH, find_words
from retrievers.websearch.work_ids import ids_of_url

_FORMS = frozenset(
    {
        "ltd", "limited", "inc", "incorporated", "corp", "corporation", "co", "company", "llc", "llp", "plc",
        "gmbh", "kg", "kgaa", "ug", "ag", "se", "as", "asa", "ab", "aps", "oy", "oyj", "sa", "sas", "sarl",
        "srl", "spa", "nv", "bv", "pty", "group", "gruppe", "groupe", "grupo", "gruppo"
    }
)  # fmt: skip
"""Words of a name that say how a body is set up."""
_HOUSE = re.compile(
    r"(?:part of|owned by|a company of|published by|teil der|ein unternehmen der|filiale de|parte de)\s+"
    r"(?P<of>[^,;()]+)|"
    r"\((?P<in>[^()]*\b(?:group|gruppe|groupe|grupo|gruppo|media|medien|media?s|holding|press|presse|verlag|network|"
    r"publishing|konzern|koncern)\b[^()]*)\)",
    re.IGNORECASE,
)
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.IGNORECASE)
_INSIDE = re.compile(r"https?:/{1,2}[^\s\"<>]+", re.IGNORECASE)
_TITLE = 7
"""Words of a title that two works do not have by chance."""
_SAME_WORDS = 8
"""Runs of five words in common, twelve words in a row: two pens do not write these by chance."""
_SHARE = 0.2
"""Of the shorter text: a tenth of all words changed leaves half, texts of two pens had 0.02 at most."""
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_FIGURES = 3.0
"""Weight of the figures in common, beside those of the claim, from which texts have one table or press release."""
_MOST_FIGURES = 0.75  # of the text with fewer


def names_of_owner(page: Told) -> frozenset[str]:
    """Return what tells who answers for a page, and which work it is: what shares one of these is one origin.

    The publisher, without how it is set up; the house that it belongs to; the domain, and of a copy that of what it is
    a copy of too; the work's number and its title, where that is long enough to name one.
    """
    named = {f"publisher {one}" for one in _houses(page.publisher or "")}
    if page.publisher and _HOST.fullmatch(page.publisher.strip()):
        named = {f"domain {registrable_domain('https://' + page.publisher.strip().casefold())}"}
    title = fold_title(page.title)
    if len(title.split()) >= _TITLE:
        named.add(f"title {title}")
    for url in {page.url, _original(page.url)} if page.url else ():
        named |= {f"domain {registrable_domain(url)}", *ids_of_url(url)}
    return frozenset(named)


def is_named_by_domain(page: Told, other: Told) -> bool:
    """Whether one names as its publisher what the other, which names none, has as its domain: "Sound Gazette" and
    soundgazette.example."""
    if page.publisher is None or other.publisher is not None or not other.url:
        return False
    label = (registrable_domain(_original(other.url)) or "").split(".")[0].replace("-", "")
    return len(label) > 2 and label in {"".join(find_words(page.publisher)), "".join(name_words(page.publisher))}


@lru_cache(maxsize=1024)
def _houses(publisher: str) -> frozenset[str]:
    names = [publisher, *(match["of"] or match["in"] for match in _HOUSE.finditer(publisher))]
    folded = (" ".join(word for word in find_words(name) if word not in _FORMS | {"the"}) for name in names)
    return frozenset(name for name in folded if name) or frozenset(find_words(publisher))


@lru_cache(maxsize=1024)
def _original(url: str) -> str:
    """The address that a copy in an archive, a cache or behind a proxy holds inside its own; else the address."""
    inside = _INSIDE.search(unquote(url.partition("://")[2]))
    if inside is None:
        return url
    written = re.sub(r"^(https?):/{1,2}", r"\1://", inside[0].split("&")[0], flags=re.IGNORECASE)
    return written if registrable_domain(written) else url


def words_in_common(texts: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of texts that one pen wrote, in whole or in a passage of theirs."""
    shingles = {at: _runs(text) for at, text in texts.items()}
    for a, b in _pairs(texts):
        common = len(shingles[a] & shingles[b])
        if common >= _SAME_WORDS and common >= _SHARE * min(len(shingles[a]), len(shingles[b])):
            yield a, b


@lru_cache(maxsize=256)
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of WIDTH words of a text: many claims are made of one passage."""
    words = find_words(text)
    return frozenset(tuple(words[i : i + WIDTH]) for i in range(len(words) - WIDTH + 1))


def figures_in_common(texts: Mapping[int, str], claim: str) -> Iterator[tuple[int, int]]:
    """Yield the pairs of texts whose figures are the same, those of the claim aside: in other words or another language
    they tell one press release, data sheet or table."""
    own = _figures(claim)
    found = {
        at: {one: weight for one, weight in _figures(text).items() if one not in own} for at, text in texts.items()
    }
    for a, b in _pairs(texts):
        common = sum(weight for one, weight in found[a].items() if one in found[b])
        if common >= _FIGURES and common >= _MOST_FIGURES * min(sum(found[a].values()), sum(found[b].values())):
            yield a, b


def _figures(text: str) -> dict[str, float]:
    """The digits of each number with what they weigh: one digit, and a year, stand in many texts."""
    found: dict[str, float] = {}
    for match in _NUMBER.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        is_year = len(match[0]) == 4 and match[0][:2] in {"18", "19", "20"}
        found[digits] = 0.5 if is_year or len(digits) == 1 else 1.0
    return found


def _pairs(texts: Iterable[int]) -> Iterator[tuple[int, int]]:
    keys = list(texts)
    for at, one in enumerate(keys):
        for other in keys[:at]:
            yield other, one
