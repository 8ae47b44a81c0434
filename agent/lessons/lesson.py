"""A lesson: what a run that failed in whole or in part leaves for later ones. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from agent.record.clock import is_older
from graph.model import LessonKind

MAX_LESSON = 300
"""Characters of a lesson's sentence."""
MAX_QUERIES = 8
"""Queries that a lesson keeps of those that found nothing."""
MAX_OF_RUN = 8
"""Lessons that one run leaves at most."""
MAX_HELD = 200
"""Lessons of a namespace that hold at the same time; the oldest make room."""

_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_LASTS_MS: dict[str, int] = {"wording": 365 * _DAY_MS, "nothing_found": 180 * _DAY_MS, "limit": 30 * _DAY_MS}
_PASSING = frozenset({"rate_limited", "timeout", "offline"})


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson. `about` is a part of a question, or the name of a provider or of a site; `question` the whole one.

    `avoid` are queries that found nothing, `prefer` those that then did, `absent` words of the part that nothing found
    speaks of, `outcome` what a provider, a site or a limit did. `similarity` (0 to 1) is how near the question that
    asks for lessons is to it, None where that was not measured.
    """

    kind: LessonKind
    about: str
    lesson: str
    question: str = ""
    avoid: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    outcome: str = ""
    key: str = ""
    run_key: str = ""
    created_at: str = ""
    created_at_ms: int = 0
    similarity: float | None = None

    @property
    def lasts_ms(self) -> int:
        """How long it holds, in milliseconds: what passes within hours is not held against anybody for longer."""
        if self.kind in {"provider", "site"}:
            return _HOUR_MS if self.outcome in _PASSING else _DAY_MS if self.kind == "provider" else 7 * _DAY_MS
        return _LASTS_MS[self.kind]

    def holds_at(self, now_ms: int) -> bool:
        """Say whether it is young enough."""
        return not is_older(self.created_at_ms, self.lasts_ms - 1, now_ms)

    def data(self) -> dict[str, Any]:
        """Return it as JSON-ready values."""
        return asdict(self)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Lesson":
        """Return the lesson of a row of the graph or of a Step."""
        return cls(
            kind=row["kind"],
            about=str(row["about"]),
            lesson=str(row["lesson"]),
            question=str(row["question"] or ""),
            avoid=tuple(row["avoid"] or ()),
            prefer=tuple(row["prefer"] or ()),
            absent=tuple(row["absent"] or ()),
            outcome=str(row["outcome"] or ""),
            key=str(row.get("lesson_key") or row.get("key") or ""),
            run_key=str(row["run_key"] or ""),
            created_at=str(row["created_at"] or ""),
            created_at_ms=int(row["created_at_ms"] or 0),
            similarity=row.get("similarity"),
        )
