"""Running a template: arguments checked, names found, the statement read, its rows handed back as data."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from graph.foreign import Limits
from graph.guarded_read import read_guarded
from graph.lucene import words_query
from graph.queries.parameters import MAX_ROWS, NodeType, Parameter
from graph.store import GraphStore
from retrievers.templates.arguments import check_arguments
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.folder import guarded
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
    read = _read_own if template.file else _read_built_in
    cypher, rows, notes = await read(store, template, params)
    if wider and not rows:  # nothing has all the words: what has some of them
        cypher, rows, notes = await read(store, template, params | wider)
        notes = (*notes, "nothing has all of these words; these have some") if rows else notes
    return TemplateResult(
        template.name,
        "ok" if rows else "empty",
        tuple(rows),
        values,
        named,
        notes=notes or _notes(len(rows), values.get("limit")),
        cypher=cypher,
    )


_Read = tuple[str, Sequence[Mapping[str, Any]], tuple[str, ...]]


async def _read_built_in(store: GraphStore, template: Template, params: Mapping[str, Any]) -> _Read:
    return template.statement.render(form=store.form), await store.read(template.name, **params), ()


async def _read_own(store: GraphStore, template: Template, params: Mapping[str, Any]) -> _Read:
    cypher, found = await read_guarded(store, guarded(template, params), Limits(rows=MAX_ROWS))
    unknown = tuple(str(one) for one in found.unknown)
    return cypher, found.rows, (*((found.note,) if found.note else ()), *unknown)


def _notes(rows: int, limit: int | None) -> tuple[str, ...]:
    first = "the first row" if rows == 1 else f"the first {rows} rows"
    if rows == limit and rows < MAX_ROWS:
        return (f"{first}; there may be more: raise limit",)
    return (f"{first}; there may be more",) if rows >= MAX_ROWS else ()


def _words(template: Template, parameter: Parameter, store: GraphStore, said: str, *, every: bool) -> str:
    index = parameter.of[0]
    words = words_query(said, store.namespace, WORD_FIELDS[index], every=every)
    if not words:
        raise ArgumentsRefused(f"{parameter.name} of {template.name} has no word to look for")
    return words
