"""How many sources bear a thing out independently: what has one origin or owner, or follows another, is one. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.origins.attribution import is_about, names_source
from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.same_work import join_pairs
from retrievers.websearch.shingles import find_words


@dataclass(frozen=True, slots=True)
class Told:
    """One source that bears a claim out; `text` is the passage that its quote begins in."""

    source: str
    title: str
    publisher: str | None
    url: str | None
    origin_group: str | None
    text: str

    @property
    def owner(self) -> str:
        """Who answers for it, as people name it: its publisher, else its domain, else its title."""
        return self.publisher or (registrable_domain(self.url) if self.url else None) or self.title

    def follows(self, other: "Told") -> bool:
        """Whether its text names the other as where it has it from."""
        if self.source == other.source:
            return False
        publisher = None if _fold(self.publisher) == _fold(other.publisher) else other.publisher
        return names_source(self.text, publisher=publisher, title=other.title, url=other.url)


@dataclass(frozen=True, slots=True)
class Origins:
    """The origins of one claim: `groups` of source keys, who owns the first of each, which sources are primary."""

    groups: tuple[tuple[str, ...], ...]
    owners: tuple[str, ...]
    primary: frozenset[str]

    @property
    def count(self) -> int:
        """How many say it independently."""
        return len(self.groups)


def told_of(row: Mapping[str, Any]) -> Told:
    """Return a row of `told_by_citations` or `origins_of_claim`."""
    names = ("source", "title", "publisher", "url", "origin_group", "text")
    return Told(**{name: row[name] for name in names})


def count_origins(told: Sequence[Told], claim: str = "") -> Origins:
    """Group what bears one claim out, the same in any order.

    One origin are: texts of one origin group, texts of one publisher, pages of one registered domain, and a text with
    the one that it names as where it has it from. A primary source is one that another follows, or whose publisher the
    claim speaks of.
    """
    by_key = {(one.source, one.text): one for one in sorted(told, key=lambda one: (one.source, one.text))}
    every = list(by_key.values())
    followed = [(a, b) for a in every for b in every if a.follows(b)]
    pairs = [(a.source, b.source) for a, b in followed]
    for of in (_origin, _publisher, _domain):
        first: dict[str, str] = {}
        pairs += [(one.source, first.setdefault(name, one.source)) for one in every if (name := of(one))]
    keys = sorted({one.source for one in every})
    groups: dict[str, list[str]] = {}
    for source, group in join_pairs(keys, pairs).items():
        groups.setdefault(group, []).append(source)
    primary = {b.source for _, b in followed} | {one.source for one in every if is_about(one.publisher, claim)}
    named = {one.source: one for one in every}
    first_of = {key: min(members, key=lambda s: (s not in primary, s)) for key, members in groups.items()}
    return Origins(
        tuple(tuple(members) for members in groups.values()),
        tuple(named[first_of[key]].owner for key in groups),
        frozenset(primary),
    )


def _origin(one: Told) -> str:
    return one.origin_group or ""


def _publisher(one: Told) -> str:
    return _fold(one.publisher)


def _domain(one: Told) -> str:
    return (registrable_domain(one.url) or "") if one.url else ""


def _fold(publisher: str | None) -> str:
    return " ".join(find_words(publisher or ""))
