"""What a graph is made of, as whoever writes a query for it must know it: labels, properties, directions. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graph.plan_guard import Names

MAX_TEXT = 12_000
"""Characters of a shape that a model is shown."""
_MAX_NAME = 100
_PLAIN = re.compile(r"[^\W\d]\w*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Property:
    """A property: its Cypher type, what it means where the name does not say it, and its values where they are few."""

    name: str
    type: str = "STRING"
    meaning: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """A label, the further labels that its nodes may wear, and its properties."""

    name: str
    properties: tuple[Property, ...]
    meaning: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A relationship type from one label to another."""

    start: str
    type: str
    end: str
    meaning: str = ""
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the statement that answers it."""

    question: str
    statement: str


@dataclass(frozen=True, slots=True)
class Shape:
    """What a graph is made of. `names` are all names that it may hold, shown or not; `rules` hold for its queries.

    `foreign` says that it is not claimgraph's: it has no namespaces, and more may be in it than was seen.
    """

    labels: tuple[Label, ...]
    edges: tuple[Edge, ...]
    names: Names = field(default_factory=Names)
    foreign: bool = False
    rules: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    def text(self, max_characters: int = MAX_TEXT) -> str:
        """Return it as lines for a prompt, names as a query must write them; what does not fit is counted."""
        kept: list[str] = []
        size = left = 0
        for line in self._lines():
            size += len(line) + 1
            if size > max_characters:
                left += 1
            else:
                kept.append(line)
        return "\n".join([*kept, *([f"(and {left} more)"] if left else [])])

    def _lines(self) -> Iterator[str]:
        for label in self.labels:
            marks = f" (may also be {', '.join(f':{one}' for one in map(as_name, label.marks))})" if label.marks else ""
            meaning = f" {label.meaning};" if label.meaning else ""
            yield f"(:{as_name(label.name)}){marks}{meaning} {_properties(label.properties) or 'no properties'}"
        for edge in self.edges:
            named = f" {{{_properties(edge.properties)}}}" if edge.properties else ""
            arrow = f"(:{as_name(edge.start)})-[:{as_name(edge.type)}{named}]->(:{as_name(edge.end)})"
            yield f"{arrow} {edge.meaning}".rstrip()


def as_name(name: str) -> str:
    """Return a name as Cypher must hold it: in back-ticks where it is not plain. Bounded, on one line."""
    short = _CONTROL.sub(" ", name)[:_MAX_NAME]
    return short if _PLAIN.fullmatch(short) else f"`{short.replace('`', '``')}`"


def _properties(properties: Iterable[Property]) -> str:
    return ", ".join(_property(one) for one in properties)


def _property(one: Property) -> str:
    kind = "" if one.type == "STRING" else f" {one.type}"
    values = f" = {' | '.join(repr(value) for value in one.values)}" if one.values else ""
    meaning = f" ({one.meaning})" if one.meaning else ""
    return f"{as_name(one.name)}{kind}{meaning}{values}"
