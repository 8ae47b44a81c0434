"""Running a template: arguments checked, names found, the statement read, its rows handed back as data."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from graph.foreign import Limits, read_foreign
from graph.lucene import words_query
from graph.model import NODES, RELATIONSHIPS, SHARED
from graph.plan_guard import Names
from graph.queries.parameters import MAX_ROWS, NodeType, Parameter
from graph.store import GraphStore
from retrievers.templates.arguments import check_arguments
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import WORD_FIELDS, find_named
from retrievers.templates.template import Candidate, Template, TemplateResult, is_node


async def run_template(store: GraphStore, template: Template, arguments: Mapping[str, Any]) -> TemplateResult:
    """Run a template in READ transactions and return its rows; a name that nothing has is an empty result.

    A template of a user's own runs once, under the limits of foreign Cypher; what cut its rows is in the notes. Raises
    ArgumentsRefused when the call must be made with other arguments, StatementRefused when the server's plan does more
    than read, StatementWrong when a template of a user's own fails on the server, GraphError when the database does.
    """
    values = check_arguments(template, arguments)
    params = dict(values)
    named: dict[str, Candidate] = {}
    wider: dict[str, str] = {}
    for parameter in template.statement.parameters:
        value = values[parameter.name]
        if value is None:
            continue
        if parameter.type == "words":
            params[parameter.name] = _words(template, parameter, store, value, every=True)
            wider[parameter.name] = _words(template, parameter, store, value, every=False)
        elif is_node(parameter):
            found, near = await find_named(store, cast("NodeType", parameter.type), value)
            if found is None:
                note = f"nothing stored is a {parameter.type} called {value!r}"
                return TemplateResult(template.name, "empty", (), values, named, tuple(near), (note,))
            named[parameter.name] = found
            params[parameter.name] = found.key
    rows, notes = await _read(store, template, params)
    if wider and not rows:  # nothing has all the words: what has some of them
        rows, notes = await _read(store, template, params | wider)
    return TemplateResult(
        template.name,
        "ok" if rows else "empty",
        tuple(rows),
        values,
        named,
        notes=notes or _notes(len(rows), values.get("limit")),
        cypher=template.own_text or template.statement.render(form=store.form),
    )


async def _read(
    store: GraphStore, template: Template, params: Mapping[str, Any]
) -> tuple[Sequence[Mapping[str, Any]], tuple[str, ...]]:
    if not template.own_text:
        return await store.read(template.name, **params), ()
    given = params if template.is_foreign else {**params, "namespace": store.namespace}
    known = None if template.is_foreign else _declared()
    found = await read_foreign(store, template.own_text, given, known=known, limits=Limits(rows=MAX_ROWS))
    unknown = tuple(str(one) for one in found.unknown)
    return found.rows, (*((found.note,) if found.note else ()), *unknown)


@cache
def _declared() -> Names:
    """The names that claimgraph's graph may hold, stored yet or not."""
    return Names(
        frozenset(label for node in NODES for label in (node.label, *node.marks)),
        frozenset(one.type for one in RELATIONSHIPS),
        frozenset(name for kind in (*NODES, *RELATIONSHIPS) for name in kind.properties).union(SHARED),
    )


def _notes(rows: int, limit: int | None) -> tuple[str, ...]:
    if rows == limit and rows < MAX_ROWS:
        return (f"the first {rows} rows; there may be more: raise limit",)
    return (f"the first {rows} rows; there may be more",) if rows >= MAX_ROWS else ()


def _words(template: Template, parameter: Parameter, store: GraphStore, said: str, *, every: bool) -> str:
    index = parameter.of[0]
    words = words_query(said, store.namespace, WORD_FIELDS[index], every=every)
    if not words:
        raise ArgumentsRefused(f"{parameter.name} of {template.name} has no word to look for")
    return words
