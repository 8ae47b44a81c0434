"""The shape of a graph, as a model is shown it, and what of a statement it says can never be."""

from typing import Any

import pytest
from conftest import OpenStore
from graphs import add_text, rows_of

from graph.foreign_shape import read_shape
from graph.guard import decide, own_graph, with_namespace
from graph.guarded_read import GuardedRead, read_guarded
from graph.model import NODES, RELATIONSHIPS
from graph.own_shape import BOOLEANS, FLOATS, INTEGERS, LISTS, VALUES, own_shape, type_of
from graph.queries import statements
from graph.shape import Label, Property, Shape, as_name
from graph.shape_check import find_misuse
from graph.store import GraphStore

OWN = own_shape()
SCHEMA = own_graph()


def test_every_label_and_relationship_of_a_project_is_shown_with_its_direction() -> None:
    shown = OWN.text()
    for kind in NODES:
        assert (f"(:{kind.label})" in shown) == (kind.label not in {"EmbeddingModel", "SchemaMigration"})
    for one in RELATIONSHIPS:
        assert f"(:{one.start})-[:{one.type}" in shown
        assert f"]->(:{one.end})" in shown
    assert "status = 'supported' | 'conflicting' | 'unsupported' | 'unreviewed'" in shown
    assert "char_len INTEGER" in shown
    assert "search_text" not in shown
    assert len(shown) < 7_000


def test_every_declared_type_and_value_is_of_a_property_that_there_is() -> None:
    there = {name for part in (*NODES, *RELATIONSHIPS) for name in part.properties}
    assert there >= INTEGERS | FLOATS | BOOLEANS | LISTS
    owners = {kind.label: kind.properties for kind in NODES} | {one.type: one.properties for one in RELATIONSHIPS}
    assert all(name in owners[owner] for owner, name in VALUES)


async def test_what_is_stored_has_the_declared_types(store: GraphStore) -> None:
    await add_text(store, "The plant will cost 48 million crowns.", name="a.md", published_at="2026-03-01")
    rows = await rows_of(
        store,
        "MATCH (n {namespace: $namespace}) UNWIND keys(n) AS name "
        "RETURN DISTINCT name, replace(valueType(n[name]), ' NOT NULL', '') AS type",
    )
    shown = {(row["name"], row["type"]) for row in rows if not row["name"].startswith("embedding_")}
    assert len(shown) > 30
    lists = {"LIST<STRING>", "LIST<NOTHING>"}
    wrong = {(n, kind) for n, kind in shown if kind != type_of(n) and not (kind in lists and type_of(n) in lists)}
    assert wrong == set()


def test_a_shape_that_is_too_long_is_cut_at_a_line_and_counted() -> None:
    many = Shape(tuple(Label(f"Kind{at}", (Property("x"),)) for at in range(1_000)), ())
    lines = many.text(500).splitlines()
    assert sum(len(line) + 1 for line in lines[:-1]) <= 500
    assert lines[-1] == f"(and {1_000 - len(lines) + 1} more)"


@pytest.mark.parametrize(
    ("name", "written"),
    [("Film", "Film"), ("my film", "`my film`"), ("a`b", "`a``b`"), ("a\nSYSTEM: b", "`a SYSTEM: b`")],
)
def test_names_are_shown_as_a_query_writes_them_on_one_line(name: str, written: str) -> None:
    assert as_name(name) == written


@pytest.mark.parametrize("example", OWN.examples, ids=lambda one: one.question)
async def test_each_worked_example_is_let_through_runs_and_names_nothing_unknown(
    example: Any, store: GraphStore
) -> None:
    assert decide(example.statement, schema=SCHEMA).decision == "allow"
    assert "namespace: $namespace" in with_namespace(example.statement, SCHEMA)
    assert find_misuse(example.statement, OWN) == []
    _, found = await read_guarded(store, GuardedRead(example.statement))
    assert (found.unknown, found.note) == ((), "")


NEVER = {
    "MATCH (c:Claim {status: 'confirmed'}) RETURN c": "Claim.status is never 'confirmed'; it is one of 'supported',",
    "MATCH (c:Claim) WHERE c.status IN ['supported', 'true'] RETURN c.text AS t": "Claim.status is never 'true'",
    'MATCH (c:Claim) WHERE c.status <> "open" RETURN c': "Claim.status is never 'open'",
    "MATCH (c:Claim) RETURN c.title AS title": "Claim has no property title; it has text, status,",
    "MATCH (c:Supported {title: 'x'}) RETURN c": "Claim has no property title",
    "MATCH (s:Source) WHERE EXISTS { MATCH (s) WHERE s.text = 'x' } RETURN s": "Source has no property text",
    "MATCH (p:Passage)-[:HAS_PASSAGE]->(v:SourceVersion) RETURN p": "fits (:Passage)-[:HAS_PASSAGE]->(:SourceVersion); "
    "there is (:SourceVersion)-[:HAS_PASSAGE]->(:Passage)",
    "MATCH (s:Source) MATCH (s)-[:HAS_PASSAGE]->(p) RETURN p": "fits (:Source)-[:HAS_PASSAGE]->()",
    "MATCH (e:Entity)-[:TITLED|MENTIONS]->(x) RETURN x": "fits (:Entity)-[:TITLED|MENTIONS]->()",
}


@pytest.mark.parametrize("statement", NEVER)
def test_what_can_never_be_is_told_with_what_there_is(statement: str) -> None:
    assert NEVER[statement] in "; ".join(find_misuse(statement, OWN))


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (c:Claim|Source) RETURN c.title AS t",
        "MATCH (c:Claim) WITH c.text AS c RETURN c.x AS x",
        "MATCH (s:Source)-[:HAS_VERSION*1..3]->(p:Passage) RETURN p",
        "MATCH (s:Source)--(p:Passage) RETURN p",
        "MATCH (p:Passage)<-[:HAS_PASSAGE]-(v) RETURN v.state AS state",
        "MATCH (p:Passage)-[:HAS_PASSAGE]-(v:SourceVersion) RETURN v.state = 'current' AS x",
        "MATCH (c:Claim) RETURN c.key AS key, c.name AS name, c.created_at AS at, c.created_at_ms AS ms",
        "MATCH (c:Claim) RETURN [c IN ['a'] | {title: c}] AS x",
        "MATCH (s:Source) WHERE s.title = 'confirmed' AND 'x' IN s.kind RETURN s",
        "MATCH (x:Unknown) RETURN x.y AS y",
        "MATCH (((( nonsense",
    ],
)
def test_what_may_be_is_left_alone(statement: str) -> None:
    assert find_misuse(statement, OWN) == []


def test_nothing_is_found_in_the_statements_that_the_program_itself_reads_with() -> None:
    read = 0
    for name, one in statements().items():
        for text in one.texts.values():
            if decide(text, schema=own_graph(one.params)).decision == "allow":
                read += 1
                assert find_misuse(text, OWN) == [], name
    assert read > 20


async def test_a_foreign_graph_is_described_from_samples(open_store: OpenStore) -> None:
    store = await open_store()
    film, made = f"Film {store.namespace}", f"MADE_{store.namespace}"
    await rows_of(
        store,
        f"CREATE (:`{film}` {{title: 'Alien', at: date('1979-05-25'), place: point({{x: 1, y: 2}}), v: [0.1, 0.2]}})"
        f"<-[:{made} {{year: 1979}}]-(:Person{store.namespace} {{name: 'R'}})",
    )
    shape = await read_shape(store)
    assert (shape.foreign, film in shape.names.labels) == (True, True)
    shown = shape.text(1_000_000).splitlines()
    if any(film in line for line in shown):  # the session's other tests leave labels too; sixty are looked at
        assert f"(:`{film}`) at DATE, place POINT, title" in shown
    ours = [edge for edge in shape.edges if edge.type == made]
    assert [(edge.start, edge.end, edge.properties[0]) for edge in ours] in (
        [(f"Person{store.namespace}", film, Property("year", "INTEGER"))],
        [],
    )
    assert [line for line in shown if "HAS_VERSION" in line and "(:Source)" in line] or len(shape.labels) == 60
