"""What of an earlier answer still stands, part by part: pure, from the sentences as the graph has them now."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.evidence import Evidence
from agent.header import ASSERTING
from graph.store import Row
from retrievers.websearch.domains import DomainRules

_LIMIT = re.compile(r"Limit of part (\d+): (.*)\.", re.DOTALL)
_STATUSES = frozenset({"supported", "conflicting"})


@dataclass(frozen=True, slots=True)
class StandingCitation:
    """A quote of an earlier sentence that still holds; offsets are characters of the version's text."""

    claim_text: str
    passage: str
    char_start: int
    char_end: int
    quote_match: str


@dataclass(frozen=True, slots=True)
class StandingSentence:
    """A sentence of an earlier report whose claims are what they were, with every quote that bears them out."""

    text: str
    kind: str
    claims: tuple[str, ...]
    citations: tuple[StandingCitation, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The parts that stand whole, by ordinal; what was said of their limits; why the other parts are made anew."""

    parts: Mapping[int, tuple[StandingSentence, ...]]
    limits: Mapping[int, str]
    anew: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """An earlier answer to the same question: what of it stands, the passages its quotes begin in by key, the steps
    that led to it, and what it had seen: `versions`, and all that was stored by `since` (ISO in UTC).

    `is_reworded`: it answered other words, and whether it answers these is for somebody to say.
    """

    standing: Standing
    passages: Mapping[str, Evidence]
    steps: Sequence[Row]
    versions: frozenset[str]
    since: str
    is_reworded: bool = False

    def had(self, one: Evidence) -> bool:
        """Say whether a passage was there for the earlier answer."""
        return one.version in self.versions or one.retrieved_at <= self.since


def find_standing(
    rows: Sequence[Row],
    parts: Collection[int],
    rules: DomainRules,
    *,
    has_judge: bool,
) -> Standing:
    """Return which parts of an earlier report (rows of `sentences_of_report`) stand.

    A part stands as a whole or not at all: it has a sentence that answers it, every claim is what it was when it was
    written, every quote is valid, of a text that its source still has, inside the rules. Without a judge, what nobody
    had judged stands unjudged.
    """
    standing: dict[int, tuple[StandingSentence, ...]] = {}
    anew: dict[int, str] = {}
    for part in parts:
        of_part = [row for row in rows if row["subquestion"] == part and row["kind"] != "connective"]
        if not any(row["section"] == "summary" and row["kind"] in ASSERTING for row in of_part):
            anew[part] = "nothing answered it"
            continue
        why = [fault for row in of_part if (fault := _fault(row, rules, has_judge=has_judge))]
        if why:
            anew[part] = why[0]
            continue
        standing[part] = tuple(_sentence(row) for row in of_part)
    said = [found for row in rows if (found := _LIMIT.fullmatch(row["text"])) and row["kind"] == "connective"]
    limits = {int(one[1]): one[2] for one in said if int(one[1]) in standing}
    return Standing(standing, limits, anew)


def moved(standing: Standing, parts: Mapping[int, int]) -> Standing:
    """Return what stands under the parts of another plan: `parts` says of each of its own where that is found here."""
    return Standing({own: standing.parts[other] for own, other in parts.items()}, {}, {})


def _fault(row: Row, rules: DomainRules, *, has_judge: bool) -> str:
    """Why a sentence cannot be taken over; "" where it can."""
    citations: list[dict[str, Any]] = row["citations"]
    statuses = {one["status"] for one in row["claims"]}
    if not citations or not row["claims"]:
        return "a sentence of it has no quote any more"
    if {one["claim"] for one in citations} != {one["claim"] for one in row["claims"]}:
        return "a claim of it has no quote any more"
    if any(one["url"] and not rules.allows(one["url"]) for one in citations):
        return "a source of it is outside the domains asked for"
    if any(one["state"] != "current" for one in citations):
        return "a source of it says something else now"
    allowed = {"valid"} if has_judge else {"valid", "unchecked"}
    if any(one["verdict"] not in allowed for one in citations):
        return "a quote of it does not hold or was not judged"
    if not statuses <= (_STATUSES if has_judge else _STATUSES | {"unreviewed"}):
        return "a claim of it is not supported"
    if any(one["quote_match"] not in {"exact", "normalised"} or one["char_start"] is None for one in citations):
        return "a quote of it was not found"
    if row["status_when_written"] not in statuses:
        return "the status of a claim of it has changed"
    return ""


def _sentence(row: Row) -> StandingSentence:
    return StandingSentence(
        text=row["text"],
        kind=row["kind"],
        claims=tuple(one["claim"] for one in row["claims"]),
        citations=tuple(
            StandingCitation(
                one["claim_text"], one["passage"], one["char_start"], one["char_end"], one["quote_match"]
            )
            for one in row["citations"]
        ),
    )  # fmt: skip
