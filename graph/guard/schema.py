"""What the guard knows of the graph that a statement is for."""

from collections.abc import Iterable
from dataclasses import dataclass

NAMESPACE = "namespace"
"""The property that keeps projects apart, and the parameter that holds the one asked for."""

SHARED_LABELS = frozenset({"EmbeddingModel", "SchemaMigration"})
"""Kinds of nodes that belong to the whole graph: asking for them is refused, and not answered by no rows."""


@dataclass(frozen=True, slots=True)
class GuardSchema:
    """Which parameters are given with a statement; whether nodes carry a namespace, and which labels never do."""

    namespaced: bool
    parameters: frozenset[str] = frozenset()
    shared_labels: frozenset[str] = frozenset()


def own_graph(parameters: Iterable[str] = ()) -> GuardSchema:
    """Return what is known of our own graph; `$namespace` is always given, `parameters` beside it."""
    return GuardSchema(True, frozenset({NAMESPACE, *parameters}), SHARED_LABELS)


def foreign_graph(parameters: Iterable[str] = ()) -> GuardSchema:
    """Return what is known of anyone else's graph: nothing but the parameters that are given."""
    return GuardSchema(False, frozenset(parameters))
