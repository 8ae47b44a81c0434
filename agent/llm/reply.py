"""From the text of a reply to a typed object: noise is taken off, content is never mended.

Taken off, because what remains is unambiguous: reasoning blocks, code fences, end-of-message tokens, prose around the
one JSON object. Not mended: a trailing comma, a missing bracket, a missing field. A lenient parser (json-repair) closes
what was cut off and invents what is missing, so a half answer would pass for a whole one; asking again costs one call.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from agent.llm.protocol import T

if TYPE_CHECKING:
    from pydantic import BaseModel

_TAG = "think|thinking|thought|thoughts|reasoning"
_OPEN = re.compile(
    rf"<\s*(?:{_TAG})\s*>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|channel\|>analysis<\|message\|>", re.IGNORECASE
)
_CLOSE = re.compile(
    rf"<\s*/\s*(?:{_TAG})\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|channel\|>final[^<]*<\|message\|>",
    re.IGNORECASE,
)
_END = re.compile(r"(?:\s|<\|(?:im_end|eot_id|end_of_text|endoftext|end|return)\|>|</s>|<end_of_turn>|<eos>)+\Z")
_FENCE = re.compile(r"```[\w-]*[^\S\n]*\n?(.*?)(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a reply cannot be used, in words for the model; `of_form` where it did not keep to the schema."""

    says: str
    of_form: bool = True


def parse_answer(text: str, answer: type[T]) -> T | Problem:
    """Return the object of the type `answer` that the text holds, or what is wrong with it. Never raises."""
    from pydantic import ValidationError

    found = find_object(text)
    if isinstance(found, Problem):
        return found
    try:
        value = answer.model_validate_json(found)
    except ValidationError as error:
        return Problem(_first_faults(error))
    if missing := _left_out(value):
        return Problem(f"the field {missing} is missing")
    if _has_reasoning(json.loads(found)):
        return Problem("a value begins with reasoning instead of the answer")
    return value


def find_object(text: str) -> str | Problem:
    """Return the one JSON object in a reply, as text, or say that there is none or more than one."""
    whole = _END.sub("", text.strip().removeprefix("\ufeff"))
    if _is_object(whole):
        return whole
    rest = _END.sub("", strip_reasoning(whole)).strip()
    if not rest:
        return Problem("it holds no answer outside its reasoning")
    fenced = [block.strip() for block in _FENCE.findall(rest)]
    for candidates in ([rest], fenced, _objects_in(rest)):
        objects = [one for one in candidates if _is_object(one)]
        if len(objects) == 1:
            return objects[0]
        if objects:
            return Problem(f"it holds {len(objects)} JSON objects where one was asked for")
    return Problem("it holds no valid JSON object")


def strip_reasoning(text: str) -> str:
    """Return the text without reasoning: whole blocks, blocks never opened, blocks never closed."""
    kept: list[str] = []
    position = depth = 0
    marks = sorted(
        [(m.start(), m.end(), 1) for m in _OPEN.finditer(text)]
        + [(m.start(), m.end(), -1) for m in _CLOSE.finditer(text)]
    )
    for start, end, step in marks:
        if depth == 0 and step > 0:
            kept.append(text[position:start])
        elif depth == 0:
            kept.clear()  # closed, never opened: all that came before was reasoning
        depth = max(0, depth + step)
        position = end
    return "".join(kept) + ("" if depth else text[position:])


def bare_text(text: str) -> str:
    """Return a value without what surrounds it: reasoning, a code fence that holds all of it, end-of-message tokens."""
    rest = _END.sub("", strip_reasoning(text)).strip()
    fenced = _FENCE.fullmatch(rest)
    return _END.sub("", fenced[1]).strip() if fenced else rest


def _objects_in(text: str) -> list[str]:
    """The outermost JSON objects that stand in prose."""
    decoder = json.JSONDecoder()
    found: list[str] = []
    position = text.find("{")
    while position >= 0 and len(found) < 2:
        try:
            _, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return []  # what stands after a broken object may be a part of it
        found.append(text[position:end])
        position = text.find("{", end)
    return found


def _is_object(text: str) -> bool:
    if not text.startswith("{"):
        return False
    try:
        value: object = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name is given twice")
    return made


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _left_out(value: BaseModel, path: str = "") -> str:
    """The first field that the model did not give: a default is nobody's answer."""
    for name in type(value).model_fields:
        here = f"{path}{name}"
        if name not in value.model_fields_set:
            return here
        if found := _left_out_below(getattr(value, name), here):
            return found
    return ""


def _left_out_below(value: object, path: str) -> str:
    if isinstance(value, list | tuple):
        items = enumerate(cast("list[object]", value))
    elif isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
    elif hasattr(value, "model_fields_set"):
        return _left_out(cast("BaseModel", value), f"{path}.")
    else:
        return ""
    return next((found for key, item in items if (found := _left_out_below(item, f"{path}[{key}]"))), "")


def _has_reasoning(value: object) -> bool:
    if isinstance(value, str):
        return bool(_OPEN.match(value.lstrip()))
    if isinstance(value, dict):
        return any(_has_reasoning(one) for one in cast("dict[str, object]", value).values())
    return isinstance(value, list) and any(_has_reasoning(one) for one in cast("list[object]", value))


def _first_faults(error: Any) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    told = [f"{'.'.join(str(part) for part in fault['loc']) or 'the object'}: {fault['msg']}" for fault in faults[:3]]
    return "; ".join(told) + (f"; and {len(faults) - 3} more" if len(faults) > 3 else "")
