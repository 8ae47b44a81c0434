"""The two forms of a Neo4j server that claimgraph knows, told apart by version."""

import re
from typing import Literal

from graph.errors import UnsupportedServer

Form = Literal["calendar", "lts"]
"""`calendar`: 2026.09 and newer (filtered vector indexes, SEARCH, vectors on the wire). `lts`: 5.26 up to there."""

_FIRST_CALENDAR = (2026, 9)
_FIRST_LTS = (5, 26)


def release_of(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a server's version: `2026.09.0` and `2026.09-aura` are (2026, 9)."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def form_of(version: str) -> Form:
    """Return the form of the server of that version. Raises UnsupportedServer when it is older than 5.26."""
    release = release_of(version)
    if release >= _FIRST_CALENDAR:
        return "calendar"
    if release >= _FIRST_LTS:
        return "lts"
    raise UnsupportedServer(
        f"the database is Neo4j {version}; claimgraph needs 5.26 or newer. Upgrade it, or unset NEO4J_URI to use the "
        "managed local server"
    )
