"""What a run lets people see while it goes: one typed event a step; every face only prints, streams or reports them."""

from dataclasses import dataclass, field
from typing import Any, Literal

from agent.record.clock import now

EventName = Literal[
    "routed", "consulted", "asked", "planned", "recalled", "reused", "decided", "searched", "read", "recorded",
    "extracted", "reviewed", "drafted", "verified", "reported", "failed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a run; `at` is ISO in UTC."""

    event: EventName
    run: str
    data: dict[str, Any]
    at: str = field(default_factory=lambda: now().iso)
