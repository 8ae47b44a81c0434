"""What falls when sources go: looked at only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.origins.count import Told, count_origins, told_of
from graph.status import CitedEvidence, ClaimStatus, status_of
from graph.store import GraphStore, Row

_CLAIMS = 200


@dataclass(frozen=True, slots=True)
class SourceHeld:
    """What is stored of one source. `deletion` is the key of one that was begun and not ended, `erases` whether it
    erases; times are ISO in UTC."""

    source: str
    source_id: str
    title: str
    kind: str
    url: str | None
    seen_at: str | None
    forgotten_at: str | None
    versions: int
    passages: int
    searchable: int
    citations: int
    deletion: str | None
    erases: bool

    @property
    def is_gone(self) -> bool:
        """Whether nothing is left to forget."""
        return not (self.versions or self.passages or self.searchable or self.citations or self.deletion)


@dataclass(frozen=True, slots=True)
class ClaimImpact:
    """What a claim is called now and would be without the sources that are `gone`; `support` is who bears it out now.

    Its origins are counted where somebody asks: a plan of thousands of claims shows a few.
    """

    claim: str
    text: str
    now: ClaimStatus
    after: ClaimStatus
    support: tuple[Told, ...] = field(repr=False)
    gone: frozenset[str] = field(repr=False)

    @property
    def origins(self) -> int:
        """How many independent origins bear it out by its own quotes, counted as reports count them."""
        return count_origins(self.support, self.text).count

    @property
    def origins_after(self) -> int:
        """How many do without the sources."""
        return count_origins(self._left, self.text).count

    @property
    def loses_all_support(self) -> bool:
        """Whether it rests on these sources alone."""
        return bool(self.support) and not self._left

    @property
    def _left(self) -> tuple[Told, ...]:
        return tuple(one for one in self.support if one.source not in self.gone)

    @property
    def is_freed(self) -> bool:
        """Whether it would be supported and is not now."""
        return self.changes and self.after.status == "supported"

    @property
    def changes(self) -> bool:
        """Whether it would be called otherwise; another reason for the same word is no change."""
        return self.now.status != self.after.status


@dataclass(frozen=True, slots=True)
class Impact:
    """All that hangs on sources; `reports` are rows of `reports_resting_on`.

    `freed` are claims that do not cite them and would be supported again because a claim against them falls.
    """

    sources: tuple[SourceHeld, ...]
    claims: tuple[ClaimImpact, ...]
    reports: tuple[Mapping[str, Any], ...]
    freed: tuple[ClaimImpact, ...] = ()


async def look_at_impact(store: GraphStore, sources: Sequence[str]) -> Impact:
    """Return what would fall if all of these sources went at once. Nothing is written. Raises GraphError."""
    keys = sorted(set(sources))
    held = [SourceHeld(**row) for row in await store.read("held_by_sources", keys=keys)]
    cited = [row["claim"] for row in await store.read("claims_citing", sources=keys)]
    claims, opponents = await _impacts(store, cited, frozenset(keys))
    freed, _ = await _impacts(store, sorted(opponents - set(cited)), frozenset(keys))
    order = sorted(claims, key=lambda one: (not one.loses_all_support, not one.changes, one.text, one.claim))
    return Impact(
        tuple(held),
        tuple(order),
        tuple(await store.read("reports_resting_on", sources=keys)),
        tuple(sorted((one for one in freed if one.is_freed), key=lambda one: (one.text, one.claim))),
    )


async def _impacts(
    store: GraphStore, claims: Sequence[str], sources: frozenset[str]
) -> tuple[list[ClaimImpact], set[str]]:
    """What becomes of claims, and the claims that open conflicts set against them."""
    found: list[ClaimImpact] = []
    opponents: set[str] = set()
    for start in range(0, len(claims), _CLAIMS):
        for row in await store.read("claims_resting_on", claims=claims[start : start + _CLAIMS]):
            found.append(impact_on(row, sources))
            opponents.update(row["opponents"])
    return found, opponents


def impact_on(row: Row, sources: frozenset[str]) -> ClaimImpact:
    """Return what becomes of a claim (a row of `claims_resting_on`) without the sources: by the status rule. Pure."""
    citations: list[Mapping[str, Any]] = row["citations"]
    support = [one for one in citations if one["stance"] == "supports" and one["verdict"] == "valid"]
    is_opposed = bool(set(row["opposed_by"]) - sources)
    after = [
        CitedEvidence(
            one["stance"],
            "removed" if one["source"] in sources else one["verdict"],
            one["quote_match"],
            one["checker"] or "",
        )
        for one in citations
    ]
    return ClaimImpact(
        claim=row["claim"],
        text=row["text"],
        now=ClaimStatus(row["status"] or "unreviewed", row["reason"] or "not_checked"),
        after=status_of(after, opposed=is_opposed),
        support=tuple(told_of(one) for one in support),
        gone=sources,
    )
