"""The walk: which passages a question leads to, by what its words find and by the names that passages mention. Pure.

Personalised PageRank over the neighbourhood of what the arms of a search found (restart .5, 20 steps): a passage two
links from the question's words comes out before one that only shares a word with it. Every part of the seed counts
the same, so that vectors and names join in before the walk, and nothing is fused after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

RESTART = 0.5
STEPS = 20


@dataclass(frozen=True, slots=True)
class Seed:
    """A passage that an arm found: its source, that source's first passage, and each arm's rank and score.

    `score` is above 0; of the vector arm it is the cosine. `names` are those in the question that its source is titled.
    """

    passage: str
    source: str
    lead: str | None
    arms: Mapping[str, tuple[int, float]]
    names: frozenset[str] = field(default_factory=frozenset[str])
    has_grams: bool = False


Link = tuple[str, str, str]
"""A passage, a source whose title it mentions, and that source's first passage."""


def seed_masses(seeds: Sequence[Seed], names: frozenset[str]) -> dict[str, float]:
    """Return what each passage starts with, summing to 1: the mean of the arms' shares, each of its scores squared.

    `names` are the names of the question that count, each source named one share, divided among those of its
    passages that an arm found too. Pieces of words count as far as the texts that the words found have any, so that
    a question in English is not answered by German texts.
    """
    parts: list[tuple[float, dict[str, float]]] = []
    for arm in ("text", "vector", "grams"):
        part = {s.passage: s.arms[arm][1] ** 2 for s in seeds if arm in s.arms}
        parts.append((_weight(arm, seeds), part))
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
    """Return the links as edges between passages: a source stands for its first passage and those that arms found."""
    found: dict[str, set[str]] = {}
    for seed in seeds:
        found.setdefault(seed.source, set()).add(seed.passage)
    edges: set[tuple[str, str]] = set()
    for passage, source, lead in links:
        for end in {lead, *found.get(source, ())}:
            if end != passage:
                edges.add((min(passage, end), max(passage, end)))
    return edges


def walk(masses: Mapping[str, float], edges: set[tuple[str, str]]) -> list[tuple[str, float]]:
    """Return the passages with the probability that the walk stands there, best first, then by key.

    Without edges that is the order of the masses.
    """
    near: dict[str, list[str]] = {passage: [] for passage in masses}
    for a, b in sorted(edges):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    nodes = sorted(near)
    at = dict.fromkeys(nodes, 0.0) | dict(masses)
    for _ in range(STEPS):
        lost = sum(mass for node, mass in at.items() if not near[node])
        spread = dict.fromkeys(nodes, 0.0)
        for node in nodes:
            ends = near[node]
            if ends and at[node]:
                share = at[node] / len(ends)
                for end in ends:
                    spread[end] += share
        at = {n: RESTART * masses.get(n, 0.0) + (1 - RESTART) * (spread[n] + lost * masses.get(n, 0.0)) for n in nodes}
    return sorted(((n, x) for n, x in at.items() if x > 0), key=lambda row: (-row[1], row[0]))


def _named(seeds: Sequence[Seed], names: frozenset[str]) -> dict[str, float]:
    named = sorted({s.source for s in seeds if s.names & names})
    part: dict[str, float] = {}
    for source in named:
        own = [s for s in seeds if s.source == source]
        for seed in own:
            part[seed.passage] = 1.0 / len(own)
    return part


def _weight(arm: str, seeds: Sequence[Seed]) -> float:
    if arm != "grams":
        return 1.0
    text = [(s.arms["text"][1] ** 2, s.has_grams) for s in seeds if "text" in s.arms]
    return sum(mass for mass, has in text if has) / sum(mass for mass, _ in text) if text else 1.0
