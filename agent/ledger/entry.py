"""One claim of the ledger, and what to do about it: pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from agent.ledger.became import Became
from agent.origins.count import Origins, count_origins, told_of

Action = Literal["accept", "narrow", "investigate", "label inference", "remove"]

SCOPE = ("subject", "predicate", "polarity", "value", "unit", "scope", "valid_from", "valid_to")
"""What may be known of what a claim speaks of, as its node holds it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote for or against a claim, as its Citation holds it, with where it stands. Offsets are code points of the
    stored text, None where the quote was not found."""

    citation: str
    stance: str
    verdict: str
    quote_match: str
    checker: str | None
    checked_because: str | None
    checked_at: str | None
    quote: str
    prefix: str | None
    suffix: str | None
    char_start: int | None
    char_end: int | None
    passage: str | None
    heading: str | None
    page: int | None
    version: str | None
    version_state: str | None
    source: str | None
    source_id: str | None
    title: str | None
    publisher: str | None
    url: str | None
    published_at: str | None
    fetched_at: str | None

    @property
    def place(self) -> str:
        """The stretch of the source's text, in words; says so where the quote was not found."""
        return "not found in it" if self.char_start is None else f"characters {self.char_start} to {self.char_end}"


@dataclass(frozen=True, slots=True)
class OtherSide:
    """A quote for the claim that a conflict opposes to this one."""

    quote: str
    title: str | None
    publisher: str | None
    published_at: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Opposed:
    """A conflict of the claim, seen from it: the other claim and what supports that one."""

    conflict: str
    kind: str | None
    state: str | None
    rationale: str | None
    resolution: str | None
    claim: str
    text: str
    status: str
    quotes: tuple[OtherSide, ...]


@dataclass(frozen=True, slots=True)
class LastWord:
    """What a person decided of a claim last."""

    by: str
    at: str
    decision: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of the ledger. `said` is as what final reports say it, `backing` whose independent words bear it out,
    `assessments` how long its history is, `became` what took its place."""

    claim: str
    text: str
    status: str
    reason: str
    created_at: str
    assessments: int
    scope: Mapping[str, Any]
    quotes: tuple[Quote, ...]
    conflicts: tuple[Opposed, ...]
    said: tuple[str, ...]
    backing: Origins
    word: LastWord | None
    became: Became | None = None

    @property
    def origins(self) -> int:
        """How many independent origins bear the claim out."""
        return self.backing.count

    @property
    def action(self) -> Action:
        """What to do about the claim."""
        return action_of(self.status, self.reason, self.quotes, said=self.said)

    @property
    def open_conflicts(self) -> tuple[Opposed, ...]:
        """The conflicts that nobody has decided."""
        return tuple(one for one in self.conflicts if one.state == "open")


def action_of(status: str, reason: str, quotes: Collection[Quote], *, said: Collection[str] = ()) -> Action:
    """Return what to do about a claim of this status.

    Supported ones are accepted. What is refuted, or whose words stand nowhere, is removed; what goes beyond its quote
    by a rule's or a judge's finding is narrowed to it. A claim that reports say as an inference, or that quotes only
    mention, is labelled one. The rest needs somebody to look: conflicts, what was not checked, what lost its evidence.
    """
    if status == "supported":
        return "accept"
    if status == "unsupported":
        return _unsupported(reason, quotes)
    if status == "unreviewed" and ("inference" in said or (quotes and all(q.stance == "mentions" for q in quotes))):
        return "label inference"
    return "investigate"


def _unsupported(reason: str, quotes: Collection[Quote]) -> Action:
    if reason == "evidence_removed":
        return "investigate"
    if reason == "no_evidence":
        return "label inference"
    found = [q for q in quotes if q.stance == "supports" and q.quote_match in {"exact", "normalised"}]
    by_person = any((q.checker or "").startswith("person:") for q in quotes if q.verdict == "rejected")
    return "narrow" if reason == "rejected" and found and not by_person else "remove"


def entry_of(row: Mapping[str, Any]) -> Entry:
    """Return the entry that a row of `ledger_rows` holds; what is not known of the scope is left out."""
    conflicts = tuple(_opposed(one) for one in row["conflicts"])
    word = cast("Mapping[str, Any] | None", row["word"])
    return Entry(
        claim=row["claim"],
        text=row["text"],
        status=row["status"],
        reason=row["reason"],
        created_at=row["created_at"],
        assessments=row["assessments"],
        scope={name: row["scope"][name] for name in SCOPE if row["scope"].get(name) not in (None, "")},
        quotes=tuple(Quote(**one) for one in row["quotes"]),
        conflicts=conflicts,
        said=tuple(sorted(row["said"])),
        backing=count_origins([told_of(one) for one in row["told"]], row["text"]),
        word=LastWord(**word) if word else None,
    )


def _opposed(row: Mapping[str, Any]) -> Opposed:
    said = {name: value for name, value in row.items() if name != "quotes"}
    return Opposed(**said, quotes=tuple(OtherSide(**side) for side in row["quotes"]))
