"""Which namespaces a graph holds, told by pages of several indexes: pure."""

from collections.abc import Iterable, Mapping
from typing import Any

PAGE = 500
"""Entries of an index that are read at a time: a large namespace is passed over after one page of it."""


def complete_names(pages: Iterable[Mapping[str, Any]]) -> tuple[list[str], str | None]:
    """Return the names, in order, that no page can still add to, and the one to go on after; None at the end.

    Each page is one index: its `names`, the `last` of them, and whether there may be `more`. What lies behind the end
    of any page is left to the next call, as another index may hold a name before it.
    """
    read = list(pages)
    until = min((str(page["last"]) for page in read if page["more"]), default=None)
    names = {str(name) for page in read for name in page["names"]}
    return sorted(name for name in names if until is None or name <= until), until
