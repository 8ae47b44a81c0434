"""What foreign Cypher may do: an allow-list over a parsed statement (layer 1), and the namespace written in (layer 5).

Pure: nothing is asked of a server. The other layers look at the server's plan and bound the run (`graph/plan_guard.py`,
`graph/foreign.py`). The parser is our own because none that exists reads what models write: of 1,498 published reads
graphglot 0.14 refuses 50 at 9 ms each and brings 18 MB of packages, antlr4-cypher 0.1 refuses 8 %. This one refuses
one, which no server takes either, at 0.2 ms each.
"""

from graph.guard.clauses import Statement
from graph.guard.decision import Decision
from graph.guard.namespaces import with_namespace
from graph.guard.schema import GuardSchema, foreign_graph, own_graph
from graph.guard.tokens import Misspelt, Unreadable

__all__ = ["Decision", "GuardSchema", "decide", "foreign_graph", "own_graph", "with_namespace"]


def decide(statement: str, *, schema: GuardSchema) -> Decision:
    """Return whether layer 1 lets a statement through; a refusal names what it refuses and what to write instead."""
    try:
        Statement(statement, schema.parameters)
    except Unreadable as error:
        return Decision("refuse", 1, str(error), isinstance(error, Misspelt))
    return Decision("allow", 1, "It only reads, by clauses, functions and procedures that are let through.")
