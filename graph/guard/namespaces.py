"""Layer 5: the namespace written into every node pattern that needs it, so that no other project's nodes are read.

Sound because no relationship crosses namespaces: in a path one filtered node filters them all. Written is into every
node pattern with a name, labels or properties, so that no condition is tried on another project's node first, and into
the first where a path has none of these; not into an expression that only tests names bound before it. A pattern in a
group that is repeated may stand for no node at all, so it never counts as the filtered one.

Not covered: the server chooses the order of conditions, so one that fails on a value (1 / n.x, a number as a
condition) may fail on another project's node. No row of it is returned, but the server's message may quote the value.
"""

from graph.errors import StatementRefused
from graph.guard.clauses import Statement
from graph.guard.cursor import NodePattern, PathPattern
from graph.guard.schema import NAMESPACE, GuardSchema
from graph.guard.tokens import Unreadable

_FILTER = f"{NAMESPACE}: ${NAMESPACE}"


def with_namespace(statement: str, schema: GuardSchema) -> str:
    """Return the statement with `namespace: $namespace` in its node patterns, comments taken out.

    A foreign graph has no namespaces: its statements come back as they are. Raises StatementRefused for what cannot be
    rewritten.
    """
    try:
        parsed = Statement(statement, schema.parameters)
    except Unreadable as error:
        raise _refused(str(error)) from error
    if not schema.namespaced:
        return statement
    if parsed.procedures:
        raise _refused(f"{parsed.procedures[0]} reads every namespace at once; search is a tool of its own.")
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for path in parsed.paths:
        for node in path.nodes:
            _check(node, schema)
        _write(path, before, after)
    pieces: list[str] = []
    for index, token in enumerate(parsed.tokens):
        pieces += [token.before, before.get(index, ""), token.text, after.get(index, "")]
    return "".join(pieces).strip()


def _refused(reason: str) -> StatementRefused:
    return StatementRefused(5, reason)


def _check(node: NodePattern, schema: GuardSchema) -> None:
    shared = schema.shared_labels.intersection(node.labels)
    if shared:
        raise _refused(f"{min(shared)} nodes belong to no namespace; they are not read this way.")
    if node.namespace == "other":
        raise _refused("A pattern asks for a namespace of its own; leave the property namespace out.")


def _write(path: PathPattern, before: dict[int, str], after: dict[int, str]) -> None:
    outside = [node for node in path.nodes if not node.repeated]
    for node in path.nodes:
        if not node.is_plain or (node.has_name and not path.bound):
            _write_into(node, after)
    if any(node.has_name or not node.is_plain for node in outside):
        return
    if outside:
        _write_into(outside[0], after)
    else:
        before[path.start] = f"({{{_FILTER}}})"


def _write_into(node: NodePattern, after: dict[int, str]) -> None:
    if node.namespace == "given":
        return
    if node.has_map:
        after[node.at] = _FILTER if node.map_is_empty else f"{_FILTER}, "
    else:
        after[node.at] = f" {{{_FILTER}}}" if node.has_name or node.labels else f"{{{_FILTER}}}"
