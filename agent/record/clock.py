"""Now, in the two forms the graph keeps: ISO in UTC for people, milliseconds where times are compared."""

from datetime import UTC, datetime
from typing import NamedTuple

AHEAD_MS = 5 * 60_000
"""How far the clocks of machines that share a graph may differ; what is dated further ahead has no known age."""


class Moment(NamedTuple):
    """One point in time: `iso` to the second, `ms` since 1970."""

    iso: str
    ms: int


def now() -> Moment:
    """Return the present moment."""
    return moment_of(int(datetime.now(UTC).timestamp() * 1000))


def is_older(then_ms: int, age_ms: int, now_ms: int) -> bool:
    """Say whether what happened at `then_ms` is past an age, or dated after now, as where a clock was set back: then
    nobody knows how old it is, and it passes for nothing fresh."""
    return not -AHEAD_MS <= now_ms - then_ms <= age_ms


def moment_of(ms: int) -> Moment:
    """Return the point in time so many milliseconds after 1970."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return Moment(moment.isoformat(timespec="seconds").replace("+00:00", "Z"), ms)
