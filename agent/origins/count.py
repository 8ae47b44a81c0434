"""How many sources bear a thing out independently: what has one origin or owner, or follows another, is one. Pure.

Where it cannot be told it counts less rather than more: two who quote one person, or who print one set of figures, are
one origin though each may have asked for itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from agent.origins.attribution import is_about
from agent.origins.credits import Credits, around, credits_of, share_number
from agent.origins.denying import denies_what_it_tells, tells_of_another
from agent.origins.ties import figures_in_common, is_named_by_domain, names_of_owner, words_in_common
from agent.origins.told import Told
from agent.words.dates import moment
from agent.words.injection import is_instruction
from retrievers.websearch.same_work import join_pairs


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

    One origin are: texts of one origin group, owner or work; texts that share a run of words or nearly all figures;
    that credit one person, body, agency or data set for it; and a text with the one that it names as where it has it
    from, in full or in short ("the company said"). A text that names several of them adds none and joins none. A
    primary source is one that another follows, or whose publisher the claim speaks of. A passage that speaks to
    software is no origin of anything. Nor is one that tells what another says and denies it; for its own sentence, that
    the other says so, it alone is one.
    """
    heard = [one for one in told if not _speaks_to_software(one.text)]
    denying = [one for one in heard if denies_what_it_tells(one.text, claim)]
    tells = [one for one in denying if claim in " ".join(one.text.split())] if tells_of_another(claim) else []
    heard = tells or [one for one in heard if one not in denying]
    by_key = {(one.source, one.text): one for one in sorted(heard, key=lambda one: (one.source, one.text))}
    every = list(by_key.values())
    primary = {one.source for one in every if is_about(one.publisher, claim)}
    sources = sorted({one.source for one in every})
    groups = {source: (source,) for source in sources}
    if len(sources) > 1:
        followed = [(a.source, b.source) for a in every for b in every if a.follows(b) or a.repeats(b, claim)]
        primary |= {b for _, b in followed}
        credited = [credits_of(one.text, claim) for one in every]
        joined = join_pairs(sources, _tied(every, credited, claim))
        listed = [(every[a].source, every[b].source) for a, b in _lists(credited)]
        groups = _gather(joined, [(joined[a], joined[b]) for a, b in (*followed, *listed)])
    named = {one.source: one for one in every}
    first_of = {key: _first(members, every, primary) for key, members in groups.items()}
    return Origins(tuple(groups.values()), tuple(named[first_of[key]].owner for key in groups), frozenset(primary))


@lru_cache(maxsize=512)
def _speaks_to_software(text: str) -> bool:
    return is_instruction(text)


def _first(members: Sequence[str], every: Sequence[Told], primary: Collection[str]) -> str:
    """The source that an origin is named after: a primary one, else one whose publisher the others of it speak of, else
    the one that came first."""
    published = {one.source: moment(one.published_at or "9") for one in every}

    def is_spoken_of(source: str) -> bool:
        names = {one.publisher for one in every if one.source == source}
        others = [one.text for one in every if one.source != source and one.source in members]
        return any(is_about(name, text) for name in names for text in others)

    return min(members, key=lambda one: (one not in primary, not is_spoken_of(one), published[one], one))


def _tied(every: Sequence[Told], credited: Sequence[Credits], claim: str) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    for one in every:
        group = {f"origin {one.origin_group}"} if one.origin_group else set[str]()
        for name in names_of_owner(one) | group:
            yield one.source, first.setdefault(name, one.source)
    texts = {at: one.text for at, one in enumerate(every)}
    near = {at: around(text, claim) for at, text in texts.items()}
    for a, b in (*words_in_common(texts), *words_in_common(near), *figures_in_common(texts, claim)):
        yield every[a].source, every[b].source
    for a, mine in enumerate(credited):
        for b, its in enumerate(credited[:a]):
            is_one = share_number(mine, its) or (not mine.is_list and not its.is_list and mine.shares_name(its))
            if is_one or is_named_by_domain(every[a], every[b]) or is_named_by_domain(every[b], every[a]):
                yield every[a].source, every[b].source


def _lists(credited: Sequence[Credits]) -> Iterator[tuple[int, int]]:
    """Each text that credits several with every text that credits one of them."""
    for a, mine in enumerate(credited):
        for b, its in enumerate(credited):
            if a != b and mine.is_list and mine.shares_name(its):
                yield a, b


def _gather(joined: Mapping[str, str], follows: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the sources of each origin: groups that follow none but each other, and with the least of these what
    follows it. What follows several of them joins one, and never makes them one."""
    ahead: dict[str, set[str]] = {group: {group} for group in joined.values()}
    for a, b in follows:
        ahead[a].add(b)
    changed = True
    while changed:  # all that a group follows, directly or through others
        changed = False
        for seen in ahead.values():
            more = {far for near in seen for far in ahead[near]}
            changed = changed or not more <= seen
            seen.update(more)
    ends = {group: min(seen) for group, seen in ahead.items() if all(group in ahead[far] for far in seen)}
    home = {
        group: ends[group] if group in ends else min(ends[far] for far in seen if far in ends)
        for group, seen in ahead.items()
    }
    found: dict[str, list[str]] = {}
    for source in sorted(joined):
        found.setdefault(home[joined[source]], []).append(source)
    return {group: tuple(members) for group, members in sorted(found.items(), key=lambda row: row[1])}
