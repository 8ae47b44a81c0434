"""How layer 5 writes the namespace into a statement, and what it refuses to rewrite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strange_cypher import ESCAPES, attacks
from strange_reads import Reads

from graph.errors import StatementRefused
from graph.guard import foreign_graph, own_graph, with_namespace
from graph.guard.clauses import Statement

N = "namespace: $namespace"


def rewritten(statement: str) -> str:
    return with_namespace(statement, own_graph())


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("MATCH (c:Claim) RETURN c", f"MATCH (c:Claim {{{N}}}) RETURN c"),
        ("MATCH (c:Claim {n: 1}) RETURN c", f"MATCH (c:Claim {{{N}, n: 1}}) RETURN c"),
        ("MATCH (c:Claim {}) RETURN c", f"MATCH (c:Claim {{{N}}}) RETURN c"),
        (f"MATCH (c:Claim {{{N}}}) RETURN c", f"MATCH (c:Claim {{{N}}}) RETURN c"),
        ("MATCH (:Claim)<--(x) RETURN x", f"MATCH (:Claim {{{N}}})<--(x {{{N}}}) RETURN x"),
        ("MATCH (a)--(b:Claim), (d) RETURN 1", f"MATCH (a {{{N}}})--(b:Claim {{{N}}}), (d {{{N}}}) RETURN 1"),
        ("MATCH () RETURN 1", f"MATCH ({{{N}}}) RETURN 1"),
        ("MATCH ()-[r]->() RETURN r", f"MATCH ({{{N}}})-[r]->() RETURN r"),
        ("MATCH (c IS A|!B WHERE c.n > 1) RETURN c", f"MATCH (c IS A|!B {{{N}}} WHERE c.n > 1) RETURN c"),
        ("OPTIONAL MATCH (c) RETURN c", f"OPTIONAL MATCH (c {{{N}}}) RETURN c"),
        ("MATCH ((a)-->(b)){1,2} RETURN 1", f"MATCH ({{{N}}})((a {{{N}}})-->(b {{{N}}})){{1,2}} RETURN 1"),
        ("MATCH (:A)((b:B)-->()){0,2} RETURN 1", f"MATCH (:A {{{N}}})((b:B {{{N}}})-->()){{0,2}} RETURN 1"),
        ("MATCH ()((b:B)-->()){0,2} RETURN 1", f"MATCH ({{{N}}})((b:B {{{N}}})-->()){{0,2}} RETURN 1"),
        (
            "MATCH p = shortestPath((a:A)-[*..3]-(b)) RETURN p",
            f"MATCH p = shortestPath((a:A {{{N}}})-[*..3]-(b {{{N}}})) RETURN p",
        ),
        ("RETURN EXISTS { (a)--() } AS x", f"RETURN EXISTS {{ (a {{{N}}})--() }} AS x"),
        ("RETURN COUNT { MATCH (a) } AS x", f"RETURN COUNT {{ MATCH (a {{{N}}}) }} AS x"),
        ("RETURN COLLECT { MATCH (a) RETURN a } AS x", f"RETURN COLLECT {{ MATCH (a {{{N}}}) RETURN a }} AS x"),
        ("CALL { MATCH (a) RETURN a } RETURN a", f"CALL {{ MATCH (a {{{N}}}) RETURN a }} RETURN a"),
        ("RETURN [(a)--(b:B) | b.n] AS x", f"RETURN [(a {{{N}}})--(b:B {{{N}}}) | b.n] AS x"),
        ("RETURN [p = (a)--(b) | p] AS x", f"RETURN [p = (a {{{N}}})--(b {{{N}}}) | p] AS x"),
        ("MATCH (a:A) WHERE (a)--(:B) RETURN a", f"MATCH (a:A {{{N}}}) WHERE (a)--(:B {{{N}}}) RETURN a"),
        ("MATCH (a:A) WHERE ()--() RETURN a", f"MATCH (a:A {{{N}}}) WHERE ({{{N}}})--() RETURN a"),
        ("MATCH (a:A) WHERE NOT (a)-->() RETURN a", f"MATCH (a:A {{{N}}}) WHERE NOT (a)-->() RETURN a"),
        ("MATCH (a:A) WITH 1 AS x MATCH (a) RETURN a", f"MATCH (a:A {{{N}}}) WITH 1 AS x MATCH (a {{{N}}}) RETURN a"),
        ("MATCH (a /* {x: 1} */ :A) RETURN a // b", f"MATCH (a   :A {{{N}}}) RETURN a"),
        ("MATCH (a {t: '{namespace: 1}'}) RETURN a", f"MATCH (a {{{N}, t: '{{namespace: 1}}'}}) RETURN a"),
        ("MATCH (a {m: {namespace: 1}}) RETURN a", f"MATCH (a {{{N}, m: {{namespace: 1}}}}) RETURN a"),
    ],
)
def test_every_pattern_that_needs_it_gets_the_namespace(statement: str, expected: str) -> None:
    assert rewritten(statement) == expected


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("MATCH (n {namespace: 'beta'}) RETURN n", "namespace of its own"),
        ("MATCH (n {`namespace`: $namespace + ''}) RETURN n", "namespace of its own"),
        (f"MATCH (n {{{N}, namespace: 'beta'}}) RETURN n", "namespace of its own"),
        (f"MATCH (n {{namespace: 'beta', {N}}}) RETURN n", "namespace of its own"),
        ("MATCH (n $p) RETURN n", "from a parameter"),
        ("MATCH (n:$('Claim')) RETURN n", "computed"),
        ("MATCH (n:EmbeddingModel) RETURN n", "EmbeddingModel"),
        ("MATCH (n:!Claim|SchemaMigration) RETURN n", "SchemaMigration"),
        ("CALL db.labels()", "db.labels"),
        ("CALL db.index.fulltext.queryNodes('i', 'x') YIELD node RETURN node", "db.index.fulltext.queryNodes"),
        ("CREATE (n)", "CREATE"),
    ],
)
def test_what_cannot_be_rewritten_is_refused_by_layer_5(statement: str, named: str) -> None:
    with pytest.raises(StatementRefused) as caught:
        rewritten(statement)
    assert named in caught.value.reason
    assert caught.value.layer == 5
    assert caught.value.exit_code == 8


def test_a_statement_for_a_foreign_graph_stays_as_it_is() -> None:
    assert with_namespace("MATCH (n /* x */) RETURN n", foreign_graph()) == "MATCH (n /* x */) RETURN n"


def _paths_without_namespace(statement: str) -> list[int]:
    paths = Statement(statement, frozenset({"namespace"})).paths
    return [
        path.start
        for path in paths
        if not any(node.namespace == "given" and not node.repeated for node in path.nodes)
        and not (path.bound and any(node.has_name for node in path.nodes))
    ]


@given(st.integers(0, 100_000))
def test_every_path_of_any_read_has_a_filtered_node_and_rewriting_twice_is_once(seed: int) -> None:
    once = rewritten(Reads(seed).statement())
    assert _paths_without_namespace(once) == []
    assert rewritten(once) == once


def test_every_path_of_any_disguised_escape_has_a_filtered_node() -> None:
    passed = 0
    for attack in attacks(ESCAPES, 5, 5_000):
        try:
            once = rewritten(attack)
        except StatementRefused:
            continue
        passed += 1
        assert _paths_without_namespace(once) == [], attack
    assert passed > 1_000
