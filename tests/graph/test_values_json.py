"""Every value that a database can hand over becomes JSON data that says what it leaves out."""

import json
import math
import uuid
from datetime import timedelta, timezone
from typing import Any

import pytest
import pytz
from hypothesis import given
from hypothesis import strategies as st
from neo4j.graph import Graph, Node, Path, Relationship
from neo4j.spatial import CartesianPoint, WGS84Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from graph.values_json import MAX_DEPTH, MAX_LIST, row_to_json, to_json


def node(element_id: str, *labels: str, **properties: Any) -> Node:
    return Node(Graph(), element_id, 0, labels, properties)


def film(properties: dict[str, int]) -> Node:
    return node("4:x:1", "Film", **properties)


def vector(parts: list[float]) -> Vector:
    return Vector.from_native(parts, "f64")


BERLIN = pytz.timezone("Europe/Berlin").localize(DateTime(2026, 3, 14, 9, 30))

CASES = [
    (Date(2026, 3, 14), "2026-03-14"),
    (Time(9, 30, 5, 120_000_000), "09:30:05.12"),
    (Time(9, 30, 5, tzinfo=timezone(timedelta(hours=2))), "09:30:05+02:00"),
    (DateTime(2026, 3, 14, 9, 30, 5, 1), "2026-03-14T09:30:05.000000001"),
    (DateTime(2026, 3, 14, 9, 30, tzinfo=pytz.utc), "2026-03-14T09:30:00+00:00"),
    (BERLIN, "2026-03-14T09:30:00+01:00[Europe/Berlin]"),
    (Duration(months=14, days=3, seconds=4, nanoseconds=500_000_000), "P1Y2M3DT4.5S"),
    (WGS84Point((13.4, 52.5)), {"srid": 4326, "coordinates": [13.4, 52.5]}),
    (CartesianPoint((1, 2, 3)), {"srid": 9157, "coordinates": [1.0, 2.0, 3.0]}),
    (math.nan, "NaN"),
    (-math.inf, "-Infinity"),
    (b"\x00\xff", {"base64": "AP8="}),
    (b"x" * 101, {"left_out": "bytes", "length": 101}),
    (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    (Vector.from_native([0.5] * 384, "f32"), {"left_out": "vector", "length": 384}),
    ([0.25] * 384, {"left_out": "list of numbers", "length": 384}),
    (["a"] * 101, ["a"] * 100 + [{"left_out": "rest of a list", "length": 1}]),
    ({"a": {"b": [Date(2026, 1, 1)]}}, {"a": {"b": ["2026-01-01"]}}),
    (object(), {"left_out": "value of type object", "length": 1}),
]


@pytest.mark.parametrize(("value", "shown"), CASES, ids=[repr(shown)[:40] for _, shown in CASES])
def test_a_value_is_shown_as_a_reader_expects_it(value: object, shown: object) -> None:
    assert to_json(value) == shown


def test_nodes_relationships_and_paths_keep_their_ends_labels_and_properties() -> None:
    a = node("4:x:1", "Film", "Classic", title="Alien", embedding=[0.1] * 200)
    b = node("4:x:2", "Person")
    acted: Any = type("ACTED_IN", (Relationship,), {})(Graph(), "5:x:1", 0, {"since": Date(1979, 5, 25)})
    acted._start_node, acted._end_node = b, a
    shown = row_to_json({"p": Path(b, acted)})
    assert shown == {
        "p": {
            "nodes": [
                {"element_id": "4:x:2", "labels": ["Person"], "properties": {}},
                {
                    "element_id": "4:x:1",
                    "labels": ["Classic", "Film"],
                    "properties": {"title": "Alien", "embedding": {"left_out": "list of numbers", "length": 200}},
                },
            ],
            "relationships": [
                {
                    "element_id": "5:x:1",
                    "type": "ACTED_IN",
                    "start": "4:x:2",
                    "end": "4:x:1",
                    "properties": {"since": "1979-05-25"},
                }
            ],
        }
    }


def test_what_lies_too_deep_is_left_out_and_said_so() -> None:
    value: Any = "bottom"
    for _ in range(MAX_DEPTH + 500):
        value = [value]
    shown = json.dumps(to_json(value))
    assert "nested too deeply" in shown
    assert "bottom" not in shown


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(),
    st.binary(max_size=200),
    st.builds(Date, st.integers(1, 9999), st.integers(1, 12), st.integers(1, 28)),
    st.builds(Time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59), st.integers(0, 999_999_999)),
    st.builds(
        DateTime,
        st.integers(1, 9999),
        st.integers(1, 12),
        st.integers(1, 28),
        st.integers(0, 23),
        st.integers(0, 59),
        st.integers(0, 59),
        st.integers(0, 999_999_999),
    ),
    st.builds(Duration, months=st.integers(-(10**6), 10**6), days=st.integers(-(10**6), 10**6)),
    st.builds(WGS84Point, st.tuples(st.floats(), st.floats())),
    st.lists(st.floats(), max_size=150),
    st.builds(vector, st.lists(st.floats(), min_size=1, max_size=150)),
    st.builds(film, st.dictionaries(st.text("abc", min_size=1), st.integers())),
)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30)


@given(VALUES)
def test_whatever_comes_is_json_and_no_list_in_it_is_long(value: object) -> None:
    shown = to_json(value)
    again = json.loads(json.dumps(shown, allow_nan=False))
    assert again == shown
    assert _longest(again) <= MAX_LIST + 1


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.floats(allow_nan=False, allow_infinity=False)))
def test_what_json_has_is_not_changed(value: object) -> None:
    assert to_json([value, {"k": value}]) == [value, {"k": value}]


def _longest(value: Any) -> int:
    if isinstance(value, dict):
        return max((_longest(inner) for inner in value.values()), default=0)
    if isinstance(value, list):
        return max([len(value), *(_longest(inner) for inner in value)])
    return 0
