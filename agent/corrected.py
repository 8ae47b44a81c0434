"""Sentences that take back or move what an answer says: they answer too, if they do not repeat the question. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.conflicts.find import ClaimRead, find_opposed
from agent.conflicts.side import Origin
from agent.evidence import Candidate, Evidence
from agent.score import Scored
from agent.words.corrections import put_in_place
from agent.words.measures import read_measure, same_value
from agent.words.moves import is_moved_to
from agent.words.values import Value


def add_corrections(
    kept: Sequence[Scored], scored: Sequence[Scored], evidence: Mapping[str, Evidence], language: str | None
) -> list[Scored]:
    """Return the answering sentences, after each that another one corrects that one, answering with what it puts in
    its place.

    `evidence` are the passages by version; `language` that of the question. What conflicts are found by tells whether
    both speak of one thing.
    """
    placed = list(kept)
    for one in scored:
        if one in kept or not (taken := _taken(one.candidate)):
            continue
        for other in kept:
            new = _instead(one, other, taken, evidence, language)
            if new is not None:
                answer = replace(
                    one.candidate, answering=(new,), spoken=other.candidate.spoken,
                    score=max(one.candidate.score, other.candidate.score),
                )  # fmt: skip
                placed.insert(placed.index(other) + 1, replace(one, candidate=answer, holds=other.holds))
                break
    return placed


def _taken(candidate: Candidate) -> list[Value]:
    """The values that a sentence takes back, and the dates to which it moves something."""
    text = candidate.claim_text
    return [
        one
        for one in candidate.values
        if not read_measure(text, one).is_said
        or (one.kind == "date" and is_moved_to(text, one.char_start, one.char_end))
    ]


def _instead(
    one: Scored, other: Scored, taken: Sequence[Value], evidence: Mapping[str, Evidence], language: str | None
) -> Value | None:
    """What a sentence puts in the place of the value that another one answers with; None where it does not."""
    said, text = other.candidate.answering, one.candidate.claim_text
    if len(said) != 1 or one.candidate.version == other.candidate.version:
        return None
    found = find_opposed([_read("one", one, evidence, language), _read("other", other, evidence, language)])
    if not found or found[0].kind not in {"numeric", "temporal"}:
        return None
    standing = [value for value in one.candidate.values if read_measure(text, value).is_said]
    moved = [value for value in standing if value in taken and value.kind == said[0].kind]
    given_up = [value for value in taken if value not in standing and value.kind == said[0].kind]
    new = moved[0] if moved else None
    if new is None:
        old = next((value for value in given_up if same_value(value, said[0])), None)
        new = put_in_place(text, old, standing) if old else None
    return replace(new, unit=said[0].unit) if new and new.unit in {"", said[0].unit} else None


def _read(key: str, one: Scored, evidence: Mapping[str, Evidence], language: str | None) -> ClaimRead:
    place = evidence[one.candidate.version]
    origin = Origin(
        source=place.source, version=place.version, title=place.title, heading=place.heading or "",
        publisher=place.publisher or "", published_at=place.published_at, language=place.language or language,
        text_sha256=place.text_sha256,
    )  # fmt: skip
    return ClaimRead(key, one.candidate.claim_text, (origin,))
