"""The person at the command line, asked on stderr before calls are made; the answers come from standard input."""

import json
from collections.abc import Mapping
from typing import Any, cast

import click

from agent.autonomy import Said
from agent.cli.face import Face, inert
from agent.cli.lines import Lines
from agent.route.calls import Call
from retrievers import Tools

_TRIES = 3
_NO_ANSWER = "nobody answered"


class TerminalPerson:
    """Asks a line at a time. Where no line comes any more every call is refused: silence is no approval."""

    def __init__(self, face: Face, lines: Lines) -> None:
        self._face = face
        self._lines = lines
        self._listed = False

    async def approve(self, call: Call, tools: Tools) -> Said:
        """Show a proposed call with its arguments and take y, n, or other arguments as JSON on one line."""
        self._tell(f"proposed:  {call.tool} {_json(call.arguments)}  ({call.reason})")
        for _ in range(_TRIES):
            self._ask("approve? y, n, or other arguments as JSON on one line: ")
            line = await self._lines.next()
            if line is None:
                self._tell(f"refused:   {call.tool}, because {_NO_ANSWER}")
                return Said("refused", why=_NO_ANSWER)
            match line.strip().casefold():
                case "y" | "yes":
                    return Said("approved")
                case "n" | "no":
                    return Said("refused", why="the person refused")
                case _:
                    arguments, wrong = _arguments(line, call.tool, tools)
                    if not wrong:
                        return Said("edited", arguments)
                    self._tell(f"not taken: {wrong}")
        return Said("refused", why="no answer could be taken")

    async def pick(self, tools: Tools, number: int) -> Call | None:
        """Take the next call as `TOOL {"argument": …}`; an empty line, or no line any more, ends the list."""
        if not self._listed:
            self._listed = True
            for tool in tools:
                properties: dict[str, Any] = tool.parameters.get("properties", {})
                self._tell(f"  {tool.name}({', '.join(properties)})  {tool.sentence}")
        for _ in range(_TRIES):
            self._ask(f'call {number}: TOOL {{"argument": "value"}}, or an empty line to go on: ')
            line = await self._lines.next()
            if line is None or not line.strip():
                return None
            name, _, rest = line.strip().partition(" ")
            if name not in tools:
                self._tell(f"not taken: there is no tool {name}")
                continue
            arguments, wrong = _arguments(rest or "{}", name, tools)
            if not wrong:
                return Call(name, arguments, "the person picked it")
            self._tell(f"not taken: {wrong}")
        return None

    def _tell(self, text: str) -> None:
        click.echo(inert(text), err=True)

    def _ask(self, text: str) -> None:
        click.echo(text, err=True, nl=not self._lines.is_terminal)


def _arguments(line: str, tool: str, tools: Tools) -> tuple[Mapping[str, Any], str]:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return {}, f"{line.strip()[:80]!r} is neither y nor n nor a JSON object"
    if not isinstance(value, dict):
        return {}, "arguments are a JSON object"
    arguments = cast("dict[str, Any]", value)
    return arguments, tools.check(tool, arguments)


def _json(arguments: Mapping[str, Any]) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False)
