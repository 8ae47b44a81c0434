"""The shape of a graph that is not ours, read from its server: names from its catalogue, the rest from samples.

`db.schema.nodeTypeProperties` reads every node; samples take the same few milliseconds of a graph of any size. So a
rare property or pair of labels may be missing here, and nothing is refused for that.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from graph.foreign import Limits, read_foreign
from graph.guarded_read import names_in
from graph.shape import Edge, Label, Property, Shape, as_name
from graph.store import GraphStore

MOST = 60
"""Labels and types that are looked at, in the order of their names."""
MOST_PROPERTIES = 30
_SAMPLE = 200
_AT_ONCE = 20
_LIMITS = Limits(seconds=20.0, rows=10_000, bytes=4 * 1024 * 1024)
_NO_QUESTION = ("LIST<FLOAT", "VECTOR", "LIST<INTEGER32", "LIST<FLOAT32")
_RULES = (
    "Names of things may be spelled otherwise in the graph than in the question: compare with toLower(x) CONTAINS.",
)


async def read_shape(store: GraphStore) -> Shape:
    """Return what a graph is made of. Raises GraphError."""
    names = await names_in(store)
    labels, types = sorted(names.labels)[:MOST], sorted(names.types)[:MOST]
    of_labels = await _all(store, labels, "MATCH (n:{name})")
    of_types = await _all(store, types, "MATCH ()-[n:{name}]->()")
    ends = await _union(
        store,
        types,
        f"MATCH (a)-[:{{name}}]->(b) WITH a, b LIMIT {_SAMPLE} UNWIND labels(a) AS first UNWIND labels(b) AS last "
        "RETURN DISTINCT ${at} AS owner, first, last",
    )
    edges = sorted({(str(row["first"]), str(row["owner"]), str(row["last"])) for row in ends})
    return Shape(
        tuple(Label(label, _properties(label, of_labels)) for label in labels),
        tuple(Edge(*edge, properties=_properties(edge[1], of_types)) for edge in edges),
        names,
        foreign=True,
        rules=_RULES,
    )


async def _all(store: GraphStore, names: Sequence[str], match: str) -> list[dict[str, Any]]:
    return await _union(
        store,
        names,
        f"{match} WITH n LIMIT {_SAMPLE} UNWIND keys(n) AS name WITH name, valueType(n[name]) AS type "
        "RETURN ${at} AS owner, name, type, count(*) AS times",
    )


async def _union(store: GraphStore, names: Sequence[str], part: str) -> list[dict[str, Any]]:
    """One part for each name, whose name is written into it and given as a parameter."""
    rows: list[dict[str, Any]] = []
    for start in range(0, len(names), _AT_ONCE):
        some = names[start : start + _AT_ONCE]
        parts = [part.replace("{name}", _exactly(name)).replace("{at}", f"p{at}") for at, name in enumerate(some)]
        params = {f"p{at}": name for at, name in enumerate(some)}
        rows += (await read_foreign(store, " UNION ALL ".join(parts), params, limits=_LIMITS)).rows
    return rows


def _exactly(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _properties(owner: str, rows: Iterable[dict[str, Any]]) -> tuple[Property, ...]:
    """The properties of a label or type, each with the type that most of its values have."""
    best: dict[str, tuple[int, str]] = {}
    for row in rows:
        if row["owner"] == owner:
            kind = str(row["type"]).replace(" NOT NULL", "")
            best[row["name"]] = max(best.get(row["name"], (0, "")), (int(row["times"]), kind))
    found = (Property(name, kind) for name, (_, kind) in sorted(best.items()) if not kind.startswith(_NO_QUESTION))
    return tuple(sorted(found, key=lambda one: as_name(one.name)))[:MOST_PROPERTIES]
