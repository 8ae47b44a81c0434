"""All five layers together, as a person's query and a model's pass them."""

import pytest
from conftest import OpenStore
from graphs import add_text, rows_of

from graph.errors import StatementRefused, StatementWrong
from graph.foreign import Limits
from graph.guard.allowed import PROCEDURES as CALLABLE
from graph.guarded_read import GuardedRead, check_guarded, declared_names, names_in, read_guarded
from graph.plan_allowed import PROCEDURES
from graph.store import GraphStore

TITLES = "MATCH (s:Source) RETURN s.title AS title ORDER BY title"


async def test_only_the_namespace_of_the_store_is_read_also_where_no_row_shows_it(open_store: OpenStore) -> None:
    mine, other = await open_store(), await open_store()
    await add_text(mine, "The plant will cost 48 million crowns.", name="mine.md")
    for name in ("a.md", "b.md"):
        await add_text(other, f"The plant of {name} is another one.", name=name)
    statement, found = await read_guarded(mine, GuardedRead(TITLES))
    assert "namespace: $namespace" in statement
    assert found.rows == ({"title": "Title of mine.md"},)
    for counting in (
        "MATCH (s:Source) RETURN count(s) AS n",
        "MATCH (s:Source) RETURN count(*) AS n",
        "MATCH (p:Passage) RETURN count(DISTINCT p.text) AS n",
        "RETURN COUNT { (:Source)-[:HAS_VERSION]->() } AS n",
        "MATCH (s:Source) WHERE EXISTS { MATCH (x:Source) WHERE x.title <> s.title } RETURN count(s) + 1 AS n",
    ):
        assert (await read_guarded(mine, GuardedRead(counting)))[1].rows == ({"n": 1},), counting


async def test_a_statement_that_fails_on_a_value_does_not_tell_the_value(open_store: OpenStore) -> None:
    store = await open_store()
    await add_text(store, "The plant will cost 48 million crowns.", name="secret.md")
    failing = "MATCH (s:Source) RETURN s.title + date('2026-01-01').day + duration(s.title) AS x"
    with pytest.raises(StatementWrong, match="fails on a value") as caught:
        await read_guarded(store, GuardedRead(failing))
    assert "secret" not in str(caught.value)
    with pytest.raises(StatementWrong, match="cannot be parsed to a Duration"):
        await read_guarded(store, GuardedRead(failing.replace("s.title + date", "'' + date"), foreign=True))


async def test_a_shortest_path_may_stand_in_an_expression_and_not_end_where_it_begins(open_store: OpenStore) -> None:
    store = await open_store()
    await add_text(store, "The plant will cost 48 million crowns.", name="one.md")
    ends = "MATCH (s:Source), (p:Passage) WHERE length(shortestPath((s)-[*..3]-(p))) = 2 RETURN count(*) AS n"
    assert (await read_guarded(store, GuardedRead(ends)))[1].rows == ({"n": 1},)
    with pytest.raises(StatementWrong, match="two nodes that differ"):
        await read_guarded(store, GuardedRead("MATCH p = allShortestPaths((a)-[*..2]-(b)) RETURN length(p)"))


async def test_a_value_that_only_the_server_can_hold_is_the_statements_fault(store: GraphStore) -> None:
    with pytest.raises(StatementWrong, match=r"return toString\(\) of it"):
        await read_guarded(store, GuardedRead("RETURN date({year: 12026}) AS day"))


async def test_a_foreign_graph_is_asked_as_it_is(open_store: OpenStore) -> None:
    store = await open_store()
    label = f"Film{store.namespace}"
    await rows_of(
        store, f"CREATE (:{label} {{title: 'Alien', at: date('1979-05-25')}})-[:LIKE]->(:{label} {{title: 'Heat'}})"
    )
    read = GuardedRead(f"MATCH (f:{label}) WHERE f.title = $t RETURN f.at AS at", {"t": "Alien"}, foreign=True)
    statement, found = await read_guarded(store, read)
    assert (statement, found.rows) == (read.statement, ({"at": "1979-05-25"},))
    _, found = await read_guarded(store, GuardedRead(f"MATCH (f:{label}x) RETURN f", foreign=True))
    assert [str(one) for one in found.unknown] == [f"the label {label}x does not exist; nearest: {label}"]
    assert label in (await names_in(store)).labels


async def test_each_refusal_names_its_layer(store: GraphStore) -> None:
    layers = {
        "MATCH (n:Claim) DETACH DELETE n": 1,
        "MATCH (n:Claim) RETURN reduce(s = 0, x IN range(1, 1000000000) | s + x) AS n": 1,
        "MATCH (n:Claim) WHERE n.x = apoc.x(1) RETURN n": 1,
        "MATCH (m:EmbeddingModel) RETURN m": 5,
        "MATCH (n:Claim {namespace: 'other'}) RETURN n": 5,
        "MATCH (n:Claim) RETURN sum(n.text, 2) AS s": 2,
    }
    for statement, layer in layers.items():
        decision = await check_guarded(store, GuardedRead(statement))
        assert (decision.decision, decision.layer) == ("refuse", layer), (statement, decision)
        assert decision.reason
    assert (await check_guarded(store, GuardedRead(TITLES))).decision == "allow"


async def test_without_a_server_the_text_alone_decides(store: GraphStore) -> None:
    assert (await check_guarded(None, GuardedRead("MATCH (n:Claim) SET n.x = 1"))).layer == 1
    assert (await check_guarded(None, GuardedRead("MATCH (m:EmbeddingModel) RETURN m"))).layer == 5
    allowed = await check_guarded(None, GuardedRead(TITLES))
    assert (allowed.decision, allowed.layer) == ("allow", 5)
    assert "was not seen" in allowed.reason


async def test_the_namespace_cannot_be_given_as_a_parameter(store: GraphStore) -> None:
    with pytest.raises(StatementRefused) as refused:
        await read_guarded(store, GuardedRead(TITLES, {"namespace": "other"}))
    assert refused.value.layer == 5


async def test_limits_hold_for_what_the_guard_lets_through(store: GraphStore) -> None:
    read = GuardedRead("UNWIND range(1, 100000) AS i RETURN i")
    _, found = await read_guarded(store, read, Limits(rows=3))
    assert (len(found.rows), found.stopped) == (3, "rows")


async def test_a_declared_name_that_nothing_wears_yet_is_not_unknown(store: GraphStore) -> None:
    read = GuardedRead("MATCH (c:Conflict)-[:BETWEEN]->(x:Claim) WHERE c.rationale = '' OR x.tekst = '' RETURN c")
    _, found = await read_guarded(store, read)
    assert [str(one) for one in found.unknown] == ["the property tekst does not exist; nearest: text"]


def test_what_the_text_may_call_the_plan_may_hold() -> None:
    assert set(CALLABLE) <= {name.casefold() for name in PROCEDURES}
    assert {"Claim", "Supported", "EmbeddingModel"} <= declared_names().labels
