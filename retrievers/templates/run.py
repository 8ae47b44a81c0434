"""Running a template: arguments checked, names found, the statement read, its rows handed back as data."""

from collections.abc import Mapping
from typing import Any, cast

from graph.lucene import words_query
from graph.queries.parameters import MAX_ROWS, NodeType, Parameter
from graph.store import GraphStore
from retrievers.templates.arguments import check_arguments
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import WORD_FIELDS, find_named
from retrievers.templates.template import Candidate, Template, TemplateResult, is_node


async def run_template(store: GraphStore, template: Template, arguments: Mapping[str, Any]) -> TemplateResult:
    """Run a template in READ transactions and return its rows; a name that nothing has is an empty result.

    Raises ArgumentsRefused when the call must be made with other arguments, and GraphError when the database fails.
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
    rows = await store.read(template.name, **params)
    if wider and not rows:  # nothing has all the words: what has some of them
        rows = await store.read(template.name, **(params | wider))
    return TemplateResult(
        template.name,
        "ok" if rows else "empty",
        tuple(rows),
        values,
        named,
        notes=_notes(len(rows), values.get("limit")),
        cypher=template.statement.render(form=store.form),
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
