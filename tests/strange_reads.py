"""Reads of every shape over two projects in one database, made by rule from a seed."""

import random
from typing import Any

LABELS = ("Source", "SourceVersion", "Passage", "Claim", "Citation", "Entity")
MARKS = {"Passage": "Current", "Claim": "Supported"}
RELATIONSHIPS = (
    ("Source", "HAS_VERSION", "SourceVersion"),
    ("SourceVersion", "HAS_PASSAGE", "Passage"),
    ("Passage", "MENTIONS", "Entity"),
    ("Citation", "QUOTES", "Passage"),
    ("Citation", "FOR_CLAIM", "Claim"),
    ("Source", "TITLED", "Entity"),
)
STATUS = ("supported", "conflicting", "unreviewed")
SIZES = {"alpha": 4, "beta": 7}
"""Nodes of each kind: the projects differ in every count."""

Node = dict[str, Any]


def project(namespace: str) -> tuple[list[tuple[str, list[Node]]], list[tuple[str, str, str]]]:
    """Return a project's nodes by label, and its relationships as (key, type, key)."""
    chance = random.Random(namespace)
    size = SIZES[namespace]
    nodes: list[tuple[str, list[Node]]] = []
    for label in LABELS:
        rows: list[Node] = []
        for number in range(size):
            row: Node = {"key": f"{label.lower()}.{namespace}.{number}", "namespace": namespace, "n": number}
            row |= {"status": chance.choice(STATUS), "text": f"tide {number}", "aliases": ["tide", f"a{number}"]}
            rows.append(row)
        nodes.append((label, rows))
    nodes.append(("Conflict", [{"key": "conflict.beta.0", "namespace": namespace, "n": 0, "status": "only in beta"}]))
    if namespace == "alpha":
        nodes.pop()
    edges: list[tuple[str, str, str]] = []
    for start, type_, end in RELATIONSHIPS:
        for number in range(size + size // 2):
            first, second = number % size, chance.randrange(size)
            edges.append((f"{start.lower()}.{namespace}.{first}", type_, f"{end.lower()}.{namespace}.{second}"))
    return nodes, edges


HAND_WRITTEN = (
    (
        "MATCH (s:Source {key: 'source.alpha.1'})-[:HAS_VERSION]->()-[:HAS_PASSAGE]->()<-[:QUOTES]-(ci:Citation"
        " {status: 'supported'})-[:FOR_CLAIM]->(c:Claim) WHERE NOT EXISTS { MATCH (c)<-[:FOR_CLAIM]-(:Citation)"
        "-[:QUOTES]->()<-[:HAS_PASSAGE]-()<-[:HAS_VERSION]-(o:Source) WHERE o <> s } RETURN DISTINCT c.key"
    ),
    "MATCH (c:Claim) RETURN c.status AS status, count(*) AS claims ORDER BY status",
    "MATCH (c:Claim) OPTIONAL MATCH (c)<-[:FOR_CLAIM]-(ci) RETURN c.key, count(ci) AS citations",
    "MATCH (c:Claim) WHERE COUNT { (c)<-[:FOR_CLAIM]-() } > 1 RETURN count(c)",
    (
        "MATCH (e:Entity)<-[:MENTIONS]-(p)<-[:QUOTES]-(ci) WITH e, collect(DISTINCT ci.key) AS keys"
        " WHERE size(keys) > 1 RETURN e.key, keys"
    ),
    (
        "MATCH (a:Claim)<-[:FOR_CLAIM]-()-[:QUOTES]->(p)<-[:QUOTES]-()-[:FOR_CLAIM]->(b:Claim) WHERE a.key < b.key"
        " RETURN a.key, b.key, count(DISTINCT p)"
    ),
    "MATCH path = (s:Source)-[*1..3]->(x) RETURN length(path) AS n, count(*)",
    "MATCH (s:Source) CALL (s) { MATCH (s)-[:HAS_VERSION]->(v) RETURN count(v) AS versions } RETURN s.key, versions",
    "MATCH (n) RETURN labels(n)[0] AS kind, count(*) AS n, max(n.n) AS most",
    "MATCH (c:Claim) RETURN percentileCont(c.n, 0.5), stDev(c.n), avg(c.n)",
    "MATCH (c:Claim) WITH max(c.n) AS most MATCH (d:Claim {n: most}) RETURN d.key",
    "MATCH (a)-[r]->(b) RETURN type(r), count(*), count(DISTINCT a), count(DISTINCT b)",
    "MATCH (s:Source) RETURN s.key UNION MATCH (e:Entity) RETURN e.key AS `s.key`",
    "UNWIND ['supported', 'conflicting'] AS s MATCH (c:Claim {status: s}) RETURN s, count(c)",
    "MATCH (c:Claim) RETURN c {.key, .n, quotes: [(c)<-[:FOR_CLAIM]-(ci) | ci.key]} AS claim",
    "MATCH (a:Source)(()-[]->(m)){1,2}(b) RETURN a.key, b.key, size(m)",
    "MATCH p = allShortestPaths((a:Claim)-[*..4]-(b:Source)) RETURN count(p)",
    "MATCH p = SHORTEST 1 (a:Claim)--{1,4}(b:Source) RETURN count(p)",
    "MATCH (n) WHERE n:Claim OR n:Source RETURN count(n)",
    "MATCH (x) WHERE NOT (x)--() RETURN count(x)",
    "MATCH (x) WHERE NOT EXISTS { (x)-->(:Claim) } RETURN count(x)",
    "RETURN COUNT { (:Conflict) } AS conflicts, EXISTS { (:Conflict) } AS any",
    "MATCH (c:Claim) RETURN CASE WHEN EXISTS { (:Conflict) } THEN 'some' ELSE 'none' END AS conflicts, count(c)",
    "OPTIONAL MATCH (x:Conflict) RETURN x IS NULL AS none",
    "MATCH (c:Claim) WHERE NOT EXISTS { MATCH (d:Claim) WHERE d.n > c.n } RETURN c.n",
    "MATCH (c:Claim) RETURN COLLECT { MATCH (o) WHERE o.n = c.n RETURN o.key ORDER BY o.key } AS same",
    "MATCH (c:Claim), (s:Source) WHERE c.n = s.n RETURN count(*)",
    "MATCH (s:Source)-[:TITLED]->(e)<-[:MENTIONS]-(p:Passage) RETURN s.key, e.key, collect(p.key)",
)


class Reads:
    """Makes reads. Names of nodes are drawn from a few, so that patterns meet, and scopes hide earlier names."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def statement(self) -> str:
        """Return one read."""
        shapes = (self._simple, self._simple, self._two_parts, self._call, self._union, self._alone, self._unwind)
        return self._chance.choice(shapes)()

    def _pick(self, *choices: str) -> str:
        return self._chance.choice(choices)

    def _name(self) -> str:
        return self._pick("a", "b", "c", "d")

    def _label(self) -> str:
        label = self._chance.choice((*LABELS, "Conflict"))
        other = self._chance.choice(LABELS)
        return self._pick(
            "", "", f":{label}", f":{label}", f":{label}|{other}", f":!{label}", f" IS {label}", f":`{label}`"
        )

    def _node(self, name: str = "", *, label: bool = True) -> str:
        name = name or self._pick("", "", self._name())
        properties = self._pick(*[""] * 6, " {status: 'supported'}", " {n: 1}", " {}", " {namespace: $namespace}")
        where = f" WHERE {name}.n < 3" if name and self._chance.random() < 0.1 else ""
        return f"({name}{self._label() if label else ''}{properties}{where})"

    def _link(self) -> str:
        type_ = self._chance.choice(RELATIONSHIPS)[1]
        quantified = self._pick("{1,2}", "{2}", "{0,1}")
        return self._pick(
            "--",
            "-->",
            "<--",
            f"-[:{type_}]->",
            f"<-[:{type_}]-",
            f"-[:{type_}]-",
            f"-[:{type_}|MENTIONS*1..2]-",
            "-[*0..1]-",
            f"-[:{type_}]-{quantified}",
        )

    def _path(self, start: str = "") -> str:
        text = self._node(start, label=not start)
        for _ in range(self._chance.choice((0, 1, 1, 2))):
            if self._chance.random() < 0.1:
                text += (
                    f"((){self._pick('--', '-->')}(){self._pick('', ' WHERE true')}){{{self._pick('1', '0,1')}}}"
                    + self._node()
                )
            else:
                text += self._link() + self._node()
        return text

    def _related(self, name: str) -> str:
        return f"({name})" + self._pick("--", "-->", "<--", "-[:FOR_CLAIM]-", "-[:QUOTES]->")

    def _condition(self, name: str) -> str:
        return self._pick(
            f"{name}.status = 'supported'",
            f"{name}.n > 1",
            f"{name}:Claim",
            f"{name}.namespace <> 'alpha'",
            f"EXISTS {{ {self._related(name)}{self._node()} }}",
            f"NOT EXISTS {{ {self._path()} }}",
            f"EXISTS {{ MATCH {self._path(name)} WHERE {name}.n > 0 }}",
            f"COUNT {{ {self._related(name)}{self._node()} }} > 1",
            f"COUNT {{ {self._path()} }} > 20",
            f"{self._related(name)}(:Claim)",
            f"NOT {self._related(name)}()",
            f"any(s IN [{self._related(name)}(z) | z.status] WHERE s = 'supported')",
            f"size([{self._related(name)}(z{self._label()}) | z.key]) > 1",
            f"({name}.n = 1 OR {name}.n = 2)",
        )

    def _where(self, name: str) -> str:
        return f" WHERE {self._condition(name)}" if self._chance.random() < 0.5 else ""

    def _value(self, name: str) -> str:
        return self._pick(
            "count(*)",
            f"count(DISTINCT {name})",
            f"{name}.key",
            f"collect({name}.key)",
            f"sum({name}.n)",
            f"{name}",
            f"min({name}.key)",
            f"properties({name})",
            f"labels({name})",
            f"EXISTS {{ {self._path()} }}",
            f"COUNT {{ {self._path()} }}",
            f"COLLECT {{ MATCH {self._path('z')} RETURN z.key }}",
            f"[{self._path('z')}--(y) | y.key]",
        )

    def _match(self, name: str) -> str:
        more = f", {self._path()}" if self._chance.random() < 0.15 else ""
        optional = self._pick("", "", "", "OPTIONAL ")
        return f"{optional}MATCH {self._path(name)}{more}{self._where(name)}"

    def _return(self, name: str) -> str:
        return f"RETURN {self._value(name)} AS x, {self._value(name)} AS y"

    def _simple(self) -> str:
        name = self._name()
        return f"MATCH {self._node(name)}{self._where(name)} {self._match(name)} {self._return(name)}"

    def _two_parts(self) -> str:
        name, other = self._name(), self._name()
        carried = self._pick(f"{name}, count(*) AS k", "count(*) AS k", f"collect({name}) AS l", f"{name}.n AS k")
        first = f"MATCH {self._node(name)}{self._where(name)} WITH {carried}"
        return f"{first} MATCH {self._path(other)} {self._return(other)}"

    def _call(self) -> str:
        name = self._name()
        value = self._pick("count(i)", "collect(i.key)", "max(i.n)")
        inner = f"MATCH {self._path('i')}{self._where('i')} RETURN {value} AS k"
        return f"MATCH {self._node(name)} CALL {self._pick('()', f'({name})', '')} {{ {inner} }} RETURN {name}.key, k"

    def _union(self) -> str:
        first, second = self._name(), self._name()
        kind = self._pick("UNION", "UNION ALL")
        return f"{self._match(first)} RETURN {first}.key AS x {kind} {self._match(second)} RETURN {second}.key AS x"

    def _alone(self) -> str:
        return self._pick(
            f"RETURN COUNT {{ {self._path()} }} AS x",
            f"RETURN EXISTS {{ MATCH {self._path('z')}{self._where('z')} }} AS x",
            f"RETURN COLLECT {{ MATCH {self._path('z')} RETURN z.key }} AS x",
            f"RETURN [{self._path('z')}--() | z.key] AS x",
            f"MATCH p = {self._path()} RETURN count(p) AS x",
            "MATCH p = shortestPath((a:Claim)-[*..3]-(b" + self._label() + ")) WHERE a <> b RETURN count(p) AS x",
        )

    def _unwind(self) -> str:
        return f"UNWIND [0, 1, 2] AS i MATCH {self._path('a')} WHERE a.n = i {self._return('a')}"
