"""Everything that finds or reads text; nothing here writes to the graph.

`TOOLS` is the registry: a line a tool. What a model is shown and what is called come from it alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from retrievers.tool import Tool, ToolContext, ToolResult

TOOLS: Mapping[str, str] = {
    "memory_search": "retrievers.tools.memory_search:TOOL",
    "text2cypher": "retrievers.tools.text2cypher:TOOL",
    "web_search": "retrievers.tools.web_search:TOOL",
    "read_page": "retrievers.tools.read_page:TOOL",
}
"""Tool -> where it is; each is a file with a `Tool`."""


class Tools:
    """The tools of one run, in order. Raises ValueError where two have one name."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._by_name: dict[str, Tool] = {}
        self._checks: dict[str, Any] = {}
        for tool in tools:
            if tool.name in self._by_name:
                raise ValueError(f"two tools are named {tool.name}; rename one")
            self._by_name[tool.name] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Tool:
        from retrievers.errors import UnknownTool

        if name not in self._by_name:
            raise UnknownTool(name, tuple(self._by_name))
        return self._by_name[name]

    def only(self, names: Iterable[str]) -> Tools:
        """Return those of these names, in the order of the names. Raises UnknownTool."""
        return Tools(self[name] for name in dict.fromkeys(names))

    def check(self, name: str, arguments: object) -> str:
        """Return in one sentence what is wrong with a call's arguments, "" where nothing is. Raises UnknownTool."""
        import fastjsonschema

        if name not in self._checks:
            self._checks[name] = fastjsonschema.compile(dict(self[name].parameters), use_default=False)
        try:
            self._checks[name](arguments)
        except fastjsonschema.JsonSchemaValueException as wrong:
            return f"the arguments of {name} are wrong: {wrong.message.removeprefix('data').lstrip('. ')}"
        return ""

    async def call(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Check the arguments and call the tool. Raises UnknownTool, WrongArguments, GraphError."""
        from retrievers.errors import WrongArguments

        tool = self[name]
        if wrong := self.check(name, arguments):
            raise WrongArguments(wrong)
        return await tool.run(context, arguments)


def load_tools(folder: Path | None = None, *, more: Iterable[Tool] = (), has_model: bool = True) -> Tools:
    """Return the tools of the registry, a tool for every template, those of a user's `folder` too, and `more`.

    Without a model those that need one are left out. Raises ValueError where two have one name, TemplatesRefused for a
    folder with a fault.
    """
    from retrievers.templates import template_tools
    from retrievers.tools.templates import tools_of

    own = [_load(place) for place in TOOLS.values()]
    tools = [*own, *tools_of(template_tools(folder)), *more]
    return Tools(tool for tool in tools if has_model or not tool.needs_model)


def _load(place: str) -> Tool:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
