"""What is sent: the messages and parameters of one request in a server's dialect, and what asks for a repair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from agent.llm.dialect import Dialect
from agent.llm.protocol import ToolShown
from agent.llm.tool_calls import Message, tell_none, tell_tools

if TYPE_CHECKING:
    from pydantic import BaseModel

_UNSUPPORTED = frozenset({"minLength", "maxLength", "title", "default"})
"""Keywords that OpenAI's strict schemas have no place for; the program checks them itself."""
_BOUNDS = frozenset({"minItems", "maxItems"})
"""They keep a small model that follows a grammar from going on for ever; OpenAI takes them, Azure does not."""
_UNTOLD = frozenset({"title"})
"""Says the name of a field again: a small server pays for every word that it is shown."""
_SHOWN_CHARACTERS = 4_000


def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of an answer: every field required, nothing beside them."""
    import openai

    return cast("dict[str, Any]", openai.pydantic_function_tool(answer)["function"].get("parameters", {}))


def request_of(
    dialect: Dialect,
    *,
    model: str,
    messages: list[Message],
    name: str,
    schema: dict[str, Any],
    max_tokens: int,
    tools: Sequence[ToolShown] = (),
) -> dict[str, Any]:
    """Return the parameters of one chat completion; tools are offered where the server has them, else told in words."""
    body: dict[str, Any] = {"model": model, dialect.limit: max_tokens}
    if dialect.temperature:
        body["temperature"] = 0
    if tools and dialect.tools:
        body["messages"] = tell_none(messages)
        body["tools"] = [{"type": "function", "function": dict(tool)} for tool in tools]
        return body
    body["messages"] = _with_schema(tell_tools(messages, tools) if tools else messages, schema, dialect)
    match dialect.step:
        case "json_schema":
            refused = _UNSUPPORTED if dialect.bounds else _UNSUPPORTED | _BOUNDS
            shape = {"name": name, "strict": True, "schema": _without(refused, schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        case "json_object_schema":
            body["response_format"] = {"type": "json_object", "schema": schema}
        case "json_object":
            body["response_format"] = {"type": "json_object"}
        case "prompt":
            pass
    return body


def repair(
    system: str, user: str, *, reply: str, problem: str, wants: str = "with one JSON object and nothing else"
) -> list[Message]:
    """Return the messages that ask again; `reply` is what came, without reasoning, "" where nothing did."""
    again = f"That reply cannot be used: {problem}. Answer the request again, {wants}."
    if not reply:
        again = again.replace("That reply", "An earlier reply to this", 1)
        return [_message("system", system), _message("user", f"{user}\n\n{again}")]
    shown = reply if len(reply) <= _SHOWN_CHARACTERS else reply[:_SHOWN_CHARACTERS] + " …"
    return [
        _message("system", system), _message("user", user), _message("assistant", shown), _message("user", again),
    ]  # fmt: skip


def first(system: str, user: str) -> list[Message]:
    """Return the messages of a first request."""
    return [_message("system", system), _message("user", user)]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def _with_schema(messages: list[Message], schema: dict[str, Any], dialect: Dialect) -> list[Message]:
    if dialect.step == "json_schema" and not dialect.shows_schema:
        return messages
    shown = json.dumps(_without(_UNTOLD, schema), ensure_ascii=False, separators=(",", ":"))
    system = f"{messages[0]['content']}\n\nAnswer with one JSON object and nothing else, by this JSON schema:\n{shown}"
    return [_message("system", system), *messages[1:]]


def _without(keywords: frozenset[str], schema: Any, *, of_names: bool = False) -> Any:
    """The schema without those keywords; names of fields are not keywords."""
    if isinstance(schema, list):
        return [_without(keywords, one) for one in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without(keywords, value, of_names=key in {"properties", "$defs"} and not of_names)
        for key, value in cast("dict[str, Any]", schema).items()
        if of_names or key not in keywords
    }
