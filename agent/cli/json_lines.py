"""Files of JSON Lines that a person hands to a command."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class NotUtf8:
    """What a line holds whose bytes are no UTF-8: read otherwise, its characters would be others'."""


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number of each line that is not blank and what it holds.

    None where it is no JSON, NotUtf8 where it is no text. A line ends at a line feed alone, as a text may hold any
    other line break. Raises OSError.
    """
    for number, line in enumerate(path.read_bytes().removeprefix(BOM_UTF8).split(b"\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line.decode("utf-8"))
            except UnicodeDecodeError:
                yield number, NotUtf8()
            except (ValueError, RecursionError):
                yield number, None
