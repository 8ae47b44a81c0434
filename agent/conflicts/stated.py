"""A value that a gathered sentence answers with, and when it was last given as the present one. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.conflicts.frames import take_speaker
from agent.conflicts.qualifiers import tense_of
from agent.conflicts.told import Told, read_told
from agent.evidence import Candidate, Evidence
from agent.words.dates import moment
from agent.words.measures import Measure, read_measure, same_value
from agent.words.moves import is_moved_to
from agent.words.terms import stems
from agent.words.values import Value


@dataclass(frozen=True, slots=True)
class Stated:
    """The one value by which a candidate answers; `index` is the candidate's place."""

    index: int
    candidate: Candidate
    value: Value
    measure: Measure
    evidence: Evidence | None
    language: str | None

    @property
    def text(self) -> str:
        """What copies of one text have in common."""
        return self.evidence.text_sha256 if self.evidence else self.candidate.version

    @property
    def told(self) -> Told:
        """When its sentence says that the value was given."""
        at = self.evidence.published_at if self.evidence else None
        return read_told(self.candidate.claim_text, self.value, self.candidate.values, at)


def last_said(cluster: Sequence[Stated]) -> tuple[str | None, bool]:
    """Return when one value was last given as the present one, and whether nobody gives it so.

    A copy is as old as the first print of its text; who names another one here as the speaker adds no date of its own.
    """
    told: dict[str, Told] = {}
    for one in cluster:
        if any(_speaks_for(one, other) for other in cluster if other is not one):
            continue
        met, known = one.told, told.get(one.text)
        if known is None or (met.at is not None and (known.at is None or moment(met.at) < moment(known.at))):
            told[one.text] = met
    own = [one for one in told.values() if not one.is_past]
    dates = [one.at for one in own or told.values() if one.at]
    return max(dates, key=moment, default=None), bool(told) and not own


def is_given_up(old: Sequence[Stated], new: Sequence[Stated]) -> bool:
    """Return whether a sentence with one value takes the other back, and nobody gave that since."""
    said_at, _ = last_said(old)
    return any(
        one.evidence is None
        or not said_at
        or not one.evidence.published_at
        or moment(said_at) <= moment(one.evidence.published_at)
        for one in new
        if any(_takes_back(one, other) for other in old)
    )


def _takes_back(one: Stated, other: Stated) -> bool:
    """Whether a sentence names the value of another one as what was or as its own error, or moves its date."""
    text, value = one.candidate.claim_text, other.value
    for each in one.candidate.values:
        is_same = each.kind == value.kind and (each.unit == value.unit or each.kind == "count")
        if is_same and same_value(each, value):
            measure = read_measure(text, each)
            is_disputed = measure.is_disputed and _is_of_own(one, other)
            if measure.is_former or measure.is_taken_back or is_disputed:
                return True
    is_moved = value.kind == "date" and is_moved_to(text, one.value.char_start, one.value.char_end)
    return is_moved and tense_of(other.candidate.claim_text) == "future"


def _is_of_own(one: Stated, other: Stated) -> bool:
    """Whether a sentence speaks of what its own publisher or text gave, and quotes nobody else for it."""
    if one.evidence is None or other.evidence is None:
        return False
    if one.evidence.source == other.evidence.source:
        return True
    speaker, _ = take_speaker(one.candidate.claim_text)
    publisher = one.evidence.publisher
    if not publisher or publisher != other.evidence.publisher:
        return False
    return not speaker or bool({*stems(speaker, one.language)} & {*stems(publisher, one.language)})


def _speaks_for(one: Stated, other: Stated) -> bool:
    """Whether a sentence has it from the publisher of another one: "Norvik Energy says that …"."""
    publisher = other.evidence.publisher if other.evidence else None
    speaker, _ = take_speaker(one.candidate.claim_text)
    if not publisher or not speaker or (one.evidence and one.evidence.publisher == publisher):
        return False
    said, named = set(stems(speaker, one.language)), set(stems(publisher, other.language))
    return bool(named) and named <= said
