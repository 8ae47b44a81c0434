"""Choosing tools by a model: it is shown the tools and calls them; the program checks every call.

A call that is wrong goes back once with the reason; what is wrong then is left out, and the notes say so.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from agent.fence import hide_addresses, make_fence
from agent.llm import Attempt, Model
from agent.llm.tool_calls import AFTER, REASON
from agent.prompts import load_prompt
from agent.route.calls import Call, Routed, Turn
from graph.keys import claim_text
from retrievers import Tools

MAX_CALLS = 8
MAX_REASON = 200  # characters
_REMEMBERED = 10  # turns
_MAX_TURN = 1_500  # characters
_PROMPT = "route"


class ChosenCall(BaseModel):
    """One call."""

    model_config = ConfigDict(extra="forbid")
    reason: str = Field(description="Why this tool, in a few words.")
    tool: str = Field(description="The tool's name.")
    arguments: str = Field(description="A JSON object with the tool's arguments, as text.")
    after: int = Field(description="The number of the call whose result this one needs, from 1; 0 for none.")


class ChosenCalls(BaseModel):
    """The tools that a question needs."""

    model_config = ConfigDict(extra="forbid")
    calls: list[ChosenCall] = Field(
        description="The calls in order; empty where none is needed.", json_schema_extra={"maxItems": MAX_CALLS}
    )


async def choose_by_model(
    question: str,
    conversation: Sequence[Turn],
    tools: Tools,
    model: Model,
    *,
    today: date,
    allow: Callable[[], None] | None = None,
    seen: Callable[[Attempt], None] | None = None,
) -> Routed:
    """Ask the planner which tools to call. `allow` and `seen` are those of `Model.ask`.

    Raises MalformedReply when no usable choice comes after two repairs, ModelError when the model cannot be asked.
    """
    said = _render(conversation)
    values = {
        "question": question,
        "conversation": said,
        "today": today.isoformat(),
        "fence": make_fence(question, said),
    }
    system, user = load_prompt(_PROMPT).render(values)
    sent_back = False
    own = "\n".join([question, *(turn.text for turn in conversation if turn.role == "user")])

    def check(chosen: ChosenCalls) -> str | None:
        nonlocal sent_back
        faults = [fault for _, fault in check_calls(chosen, tools, own=own) if fault]
        if not faults or sent_back:
            return None
        sent_back = True
        return "; ".join(faults)[:1_000]

    reply = await model.ask(
        "planner", system=system, user=user, answer=ChosenCalls, check=check, allow=allow, seen=seen,
        tools=[show_tool(tool.name, tool.sentence, tool.parameters) for tool in tools],
    )  # fmt: skip
    return _routed(question, check_calls(reply.value, tools, own=own))


def show_tool(name: str, sentence: str, parameters: Any) -> dict[str, Any]:
    """Return a tool as a model is shown it: with the reason and the call it waits for among its arguments."""
    extra: dict[str, Any] = {
        REASON: {"type": "string", "description": "Why this tool, in a few words."},
        AFTER: {
            "type": "integer",
            "description": "The number of the call whose result this needs, from 1; else 0.",
        },
    }
    schema = {**parameters, "properties": {**parameters.get("properties", {}), **extra}}
    schema["required"] = [*parameters.get("required", ()), REASON]
    return {"name": name, "description": sentence, "parameters": schema}


def check_calls(chosen: ChosenCalls, tools: Tools, *, own: str | None = None) -> list[tuple[Call, str]]:
    """Return each chosen call with what is wrong with it in one sentence, "" where nothing is.

    A call that waits for another may lack what comes from there. `own` is what the person wrote, where that is known:
    no address from elsewhere is read or searched for, for earlier answers hold the words of pages.
    """
    checked: list[tuple[Call, str]] = []
    for number, one in enumerate(chosen.calls[:MAX_CALLS], 1):
        reason = claim_text(one.reason)[:MAX_REASON] or "the model chose it"
        arguments = _object(one.arguments)
        after = one.after - 1 if 0 < one.after < number else None
        call = Call(one.tool, arguments or {}, reason, after)
        fault = _find_fault(call, arguments, one.after, number, tools)
        checked.append((call, fault or ("" if own is None else _find_foreign(call, own))))
    return checked


def _find_fault(call: Call, arguments: dict[str, Any] | None, after: int, number: int, tools: Tools) -> str:
    if call.tool not in tools:
        return f"there is no tool {call.tool!r}; the tools are {', '.join(tool.name for tool in tools)}"
    if arguments is None:
        return f"the arguments of {call.tool} are no JSON object"
    if after < 0 or after >= number:
        return f"call {number} cannot wait for call {after}; `after` is the number of an earlier call, or 0"
    given = dict(arguments)
    if call.after is not None:  # what is to come from the other call is not there yet
        properties: dict[str, Any] = tools[call.tool].parameters.get("properties", {})
        lacking = set(tools[call.tool].parameters.get("required", ())) - set(given)
        given |= {name: _any_of(properties[name]) for name in lacking}
    return tools.check(call.tool, given)


def _find_foreign(call: Call, own: str) -> str:
    if call.tool == "read_page" and str(call.arguments.get("url", "")) not in own:
        return "read_page reads only an address that the person wrote"
    query = str(call.arguments.get("query", ""))
    if call.tool == "web_search" and any(word not in own for word in query.split() if hide_addresses(word) != word):
        return "the query of web_search holds an address that the person did not write; give words"
    return ""


def _any_of(schema: dict[str, Any]) -> Any:
    """A value that keeps to a schema, in the place of one that is still to come."""
    if schema.get("enum"):
        return schema["enum"][0]
    if "pattern" in schema:
        return "2026"
    by_type: dict[str, Any] = {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "array": []}
    return by_type.get(str(schema.get("type")), "to come later")


def _routed(question: str, checked: Sequence[tuple[Call, str]]) -> Routed:
    """The calls that are right, each once; waiting for one that was left out is waiting for nothing."""
    calls: list[Call] = []
    notes: list[str] = []
    place: dict[int, int] = {}
    for at, (call, fault) in enumerate(checked):
        waits = None if call.after is None else place.get(call.after)
        is_orphan = call.after is not None and waits is None
        if fault or is_orphan:
            why = fault or f"{call.tool} waits for a call that was left out"
            notes.append(f"the model's call was left out: {why}")
            continue
        made = replace(call, after=waits)
        same = [i for i, one in enumerate(calls) if _same(one, made)]
        if same:
            place[at] = same[0]
            continue
        place[at] = len(calls)
        calls.append(made)
    return Routed(question, tuple(calls), "model", tuple(notes))


def _same(one: Call, other: Call) -> bool:
    return (one.tool, one.arguments, one.after) == (other.tool, other.arguments, other.after)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(text.strip() or "{}")
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _render(conversation: Sequence[Turn]) -> str:
    start = max(0, len(conversation) - _REMEMBERED)
    lines = [f"[{at}] {turn.role}: {turn.text[:_MAX_TURN]}" for at, turn in enumerate(conversation[start:], start)]
    return "\n".join(lines) or "(none)"
