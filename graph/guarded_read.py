"""A read that a person or a model wrote, through all five layers of the guard.

1 an allow-list over the parsed statement, 2 the server's plan, 3 a READ transaction, 4 limits, 5 the namespace written
into its patterns. Layers 1 and 5 need no server.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from graph.errors import StatementFailed, StatementMisspelt, StatementRefused, StatementWrong
from graph.foreign import ForeignRows, Limits, explain_foreign, read_foreign
from graph.guard import Decision, decide, foreign_graph, own_graph, with_namespace
from graph.guard.schema import NAMESPACE
from graph.model import NODES, RELATIONSHIPS, SHARED
from graph.plan_guard import Names, with_nearest
from graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class GuardedRead:
    """A statement with its parameters. `foreign` says that the graph is not claimgraph's and has no namespaces."""

    statement: str
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])
    foreign: bool = False


def declared_names() -> Names:
    """Return the labels, types and properties that a graph of ours may hold, stored or not yet."""
    labels = {label for kind in NODES for label in (kind.label, *kind.marks)}
    properties = {*SHARED, *(name for part in (*NODES, *RELATIONSHIPS) for name in part.properties)}
    return Names(frozenset(labels), frozenset(one.type for one in RELATIONSHIPS), frozenset(properties))


def rewrite(read: GuardedRead) -> str:
    """Return the statement that may be sent to the server. Raises StatementRefused by layer 1 or 5."""
    make = foreign_graph if read.foreign else own_graph
    schema = make(read.parameters)
    decision = decide(read.statement, schema=schema)
    if decision.decision == "refuse":
        raise (StatementMisspelt if decision.is_misspelt else StatementRefused)(decision.layer, decision.reason)
    if not read.foreign and NAMESPACE in read.parameters:
        raise StatementRefused(5, "the parameter namespace is the program's own; give yours another name")
    return with_namespace(read.statement, schema)


async def check_guarded(store: GraphStore | None, read: GuardedRead) -> Decision:
    """Return what the guard decides, and by which layer; nothing is run. Without a store layer 2 is not asked."""
    try:
        statement = rewrite(read)
        if store is None:
            return Decision("allow", 1 if read.foreign else 5, "nothing in its text is refused; its plan was not seen")
        explained = await explain_foreign(store, statement, _parameters(store, read))
    except StatementRefused as refused:
        return Decision("refuse", refused.layer, refused.reason)
    except StatementWrong as wrong:
        return Decision("refuse", 2, str(wrong))
    if explained.refused:
        return Decision("refuse", 2, explained.refused)
    return Decision("allow", 2, "neither its text nor its plan holds anything but reading")


async def read_guarded(store: GraphStore, read: GuardedRead, limits: Limits | None = None) -> tuple[str, ForeignRows]:
    """Return the statement as it was run, and its rows as JSON data.

    Raises StatementRefused (any layer), StatementWrong, and DatabaseUnreachable and the like. Unknown labels, types
    and properties are told in the rows' `unknown`, with the nearest that the graph has.
    """
    statement = rewrite(read)
    known = Names() if read.foreign else declared_names()
    try:
        rows = await read_foreign(store, statement, _parameters(store, read), known=known, limits=limits)
    except StatementFailed:
        if read.foreign:
            raise
        # The server orders conditions as it likes: the value that its message quotes may be another project's.
        raise StatementWrong(
            "the statement fails on a value; compare values of one kind, divide by none that can be 0, and make a date "
            "of a stored time by date(left(time, 10))"
        ) from None
    if read.foreign and rows.unknown:
        rows = replace(rows, unknown=with_nearest(rows.unknown, await names_in(store)))
    return statement, rows


async def names_in(store: GraphStore) -> Names:
    """Return the labels, types and properties that a graph holds, at most 2,000 of each."""
    found = [
        frozenset(str(row["name"]) for row in (await read_foreign(store, statement, limits=Limits(rows=2_000))).rows)
        for statement in (
            "CALL db.labels() YIELD label AS name RETURN name",
            "CALL db.relationshipTypes() YIELD relationshipType AS name RETURN name",
            "CALL db.propertyKeys() YIELD propertyKey AS name RETURN name",
        )
    ]
    return Names(*found)


def _parameters(store: GraphStore, read: GuardedRead) -> dict[str, object]:
    return dict(read.parameters) if read.foreign else {**read.parameters, NAMESPACE: store.namespace}
