"""Statements that read and write whole kinds, one a label and one a relationship, rendered from the declared model.

Labels and relationship types cannot be parameters. They come from `graph/model.py` alone, so that nothing which a file
of an export holds is ever part of a statement.
"""

from graph.kinds import NodeKind, Relationship
from graph.model import NODES, RELATIONSHIPS

SHARED_BY_ALL = frozenset({"EmbeddingModel", "SchemaMigration"})
"""What belongs to the graph and to no namespace: it is named in the header of an export."""

EXCHANGED: tuple[NodeKind, ...] = tuple(node for node in NODES if node.label not in SHARED_BY_ALL)

IMMUTABLE: dict[str, tuple[str, ...]] = {
    "SourceVersion": ("content_sha256", "char_len"),
    "Passage": ("text", "ordinal", "char_start", "char_end"),
    "Claim": ("text",),
    "Citation": ("quote", "quote_sha256", "char_start", "char_end", "stance"),
    "Run": ("run_key", "started_at_ms"),
    "Step": ("tool", "request_sha256"),
    "Turn": ("asked_at",),
    "Deletion": ("started_at_ms",),
}
"""What two nodes of one key must have in common, where both have it: what was forgotten or erased has lost its text."""

ONE_EACH = frozenset({"FOR_CLAIM", "QUOTES", "TITLED", "ANSWERS"})
"""Types of which a node has one going out: one that is there is not joined by another from a file."""

ONE_OWNER = frozenset({"HAS_VERSION", "HAS_PASSAGE", "HAS_ASSESSMENT", "HAS_STEP", "HAS_STATEMENT", "HAS_TURN"})
"""Types of which a node has one coming in: a text that two sources owned would go with either of them."""

AS_SAID = frozenset({"ASSERTS", "CITES"})
"""Types that are joined only to a sentence that stands there in the words of the file."""

_WITHHELD = {
    "SourceVersion": "n.state = 'incoming'",
    "Claim": "n.status = 'unreviewed', n.status_reason = 'importing', n:Unreviewed",
    "Citation": "n.verdict = 'unchecked', n.reason = 'importing'",
}
"""What is not taken from a file but found again, once all that it hangs on is there (`exchange.cypher`)."""


def statement_of(verb: str, kind: NodeKind | Relationship) -> str:
    """Return the name of the statement that exports or imports a kind; `verb` is export or import."""
    if isinstance(kind, NodeKind):
        return f"{verb}_{kind.label.lower()}"
    return f"{verb}_{kind.start}_{kind.type}_{kind.end}".lower()


def exchange_text() -> str:
    """Return the statements as the text of a file."""
    parts = [part for node in EXCHANGED for part in (_export_nodes(node), _import_nodes(node))]
    for one in RELATIONSHIPS:
        parts += [_export_relationships(one), _import_relationships(one)]
    return "\n".join(parts)


def _export_nodes(node: NodeKind) -> str:
    return f"""// name: {statement_of("export", node)}
// The next {node.label} nodes in the order of keys, whole
// params: after, limit, namespace
// returns: key, labels, properties
MATCH (n:{node.label}) USING INDEX n:{node.label}(key) WHERE n.key > $after AND n.namespace = $namespace
RETURN n.key AS key, labels(n) AS labels, properties(n) AS properties ORDER BY key LIMIT $limit;
"""


def _import_nodes(node: NodeKind) -> str:
    withheld = "".join(f", {one}" for one in [_WITHHELD.get(node.label)] if one)
    other = " OR ".join(f"n.{name} <> r.properties.{name}" for name in IMMUTABLE.get(node.label, ()))
    if "erased_at" in node.properties:
        other = f"(n.erased_at IS NULL AND r.properties.erased_at IS NULL AND ({other}))"
    differs = f" OR {other}" if other else ""
    return f"""// name: {statement_of("import", node)}
// {node.label} nodes that are not there yet; returns those that are there as something else
// params: rows
// returns: key
UNWIND $rows AS r
MERGE (n:{node.label} {{key: r.key}})
ON CREATE SET n:$(r.marks), n += r.properties{withheld}
WITH n, r WHERE n.namespace <> r.properties.namespace{differs}
RETURN n.key AS key;
"""


def _export_relationships(one: Relationship) -> str:
    return f"""// name: {statement_of("export", one)}
// The {one.type} relationships of the next {one.start} nodes in the order of keys
// params: after, limit, namespace
// returns: start, ends
MATCH (a:{one.start}) USING INDEX a:{one.start}(key) WHERE a.key > $after AND a.namespace = $namespace
WITH a ORDER BY a.key LIMIT $limit
RETURN a.key AS start,
       COLLECT {{ MATCH (a)-[r:{one.type}]->(b:{one.end}) RETURN [b.key, properties(r)] ORDER BY b.key }} AS ends
ORDER BY start;
"""


def _import_relationships(one: Relationship) -> str:
    single = ""
    if one.type in ONE_EACH:
        single = f" WHERE NOT EXISTS {{ MATCH (a)-[:{one.type}]->(o) WHERE o <> b }}"
    elif one.type in ONE_OWNER:
        single = f" WHERE NOT EXISTS {{ MATCH (o)-[:{one.type}]->(b) WHERE o <> a }}"
    as_said = " AND a.text = r.text" if one.type in AS_SAID else ""
    return f"""// name: {statement_of("import", one)}
// {one.type} relationships that are not there yet
// params: rows
// returns: -
UNWIND $rows AS r
MATCH (a:{one.start} {{key: r.start}}), (b:{one.end} {{key: r.end}})
WHERE a.namespace = b.namespace{as_said}
WITH a, b, r{single}
MERGE (a)-[l:{one.type}]->(b)
ON CREATE SET l += r.properties;
"""
