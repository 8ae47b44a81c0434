"""How long ago, as a person writes it: pure."""

import re
from datetime import timedelta

from agent.errors import NotForgettable

_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1), "y": timedelta(days=365)}
_WRITTEN = re.compile(r"([1-9][0-9]{0,4})([hdwy])")


def read_age(written: str) -> timedelta:
    """Return the length of time: a number and `h`, `d`, `w` or `y` (365 days).

    Raises NotForgettable for anything else: months differ, and what is deleted by a guess is gone.
    """
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise NotForgettable(
            f"{written!r} is no length of time; give a number with h, d, w or y (365 days), such as 400d"
        )
    return int(found[1]) * _UNITS[found[2]]
