"""Patterns: paths of nodes and relationships, with their labels, lengths and conditions."""

from graph.guard.allowed import MAX_HOPS
from graph.guard.cursor import Cursor, NodePattern, PathPattern
from graph.guard.schema import NAMESPACE
from graph.guard.size import Size


class Patterns(Cursor):
    """Reads patterns. Expressions in them are read by the class that has expressions."""

    def expression(self, power: int = 0) -> Size:
        """Read one expression."""
        raise NotImplementedError  # Expressions gives it

    def patterns(self) -> None:
        """Read the paths of a MATCH, with commas between."""
        self.path()
        while self.accept(","):
            self.path()

    def path(self) -> None:
        """Read one path: `p = SHORTEST 2 (a)-[:R]->{1,3}(b)`."""
        named = self.peek().kind in ("name", "quoted") and self.peek(1).text == "="
        if named:
            self.name()
            self.expect("=")
        self._selector()
        path = PathPattern(self.at, named=named)
        self.paths.append(path)
        if self.sees("shortestpath", "allshortestpaths"):
            self.take()
            self.expect("(")
            self.chain(path)
            self.expect(")")
        else:
            self.chain(path)

    def _selector(self) -> None:
        if not self.sees("any", "all", "shortest"):
            return
        self.take()
        self.accept("shortest")
        if self.peek().kind == "number":
            self.take()
        self.accept("path", "paths")
        self.accept("group", "groups")

    def chain(self, path: PathPattern, *, repeated: bool = False) -> None:
        """Read nodes, relationships and groups in a row into `path`."""
        while True:
            if not self.sees("("):
                raise self.unreadable("a node in parentheses")
            if self._is_group():
                self._group(path, repeated=repeated)
            else:
                self._node(path, repeated=repeated)
                if self.sees("-", "<"):
                    self._relationship()
                    continue
            if not self.sees("("):
                return

    def _is_group(self) -> bool:
        inside = self.peek(1)
        return inside.text == "(" or (inside.kind in ("name", "quoted") and self.peek(2).text == "=")

    def _group(self, path: PathPattern, *, repeated: bool) -> None:
        self.deeper()
        closing = self.peek().partner + 1
        quantified = self.tokens[closing].text in ("{", "+", "*")
        self.expect("(")
        if not self.sees("("):
            self.name()
            self.expect("=")
        self.chain(path, repeated=repeated or quantified)
        self._where()
        self.expect(")")
        if quantified:
            self._quantifier()
        self.depth -= 1

    def _where(self) -> None:
        if self.accept("where"):
            self.expression()

    def _node(self, path: PathPattern, *, repeated: bool) -> None:
        self.expect("(")
        node = NodePattern(self.at - 1, repeated=repeated)
        path.nodes.append(node)
        keyword = self.sees("where", "is") and self.peek(1).text not in (")", ":", "{")
        if self.peek().kind in ("name", "quoted") and not keyword:
            self.name()
            node.has_name = True
        if self.sees(":", "is"):
            self.take()
            node.labels = tuple(self.label_expression())
            node.is_plain = False
        node.at = self.at - 1
        if self.sees("{"):
            self._node_map(node)
        elif self.sees("$"):
            raise self.forbidden("A node takes all its properties from a parameter; write them out: {name: $name}.")
        self._where()
        self.expect(")")

    def _node_map(self, node: NodePattern) -> None:
        node.at, node.has_map, node.is_plain = self.at, True, False
        node.map_is_empty = self.peek().partner == self.at + 1
        start, end = self.at + 1, self.peek().partner
        self.property_map()
        for index in range(start, end):
            key = self.tokens[index]
            if key.value == NAMESPACE and self.tokens[index + 1].text == ":" and self._is_key(start, index):
                value = self.tokens[index + 2 : index + 4]
                plain = [token.value for token in value] == ["$", NAMESPACE]
                after = self.tokens[index + 4].text
                node.namespace = "given" if plain and after in (",", "}") and node.namespace != "other" else "other"

    def _is_key(self, start: int, index: int) -> bool:
        at = start
        while at < index:
            if self.tokens[at].partner > index:
                return False
            at = self.tokens[at].partner + 1 if self.tokens[at].partner > 0 else at + 1
        return True

    def property_map(self) -> Size:
        """Read `{name: expression, …}`."""
        self.expect("{")
        weight = 1
        while not self.sees("}"):
            self.name("the name of a property")
            self.expect(":")
            weight += self.expression().weight
            if not self.accept(","):
                break
        self.expect("}")
        return Size(1, weight)

    def label_expression(self, *, choice: bool = True) -> list[str]:
        """Read `A`, `A|B`, `A&!B`, `(A|B)`, `%`; return the names. `choice` off: a `|` ends it."""
        labels = self._label()
        while self.sees("&", ":") or (choice and self.sees("|")):
            self.take()
            self.accept(":")
            labels += self._label()
        return labels

    def _label(self) -> list[str]:
        if self.accept("!"):
            self.deeper()
            labels = self._label()
            self.depth -= 1
            return labels
        if self.accept("%"):
            return []
        if self.sees("$"):
            raise self.forbidden("A label or type is computed ($(…)); write its name.")
        if self.accept("("):
            labels = self.label_expression()
            self.expect(")")
            return labels
        return [self.name("a label or type")]

    def _relationship(self) -> None:
        self.relationships += 1
        self.accept("<")
        self.expect("-")
        if self.accept("["):
            if self.peek().kind in ("name", "quoted") and not (self.sees("where", "is") and self.peek(1).text != "]"):
                self.name()
            if self.accept(":", "is"):
                self.label_expression()
            if self.accept("*"):
                self._length()
            if self.sees("{"):
                self.property_map()
            elif self.sees("$"):
                raise self.forbidden("A relationship takes its properties from a parameter; write them out.")
            self._where()
            self.expect("]")
        self.expect("-")
        self.accept(">")
        if self.sees("{", "+", "*"):
            self._quantifier()

    def _length(self) -> None:
        least = self._number()
        if self.accept(".."):
            self._bounded(self._number())
        else:
            self._bounded(least)

    def _quantifier(self) -> None:
        if self.accept("+", "*"):
            self._bounded(None)
        self.expect("{")
        most = self._number()
        if self.accept(","):
            most = self._number()
        self.expect("}")
        self._bounded(most)

    def _number(self) -> int | None:
        if self.peek().kind != "number":
            return None
        if not self.peek().text.isdigit():
            raise self.unreadable("a whole number")
        return int(self.take().text)

    def _bounded(self, most: int | None) -> None:
        if most is None:
            raise self.forbidden(
                f"A path has no upper bound on its length; give one, as in *1..5 (at most {MAX_HOPS})."
            )
        if most > MAX_HOPS:
            raise self.forbidden(f"A path may have {most} relationships; at most {MAX_HOPS} are let through.")
