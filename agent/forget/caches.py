"""What a machine keeps of web searches outside the graph: answers that hold a source's words are dropped."""

import contextlib
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from graph.url import UrlRefused, source_url


def drop_searches(folder: Path, addresses: Collection[str]) -> int:
    """Delete kept answers of web search that name one of the addresses; return how many. Unreadable ones go too."""
    wanted = {_named(address) for address in addresses}
    dropped = 0
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        if _names_one(path, wanted):
            with contextlib.suppress(OSError):
                path.unlink()
                dropped += 1
    return dropped


def _names_one(path: Path, wanted: Collection[str]) -> bool:
    try:
        kept: Any = json.loads(path.read_text(encoding="utf-8"))
        return any(_named(str(hit["url"])) in wanted for hit in kept["result"]["results"])
    except (OSError, ValueError, KeyError, TypeError):
        return True


def _named(address: str) -> str:
    try:
        return source_url(address)
    except UrlRefused:
        return address
