"""Layer 2 of the guard, with all others off: what the server's plan of a statement shows of it."""

from typing import Any

import pytest
from conftest import OpenStore
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import StatementWrong
from graph.foreign import explain_foreign
from graph.plan_allowed import FUNCTIONS, OPERATORS, PROCEDURES, RENDERED
from graph.plan_guard import Names, counts_or_aggregates, operators, unknown_names, why_refused
from graph.store import GraphStore

CSV = "LOAD CSV FROM 'http://127.0.0.1:9/x' AS line RETURN line"

READS = [
    "MATCH (s:Source)-[:HAS_VERSION]->(v) RETURN s.title, count(v) AS n ORDER BY n DESC LIMIT 5",
    "MATCH (c:Claim) WHERE EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid'}) } RETURN c.text",
    "MATCH (c:Claim) RETURN [x IN [1, 2] | COUNT { (c)<-[:FOR_CLAIM]-() }] AS counts",
    "MATCH (s:Source) OPTIONAL MATCH (s)-[:TITLED]->(e) WITH s, collect(DISTINCT e.name)[..3] AS names RETURN names",
    "MATCH p = shortestPath((a:Entity)-[*..4]-(b:Entity)) WHERE a <> b RETURN [n IN nodes(p) | n.name] AS names",
    "MATCH p = SHORTEST 2 (a:Source)--{1,4}(b:Claim) RETURN length(p)",
    "MATCH (s:Source) WHERE s.published_at >= toString(date() - duration('P1M')) RETURN s ORDER BY toLower(s.title)",
    "MATCH (s:Source) CALL (s) { MATCH (s)-[:HAS_VERSION]->(v) RETURN v ORDER BY v.created_at LIMIT 1 } RETURN v",
    "MATCH (a:Claim) RETURN a.text AS t UNION MATCH (b:Question) RETURN b.text AS t",
    "CALL db.labels() YIELD label RETURN label",
    "CALL db.index.fulltext.queryNodes('passage_text', 'tide') YIELD node, score RETURN node.name, score",
    "UNWIND range(1, 10) AS i WITH i WHERE i % 2 = 0 RETURN sum(i), percentileCont(i, 0.5), stDev(i)",
    "MATCH (s:Source) RETURN s {.title, versions: [(s)-->(v) | v.state]} AS m, CASE s.kind WHEN 'file' THEN 1 END AS k",
    "MATCH (n:`LOAD CSV`) WHERE n.`apoc.load.json(` = 'CALL dbms.x()' RETURN n AS `TRANSACTIONS, LoadCSV@neo4j`",
    "RETURN 'LOAD CSV FROM' AS a, \"apoc.load.json('x')\" AS b, $`a b` AS c",
    "RETURN point.distance(point({x: 1, y: 1}), point({x: 2, y: 2})) AS d, vector.similarity.cosine([1.0], [1.0]) AS c",
    "MATCH (s:Source {namespace: 'x', source_id: 'y'}) RETURN s.title",
    "MATCH (c:Claim {key: 'x'}) RETURN c",
    "MATCH (n:Claim) RETURN collect(DISTINCT CASE n.status WHEN 'x' THEN coalesce(n.text, n.name) END) AS a",
    "MATCH (n:Claim) RETURN collect(DISTINCT {a: date(), b: n.x IS NULL, c: [i IN n.l WHERE i > 1 | -i], d: n {.x}})",
    "MATCH (n:Claim) RETURN collect(DISTINCT toLower(n.x) + 'a`(\"b') AS a, collect(DISTINCT n)[0] AS b",
    "MATCH ()-[r]->() WHERE type(r) = 'CITES' AND elementId(r) <> 'x' RETURN startNode(r), endNode(r), properties(r)",
]

REFUSED = [
    ("CREATE (n:Claim)", "write"),
    ("MATCH (n:Claim) SET n.text = 'x'", "write"),
    ("MATCH (n) DETACH DELETE n", "write"),
    ("MERGE (n:Claim {key: 'x'}) RETURN n", "write"),
    ("MATCH (n:Claim) FOREACH (x IN [] | SET n.y = 1)", "write"),
    ("CALL db.createLabel('X')", "write"),
    ("CREATE INDEX x IF NOT EXISTS FOR (n:X) ON (n.y)", "schema"),
    ("SHOW USERS", "schema"),
    ("CALL dbms.listConfig() YIELD name RETURN name", "server"),
    (CSV, "LoadCSV"),
    ("MATCH (n:Claim) WHERE COUNT { " + CSV + " } > 1 RETURN n", "LoadCSV"),
    ("MATCH (a) WHERE a.x IN COLLECT { LOAD CSV FROM 'http://127.0.0.1:9/x' AS l RETURN l[0] } RETURN a", "LoadCSV"),
    ("RETURN [x IN [1] | COUNT { " + CSV + " }] AS a", "LOAD CSV inside an expression"),
    ("RETURN [x IN [1] WHERE EXISTS { " + CSV + " }] AS a", "LOAD CSV inside"),
    ("RETURN CASE WHEN $n = 1 THEN COUNT { " + CSV + " } ELSE 2 END AS a", "LOAD CSV inside"),
    ("RETURN reduce(s = 0, y IN [1, 2] | s + COUNT { " + CSV + " }) AS a", "LOAD CSV inside"),
    ("RETURN {a: [x IN [1] | COLLECT { " + CSV + " }]} AS `x`", "LOAD CSV inside"),
    ("MATCH (n) RETURN n ORDER BY [x IN [1] | COUNT { " + CSV + " }]", "LOAD CSV inside"),
    ("MATCH (n)-[r:R*1..3 {x: COUNT { " + CSV + " }}]->(m) RETURN m", "LOAD CSV"),
    ("MATCH p = shortestPath((a:A)-[*..3]-(b)) WHERE all(x IN nodes(p) WHERE EXISTS { " + CSV + " }) RETURN p", "CSV"),
    ("MATCH (a:A) ((x)--(y) WHERE COUNT { " + CSV + " } = 1){1,3} (b:B) RETURN a", "LoadCSV"),
    ("RETURN [x IN [1] | COLLECT { CALL db.labels() YIELD label RETURN label }] AS a", "inside an expression"),
    ("RETURN [x IN ['`'] | COUNT { LOAD CSV FROM '`' AS l RETURN l }] AS `a``b`", "LOAD CSV inside"),
    ("RETURN [x IN ['\"'] | COUNT { LOAD CSV FROM \"'\" AS l RETURN l }] AS `'`", "LOAD CSV inside"),
    ("MATCH (n) RETURN collect(DISTINCT [x IN [1] | COUNT { " + CSV + " }]) AS a", "inside an expression"),
    ('MATCH (n) RETURN collect(DISTINCT [`"` IN [1] | `"`]) AS a, [x IN [1] | COUNT { ' + CSV + ' }] AS `"`', "CSV"),
    ("MATCH (n) RETURN collect(DISTINCT [`'` IN [1] | `'`]) AS a, [x IN [1] | COUNT { " + CSV + " }] AS `'`", "inside"),
    ("MATCH (n) RETURN collect(DISTINCT [x IN n.l | COLLECT { CALL db.labels() YIELD label RETURN label }])", "inside"),
    ("MATCH (n) RETURN collect(DISTINCT [file(), n.x][0]) AS a", "file"),
    ("SHOW TRANSACTIONS", "ShowTransactions"),
    ("TERMINATE TRANSACTIONS 'neo4j-transaction-1'", "TerminateTransactions"),
    ("SHOW SETTINGS YIELD name RETURN name", "ShowSettings"),
    ("SHOW INDEXES", "ShowIndexes"),
    ("CALL db.resampleOutdatedIndexes()", "db.resampleOutdatedIndexes"),
    ("CALL `db`.`stats`.`retrieve`('GRAPH COUNTS')", "db.stats.retrieve"),
    ("MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x", "TransactionApply"),
    ("MATCH (n) WHERE n.name = file() RETURN n", "file"),
    ("RETURN linenumber() AS n", "linenumber"),
    ("EXPLAIN CREATE (n)", "write"),
]  # fmt: skip

NO_STATEMENTS = [
    "MATCH (n) RETURN n; MATCH (m) RETURN m",
    "PROFILE MATCH (n) RETURN n",
    "nonsense",
    "",
    "RETURN apoc.x()",
]


@pytest.mark.parametrize("statement", READS)
async def test_a_read_may_run(store: GraphStore, statement: str) -> None:
    assert (await explain_foreign(store, statement, {"a b": 1})).refused == ""


@pytest.mark.parametrize(("statement", "named"), REFUSED, ids=[s[:60] for s, _ in REFUSED])
async def test_what_is_no_read_is_refused_and_what_it_holds_is_named(
    store: GraphStore, statement: str, named: str
) -> None:
    assert named in (await explain_foreign(store, statement, {"n": 1})).refused


@pytest.mark.parametrize("statement", NO_STATEMENTS)
async def test_what_the_server_cannot_read_is_told_in_its_words(store: GraphStore, statement: str) -> None:
    with pytest.raises(StatementWrong, match="the database cannot run this statement"):
        await explain_foreign(store, statement)


async def test_on_the_newest_release_an_escaped_keyword_is_seen_for_what_it_is(open_store: OpenStore) -> None:
    store = await open_store()
    if store.form == "lts":
        with pytest.raises(StatementWrong):
            await explain_foreign(store, "\\u004cOAD CSV FROM 'http://127.0.0.1:9/x' AS l RETURN l")
    else:
        told = await explain_foreign(store, "\\u004cOAD CSV FROM 'http://127.0.0.1:9/x' AS l RETURN l")
        assert "LoadCSV" in told.refused
        told = await explain_foreign(store, "CYPHER 25 MATCH (n) SET n.x = 1")
        assert "write" in told.refused


async def test_every_built_in_function_of_the_server_is_allowed_or_knowingly_not(store: GraphStore) -> None:
    prefixes = ["", "CYPHER 25 "] if store.form == "calendar" else [""]
    async with store.foreign_session() as session:
        there = {str(row["name"]) for p in prefixes async for row in await session.run(p + "SHOW FUNCTIONS")}  # pyright: ignore[reportArgumentType]
    not_reads = {"file", "linenumber", "graph.byName", "graph.byElementId", "shortestPath", "allShortestPaths"}
    assert {name for name in there if name.casefold() not in FUNCTIONS} <= not_reads
    assert not {name.casefold() for name in there} & RENDERED


async def test_every_allowed_procedure_only_reads(store: GraphStore) -> None:
    async with store.foreign_session() as session:
        modes = {row["name"]: row["mode"] async for row in await session.run("SHOW PROCEDURES")}
    assert {modes.get(name) for name in PROCEDURES} == {"READ"}


async def test_an_unknown_name_is_told_with_the_nearest_that_exists(store: GraphStore) -> None:
    known = Names(frozenset({"Claim", "Citation"}), frozenset({"FOR_CLAIM"}), frozenset({"text", "verdict"}))
    statement = "MATCH (c:Clam)<-[:FOR_CLAIMS]-(:Citation {verdict: 'x'}) WHERE c.tekst = 1 AND c.`q``z` = 2 RETURN c"
    told = (await explain_foreign(store, statement, known=known)).unknown
    assert [str(one) for one in told] == [
        "the label Clam does not exist; nearest: Claim",
        "the property q`z does not exist",
        "the property tekst does not exist; nearest: text",
        "the relationship type FOR_CLAIMS does not exist; nearest: FOR_CLAIM",
    ]


def plan(operator: str, details: str = "", *children: dict[str, Any]) -> dict[str, Any]:
    return {"operatorType": operator, "args": {"Details": details}, "children": list(children)}


def test_only_a_statement_of_the_type_read_with_a_plan_may_run() -> None:
    read = plan("ProduceResults@neo4j", "n", plan("Expand(Into)@neo4j"))
    assert why_refused("r", read) == ""
    for query_type in ("rw", "w", "s", "R", "", None):
        assert why_refused(query_type, read)
    assert why_refused("r", None)
    assert why_refused("r", {})


def test_a_function_of_a_plug_in_is_seen_in_the_planners_own_objects_too() -> None:
    for raw in (
        "collect_distinct(ResolvedFunctionInvocation(FunctionName(Namespace(List(apoc, load)),json),None)) AS a",
        "collect_distinct(FunctionInvocation(FunctionName(Namespace(List()),file),false)) AS a",
        'collect_distinct(ListComprehension(ExtractScope(Variable(`"),None))) AS a, plug.in(1) AS `b"`',
        "collect_distinct(FunctionInvocation(FunctionName(Namespace(List(a)b),c))) AS a",
    ):
        assert "which is not among the functions" in why_refused("r", plan("EagerAggregation", raw))
    assert not why_refused(
        "r", plan("EagerAggregation", "collect_distinct(CaseExpression(FunctionName(Namespace(List()),coalesce)))")
    )


@given(st.text(), st.text())
def test_an_operator_or_function_that_nobody_listed_is_refused_wherever_it_stands(name: str, function: str) -> None:
    odd = plan(f"X{name}")
    assert ("X" + name.partition("@")[0].removesuffix("()") in OPERATORS) or why_refused("r", plan("Apply", "", odd))
    called = plan("Projection", f"[x IN y | plug.x{''.join(c for c in function if c.isalnum())}(1)] AS z")
    assert why_refused("r", plan("ProduceResults", "z", called))


def test_operators_lose_their_version_and_variant() -> None:
    whole = plan(
        "ProduceResults@neo4j", "a", plan("VarLengthExpand(Pruning,BFS,All)@neo4j"), plan("Eager ProcedureCall")
    )
    assert {name for name, _ in operators(whole)} == {"ProduceResults", "VarLengthExpand", "ProcedureCall"}
    assert not any(name.startswith("Partitioned") for name in OPERATORS)
    assert why_refused("r", plan("PartitionedNodeByLabelScan@neo4j", "n:A")) == ""


def test_counting_by_degree_is_counting() -> None:
    assert counts_or_aggregates(plan("Projection", "getDegree((a)-->()) AS n"))
    assert counts_or_aggregates(plan("ProduceResults", "n", plan("NodeCountFromCountStore@neo4j")))
    assert not counts_or_aggregates(plan("Projection", "a.count AS n"))


def test_other_things_that_a_server_tells_are_no_unknown_names() -> None:
    told = [("03N90", "a cartesian product"), ("01N50", "something else"), ("00000", "The label `A` does not exist")]
    assert unknown_names(told, Names()) == ()
