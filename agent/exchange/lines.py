"""The lines of an export: a header, then nodes, then relationships. Pure.

    {"claimgraph": "graph", "format": 1, "schema": 8, "namespaces": ["default"], "models": [{…}], "nodes": 2, …}
    {"node": "Source", "key": "source.3f…", "marks": [], "properties": {…}}
    {"relationship": "HAS_VERSION", "start": ["Source", "source.3f…"], "end": ["SourceVersion", "…"], "properties": {}}

A vector is the base64 of its numbers, least significant byte first, under `vectors` and the property's name: float32 of
a Passage, as its index holds it, float64 of anything else.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
LONGEST_LINE = 32 * 1024 * 1024
"""Bytes of one line that are read: a passage, a step's output and a vector are far below."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself in its first line; `sha256` is that of all that follows, in bytes as they stand."""

    schema: int
    namespaces: list[str]
    models: list[dict[str, Any]]
    nodes: int
    relationships: int
    counts: dict[str, int]
    sha256: str


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node: its label, its key, the further labels it wears, its properties but for the key, its vectors."""

    label: str
    key: str
    marks: list[str]
    properties: dict[str, Any]
    vectors: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class RelationshipLine:
    """A relationship by its type and the labels and keys of its two ends."""

    type: str
    start: tuple[str, str]
    end: tuple[str, str]
    properties: dict[str, Any]


Line = NodeLine | RelationshipLine


def write_header(header: Header) -> bytes:
    """Return the first line of a file."""
    return _line({"claimgraph": "graph", "format": FORMAT, **asdict(header)})


def write_line(line: Line) -> bytes:
    """Return the line of a node or relationship: the same thing is the same bytes."""
    if isinstance(line, NodeLine):
        made: dict[str, Any] = {"node": line.label, "key": line.key, "marks": line.marks, "properties": line.properties}
        return _line(made | ({"vectors": line.vectors} if line.vectors else {}))
    return _line(
        {
            "relationship": line.type,
            "start": list(line.start),
            "end": list(line.end),
            "properties": line.properties,
        }
    )


def node_line(label: str, row: Mapping[str, Any], *, vectors: bool) -> NodeLine:
    """Return the line of a node as the server gives it; its vectors only where they are wanted."""
    properties = dict(row["properties"])
    properties.pop("key")
    packed: dict[str, str] = {}
    for name in sorted(name for name in properties if name.startswith("embedding_")):
        value = properties.pop(name)
        if vectors:
            packed[name] = pack_vector(value, label)
    marks = sorted(set(row["labels"]) - {label})
    return NodeLine(label, row["key"], marks, dict(sorted(properties.items())), packed)


def pack_vector(value: Any, label: str) -> str:
    """Return the vector of a node, from a server of either form, as text."""
    import numpy as np

    numbers = value if isinstance(value, list) else value.to_numpy()  # pyright: ignore[reportUnknownVariableType] # the driver's own type
    return base64.b64encode(np.asarray(numbers, dtype=_numbers(label)).tobytes()).decode("ascii")


def unpack_vector(text: str, label: str) -> "NDArray[np.floating]":
    """Return the vector of a node from its text. Raises ValueError where it holds none."""
    import numpy as np

    return np.frombuffer(base64.b64decode(text, validate=True), dtype=_numbers(label))


def _numbers(label: str) -> str:
    return "<f4" if label == "Passage" else "<f8"


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8") + b"\n"
