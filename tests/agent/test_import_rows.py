"""What a line of an export may be, without a database: everything that is declared, and nothing else."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from export_files import MODEL, key, named, node, write
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import FileRefused
from agent.exchange.lines import Line, NodeLine, RelationshipLine, pack_vector, write_line
from agent.exchange.read import check_file
from agent.exchange.rules import read_line
from graph.model import RELATIONSHIPS
from graph.property_types import TYPES, type_of
from graph.queries import statements
from graph.queries.exchange import EXCHANGED, statement_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = {
    "string": TEXTS,
    "integer": st.integers(-(2**63), 2**63 - 1),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "strings": st.lists(TEXTS, max_size=3),
}
WORDS = {("Source", "kind"): "web", ("Conflict", "state"): "open", ("Run", "state"): "completed"}
"""What may hold only few words."""
FREE = [node for node in EXCHANGED if node.label not in {"SourceVersion", "Claim", "Citation", "Assessment"}]


def values_of(name: str) -> st.SearchStrategy[Any]:
    """What a property of the name may hold: a moment is one moment, in both of its forms."""
    if name == "at" or (name.endswith("_at") and name not in {"published_at", "updated_at"}):
        return st.just("2026-03-02T10:00:00Z")
    if name.endswith("_ms") and name != "latency_ms":
        return st.just(1_772_445_600_000)
    return VALUES[type_of(name)]


@st.composite
def nodes(draw: st.DrawFn) -> NodeLine:
    kind = draw(st.sampled_from(FREE))
    names = draw(st.sets(st.sampled_from(kind.properties)))
    held = {name: WORDS.get((kind.label, name)) or draw(values_of(name)) for name in sorted(names)}
    if kind.label == "Passage":
        held = {name: value for name, value in held.items() if name not in {"char_start", "char_end", "search_ns"}}
        held |= {"char_start": 3, "char_end": 3 + len(held.get("text", ""))}
    marks = sorted(draw(st.sets(st.sampled_from(kind.marks)))) if kind.marks else []
    made = node(kind.label, draw(st.integers(0, 2**100)), **held)
    return NodeLine(made.label, made.key, marks, made.properties)


@given(nodes())
def test_a_node_of_any_declared_properties_comes_back_as_it_was(line: NodeLine) -> None:
    assert read_line(json.loads(write_line(line)), ["alpha"], {}) == line


@given(st.sampled_from(RELATIONSHIPS), st.data())
def test_a_relationship_of_any_declared_properties_comes_back_as_it_was(one: Any, data: st.DataObject) -> None:
    held = {name: data.draw(values_of(name)) for name in one.properties}
    number = 1
    ends = [(label, key(label) + (f".{number}" if label == "Assessment" else "")) for label in (one.start, one.end)]
    line = RelationshipLine(one.type, ends[0], ends[1], held)
    assert read_line(json.loads(write_line(line)), ["alpha"], {}) == line


def test_every_declared_kind_has_a_statement_each_way() -> None:
    names = {statement_of(verb, kind) for verb in ("export", "import") for kind in (*EXCHANGED, *RELATIONSHIPS)}
    assert names <= set(statements())
    held = {name for part in (*EXCHANGED, *RELATIONSHIPS) for name in part.properties}
    assert set(TYPES) - held <= {"cost", "dimension", "in_use", "max_tokens", "min_similarity"}, "of the model alone"


SHARED_ONES = {"namespace": "alpha", "name": "n", "created_at": "2026-03-02T10:00:00Z"}


def line_of(**changes: Any) -> dict[str, Any]:
    return json.loads(write_line(node("Source", kind="file"))) | changes


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ([], "no JSON object"),
        ({"x": 1}, "neither a node nor a relationship"),
        (line_of(node="Sauce"), "no label 'Sauce'"),
        (line_of(node="Source) DETACH DELETE (n"), "no label"),
        (line_of(node=["Source"]), "no label"),
        (line_of(node="EmbeddingModel"), "no label"),
        (line_of(node="Claim"), "no key of a Claim"),
        (line_of(key="source.12"), "no key"),
        (line_of(key=7), "no key"),
        (line_of(key=key("Source") + ".1"), "no key"),
        (line_of(marks=["Current"]), "wears no labels"),
        (line_of(marks=[["x"]]), "wears no labels"),
        (line_of(more=1), "holds 'more'"),
        (line_of(properties=SHARED_ONES | {"size": 1}), "no property 'size'"),
        (line_of(properties=SHARED_ONES | {"title": 1}), "title is int"),
        (line_of(properties=SHARED_ONES | {"title": None}), "NoneType"),
        (line_of(properties=SHARED_ONES | {"name": "n" * 29}), "29 characters, and may have 28"),
        (line_of(properties=SHARED_ONES | {"work_group": "é" * 32_000}), "index"),
        (line_of(properties=SHARED_ONES | {"name": "\ud800"}), "half of a character"),
        (
            line_of(node="Entity", key=key("Entity"), properties=SHARED_ONES | {"aliases": ["\ud800"]}),
            "aliases holds half of a character",
        ),
        (line_of(properties=SHARED_ONES | {"kind": "rumour"}), "kind is 'rumour'"),
        (line_of(properties=SHARED_ONES | {"created_at": "long ago"}), "no moment up to now"),
        (line_of(properties=SHARED_ONES | {"created_at": "9999-01-01T00:00:00Z"}), "no moment up to now"),
        (line_of(properties=SHARED_ONES | {"namespace": "beta"}), "not one of the header's"),
        (line_of(properties={"namespace": "alpha", "name": "n"}), "has no created_at"),
        (line_of(properties=[]), "has no properties"),
        (line_of(vectors={"embedding_m": "AAAA"}), "a Source has no vectors"),
    ],
)  # fmt: skip
def test_what_is_not_declared_is_refused(value: Any, complaint: str) -> None:
    with pytest.raises(FileRefused, match=complaint):
        read_line(value, ["alpha"], {})


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (node("Claim", status="proven"), "Claim.status is 'proven'"),
        (node("SourceVersion", state="fresh"), "SourceVersion.state is 'fresh'"),
        (node("Citation", verdict="valid", checker="rule:numbers"), "can make nothing valid"),
        (node("Citation", verdict="valid"), "can make nothing valid"),
        (node("Citation", verdict="valid", checker="judge:"), "names nobody"),
        (node("Citation", verdict="rejected", checker="person: "), "names nobody"),
        (node("SourceVersion", state="current", seen_at_ms=10**18), "no moment up to now"),
        (node("SourceVersion", state="current", seen_at_ms=-1), "no moment up to now"),
        (node("SourceVersion", state="current", seen_at="2026-03-02T10:00:00Z", seen_at_ms=1), "and not 2026-03-02"),
        (node("SourceVersion", state="current", same_as=["x"] * 10_001), "lists 10001 things"),
        (node("Passage", text="Hello.", char_start=0, char_end=7), "not the characters 0 to 7"),
        (node("Passage", text="Hello.", char_start=-6, char_end=0), "not the characters -6 to 0"),
        (node("Passage", search_ns="beta0"), "another namespace's"),
        (node("Turn", ordinal=True), "ordinal is bool"),
        (node("Turn", ordinal=2**63), "ordinal is int"),
    ],
)
def test_no_state_or_verdict_of_a_files_own_making_is_taken(line: NodeLine, complaint: str) -> None:
    with pytest.raises(FileRefused, match=complaint):
        read_line(json.loads(write_line(line)), ["alpha"], {})


@pytest.mark.parametrize("vector", [[0.0, 0.0, 0.0], [1.0, 2.0], [float("nan"), 1.0, 1.0]])
def test_a_vector_that_could_never_be_found_is_refused(vector: list[float]) -> None:
    line = node("Passage")
    packed = NodeLine(line.label, line.key, [], line.properties, {"embedding_m": pack_vector(vector, "Passage")})
    with pytest.raises(FileRefused, match="damaged"):
        read_line(json.loads(write_line(packed)), ["alpha"], {"embedding_m": 3})


ENTITY = named("Entity", "iea", full_name="IEA")
TWO = (
    node("Source"),
    ENTITY,
    RelationshipLine("TITLED", ("Source", key("Source")), ("Entity", ENTITY.key), {}),
)

VERSION = named("SourceVersion", key("Source"), "ab", state="current", content_sha256="ab")
TWO_OWNERS = (
    node("Source"),
    node("Source", 2),
    VERSION,
    *(
        RelationshipLine("HAS_VERSION", ("Source", key("Source", number)), ("SourceVersion", VERSION.key), {})
        for number in (1, 2)
    ),
)


def test_a_sound_file_is_taken_packed_or_not(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.jsonl", *TWO)
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        file = check_file(path)
        assert [line for _, line in file.lines({"Source", "Entity", "TITLED"})] == list(TWO)
        assert [number for number, _ in file.lines({"TITLED"})] == [4]


@pytest.mark.parametrize(
    ("lines", "changes", "complaint"),
    [
        ((TWO[0], TWO[0]), {}, "line 3: the key .* is there twice"),
        ((TWO[0], TWO[2]), {}, "line 3: the Entity .* is on no line above"),
        ((*TWO, TWO[2]), {}, "line 5: the same TITLED is there twice"),
        (TWO_OWNERS, {}, "line 6: the SourceVersion .* has a second HAS_VERSION"),
        (TWO, {"nodes": 3}, "its header promises 5 lines"),
        (TWO, {"counts": {"Source": 3}}, "cut short or was changed"),
        (TWO, {"sha256": "0"}, "their sha256 is not the header's"),
        ((TWO[0], b"{}\n"), {}, "line 3: it is neither"),
        ((TWO[0], b"[" * 100_000 + b"\n"), {}, "line 3 is no JSON"),
        ((TWO[0], b'{"a": NaN}\n'), {}, "line 3 is no JSON"),
        ((TWO[0], b'{"node": "Source", "node": "Claim"}\n'), {}, "there twice"),
        ((TWO[0], b"\xff\n"), {}, "line 3 is no JSON"),
        ((), {"namespaces": ["schema"]}, "the header lacks something"),
        ((), {"models": [MODEL | {"dimension": 0}]}, "the header lacks something"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_by_its_line(
    tmp_path: Path, lines: tuple[Line | bytes, ...], changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(FileRefused, match=complaint):
        check_file(write(tmp_path / "a.jsonl", *lines, **changes))


@given(st.data())
def test_a_file_cut_short_anywhere_is_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = write(tmp_path_factory.mktemp("cut") / "a.jsonl", *TWO)
    whole = path.read_bytes() if data.draw(st.booleans()) else gzip.compress(path.read_bytes(), mtime=0)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(FileRefused):
        check_file(path)
