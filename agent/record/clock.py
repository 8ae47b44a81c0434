"""Now, in the two forms the graph keeps: ISO in UTC for people, milliseconds where times are compared."""

from datetime import UTC, datetime
from typing import NamedTuple


class Moment(NamedTuple):
    """One point in time: `iso` to the second, `ms` since 1970."""

    iso: str
    ms: int


def now() -> Moment:
    """Return the present moment."""
    return moment_of(int(datetime.now(UTC).timestamp() * 1000))


def moment_of(ms: int) -> Moment:
    """Return the point in time so many milliseconds after 1970."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return Moment(moment.isoformat(timespec="seconds").replace("+00:00", "Z"), ms)
