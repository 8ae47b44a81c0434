"""What a server is put through while its start cache is made: the kinds of statements that a real one runs."""

from graph.server.status import ServerStatus

_ROWS = 200
_DIMENSIONS = 8
_OPTIONS = f"OPTIONS {{indexConfig: {{`vector.dimensions`: {_DIMENSIONS}, `vector.similarity_function`: 'cosine'}}}}"
_STORE = """UNWIND $rows AS r MERGE (n:Warm {key: r.key}) SET n.text = r.text
WITH n, r CALL db.create.setNodeVectorProperty(n, 'embedding', r.vector)"""
_SEARCH = "YIELD node, score RETURN node.key, score"
_STATEMENTS = (
    "CREATE CONSTRAINT warm_key IF NOT EXISTS FOR (n:Warm) REQUIRE n.key IS UNIQUE",
    "CREATE FULLTEXT INDEX warm_text IF NOT EXISTS FOR (n:Warm) ON EACH [n.text]",
    f"CREATE VECTOR INDEX warm_vector IF NOT EXISTS FOR (n:Warm) ON n.embedding {_OPTIONS}",
    "CALL db.awaitIndexes(60)",
    _STORE,
    "MATCH (a:Warm), (b:Warm) WHERE a.key < b.key WITH a, b LIMIT 50 MERGE (a)-[:NEXT]->(b)",
    f"CALL db.index.fulltext.queryNodes('warm_text', 'tidal OR power', {{limit: 10}}) {_SEARCH}",
    f"CALL db.index.vector.queryNodes('warm_vector', 10, $vector) {_SEARCH}",
    "MATCH p = (:Warm)-[:NEXT*1..2]->(:Warm) RETURN count(p)",
    "SHOW INDEXES YIELD name, state RETURN name, state",
)


def exercise(status: ServerStatus) -> None:
    """Run the statements on the empty server that `status` names, several times over."""
    from neo4j import GraphDatabase, NotificationMinimumSeverity, Query

    vector = [1.0] * _DIMENSIONS
    rows = [{"key": str(i), "text": f"tidal power plant {i}", "vector": vector} for i in range(_ROWS)]
    with GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
        status.uri or "",
        auth=(status.username, status.read_password()),
        notifications_min_severity=NotificationMinimumSeverity.OFF,
    ) as driver:
        for statement in _STATEMENTS * 3:
            driver.execute_query(Query(statement), {"rows": rows, "vector": vector})  # pyright: ignore[reportArgumentType]
