"""The conflicts that bear on an answer: those worth a search for the primary source."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.conflicts.find import ClaimRead, Opposed
from agent.evidence import Candidate
from agent.record.claims import Claimed
from graph.keys import make_key


@dataclass(frozen=True, slots=True)
class Material:
    """An open conflict with a side that answers a part; claims, texts and values in the order of the claims' keys."""

    conflict: str
    kind: str
    subquestion: int
    subject: str
    claims: tuple[str, str]
    texts: tuple[str, str]
    values: tuple[str, str]


def find_material(
    opposed: Iterable[Opposed],
    is_open: Collection[str],
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    claims: Mapping[str, ClaimRead],
    namespace: str,
) -> tuple[Material, ...]:
    """Return the open conflicts of claims that answer a part or stand first in it, by key. Pure."""
    leading: dict[str, int] = {}
    seen: set[int] = set()
    for i, candidate in enumerate(candidates):
        if candidate.answering or candidate.subquestion not in seen:
            leading.setdefault(keys[i].claim, candidate.subquestion)
        seen.add(candidate.subquestion)
    found: dict[str, Material] = {}
    for one in opposed:
        key = make_key("conflict", namespace, *one.claims)
        parts = [leading[claim] for claim in one.claims if claim in leading]
        if one.outcome == "conflict" and key in is_open and parts and all(c in claims for c in one.claims):
            texts = (claims[one.claims[0]].text, claims[one.claims[1]].text)
            found[key] = Material(key, one.kind, min(parts), one.subject, one.claims, texts, one.values)
    return tuple(found[key] for key in sorted(found))
