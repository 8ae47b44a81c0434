"""Calls of tools: offered to servers that have them, told in words to those that have not; one form comes back.

Either way the answer is an object with `calls`, each with `reason`, `tool`, `arguments` (JSON text) and `after`. What a
model says beside a native call stands in two more fields of the tool's arguments, `reason` and `after`, taken out here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from agent.llm.protocol import ToolShown
from agent.llm.reply import strip_reasoning
from agent.llm.wire import Answered

Message = dict[str, str]
NONE = "NONE"
"""What a model says that calls nothing: a server that passes tools over cannot be told from it by silence."""

REASON = "reason"
AFTER = "after"
_IN_TEXT = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
"""How models write calls that their server does not read out of the text."""


def calls_as_text(answered: Answered) -> Answered:
    """Return the reply with its calls as the text of one JSON object; text that holds none stays as it is."""
    calls = answered.calls or _calls_in(answered.text)
    if calls:
        return replace(answered, text=json.dumps({"calls": [_call(*one) for one in calls]}, ensure_ascii=False))
    said = strip_reasoning(answered.text).strip().strip("\"'`.*").strip()
    return replace(answered, text='{"calls": []}') if said.upper() == NONE else answered


def _calls_in(text: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for match in _IN_TEXT.finditer(strip_reasoning(text)):
        try:
            value: Any = json.loads(match[1])
        except (ValueError, RecursionError):
            return ()
        given = value.get("arguments", {})
        found.append((str(value.get("name", "")), given if isinstance(given, str) else json.dumps(given)))
    return tuple(found)


def _call(name: str, arguments: str) -> dict[str, Any]:
    try:
        value: object = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return {REASON: "", "tool": name, "arguments": arguments, AFTER: 0}
    given = cast("dict[str, Any]", value)
    reason, after = given.pop(REASON, ""), given.pop(AFTER, 0)
    return {
        REASON: reason if isinstance(reason, str) else "",
        "tool": name,
        "arguments": json.dumps(given, ensure_ascii=False),
        AFTER: after if isinstance(after, int) and not isinstance(after, bool) else 0,
    }


def tell_none(messages: list[Message]) -> list[Message]:
    """Return the messages with what to say when no tool is to be called."""
    said = f"Answer by calling tools, several where needed. When none is to be called, answer with the one word {NONE}."
    return [_with(messages[0], said), *messages[1:]]


def tell_tools(messages: list[Message], tools: Sequence[ToolShown]) -> list[Message]:
    """Return the messages with the tools in words, for a server that cannot be given any."""
    lines = [
        f"- {tool['name']}: {tool['description']} Arguments: {json.dumps(tool['parameters'], ensure_ascii=False)}"
        for tool in tools
    ]
    said = "The tools, each with the JSON schema of its arguments:\n" + "\n".join(lines)
    return [_with(messages[0], said), *messages[1:]]


def _with(message: Message, more: str) -> Message:
    return {**message, "content": f"{message['content']}\n\n{more}"}
