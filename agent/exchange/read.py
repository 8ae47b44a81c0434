"""Reading the file of an export: header first, then line after line, each with its number."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Collection, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from agent.errors import FileRefused
from agent.exchange.lines import LONGEST_LINE, Header, Line, NodeLine
from agent.exchange.rules import read_header, read_line
from graph.queries.exchange import ONE_OWNER
from graph.schema import VectorSpace


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file whose every line was held against the model: importing it meets no surprise in it."""

    path: Path
    header: Header
    counts: dict[str, int]

    def lines(self, kinds: Collection[str]) -> Generator[tuple[int, Line]]:
        """Yield the nodes of these labels and the relationships of these types, with the numbers of their lines."""
        with _opened(self.path) as file:
            _next_line(file, 1)
            for number, value, _ in _values(file):
                if value.get("node", value.get("relationship")) in kinds:
                    yield number, read_line(value, self.header.namespaces, _dimensions(self.header))


def check_file(path: Path) -> GraphFile:
    """Read the whole file and return it. Memory holds the hashes of its keys.

    Raises FileRefused, naming the line, when anything in it is not as the model declares it, an end of a relationship
    is missing, a line comes twice, or the file is cut short or changed. Nothing of it was written then.
    """
    counts: dict[str, int] = {}
    seen: set[int] = set()
    digest = hashlib.sha256()
    with _opened(path) as file:
        header = read_header(_parsed(_next_line(file, 1), 1))
        dimensions = _dimensions(header)
        for number, value, raw in _values(file):
            digest.update(raw)
            try:
                line = read_line(value, header.namespaces, dimensions)
                _check_place(line, seen)
            except FileRefused as error:
                raise FileRefused(f"line {number}: {error}; nothing was imported") from None
            kind = line.label if isinstance(line, NodeLine) else line.type
            counts[kind] = counts.get(kind, 0) + 1
    told, found = header.nodes + header.relationships, sum(counts.values())
    if told != found or counts != header.counts:
        raise FileRefused(
            f"the file ends after line {found + 1}, and its header promises {told + 1} lines: it is cut short or was "
            "changed; copy or export it again. Nothing was imported"
        )
    if digest.hexdigest() != header.sha256:
        raise FileRefused(
            "the lines are not those that were exported: their sha256 is not the header's; copy or export the file "
            "again. Nothing was imported"
        )
    return GraphFile(path, header, counts)


def _check_place(line: Line, seen: set[int]) -> None:
    if isinstance(line, NodeLine):
        mine = hash(line.key)
        if mine in seen:
            raise FileRefused(f"the key {line.key} is there twice")
    else:
        for label, key in (line.start, line.end):
            if hash(key) not in seen:
                raise FileRefused(f"the {label} {key} is on no line above")
        mine = hash((line.type, line.start, line.end))
        if mine in seen:
            raise FileRefused(f"the same {line.type} is there twice")
        if line.type in ONE_OWNER:
            owned = hash((line.type, line.end))
            if owned in seen:
                raise FileRefused(
                    f"the {line.end[0]} {line.end[1]} has a second {line.type}, and belongs to one node only"
                )
            seen.add(owned)
    seen.add(mine)


def _dimensions(header: Header) -> dict[str, int]:
    spaces = [VectorSpace(str(one["model"]), int(one["dimension"])) for one in header.models]
    return {space.vector_property: space.dimension for space in spaces}


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_packed else path.open("rb")


def _values(file: IO[bytes]) -> Generator[tuple[int, dict[str, Any], bytes]]:
    number = 2
    while raw := _next_line(file, number):
        yield number, _parsed(raw, number), raw
        number += 1


def _next_line(file: IO[bytes], number: int) -> bytes:
    try:
        raw = file.readline(LONGEST_LINE)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileRefused(
            f"line {number}: the packed file is cut short or damaged there ({error}); copy or export it again. Nothing "
            "was imported"
        ) from None
    if raw and not raw.endswith(b"\n"):
        raise FileRefused(
            f"line {number} has no end: the file is cut short there; copy or export it again. Nothing was imported"
        )
    return raw


def _parsed(raw: bytes, number: int) -> dict[str, Any]:
    try:
        value = json.loads(raw, parse_constant=_no_number, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise FileRefused(f"line {number} is no JSON ({error}); nothing was imported") from None
    if not isinstance(value, dict):
        raise FileRefused(f"line {number} is no JSON object; nothing was imported")
    return cast("dict[str, Any]", value)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name is there twice")
    return made
