"""What took a claim's place since a person narrowed or split it, by the history of both sides."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from graph.store import GraphStore, Row

Replacing = Literal["narrow", "split"]
_DECIDING = frozenset({"accept", "narrow", "reject", "split", "note"})


@dataclass(frozen=True, slots=True)
class QuoteInPlace:
    """A quote for a claim that took another one's place; offsets are code points of the stored text."""

    citation: str
    verdict: str
    quote: str
    char_start: int | None
    char_end: int | None
    source: str
    title: str
    publisher: str | None


@dataclass(frozen=True, slots=True)
class InPlace:
    """A claim in the place of another one, as it is now; `became` is what took its own place since."""

    claim: str
    text: str
    status: str
    quotes: tuple[QuoteInPlace, ...]
    became: "Became | None" = None


@dataclass(frozen=True, slots=True)
class Became:
    """Who put which claims in the place of one, when (ISO, UTC) and why ("" where no reason was given)."""

    decision: Replacing
    by: str
    at: str
    why: str
    claims: tuple[InPlace, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all claims that took the claim's place, those replaced since among them."""
        own = [one.claim for one in self.claims]
        return (*own, *(key for one in self.claims if one.became for key in one.became.keys))

    @property
    def quotes(self) -> tuple[QuoteInPlace, ...]:
        """The quotes for all that stands in the claim's place, those replaced since among them."""
        own = [quote for one in self.claims for quote in one.quotes]
        return (*own, *(quote for one in self.claims if one.became for quote in one.became.quotes))


def made_of(decision: Replacing, claim: str, why: str) -> str:
    """Return what stands on the history of a new claim: of which one it was made, how and why."""
    origin = f"{'narrowed' if decision == 'narrow' else 'split'} from {claim}"
    return f"{origin}: {why}" if why else origin


async def read_became(store: GraphStore, claims: Collection[str]) -> dict[str, Became]:
    """Return what took the place of each of these claims that a person narrowed or split, as far as that stands.

    A decision that was taken back has made nothing, and a claim that was accepted or made anew since stands itself.
    """
    decided: dict[str, list[Row]] = {}
    wanted: list[str] = sorted(set(claims))
    while wanted:
        decided.update({claim: [] for claim in wanted})
        for row in await store.read("claims_in_place", claims=wanted):
            decided[row["claim"]].append(row)
        made: set[str] = {one["claim"] for claim in wanted if (row := standing(decided[claim])) for one in row["made"]}
        wanted = sorted(made - decided.keys())
    found = {claim: _became(claim, decided, frozenset()) for claim in claims}
    return {claim: one for claim, one in found.items() if one}


def standing(decisions: Sequence[Row]) -> Row | None:
    """Return which of these rows of `claims_in_place`, oldest first, put the claims that stand for this one. Pure."""
    kept: list[Row] = []
    for row in decisions:
        if row["decision"] == "undo" and kept:
            kept.pop()
        elif row["decision"] in _DECIDING:
            kept.append(row)
    last = next((row for row in reversed(kept) if row["decision"] in {"accept", "narrow", "split"}), None)
    return last if last is not None and last["made"] else None


def _became(claim: str, rows: Mapping[str, Sequence[Row]], above: frozenset[str]) -> Became | None:
    row = standing(rows.get(claim, ()))
    if row is None or claim in above:
        return None
    made: list[Mapping[str, Any]] = row["made"]
    decision = cast("Replacing", row["decision"])
    return Became(
        decision=decision,
        by=row["by"].removeprefix("person:"),
        at=row["at"],
        why=made[0]["why"].removeprefix(made_of(decision, claim, "")).removeprefix(": "),
        claims=tuple(
            InPlace(
                one["claim"], one["text"], one["status"], tuple(QuoteInPlace(**quote) for quote in one["quotes"]),
                _became(one["claim"], rows, above | {claim}),
            )
            for one in made
        ),
    )  # fmt: skip
