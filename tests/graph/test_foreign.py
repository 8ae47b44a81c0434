"""Layers 3 and 4 of the guard, with all others off: one try, in a READ transaction, under limits, on both releases."""

import asyncio
import time
from collections.abc import AsyncGenerator

import pytest
from conftest import BOTH, EmptyServer
from graphs import rows_of
from neo4j.exceptions import ClientError

from graph.errors import DatabaseUnreachable, StatementRefused, StatementWrong
from graph.foreign import GRACE_S, Limits, read_foreign
from graph.form import form_of
from graph.plan_guard import Names
from graph.store import GraphStore, open_driver

SLACK_S = 20
"""What a busy machine may add; a statement that is not stopped at all runs for minutes."""


@pytest.fixture(scope="module", params=BOTH)
async def ruined(request: pytest.FixtureRequest, empty_server: EmptyServer) -> AsyncGenerator[GraphStore]:
    """A database of 600 nodes that are joined to each other in long circles: nobody else's memory is to run out."""
    server = empty_server(request.param).status()
    async with open_driver(server.uri or "", server.username, server.read_password()) as driver:
        store = GraphStore(driver, database="neo4j", namespace="ruin", form=form_of(server.version))
        await rows_of(store, "UNWIND range(0, 599) AS i CREATE (:Ruin {namespace: $namespace, i: i})")
        await rows_of(
            store,
            "MATCH (a:Ruin {namespace: $namespace}) UNWIND [1, 7, 91] AS step "
            "MATCH (b:Ruin {namespace: $namespace, i: (a.i + step) % 600}) CREATE (a)-[:TO]->(b)",
        )
        yield store


STOPPED_BY_TIME = [
    "MATCH (a:Ruin), (b:Ruin), (c:Ruin), (d:Ruin) WHERE a.i + b.i + c.i + d.i = -1 RETURN a.i",
    "MATCH (a:Ruin), (b:Ruin), (c:Ruin), (d:Ruin) RETURN max(a.i * b.i + c.i * d.i) AS most",
    "MATCH p = (a:Ruin)-[*]-(b:Ruin) RETURN count(p) AS n",
    "MATCH p = (a:Ruin)-[*1..30]-(b:Ruin) RETURN count(p) AS n",
    "MATCH (a:Ruin) ((x)-[:TO]-(y)){1,40} (b:Ruin) RETURN count(*) AS n",
    "UNWIND range(1, 100000000000) AS x RETURN count(x) AS n",
    "UNWIND range(1, 100000) AS x UNWIND range(1, 1000000) AS y RETURN DISTINCT (x * y) % 3 AS z ORDER BY z",
]


@pytest.mark.parametrize("statement", STOPPED_BY_TIME)
async def test_a_ruinous_read_is_stopped_at_the_limit_and_others_are_answered_meanwhile(
    ruined: GraphStore, statement: str
) -> None:
    began = time.monotonic()
    running = asyncio.create_task(read_foreign(ruined, statement, limits=Limits(seconds=0.4)))
    await asyncio.sleep(0.1)
    answered = await rows_of(ruined, "MATCH (a:Ruin {namespace: $namespace, i: 5}) RETURN a.i AS i")
    assert answered == [{"i": 5}]
    found = await running
    assert (found.stopped, found.rows) == ("time", ())
    assert "stopped after 0.4 seconds with 0 rows" in found.note
    assert time.monotonic() - began < 0.4 + GRACE_S + SLACK_S
    assert await rows_of(ruined, "RETURN 1 AS one") == [{"one": 1}]


async def test_one_long_expression_is_given_up_by_the_client_and_others_are_answered(ruined: GraphStore) -> None:
    """The server does not stop it before it ends, here after some seconds; layer 1 refuses it before that."""
    statement = "RETURN reduce(s = 0, x IN range(1, 150000000) | s + x) AS sum"
    began = time.monotonic()
    found = await read_foreign(ruined, statement, limits=Limits(seconds=0.5))
    assert (found.stopped, found.rows) == ("time", ())
    assert time.monotonic() - began < 0.5 + GRACE_S + SLACK_S
    assert await rows_of(ruined, "RETURN 1 AS one") == [{"one": 1}]


async def test_what_runs_out_of_the_servers_memory_is_stopped_and_never_tried_again(ruined: GraphStore) -> None:
    began = time.monotonic()
    statement = "UNWIND range(1, 1000000000) AS x RETURN collect(x) AS all"
    found = await read_foreign(ruined, statement, limits=Limits(seconds=100))
    assert (found.stopped, found.rows, found.kind) == ("memory", (), "aggregate")
    assert time.monotonic() - began < 100
    again = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'range(1, ' + '1000000000)' RETURN 1 AS n"
    assert await rows_of(ruined, again) == []
    assert await rows_of(ruined, "RETURN 1 AS one") == [{"one": 1}]


async def test_a_hundred_million_neighbours_are_no_more_than_there_are(ruined: GraphStore) -> None:
    name = f"ruin_{ruined.namespace}"
    await rows_of(ruined, "MATCH (a:Ruin {namespace: $namespace}) SET a.v = [1.0 * a.i, 1.0, 2.0]")
    await rows_of(
        ruined,
        f"CREATE VECTOR INDEX {name} FOR (a:Ruin) ON a.v "
        "OPTIONS {indexConfig: {`vector.dimensions`: 3, `vector.similarity_function`: 'cosine'}}",
    )
    try:
        await rows_of(ruined, f"CALL db.awaitIndex('{name}', 100)")
        statement = (
            f"CALL db.index.vector.queryNodes('{name}', 100000000, [1.0, 1.0, 2.0]) YIELD node RETURN node.i AS i"
        )
        found = await read_foreign(ruined, statement)
        expected = ("rows", 200) if ruined.form == "calendar" else ("memory", 0)
        assert (found.stopped, len(found.rows)) == expected
        assert await rows_of(ruined, "RETURN 1 AS one") == [{"one": 1}]
    finally:
        await rows_of(ruined, f"DROP INDEX {name}")


async def test_rows_beyond_the_limit_are_cut_at_once_and_it_is_said(ruined: GraphStore) -> None:
    statement = "MATCH (a:Ruin), (b:Ruin), (c:Ruin), (d:Ruin) RETURN a.i AS a, b.i AS b, c.i AS c, d.i AS d"
    found = await read_foreign(ruined, statement, limits=Limits(rows=70))
    assert (len(found.rows), found.stopped, found.columns) == (70, "rows", ("a", "b", "c", "d"))
    assert found.note == "cut after 70 rows; there are more: add a LIMIT, or count instead"


async def test_exactly_the_limit_is_not_called_cut(ruined: GraphStore) -> None:
    found = await read_foreign(ruined, "UNWIND range(1, 7) AS i RETURN i", limits=Limits(rows=7))
    assert (len(found.rows), found.stopped, found.note) == (7, None, "")


async def test_bytes_beyond_the_limit_are_cut_and_a_first_row_alone_may_be_too_long(ruined: GraphStore) -> None:
    texts = {"t": "word " * 200}
    found = await read_foreign(ruined, "UNWIND range(1, 9) AS i RETURN $t AS t", texts, limits=Limits(bytes=3_500))
    assert (len(found.rows), found.stopped) == (3, "bytes")
    found = await read_foreign(ruined, "RETURN $t AS t", texts, limits=Limits(bytes=100))
    assert (found.rows, found.stopped) == ((), "bytes")
    assert "cut after 0 rows, at 100 bytes; there are more" in found.note


async def test_a_cancelled_read_ends_on_the_server_too(ruined: GraphStore) -> None:
    marker = f"cancelled {ruined.namespace}"
    statement = f"MATCH (a:Ruin), (b:Ruin), (c:Ruin), (d:Ruin) WHERE a.i + b.i + c.i + d.i = -1 RETURN '{marker}'"
    running = asyncio.create_task(read_foreign(ruined, statement, limits=Limits(seconds=100)))
    others = (
        "SHOW TRANSACTIONS YIELD currentQuery, metaData "
        "WHERE currentQuery CONTAINS $marker AND metaData.kind = 'foreign' RETURN count(*) AS n"
    )
    assert await _becomes(ruined, others, marker, there=True)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await _becomes(ruined, others, marker, there=False)


async def _becomes(store: GraphStore, others: str, marker: str, *, there: bool) -> bool:
    until = time.monotonic() + SLACK_S
    while time.monotonic() < until:
        if bool((await rows_of(store, others, marker=marker))[0]["n"]) == there:
            return True
        await asyncio.sleep(0.1)
    return False


async def test_a_write_is_refused_by_the_read_transaction_alone(ruined: GraphStore) -> None:
    async with ruined.foreign_session() as session:
        transaction = await session.begin_transaction()
        with pytest.raises(ClientError, match="read access mode"):
            await (await transaction.run("CREATE (:Ruin {i: -5})")).consume()
        await transaction.close()
    for statement in ("CREATE (:Ruin {i: -5})", "MATCH (a:Ruin) SET a.i = -5"):
        with pytest.raises(StatementRefused) as refused:
            await read_foreign(ruined, statement)
        assert refused.value.layer == 2
    assert await rows_of(ruined, "MATCH (a:Ruin {i: -5}) RETURN a") == []


async def test_dates_points_and_nodes_come_as_data(ruined: GraphStore) -> None:
    statement = (
        "MATCH (a:Ruin {namespace: $ns, i: 3})-[r:TO]->({i: 4}) "
        "RETURN date('2026-03-14') AS day, datetime('2026-03-14T09:30:00.5+01:00[Europe/Berlin]') AS moment, "
        "localtime('09:30') AS clock, duration('P1Y2M3DT4.5S') AS length, "
        "point({longitude: 13.4, latitude: 52.5}) AS at, a, type(r) AS type, "
        "[0.0 / 0.0, 1.0 / 0.0] AS odd, {d: [date('2026-01-01')]} AS nested"
    )
    found = await read_foreign(ruined, statement, {"ns": ruined.namespace})
    (row,) = found.rows
    node = row.pop("a")
    assert isinstance(node, dict)
    assert node["labels"] == ["Ruin"]
    assert row == {
        "day": "2026-03-14",
        "moment": "2026-03-14T09:30:00.5+01:00[Europe/Berlin]",
        "clock": "09:30:00",
        "length": "P1Y2M3DT4.5S",
        "at": {"srid": 4326, "coordinates": [13.4, 52.5]},
        "type": "TO",
        "odd": ["NaN", "Infinity"],
        "nested": {"d": ["2026-01-01"]},
    }


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("MATCH (a:Ruin {i: 3}) RETURN a.i AS i", "rows"),
        ("MATCH (a:Ruin) RETURN count(a) AS n", "aggregate"),
        ("MATCH (a:Ruin {i: 3}) RETURN a.i AS i, collect(a.namespace) AS all", "aggregate"),
        ("MATCH (a:Ruin {i: 3}) RETURN COUNT { (a)-->() } AS n", "aggregate"),
    ],
)
async def test_counts_and_aggregates_are_called_so(ruined: GraphStore, statement: str, kind: str) -> None:
    assert (await read_foreign(ruined, statement)).kind == kind


async def test_unknown_names_are_told_beside_the_rows(ruined: GraphStore) -> None:
    known = Names(frozenset({"Ruin", "Source"}), frozenset({"TO"}), frozenset({"i"}))
    found = await read_foreign(ruined, "MATCH (a:Ruins) RETURN a", known=known)
    assert [str(one) for one in found.unknown] == ["the label Ruins does not exist; nearest: Ruin"]


async def test_a_failing_expression_and_a_missing_parameter_are_the_statements_fault(ruined: GraphStore) -> None:
    for statement in ("UNWIND [1, 0] AS x RETURN 1 / x AS y", "RETURN $missing AS x", "MATCH (a) RETURN b"):
        with pytest.raises(StatementWrong, match="cannot run this statement"):
            await read_foreign(ruined, statement)


async def test_a_server_that_is_not_there_is_no_fault_of_the_statement() -> None:
    with pytest.raises(DatabaseUnreachable):
        async with open_driver("bolt://127.0.0.1:9", "neo4j", "none") as driver:
            await read_foreign(GraphStore(driver, database="neo4j", namespace="x"), "RETURN 1")
