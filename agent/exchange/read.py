"""Reading the file of an export: header first, then line after line, each with its number."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast

from agent.errors import FileRefused
from agent.exchange.held import Held
from agent.exchange.lines import LONGEST_LINE, Header, Line, NodeLine
from agent.exchange.rules import read_header, read_line
from graph.schema import VectorSpace


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file whose every line was held against the model and the other lines: importing it meets no surprise in it.

    `left_out` are the hashes of the keys of nodes that belong to no other one, and whose key nothing tells;
    `sentences` are what reports say, by the hash of the key.
    """

    path: Path
    header: Header
    counts: dict[str, int]
    left_out: set[int] = field(default_factory=set[int])
    sentences: Mapping[int, str] = field(default_factory=dict[int, str])

    def lines(self, kinds: Collection[str]) -> Generator[tuple[int, Line]]:
        """Yield the nodes of these labels and the relationships of these types, with the numbers of their lines, but
        for those that are left out."""
        with _opened(self.path) as file:
            _next_line(file, 1)
            for number, value, _ in _values(file):
                if value.get("node", value.get("relationship")) in kinds:
                    line = read_line(value, self.header.namespaces, _dimensions(self.header))
                    keys = [line.key] if isinstance(line, NodeLine) else [line.start[1], line.end[1]]
                    if self.left_out.isdisjoint(map(hash, keys)):
                        yield number, line


def check_file(path: Path) -> GraphFile:
    """Read the whole file and return it. Memory holds the hashes of its keys.

    Raises FileRefused, naming the line, when anything in it is not as the model declares it, an end of a relationship
    is missing, a line comes twice, or the file is cut short or changed. Nothing of it was written then.
    """
    counts: dict[str, int] = {}
    held = Held()
    digest = hashlib.sha256()
    with _opened(path) as file:
        header = read_header(_parsed(_next_line(file, 1), 1))
        dimensions = _dimensions(header)
        for number, value, raw in _values(file):
            digest.update(raw)
            try:
                line = read_line(value, header.namespaces, dimensions)
                held.take(number, line)
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
    file = GraphFile(path, header, counts, held.orphans, held.reports.sentences())
    try:
        held.end()
        _hold_redacted(file, held)
    except FileRefused as error:
        raise FileRefused(f"{error}; nothing was imported") from None
    return file


def _hold_redacted(file: GraphFile, held: Held) -> None:
    """Read the texts of claims once more for the sentences with erased words, if there are any."""
    wanted = {claim for _, claims in held.reports.redacted for claim in claims}
    lines = (line for _, line in file.lines({"Claim"})) if wanted else ()
    texts = {hash(one.key): one.properties["text"] for one in lines if isinstance(one, NodeLine)}
    held.reports.hold_redacted({key: text for key, text in texts.items() if key in wanted})


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
