"""Files of exports made line by line: nodes under keys of their own, and a header that fits."""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.exchange.lines import Header, Line, NodeLine, RelationshipLine, write_header, write_line
from graph.keys import make_key, short_name

MODEL = {
    "model": "m", "dimension": 3, "query_prefix": "", "passage_prefix": "", "file_sha256": "", "max_tokens": 9,
    "min_similarity": 0.5,
}  # fmt: skip


def key(label: str, number: int = 1) -> str:
    return f"{label.lower()}.{number:032x}"


def node(label: str, number: int = 1, **properties: Any) -> NodeLine:
    shared = {"namespace": "alpha", "name": "n", "created_at": "2026-03-02T10:00:00Z"}
    return NodeLine(label, key(label, number), [], shared | properties)


def named(label: str, *parts: str | int, **properties: Any) -> NodeLine:
    """A node under the key that these parts make, shown by its words where it has some."""
    told = properties.get("quote", properties.get("text", "n"))
    made = node(label, **properties)
    held = made.properties | {"name": properties.get("name", short_name(told))}
    return replace(made, key=make_key(label.lower(), "alpha", *parts), properties=held)


def write(path: Path, *lines: Line | bytes, **changes: Any) -> Path:
    counts: dict[str, int] = {}
    for line in lines:
        if isinstance(line, NodeLine | RelationshipLine):
            kind = line.label if isinstance(line, NodeLine) else line.type
            counts[kind] = counts.get(kind, 0) + 1
    written = [line if isinstance(line, bytes) else write_line(line) for line in lines]
    nodes = sum(isinstance(line, NodeLine) for line in lines)
    told: dict[str, Any] = {
        "schema": 8, "namespaces": ["alpha"], "models": [MODEL], "nodes": nodes,
        "relationships": len(lines) - nodes, "counts": counts,
        "sha256": hashlib.sha256(b"".join(written)).hexdigest(),
    }  # fmt: skip
    path.write_bytes(write_header(Header(**(told | changes))) + b"".join(written))
    return path
