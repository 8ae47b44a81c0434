"""Files of JSON Lines that a person hands to a command."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number of each line that is not blank and what it holds, None where it is no JSON.

    A line ends at a line feed alone, as a text may hold any other line break. Raises OSError.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, None
