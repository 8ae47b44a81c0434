"""A chosen call, a turn of the conversation it was chosen in, and what one choice came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ANSWER_GIVEN = "answer_given"


@dataclass(frozen=True, slots=True)
class Call:
    """A chosen tool with its arguments and the reason that is shown for it.

    `after` is the index, among the calls of the same question, of the one whose result this call needs: it waits for
    that one, and what its arguments lack comes from there.
    """

    tool: str
    arguments: Mapping[str, Any]
    reason: str
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said before, by the person or by the program."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Routed:
    """What one question needs: calls in order, none where nothing is to be looked up; `notes` tell of skipped ones."""

    question: str
    calls: tuple[Call, ...]
    by: Literal["model", "rules"]
    notes: tuple[str, ...] = ()
