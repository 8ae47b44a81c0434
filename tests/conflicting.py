"""Claims as they are compared, made by hand for tests of what contradicts what."""

from collections.abc import Mapping
from dataclasses import replace

from agent.conflicts.find import ClaimRead
from agent.conflicts.side import Origin


def claim(text: str, source: str = "", *, version: str = "", **origin: str) -> ClaimRead:
    """A claim that stands in one English source of its own, unless told otherwise."""
    known = source or text
    place = Origin(source=known, version=version or f"version of {known}", text_sha256=known, language="en")
    return ClaimRead(f"claim.{text}", text, (replace(place, **origin),))


def claim_of(row: Mapping[str, str]) -> ClaimRead:
    """The same from a line of a file: its text, and what is said of where it stands."""
    return claim(row["text"], row.get("source", ""), **{k: v for k, v in row.items() if k not in {"text", "source"}})
