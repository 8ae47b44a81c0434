"""Templates as tools: a statement with a name is a tool with a name."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from retrievers.errors import WrongArguments
from retrievers.outcome import Outcome
from retrievers.templates import ArgumentsRefused, Template, run_template
from retrievers.tool import Tool, ToolContext, ToolResult


def tools_of(templates: Iterable[Template]) -> list[Tool]:
    """Return a tool for each template."""
    return [_tool_of(template) for template in templates]


def _tool_of(template: Template) -> Tool:
    async def run(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
        try:
            result = await run_template(context.store, template, arguments)
        except ArgumentsRefused as refused:
            raise WrongArguments(str(refused)) from refused
        near = [f"near to it: {one.text} ({one.key[:16]})" for one in result.candidates]
        return ToolResult(cast("Outcome", result.outcome), result.rows, (*result.notes, *near), ran=result.cypher)

    return Tool(template.name, template.sentence, template.parameters, template.group, run, is_own=bool(template.file))
