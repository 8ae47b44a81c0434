"""What layer 1 of the guard lets through and what it refuses, with the reason it gives."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strange_cypher import INNOCENT, WRITES, attacks
from strange_reads import HAND_WRITTEN, Reads

from graph.guard import decide, foreign_graph, own_graph


def refusal(statement: str, *parameters: str) -> str:
    decision = decide(statement, schema=foreign_graph(parameters))
    assert decision.decision == "refuse", statement
    assert decision.layer == 1
    assert decision.reason.endswith((".", "}."))
    return decision.reason


def is_allowed(statement: str, *parameters: str) -> bool:
    decision = decide(statement, schema=foreign_graph(parameters))
    return decision.decision == "allow"


@pytest.mark.parametrize("statement", WRITES)
def test_what_changes_administers_reaches_out_or_ruins_is_refused(statement: str) -> None:
    refusal(statement)


def test_no_disguise_lets_a_write_through_unless_it_is_all_in_quotes_or_comments() -> None:
    for attack in attacks(WRITES, 7, 5_000):
        if decide(attack, schema=own_graph()).decision == "allow":
            assert any(hider in attack for hider in ("'", '"', "`", "//")), attack


@pytest.mark.parametrize("statement", INNOCENT)
def test_a_look_alike_in_quotes_names_or_comments_is_let_through(statement: str) -> None:
    assert is_allowed(statement)


@pytest.mark.parametrize("statement", HAND_WRITTEN)
def test_reads_of_our_own_graph_are_let_through(statement: str) -> None:
    assert is_allowed(statement)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("MATCH (n) /* now */ DELETE n", "DELETE"),
        ("FOREACH (x IN [1] | SET n.x = 1)", "FOREACH"),
        ("MATCH (n) CALL (n) { SET n.x = 1 } RETURN n", "SET"),
        ("INSERT (:A)", "INSERT"),
        ("LOAD/**/CSV FROM 'http://10.0.0.1' AS r RETURN r", "LOAD CSV"),
        ("CALL `apoc`.`load`.`json`('x')", "apoc.load.json"),
        ("CALL dbms.listConfig()", "dbms.listConfig"),
        ("RETURN 1; RETURN 2", "More than one statement"),
        ("RETURN 1 //\\u000ACREATE (n)", "unicode escape"),
        ("ＣＲＥＡＴＥ (n)", "look like others"),
        ("MATCH (n) \u017fET n.x = 1", "look like others"),
        ("RETURN\u00a01", "U+00A0 (no-break space)"),
        ("USE other MATCH (n) RETURN n", "USE"),
        ("SHOW USERS", "SHOW"),
        ("EXPLAIN MATCH (n) RETURN n", "EXPLAIN"),
        ("MATCH (n) CALL { RETURN 1 AS x } IN 5 CONCURRENT TRANSACTIONS RETURN x", "IN TRANSACTIONS"),
        ("RETURN apoc.text.join(['a'], '')", "apoc.text.join"),
        ("RETURN `file`()", "file"),
        ("RETURN $other", "$other"),
        ("USING PERIODIC COMMIT MATCH (n) RETURN n", "USING"),
        ("MATCH (n $given) RETURN n", "from a parameter"),
        ("MATCH (n:$('A')) RETURN n", "computed"),
        ("MATCH ()-[:$(x)]->() RETURN 1", "computed"),
        ("RETURN 'never closed", "never closed"),
        ("RETURN /* never closed", "never closed"),
        ("RETURN (1", "never closed"),
        ("RETURN 1)", "closes nothing"),
        ("RETURN 1AS x", "runs into"),
        ("", "found the end"),
        ("RETURN 1 // a\u2028 b", "odd line break"),
        ("RETURN " + "1" * 5_000, "digits"),
        ("MATCH " + ", ".join(["(a)"] * 50) + " RETURN 1", "50 node patterns"),
        ("RETURN " + "1 + " * 3_000 + "1", "12008 characters"),
        ("RETURN " + "[" * 30 + "]" * 30, "brackets stand in each other"),
        ("RETURN " + "NOT " * 60 + "true", "nests too deeply"),
    ],
)
def test_a_refusal_names_what_it_refuses(statement: str, named: str) -> None:
    assert named in refusal(statement, "given")


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (a)-[*]->(b) RETURN b",
        "MATCH (a)-[:R*2..]->(b) RETURN b",
        "MATCH (a)-[*..21]->(b) RETURN b",
        "MATCH (a)-->+(b) RETURN b",
        "MATCH (a)-->*(b) RETURN b",
        "MATCH (a)-->{1,}(b) RETURN b",
        "MATCH (a)((x)-->(y)){1,100}(b) RETURN b",
        "MATCH ANY SHORTEST (a)-->+(b) RETURN a",
        "MATCH p = shortestPath((a)-[*]-(b)) RETURN p",
        "MATCH (a) WHERE EXISTS { (a)-[*]->() } RETURN a",
        "RETURN [(a)-[*]->(b) | b]",
    ],
)
def test_a_path_without_a_small_bound_is_refused(statement: str) -> None:
    assert "path" in refusal(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "RETURN Reduce(s = 0, x IN [1] | s + x)",
        "RETURN `reduce`(s = 0, x IN [1] | s + x)",
        "RETURN range(1, 1000000000)",
        "RETURN range(1, 100000000)[0]",
        "RETURN range(1, $n)",
        "MATCH (n) RETURN range(0, n.size)",
        "UNWIND range(1, 100000000000) AS x RETURN count(x)",
        "UNWIND range(1, 3) + range(1, 9000000) AS x RETURN x",
        "WITH 1000000000 AS n RETURN range(1, n)",
        "RETURN [x IN range(1, 10000) | [y IN range(1, 10000) | x * y]]",
        "RETURN all(x IN range(1, 10000) WHERE any(y IN range(1, 10000) WHERE x = y))",
        "WITH range(1, 10000) AS xs RETURN size([x IN xs WHERE single(y IN xs WHERE y = x)])",
        "MATCH (n) WITH collect(n) AS ns RETURN [a IN ns | size([b IN ns WHERE a = b])]",
        "WITH 'aaaaaaaaaa' AS s " + "WITH s + s AS s " * 25 + "RETURN size(s)",
        "WITH [1] AS l " + "WITH l + l AS l " * 30 + "RETURN size(l)",
        "WITH [1] AS l " + "WITH [l, l] AS l " * 30 + "RETURN size(l)",
        "WITH 'a' AS s " + "WITH s || s AS s " * 30 + "RETURN size(s)",
        "RETURN " + "replace(" * 9 + "'aaaaaaaaaa'" + ", 'a', 'aaaaaaaaaa')" * 9,
        "WITH {a: 'aaaaaaaaaa'} AS m " + "WITH {a: m.a + m.a} AS m " * 25 + "RETURN size(m.a)",
        "MATCH (n) WHERE n.text =~ '(a+)+b' RETURN n",
        "MATCH (n) WHERE n.text =~ '(a|aa)*b' RETURN n",
        "MATCH (n) WHERE n.text =~ '.*.*.*.*.*x' RETURN n",
        "MATCH (n) WHERE n.text =~ '(?s).*.*.*x' RETURN n",
        "MATCH (n) WHERE n.text =~ '.*a.*b.*c.*d' RETURN n",
        "MATCH (n) WHERE n.text =~ '" + "a?" * 30 + "a' RETURN n",
        "MATCH (n) WHERE n.text =~ '" + "(a|aa)" * 20 + "b' RETURN n",
        "MATCH (n) WHERE n.text =~ '(a?a?)*b' RETURN n",
        "MATCH (n) WHERE n.text =~ '\\\\Q[\\\\E.*.*.*.*]x' RETURN n",
        f"WITH replace('{'a' * 900}', 'a', '{'b' * 900}') AS t RETURN t =~ '.*.*x'",
        f"WITH replace('{'a' * 900}', 'a', '{'b' * 900}') AS t RETURN [x IN range(1, 9999) | toUpper(t)][0]",
        f"WITH replace('{'a' * 900}', 'a', '{'b' * 900}') AS t RETURN any(x IN range(1, 9999) WHERE t CONTAINS 'x')",
        "UNWIND range(1, 3000000) AS i WITH collect(i) AS l RETURN [x IN l WHERE none(y IN range(1, 900) WHERE y = x)]",
        "MATCH (n) WHERE n.text =~ '(a)\\\\1' RETURN n",
        "MATCH (n) WHERE n.text =~ n.pattern RETURN n",
        "MATCH (n) WHERE n.text =~ '" + "(" * 2_000 + ")" * 2_000 + "' RETURN n",
        "MATCH (n) WHERE " + " XOR ".join(["n.x = 1"] * 8) + " RETURN n",
        "MATCH (n)" + "--()" * 20 + " RETURN n",
        "RETURN " + "EXISTS { MATCH (n) WHERE " * 8 + "true" + " }" * 8 + " AS x",
        "CALL db.index.vector.queryNodes('i', 100000000, [0.1]) YIELD node RETURN node",
    ],
)
def test_what_no_timeout_stops_is_refused(statement: str) -> None:
    refusal(statement, "n")


@pytest.mark.parametrize(
    "statement",
    [
        "UNWIND range(1, 1000000) AS x RETURN sum(x)",
        "MATCH (n) WITH collect(n.x) AS xs RETURN [i IN range(0, size(xs) - 1) | xs[i]]",
        "RETURN [x IN range(1, 100) WHERE any(y IN range(1, 100) WHERE x = y)]",
        "MATCH (n) RETURN n.a + ' ' + n.b + ', ' + n.c + n.d",
        "MATCH (n) WHERE n.text =~ '(?i).*(wind|tide)s?.*' RETURN n",
        "MATCH (n) WHERE n.text =~ '(?i).*tidal.*plant.*cost.*' OR n.day =~ '[0-9]{4}-[0-9]{2}-[0-9]{2}' RETURN n",
        "MATCH (n) WHERE n.text =~ '[A-Z][a-z]+ [A-Z][a-z]+' OR n.url =~ 'https?://.*\\\\.org/.*' RETURN n",
        "MATCH (n) WITH collect(n.x) AS l UNWIND [1, 2] AS i RETURN [x IN l | toLower(x) + i]",
        "MATCH p = (a)-[*1..5]->(b) RETURN [n IN nodes(p) WHERE any(l IN labels(n) WHERE l = 'A') | n.x]",
        "MATCH (n) RETURN CASE n.x WHEN 1 THEN 'a' ELSE 'b' END, CASE WHEN n.x > 1 THEN 1 END",
        "MATCH (n) RETURN n {.*, k: [(n)-->(m) WHERE m:A | m.x]}, n.list[0..3], n['x']",
        "RETURN date('2026-01-01') + duration({days: 1}), datetime().year, -.5e3, 0x1F",
        "MATCH (n:A&!B|(C)) WHERE n IS NOT NULL AND n.x IS :: INTEGER NOT NULL RETURN n",
        "CALL db.index.fulltext.queryNodes('i', 'tide') YIELD node AS n, score WHERE score > 1 RETURN n.x;",
        "MATCH (n:A)--(m) USING INDEX n:A(x, y) USING SCAN m:B USING JOIN ON n WHERE n.x = 1 RETURN n",
        "MATCH (n) RETURN collect({a: n.a, b: n.b, c: n.c}) + collect({a: n.a, b: n.b})",
        "MATCH (`order by`) RETURN `order by`.x AS `set`",
        "MATCH (n) RETURN trim(BOTH 'x' FROM n.x), normalize(n.x, NFC), count(DISTINCT n)",
    ],
)
def test_ordinary_reads_within_bounds_are_let_through(statement: str) -> None:
    assert decide(statement, schema=foreign_graph()).reason.startswith("It only reads")


@given(st.integers(0, 10_000))
def test_reads_of_every_shape_are_let_through(seed: int) -> None:
    statement = Reads(seed).statement()
    decision = decide(statement, schema=own_graph())
    assert decision.decision == "allow", (statement, decision.reason)


SYMBOLS = [*"()[]{}<>-=:;,.|&!$*+/^%`'\"\\", "..", " ", "\n", "//", "/*", "*/"]
WORDS = [
    f" {word} "
    for word in [
        "MATCH",
        "RETURN",
        "WITH",
        "WHERE",
        "CALL",
        "EXISTS",
        "CREATE",
        "SET",
        "DELETE",
        "AS",
        "IN",
        "CASE",
        "END",
        "n",
        "1",
    ]
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(SYMBOLS + WORDS), max_size=60).map("".join)))
def test_any_text_gets_a_decision(text: str) -> None:
    assert decide(text, schema=own_graph()).decision in ("allow", "refuse")


@given(st.integers(0, 10_000), st.sampled_from(["CREATE (x)", "SET n.x = 1", "DELETE n", "REMOVE n.x", "MERGE (n)"]))
def test_a_write_at_any_place_between_words_of_a_read_is_refused(seed: int, write: str) -> None:
    statement = Reads(seed).statement()
    spaces = [at for at, character in enumerate(statement) if character == " "]
    at = random.Random(seed).choice([*spaces, len(statement)])
    assert decide(f"{statement[:at]} {write} {statement[at:]}", schema=own_graph()).decision == "refuse"
