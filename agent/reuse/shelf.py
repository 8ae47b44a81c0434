"""How long what is stored may be taken for what is: a shelf life for each kind of question. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.errors import ConfigurationError
from agent.web.volatile import KINDS, kind_of

_UNITS = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
_LIFE = re.compile(r"(\d+(?:\.\d+)?)\s*(min|[shdw])")
USUAL: Mapping[str, float | None] = {
    "now": 3600.0, "weather": 3600.0, "rate": 3600.0, "hours": 86400.0, "latest": 86400.0, "price": 7 * 86400.0,
    "version": 30 * 86400.0, "office": 90 * 86400.0, "default": None,
}  # fmt: skip
"""Kind of question -> seconds, None for ever."""


@dataclass(frozen=True, slots=True)
class ShelfLives:
    """Seconds by kind of question; what is not named has the usual one."""

    seconds: Mapping[str, float | None] = field(default_factory=lambda: dict(USUAL))

    def of(self, question: str) -> float | None:
        """Return for how many seconds an answer to this holds without a new look; None: for ever."""
        return self.seconds[kind_of(question) or "default"]


def read_shelf_lives(setting: str) -> ShelfLives:
    """Return the shelf lives that a setting like "price=7d,office=90d,default=none" says.

    Raises ConfigurationError for a kind or a length that is none.
    """
    seconds = dict(USUAL)
    for one in (each.strip() for each in setting.split(",") if each.strip()):
        kind, _, length = (each.strip().lower() for each in one.partition("="))
        known = [*KINDS, "default"]
        if kind not in known:
            raise ConfigurationError(f"CLAIMGRAPH_SHELF_LIFE names {kind!r}; the kinds are {', '.join(known)}")
        match = _LIFE.fullmatch(length)
        if match is None and length != "none":
            raise ConfigurationError(
                f"CLAIMGRAPH_SHELF_LIFE gives {kind} the life {length!r}; write one like 30min, 12h, 7d, 4w or none"
            )
        seconds[kind] = None if match is None else float(match[1]) * _UNITS[match[2]]
    return ShelfLives(seconds)
