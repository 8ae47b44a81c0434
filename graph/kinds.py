"""What a declared kind of node and a declared relationship are; `graph/model.py` has all of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NodeKind:
    """One label: what it stands for, what its key hashes, which properties it carries."""

    label: str
    meaning: str
    key_parts: str
    properties: tuple[str, ...]
    marks: tuple[str, ...] = ()
    """Further labels the node may wear, so that Neo4j Browser can colour it and an index can follow it."""


@dataclass(frozen=True, slots=True)
class Relationship:
    """One relationship type between two labels, written by us alone: no type ever comes from a model."""

    start: str
    type: str
    end: str
    meaning: str
    properties: tuple[str, ...] = ()
