"""Lists: written out, made from other lists, made from patterns."""

from graph.guard.calls import Calls
from graph.guard.cursor import PathPattern
from graph.guard.size import COLLECTED, SCALAR, Size, largest

BELOW_IN = 5
"""How strongly an operator binds that may stand in the list after IN."""


class Lists(Calls):
    """Reads what stands in square brackets."""

    def _brackets(self) -> Size:
        following = self.peek(1)
        if following.text == "(" or (following.kind in ("name", "quoted") and self.peek(2).text == "="):
            size = self.attempt(self._pattern_comprehension)
            if size is not None:
                return size
        self.expect("[")
        if self.peek().kind in ("name", "quoted") and self.peek(1).word == "in":
            return self._comprehension()
        return self._list([])

    def _list(self, items: list[Size]) -> Size:
        while not self.sees("]"):
            items.append(self.expression())
            if not self.accept(","):
                break
        self.expect("]")
        weight = sum(item.weight for item in items) + 1
        return self._bounded_weight(Size(len(items), weight, largest(items) if items else SCALAR))

    def _pattern_comprehension(self) -> Size:
        self.expect("[")
        path = PathPattern(self.at)
        if not self.sees("("):
            self.name()
            self.expect("=")
        self.paths.append(path)
        self.chain(path)
        outside, self.in_comprehension = self.in_comprehension, True
        self._where()
        self.in_comprehension = outside
        self.expect("|")
        item = self.expression()
        self.expect("]")
        return Size(COLLECTED, COLLECTED * item.weight, item)

    def _comprehension(self) -> Size:
        name = self.name()
        self.expect("in")
        outside, self.in_comprehension = self.in_comprehension, True
        source = self.expression(BELOW_IN)
        if self.sees(","):
            self.in_comprehension = outside
            self.take()
            return self._list([SCALAR])
        with_each = self._each(name, source)
        item = source.element()
        if self.accept("where"):
            self.expression()
        self.in_comprehension = outside
        if self.accept("|"):
            item = self.expression()
        self.expect("]")
        self._leave(with_each)
        return self._bounded_weight(Size(source.count, source.count * item.weight, item))
