"""What a statement asks of our graph that the graph can never hold, and no server complains of. Pure.

A property of another label, a relationship turned round, a value that is none of the few: such a query runs and finds
nothing, and nothing looks like an answer. Only what is certain is told: labels that are written out, single steps.
"""

from collections.abc import Collection, Iterator, Mapping

from graph.guard.clauses import Statement
from graph.guard.cursor import NodePattern
from graph.guard.tokens import Token, Unreadable
from graph.model import NODES, SHARED
from graph.shape import Edge, Label, Shape

_COMPARED = ("=", "<>")
MAX_FAULTS = 5


def find_misuse(statement: str, shape: Shape) -> list[str]:
    """Return in sentences what of a statement cannot be in a graph of the shape; none where it cannot be read."""
    try:
        parsed = Statement(statement, frozenset({"namespace"}))
    except Unreadable:
        return []
    reading = _Reading(parsed, shape)
    found = [*reading.properties(), *reading.directions()]
    return list(dict.fromkeys(found))[:MAX_FAULTS]


class _Reading:
    """The names of a statement with the labels that they are bound to, and what is asked of them."""

    def __init__(self, parsed: Statement, shape: Shape) -> None:
        self._tokens = parsed.tokens
        self._paths = parsed.paths
        self._labels = {name: label for label in shape.labels for name in (label.name, *label.marks)}
        self._edges = shape.edges
        self._bound = self._bind()

    def properties(self) -> Iterator[str]:
        """Say which properties a label does not have, and which values a property never has."""
        for at, token in enumerate(self._tokens[:-3]):
            label = self._bound.get(token.value) if token.kind in ("name", "quoted") else None
            follows = [one.text for one in self._tokens[at + 1 : at + 2]]
            if label and follows == ["."] and self._tokens[at - 1].text != "." and not self._is_call(at):
                yield from self._judge(label, at + 2)
        for path in self._paths:
            for node in path.nodes:
                label = self._label_of(node)
                if label and node.has_map:
                    for key in self._keys(node.at):
                        yield from self._judge(label, key)

    def directions(self) -> Iterator[str]:
        """Say which relationships never lead from the one label to the other."""
        types = {edge.type for edge in self._edges}
        for path in self._paths:
            for left, right in zip(path.nodes, path.nodes[1:], strict=False):
                step = _Step.between(self._tokens, self._closing(left), self._opening(right))
                if step is None or not set(step.types) <= types:
                    continue
                ends = (self._label_of(left), self._label_of(right))
                edges = [edge for edge in self._edges if edge.type in step.types]
                if not any(self._fits(edge, step, ends) for edge in edges):
                    there = " or ".join(f"(:{edge.start})-[:{edge.type}]->(:{edge.end})" for edge in edges)
                    yield f"no relationship of the graph fits {step.shown(ends)}; there is {there}"

    def _fits(self, edge: Edge, step: "_Step", ends: tuple[Label | None, Label | None]) -> bool:
        left, right = (None if end is None else end.name for end in ends)
        ahead = left in (None, edge.start) and right in (None, edge.end)
        back = left in (None, edge.end) and right in (None, edge.start)
        return (ahead and step.direction != "<") or (back and step.direction != ">")

    def _judge(self, label: Label, at: int) -> Iterator[str]:
        name = self._tokens[at].value
        known = {one.name: one for one in label.properties}
        if name in known:
            values = known[name].values
            wrong = [value for value in self._compared(at + 1) if value not in values] if values else []
            if wrong:
                yield f"{label.name}.{name} is never {wrong[0]!r}; it is one of {', '.join(map(repr, values))}"
        elif name not in SHARED and not self._is_hidden(label, name):
            yield f"{label.name} has no property {name}; it has {', '.join((*known, 'name', 'created_at'))}"

    def _is_hidden(self, label: Label, name: str) -> bool:
        return any(name in kind.properties for kind in NODES if kind.label == label.name)

    def _compared(self, at: int) -> list[str]:
        """The strings that the property before `at` is compared with."""
        sign, value = self._tokens[at], self._tokens[min(at + 1, len(self._tokens) - 1)]
        if (sign.text in _COMPARED or sign.text == ":") and value.kind == "string":
            return [value.value]
        if sign.word == "in" and value.text == "[":
            inside = self._tokens[at + 2 : value.partner]
            return [one.value for one in inside if one.kind == "string"]
        return []

    def _bind(self) -> Mapping[str, Label]:
        """Names that stand for nodes of one label, wherever they are bound; those that stand for two are left out."""
        found: dict[str, set[str]] = {}
        for path in self._paths:
            for node in path.nodes:
                name, labels = self._name_of(node), self._written(node)
                if name and labels:
                    found.setdefault(name, set()).update(labels)
        renamed = self._renamed()
        return {
            name: self._labels[next(iter(labels))]
            for name, labels in found.items()
            if len({self._labels[one].name for one in labels if one in self._labels}) == 1
            and labels <= set(self._labels)
            and name not in renamed
        }

    def _renamed(self) -> Collection[str]:
        """Names that AS gives to something else."""
        return {
            token.value
            for before, token in zip(self._tokens, self._tokens[1:], strict=False)
            if before.word in ("as", "in") or token.text == "="
        } | {one.value for one, sign in zip(self._tokens, self._tokens[1:], strict=False) if sign.word == "in"}

    def _written(self, node: NodePattern) -> tuple[str, ...]:
        """The labels of a node pattern where each of them holds; an expression of labels says nothing certain."""
        start = self._opening(node)
        end = node.at if node.has_map else node.at + 1
        inside = [token.text for token in self._tokens[start:end]]
        return () if {"|", "!", "%"} & set(inside) else node.labels

    def _label_of(self, node: NodePattern) -> Label | None:
        written = self._written(node)
        if len(written) == 1:
            return self._labels.get(written[0])
        name = self._name_of(node)
        return self._bound.get(name) if name and not node.labels else None

    def _name_of(self, node: NodePattern) -> str:
        return self._tokens[self._opening(node) + 1].value if node.has_name else ""

    def _opening(self, node: NodePattern) -> int:
        """The index of a node pattern's opening parenthesis."""
        for at in range(node.at, -1, -1):
            token = self._tokens[at]
            if token.text == "(" and token.partner >= node.at:
                return at
        return 0

    def _closing(self, node: NodePattern) -> int:
        return self._tokens[self._opening(node)].partner

    def _keys(self, opening: int) -> Iterator[int]:
        """The indexes of the keys of a map."""
        at, end = opening + 1, self._tokens[opening].partner
        while at < end:
            if self._tokens[at + 1].text == ":" and self._tokens[at - 1].text in ("{", ","):
                yield at
            at = max(at, self._tokens[at].partner) + 1

    def _is_call(self, at: int) -> bool:
        return self._tokens[at + 3].text == "(" if at + 3 < len(self._tokens) else False


class _Step:
    """One relationship between two node patterns: its types, and where it points ("" for either way)."""

    def __init__(self, types: tuple[str, ...], direction: str) -> None:
        self.types = types
        self.direction = direction

    @classmethod
    def between(cls, tokens: list[Token], start: int, end: int) -> "_Step | None":
        """Read the tokens between two patterns; None where no single step with types stands there."""
        inside = tokens[start + 1 : end]
        texts = [token.text for token in inside]
        if "[" not in texts or not {"*", "{", "+"}.isdisjoint(texts[texts.index("]") :] if "]" in texts else texts):
            return None
        within = inside[texts.index("[") + 1 : len(texts) - 1 - texts[::-1].index("]")]
        words = [token.text for token in within]
        if ":" not in words or "*" in words or "!" in words:
            return None
        types: list[str] = []
        for token in within[words.index(":") + 1 :]:
            if token.kind in ("name", "quoted") and token.word != "where":
                types.append(token.value)
            elif token.text not in ("|", ":", "(", ")") or token.word == "where":
                break
        ahead, back = texts[-1] == ">", texts[0] == "<"
        return cls(tuple(types), "" if ahead == back else ">" if ahead else "<")

    def shown(self, ends: tuple[Label | None, Label | None]) -> str:
        """Return it as a pattern."""
        left, right = ("()" if end is None else f"(:{end.name})" for end in ends)
        before, after = ("<" if self.direction == "<" else "", ">" if self.direction == ">" else "")
        return f"{left}{before}-[:{'|'.join(self.types)}]-{after}{right}"
