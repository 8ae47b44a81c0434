"""The parameters that a template declares of itself, each on a line of its header.

    // param: NAME TYPE [of A|B|C] [= DEFAULT]: a sentence

`= -` makes a parameter optional without a default: the statement gets null. `of` lists the values that a text may
have, or names the full-text index that words are looked up in.
"""

import re
from dataclasses import dataclass
from typing import Literal, get_args

NodeType = Literal["claim", "source", "entity", "question", "run", "report"]
ParameterType = Literal["text", "texts", "integer", "number", "boolean", "date", "since", "until", "words"] | NodeType

NODE_TYPES: tuple[str, ...] = get_args(NodeType)
"""Types whose value is a node's key, or words that name one: the statement gets the key."""

TYPES: tuple[str, ...] = (*get_args(get_args(ParameterType)[0]), *NODE_TYPES)
"""`date` gives the ISO text as it was said; `since` and `until` the first and last millisecond of what was said."""

MAX_ROWS = 200
"""What a parameter called `limit` is held to."""

_LINE = re.compile(
    r"(?P<name>[a-z][a-z0-9_]*) +(?P<type>[a-z]+)(?: +of +(?P<of>[^=:]+?))?(?: *= *(?P<default>[^:]+?))?"
    r" *: *(?P<says>\S.*)"
)


class ParameterError(Exception):
    """A parameter's line is malformed; the message says how, without the place."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One declared parameter; `of` are the values it may have, or the one index of `words`."""

    name: str
    type: ParameterType
    says: str
    of: tuple[str, ...] = ()
    is_required: bool = True
    default: str | int | float | bool | None = None


def parse_parameter(line: str) -> Parameter:
    """Return the parameter that a line, `// param:` taken off, declares. Raises ParameterError."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise ParameterError(f"`{line.strip()}` is no parameter; write NAME TYPE [of A|B] [= DEFAULT]: a sentence")
    kind: ParameterType | None = next((t for t in TYPES if t == found["type"]), None)  # pyright: ignore[reportAssignmentType] # one of the declared words
    if kind is None:
        raise ParameterError(
            f"parameter {found['name']} has the unknown type {found['type']}; there are {', '.join(TYPES)}"
        )
    of = tuple(word.strip() for word in (found["of"] or "").split("|") if word.strip())
    if of and kind not in {"text", "texts", "words"}:
        raise ParameterError(f"parameter {found['name']} is of type {kind}, which has no list of values")
    if kind == "words" and len(of) != 1:
        raise ParameterError(
            f"parameter {found['name']} is of type words and names no full-text index; write words of INDEX"
        )
    said = found["default"]
    if said is None:
        return Parameter(found["name"], kind, found["says"], of)
    default = None if said == "-" else _default(found["name"], kind, said)
    if default is not None and of and default not in of:
        raise ParameterError(f"parameter {found['name']} has the default {default}, which is none of {', '.join(of)}")
    return Parameter(found["name"], kind, found["says"], of, is_required=False, default=default)


def _default(name: str, kind: str, said: str) -> str | int | float | bool:
    try:
        if kind == "integer":
            return int(said)
        if kind == "number":
            return float(said)
        if kind == "boolean":
            return {"true": True, "false": False}[said]
    except (ValueError, KeyError):
        raise ParameterError(f"parameter {name} is of type {kind}, and its default {said} is none") from None
    if kind != "text":
        raise ParameterError(f"parameter {name} is of type {kind}, which has no default but `-` (optional)")
    return said
