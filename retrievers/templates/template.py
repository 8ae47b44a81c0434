"""A template as a tool: what it answers, its parameters as a JSON schema, the statement behind it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graph.queries import Statement
from graph.queries.parameters import MAX_ROWS, NODE_TYPES, Parameter

MAX_TEXT = 2_000
"""Characters of one argument: more is no name and no question."""

_SAID_AS = {
    "date": "a year, month or day: 2026, 2026-03 or 2026-03-01",
    "since": "a year, month or day, from its beginning: 2026, 2026-03 or 2026-03-01",
    "until": "a year, month or day, to its end: 2026, 2026-03 or 2026-03-01",
}
DATE_PATTERN = r"^\d{4}(-\d{2}(-\d{2})?)?$"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node that a name could mean."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Template:
    """A named statement that can be called: `sentence` says what it answers, `parameters` is a JSON schema.

    `file` is where a template of a user's own stands, with the line; "" for a built-in one.
    """

    name: str
    sentence: str
    group: str
    parameters: Mapping[str, Any]
    returns: tuple[str, ...]
    statement: Statement
    file: str = ""

    @property
    def is_foreign(self) -> bool:
        """Whether it asks a graph that is not claimgraph's."""
        return self.statement.is_foreign


@dataclass(frozen=True, slots=True)
class TemplateResult:
    """What a call gave: `ok` with rows, or `empty`. `arguments` are as checked, `named` the nodes that names meant.

    A name that nothing stored has is empty too, with `candidates` for what comes nearest and a note that says so.
    `cypher` is the statement that ran, "" where none did.
    """

    template: str
    outcome: str
    rows: tuple[Mapping[str, Any], ...]
    arguments: Mapping[str, Any]
    named: Mapping[str, Candidate] = field(default_factory=dict[str, Candidate])
    candidates: tuple[Candidate, ...] = ()
    notes: tuple[str, ...] = ()
    cypher: str = ""


def template_of(statement: Statement, file: str = "") -> Template:
    """Return a declared statement as a tool."""
    properties = {p.name: _schema_of(p) for p in statement.parameters}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": [p.name for p in statement.parameters if p.is_required],
        "additionalProperties": False,
    }
    return Template(
        statement.name, statement.says, statement.group or "own", schema, statement.returns, statement, file
    )


def _schema_of(parameter: Parameter) -> dict[str, Any]:
    says = parameter.says[0].upper() + parameter.says[1:]
    schema: dict[str, Any]
    match parameter.type:
        case "integer" | "number" | "boolean":
            schema = {"type": parameter.type}
            if parameter.name == "limit":
                schema |= {"minimum": 1, "maximum": MAX_ROWS}
        case "texts":
            item: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
            schema = {"type": "array", "items": item | ({"enum": list(parameter.of)} if parameter.of else {})}
        case "date" | "since" | "until":
            schema = {"type": "string", "pattern": DATE_PATTERN}
            says = f"{says} ({_SAID_AS[parameter.type]})"
        case "text" if parameter.of:
            schema = {"type": "string", "enum": list(parameter.of)}
        case _:
            schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
    if parameter.default is not None:
        schema["default"] = parameter.default
    return {**schema, "description": says}


def is_node(parameter: Parameter) -> bool:
    """Say whether the parameter's value is a node, by its key or by words that name it."""
    return parameter.type in NODE_TYPES
