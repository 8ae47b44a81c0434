"""What a database returns as JSON data: the one converter, for every value that a driver can hand over. Pure.

Dates, times and durations become ISO 8601 text, nodes, relationships and paths maps. A vector, a long list of numbers
or long bytes say nothing to a reader and are left out, as `{"left_out": kind, "length": n}`; any other long list is cut
and ends with such a map, so that nothing is missing unsaid.
"""

import base64
import datetime as dt
import math
import re
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from neo4j.spatial import Point

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]

MAX_LIST = 100
"""Elements of a list, and bytes, that are still shown."""
MAX_DEPTH = 20
"""How deep lists and maps may lie in each other."""


def to_json(value: object, *, depth: int = MAX_DEPTH) -> JSON:
    """Return a value of a result as JSON data that `json.dumps(..., allow_nan=False)` takes. Never raises.

    NaN and the infinities, which JSON has not, become the words that Cypher prints: "NaN", "Infinity", "-Infinity".
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return _number(value)
        case bytes() | bytearray():
            if len(value) > MAX_LIST:
                return left_out("bytes", len(value))
            return {"base64": base64.b64encode(value).decode("ascii")}
        case uuid.UUID():
            return str(value)
        case dt.date() | dt.time():
            return value.isoformat()
        case dict():
            return _map(cast("dict[Any, object]", value), depth)
        case list():
            return _list(cast("list[Any]", value), depth)
        case _:
            return _of_the_driver(value, depth)


def left_out(kind: str, length: int) -> dict[str, JSON]:
    """Return what stands in the place of a value that is not shown."""
    return {"left_out": kind, "length": length}


def row_to_json(row: Mapping[str, object]) -> dict[str, JSON]:
    """Return one row of a result as JSON data."""
    return {name: to_json(value) for name, value in row.items()}


def _number(value: float) -> JSON:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _of_the_driver(value: object, depth: int) -> JSON:
    from neo4j import graph, spatial, time, vector

    match value:
        case time.DateTime():
            return _short(value.iso_format()) + _zone(value)
        case time.Date() | time.Time() | time.Duration():
            return _short(value.iso_format())
        case spatial.Point():
            return _point(value)
        case vector.Vector():
            return left_out("vector", len(value.to_native()))
        case graph.Node():
            return {
                "element_id": value.element_id,
                "labels": cast("JSON", sorted(value.labels)),
                "properties": _map(dict(value.items()), depth),
            }
        case graph.Relationship():
            return {
                "element_id": value.element_id,
                "type": value.type,
                "start": _end(value.start_node),
                "end": _end(value.end_node),
                "properties": _map(dict(value.items()), depth),
            }
        case graph.Path():
            return {
                "nodes": _list(list(value.nodes), depth),
                "relationships": _list(list(value.relationships), depth),
            }
        case tuple() | set() | frozenset():
            return _list(list(cast("tuple[object]", value)), depth)
        case _:
            return left_out(f"value of type {type(value).__name__}", 1)


def _map(value: Mapping[Any, object], depth: int) -> JSON:
    if depth <= 0:
        return left_out("map, nested too deeply", len(value))
    return {str(name): to_json(inner, depth=depth - 1) for name, inner in value.items()}


def _list(value: list[Any], depth: int) -> JSON:
    if depth <= 0:
        return left_out("list, nested too deeply", len(value))
    if len(value) <= MAX_LIST:
        return [to_json(inner, depth=depth - 1) for inner in value]
    if all(isinstance(inner, int | float) for inner in value):
        return left_out("list of numbers", len(value))
    shown = [to_json(inner, depth=depth - 1) for inner in value[:MAX_LIST]]
    return [*shown, left_out("rest of a list", len(value) - MAX_LIST)]


def _point(value: "Point") -> JSON:
    return {"srid": value.srid, "coordinates": [_number(float(part)) for part in value]}


def _zone(value: Any) -> str:
    """Name the zone of a moment, as Cypher prints it, where it has a name and not only an offset."""
    name = getattr(value.tzinfo, "zone", None) or getattr(value.tzinfo, "key", None)
    return f"[{name}]" if name and name != "UTC" else ""


def _short(written: str) -> str:
    """Take the noughts off the end of a fraction of seconds: the driver writes nine digits of it."""
    return re.sub(r"\.(\d*?)0+(?!\d)", lambda found: f".{found[1]}" if found[1] else "", written)


def _end(node: Any) -> JSON:
    return node.element_id if node is not None else None
