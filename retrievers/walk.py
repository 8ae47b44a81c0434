"""The walk: which passages a question leads to, by what its words find and by the names that passages mention. Pure.

Personalised PageRank over the neighbourhood of what the arms of a search found (restart .5, 20 steps): a passage two
links from the question's words comes out before one that only shares a word with it. Every part of the seed counts
the same, so that vectors and names join in before the walk, and nothing is fused after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

RESTART = 0.5
STEPS = 20
_POWER = {"text": 4, "vector": 8, "grams": 4}
"""How far the best of an arm stand out: cosines lie closer together than scores of words. Any power from 3 to 4 for
words and twice that for vectors gives the same on two-hop questions, abstracts and three languages within noise."""
_LEAST = 0.001
"""What a score counts at least: a cosine may be below 0, and what an arm found is a hit all the same."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A passage that an arm found: its source, and each arm's rank and score.

    The vector arm's score is the cosine. `names` are those in the question that its source is titled.
    """

    passage: str
    source: str
    arms: Mapping[str, tuple[int, float]]
    names: frozenset[str] = field(default_factory=frozenset[str])
    has_grams: bool = False


Link = tuple[str, str, str]
"""A passage, a source whose title it mentions, and that source's first passage."""


def seed_masses(seeds: Sequence[Seed], names: frozenset[str]) -> dict[str, float]:
    """Return what each passage starts with, summing to 1: the mean of the arms' shares, each by its scores' powers.

    The second passage of a source has half of that, the third a third: a long page must not drown the others. `names`
    are the names of the question that count, each source named one share. Pieces of words count as far as the texts
    that the words found have any, so that a question in English is not answered by German texts.
    """
    parts = [(_weight(arm, seeds), _shares(arm, seeds)) for arm in _POWER]
    parts.append((1.0, _named(seeds, names)))
    parts = [(weight, part) for weight, part in parts if part and weight > 0]
    whole = sum(weight for weight, _ in parts)
    masses: dict[str, float] = {}
    for weight, part in parts:
        total = sum(part.values())
        for passage, share in part.items():
            masses[passage] = masses.get(passage, 0.0) + weight * share / (total * whole)
    return masses


def edges_of(seeds: Sequence[Seed], links: Sequence[Link]) -> set[tuple[str, str]]:
    """Return the links as edges between passages: a source stands for those that arms found, else for its first."""
    found: dict[str, set[str]] = {}
    for seed in seeds:
        if seed.arms:
            found.setdefault(seed.source, set()).add(seed.passage)
    edges: set[tuple[str, str]] = set()
    for passage, source, lead in links:
        for end in found.get(source, (lead,)):
            if end != passage:
                edges.add((min(passage, end), max(passage, end)))
    return edges


def walk(masses: Mapping[str, float], edges: set[tuple[str, str]]) -> list[tuple[str, float]]:
    """Return the passages with the probability that the walk stands there, best first, then by key.

    Without edges that is the order of the masses.
    """
    nodes = sorted({*masses, *(end for edge in edges for end in edge)})
    number = {node: i for i, node in enumerate(nodes)}
    near: list[list[int]] = [[] for _ in nodes]
    for a, b in sorted(edges):
        near[number[a]].append(number[b])
        near[number[b]].append(number[a])
    start = [masses.get(node, 0.0) for node in nodes]
    ends = [(i, tuple(there), 1 / len(there)) for i, there in enumerate(near) if there]
    alone = [i for i, there in enumerate(near) if not there]
    at = start
    for _ in range(STEPS):
        spread = [0.0] * len(nodes)
        for i, there, part in ends:
            share = at[i] * part
            if share:
                for j in there:
                    spread[j] += share
        again = RESTART + (1 - RESTART) * sum(at[i] for i in alone)
        at = [again * mass + (1 - RESTART) * moved for mass, moved in zip(start, spread, strict=True)]
    return sorted(((n, x) for n, x in zip(nodes, at, strict=True) if x > 0), key=lambda row: (-row[1], row[0]))


def _named(seeds: Sequence[Seed], names: frozenset[str]) -> dict[str, float]:
    part: dict[str, float] = {}
    for source in sorted({s.source for s in seeds if s.names & names}):
        own = [s for s in seeds if s.source == source]
        found = [s for s in own if s.arms] or own
        for seed in found:
            part[seed.passage] = 1.0 / len(found)
    return part


def _shares(arm: str, seeds: Sequence[Seed]) -> dict[str, float]:
    found = sorted((-max(s.arms[arm][1], _LEAST), s.passage, s.source) for s in seeds if arm in s.arms)
    shares: dict[str, float] = {}
    taken: dict[str, int] = {}
    for score, passage, source in found:
        taken[source] = taken.get(source, 0) + 1
        shares[passage] = (score / found[0][0]) ** _POWER[arm] / taken[source]
    return shares


def _weight(arm: str, seeds: Sequence[Seed]) -> float:
    text = _shares("text", seeds)
    if arm != "grams" or not text:
        return 1.0
    return sum(text.get(s.passage, 0.0) for s in seeds if s.has_grams) / sum(text.values())
