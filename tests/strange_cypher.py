"""Cypher that others could send: attacks made by rule from payloads and disguises, and reads of every shape.

Everything is made from a `random.Random`, so that a seed repeats it.
"""

import random
import re
from collections.abc import Callable, Iterator

WRITES = (
    "CREATE (n:Claim {namespace: 'beta'})",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) SET n.namespace = 'alpha'",
    "MATCH (n) SET n:Owned RETURN n",
    "MATCH (n) REMOVE n.namespace",
    "MERGE (n:Claim {key: 'x'}) RETURN n",
    "MATCH (a), (b) MERGE (a)-[:CITES]->(b)",
    "FOREACH (i IN [1] | CREATE (:Owned))",
    "MATCH (n) CALL (n) { SET n.x = 1 } RETURN n",
    "MATCH (n) CALL { WITH n DELETE n } IN TRANSACTIONS RETURN 1",
    "INSERT (:Owned)",
    "MATCH (n) NODETACH DELETE n",
    "LOAD CSV FROM 'http://127.0.0.1:9/x' AS row RETURN row",
    "LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS row RETURN row",
    "CALL dbms.listConfig()",
    "CALL dbms.listConfig() YIELD name RETURN name",
    "CALL apoc.load.json('http://127.0.0.1:9/x') YIELD value RETURN value",
    "CALL dbms.queryJmx('*:*')",
    "CALL db.create.setNodeVectorProperty(n, 'x', [1.0])",
    "CALL db.createLabel('Owned')",
    "CALL db.clearQueryCaches()",
    "RETURN apoc.cypher.runFirstColumnSingle('CREATE (n) RETURN n', {})",
    "SHOW TRANSACTIONS",
    "SHOW SETTINGS YIELD name RETURN name",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "CREATE INDEX owned FOR (n:Claim) ON (n.x)",
    "DROP CONSTRAINT claim_key IF EXISTS",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "CREATE USER owned SET PASSWORD 'x'",
    "USE system SHOW USERS",
    "USE neo4j CREATE (:Owned)",
    "RETURN 1 AS x; CREATE (:Owned)",
    "PROFILE CREATE (:Owned)",
    "CYPHER 25 CREATE (:Owned)",
    "UNWIND [1] AS x CREATE (:Owned {x: x})",
    "MATCH (n) WITH n LIMIT 1 SET n += {x: 1}",
    "RETURN reduce(s = 0, x IN range(1, 1000000000) | s + x)",
    "RETURN size([x IN range(1, 300000000) WHERE x > 1])",
    "RETURN range(1, 100000000)",
)
"""Each changes, reaches out, administers or ruins: none of them in any disguise may be let through."""

ESCAPES = (
    "MATCH (n) RETURN n.key, n.namespace",
    "MATCH (n) RETURN count(n)",
    "MATCH (n:Claim) RETURN count(*) AS n",
    "MATCH (n {namespace: 'beta'}) RETURN n.key",
    "MATCH (n) WHERE n.namespace <> $namespace RETURN n.key",
    "MATCH (n) WHERE n.namespace = 'beta' OR true RETURN count(*)",
    "MATCH (n:Claim) WITH 1 AS x MATCH (n) RETURN n.key",
    "MATCH (n:Claim) WITH count(n) AS x MATCH (n) RETURN count(n), x",
    "MATCH ()-[r]->() RETURN type(r), count(*)",
    "MATCH (a)-[r]->(b) RETURN startNode(r).key, endNode(r).key",
    "MATCH p = ()--() RETURN [n IN nodes(p) | n.key]",
    "MATCH p = ((a)-[:CITES]->(b)){1,2} RETURN count(p)",
    "MATCH (c:Claim)((a)<--(b:Citation)){0,1}(d) RETURN count(*)",
    "RETURN COUNT { (n:Claim) } AS n",
    "RETURN COUNT { MATCH (n) RETURN n } AS n",
    "RETURN EXISTS { (n:Claim {status: 'only in beta'}) } AS there",
    "RETURN EXISTS { MATCH (n) WHERE n.namespace = 'beta' } AS there",
    "RETURN COLLECT { MATCH (n:Claim) RETURN n.key } AS keys",
    "WITH 1 AS x WHERE (:Claim)-->() RETURN x",
    "WITH 1 AS x WHERE ()-->() RETURN count(x)",
    "MATCH (n:Claim) RETURN [(m:Citation)-->(o) | o.key] AS keys",
    "RETURN [(n)--(m) | m.key] AS keys",
    "CALL { MATCH (n) RETURN n UNION MATCH (m:Claim) RETURN m AS n } RETURN count(n)",
    "CALL () { MATCH (n) RETURN count(n) AS c } RETURN c",
    "MATCH (n:Claim) RETURN n.key AS k UNION ALL MATCH (m) RETURN m.key AS k",
    "MATCH (n:!Claim) RETURN count(n)",
    "MATCH (n:%) RETURN count(n)",
    "MATCH (n:Claim|Citation) RETURN count(n)",
    "MATCH (n IS Claim) RETURN count(n)",
    "MATCH (n:$('Claim')) RETURN count(n)",
    "MATCH (n:Claim WHERE n.namespace = 'beta') RETURN n.key",
    "MATCH (n:Claim {}) RETURN n.key",
    "MATCH (n /* {namespace: $namespace} */) RETURN n.key",
    "MATCH (`namespace: $namespace`:Claim) RETURN count(*)",
    "MATCH (n:`Claim {namespace: $namespace}`) RETURN count(*)",
    "MATCH (n {name: '{namespace: $namespace}'}) RETURN count(*)",
    "MATCH (n {namespace: $namespace, namespace: 'beta'}) RETURN n.key",
    "MATCH (n {namespace: coalesce($namespace, 'x') + ''}) RETURN n.key",
    "MATCH (n {`namespace`: 'beta'}) RETURN n.key",
    "WITH {namespace: 'beta'} AS p MATCH (n) WHERE n.namespace = p.namespace RETURN n.key",
    "WITH 'beta' AS namespace MATCH (n {namespace: namespace}) RETURN n.key",
    "UNWIND ['alpha', 'beta'] AS s MATCH (n {namespace: s}) RETURN count(n)",
    "MATCH (n:Claim) OPTIONAL MATCH (m) WHERE m.key = n.key RETURN count(m)",
    "OPTIONAL MATCH (m:Claim {key: 'claim.beta.0'}) RETURN m IS NULL AS away",
    "MATCH p = shortestPath((a:Claim)-[*..3]-(b:Claim)) WHERE a <> b RETURN count(p)",
    "MATCH (a:Claim), (b) RETURN count(*)",
    "MATCH (a:Claim) MATCH (a)<--(b) MATCH (c) RETURN count(c)",
    "CALL db.labels()",
    "CALL db.index.fulltext.queryNodes('passage_text', 'tide') YIELD node RETURN node.key",
    "CALL db.index.vector.queryNodes('passage_vec', 100000000, [0.1]) YIELD node RETURN node.key",
    "MATCH (m:EmbeddingModel) RETURN m",
    "MATCH (m:SchemaMigration) RETURN count(m)",
    "MATCH (n) WHERE elementId(n) ENDS WITH ':1' OR id(n) = 2 RETURN n.key",
    "MATCH (n) RETURN DISTINCT n.namespace AS namespace, count(*) AS n ORDER BY n",
    "MATCH (n) RETURN max(n.n), min(n.key), sum(n.n), avg(n.n)",
    "MATCH (n:Claim) WHERE NOT EXISTS { MATCH (m:Claim) WHERE m.n > n.n } RETURN n.n",
    "MATCH (n:Claim) WITH collect(n) AS ns UNWIND ns AS n MATCH (n)--(m) RETURN count(m)",
    "MATCH (is) RETURN count(is)",
    "MATCH (where:Claim) RETURN count(where)",
    "MATCH (match) WHERE (match)--(:Citation) RETURN count(match)",
)
"""Reads that would see another project. Each is refused, or answers as if the other project were not there."""

INNOCENT = (
    "MATCH (p:Passage) WHERE p.text CONTAINS 'DELETE and SET operations' RETURN p.key",
    "MATCH (a)-[:CREATED_BY_SET]->(b) RETURN count(*)",
    "MATCH (n) RETURN n.created, n.deleted AS set",
    "RETURN '; MATCH (n) DETACH DELETE n //' AS text",
    "RETURN \"it's a 'CREATE'\" AS text",
    "MATCH (n:`DROP`) RETURN n.`LOAD CSV`",
    "MATCH (c:Claim) /* CREATE (x) */ RETURN count(c) // SET",
)
"""What looks like an attack and is none: it must be let through."""

_WORD = re.compile(r"[A-Za-z_]+|\s+|'[^']*'|\"[^\"]*\"|`[^`]*`|.", re.DOTALL)


def _pieces(text: str) -> list[str]:
    return _WORD.findall(text)


def _is_word(piece: str) -> bool:
    return piece[0].isalpha()


def _case(text: str, chance: random.Random) -> str:
    return "".join(chance.choice((piece.upper(), piece.lower(), piece.title())) for piece in _pieces(text))


def _comments(text: str, chance: random.Random) -> str:
    fillers = ("/**/", "/* RETURN 1 */", "//x\n", "/* ' */", "/* ` */", " \n\t ", "//'\r", "/* /* */")
    return "".join(
        chance.choice(fillers) if piece.isspace() and chance.random() < 0.6 else piece for piece in _pieces(text)
    )


def _escape(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + f"\\u{ord(text[at]):04x}" + text[at + 1 :]


def _hidden_newline(text: str, chance: random.Random) -> str:
    return f"RETURN 1 AS x //{chance.choice((chr(92) + 'u000A', chr(0x2028), chr(0x85), chr(11)))} {text}"


def _wide(text: str, chance: random.Random) -> str:
    words = [piece for piece in _pieces(text) if _is_word(piece)] or ["-"]
    chosen = chance.choice(words)
    wide = "".join(chr(ord(c) + 0xFEE0) for c in chosen if "!" <= c <= "~")
    return text.replace(chosen, wide, 1)


def _fold(text: str, chance: random.Random) -> str:
    letter = chance.choice("skiSKI")
    return text.replace(letter, {"s": "ſ", "k": "\u212a", "i": "ı"}[letter.lower()], 1)


def _space(text: str, chance: random.Random) -> str:
    spaces = "\u00a0\u2003\u3000\u200b\u2028\x0b\x1f\x0c\u00ad\ufeff"
    return re.sub(r"\s", lambda _: chance.choice(spaces), text, count=chance.randint(1, 3))


def _ticks(text: str, chance: random.Random) -> str:
    return "".join(f"`{p}`" if _is_word(p) and chance.random() < 0.3 else p for p in _pieces(text))


def _in_call(text: str, chance: random.Random) -> str:
    return chance.choice(
        ("CALL {{ {} }} RETURN 1 AS one", "CALL () {{ {} }} RETURN *", "CALL (*) {{ {} }} RETURN 1")
    ).format(text)


def _in_subquery(text: str, chance: random.Random) -> str:
    return f"RETURN {chance.choice(('EXISTS', 'COUNT', 'COLLECT'))} {{ {text} }} AS x"


def _union(text: str, chance: random.Random) -> str:
    return chance.choice((f"RETURN 1 AS x UNION {text}", f"{text} UNION ALL RETURN 1 AS x"))


def _after(text: str, chance: random.Random) -> str:
    starts = (
        "MATCH (c:Claim) WITH c ",
        "RETURN 1 AS x ",
        "UNWIND [1, 2] AS i ",
        "MATCH (c:Claim) RETURN c;",
        "WITH 1 AS a ",
    )
    return chance.choice(starts) + text


def _before(text: str, chance: random.Random) -> str:
    return text + chance.choice((";", ";;", " RETURN 1 AS x", " //", " /* end */", "; RETURN 1", "\x00", " LIMIT 1"))


def _broken_quote(text: str, chance: random.Random) -> str:
    return chance.choice(
        (f"RETURN 'a\\' AS x {text} //'", f'RETURN "a\' AS x {text} //"', f"RETURN `a`` AS x {text} //`")
    )


def _prefix(text: str, chance: random.Random) -> str:
    return (
        chance.choice(("EXPLAIN ", "PROFILE ", "CYPHER 25 ", "CYPHER 5 runtime=slotted ", "USE neo4j ", "\ufeff", "; "))
        + text
    )


DISGUISES: tuple[Callable[[str, random.Random], str], ...] = (
    _case,
    _comments,
    _escape,
    _hidden_newline,
    _wide,
    _fold,
    _space,
    _ticks,
    _in_call,
    _in_subquery,
    _union,
    _after,
    _before,
    _broken_quote,
    _prefix,
)


def disguised(payload: str, chance: random.Random) -> str:
    """Return the payload in one to three disguises."""
    for disguise in chance.choices(DISGUISES, k=chance.randint(1, 3)):
        payload = disguise(payload, chance)
    return payload


def attacks(payloads: tuple[str, ...], seed: int, number: int) -> Iterator[str]:
    """Yield so many attacks: every payload as it is, then disguised ones."""
    chance = random.Random(seed)
    for index in range(number):
        payload = payloads[index % len(payloads)]
        yield payload if index < len(payloads) else disguised(payload, chance)


def spliced(corpus: list[str], seed: int, number: int) -> Iterator[str]:
    """Yield so many statements that are made of torn pieces of others; few of them are Cypher at all."""
    chance = random.Random(seed)
    for _ in range(number):
        pieces = _pieces(chance.choice(corpus))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(pieces) + 1)
            other = _pieces(chance.choice(corpus))
            start = chance.randrange(len(other))
            match chance.choice("iidc"):
                case "i":
                    pieces[at:at] = other[start : start + chance.randint(1, 8)]
                case "d":
                    del pieces[at : at + chance.randint(1, 4)]
                case _:
                    pieces[at:] = other[start:]
        yield "".join(pieces)
