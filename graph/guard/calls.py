"""Calls of functions, and loops inside one expression: no timeout stops these, so their sizes are bounded."""

from graph.guard.allowed import (
    COPYING,
    FUNCTIONS,
    MAX_RANGE,
    MAX_ROWS_OF_RANGE,
    MAX_STEPS,
    MAX_WEIGHT,
    MAX_WORK,
)
from graph.guard.cursor import PathPattern
from graph.guard.patterns import Patterns
from graph.guard.size import SCALAR, UNKNOWN, Size, of_function

QUANTIFIERS = ("all", "any", "none", "single")
FORMS = ("nfc", "nfd", "nfkc", "nfkd")


class Calls(Patterns):
    """Reads calls of functions."""

    def _is_call(self) -> bool:
        ahead = 1
        while self.peek(ahead).text == "." and self.peek(ahead + 1).kind in ("name", "quoted"):
            ahead += 2
        return self.peek(ahead).text == "("

    def _call(self) -> Size:
        parts = [self.name()]
        while self.accept("."):
            parts.append(self.name())
        name = ".".join(parts).lower()
        if name == "reduce":
            raise self.forbidden(
                "reduce() runs in one piece, which no timeout stops; use UNWIND with sum() or collect()."
            )
        if name in ("shortestpath", "allshortestpaths"):
            path = PathPattern(self.at + 1)
            self.paths.append(path)
            self.expect("(")
            self.chain(path)
            self.expect(")")
            return Size(1, 1)
        if name not in FUNCTIONS:
            raise self.forbidden(f"The function {'.'.join(parts)}() is not among those let through.")
        if name in QUANTIFIERS:
            return self._quantified()
        return self._of_function(name, self._arguments(name))

    def _of_function(self, name: str, arguments: list[Size]) -> Size:
        if name == "range" and len(arguments) < 2:
            raise self.unreadable("two bounds of range()")
        size = of_function(name, arguments, self.rows)
        if name in COPYING:
            self._bounded_work(*arguments)
        if size is None:
            raise self.forbidden("The bounds of range() are not written out, so it may be endless; write numbers.")
        if name == "range":
            most = MAX_ROWS_OF_RANGE if self.unwinding else MAX_RANGE
            if size.count > most:
                raise self.forbidden(f"range() makes {size.count} numbers; at most {most} are let through here.")
        return self._bounded_weight(size) if name in ("replace", "split") else size

    def _arguments(self, name: str) -> list[Size]:
        self.expect("(")
        self.accept("distinct", "all")
        arguments: list[Size] = []
        if name == "count" and self.accept("*"):
            self.expect(")")
            return arguments
        if name == "trim":
            self.accept("both", "leading", "trailing")
        while not self.sees(")"):
            if name == "normalize" and self.accept(*FORMS):
                break
            if not self.sees("from"):
                arguments.append(self.expression())
            if not self.accept(",") and not (name == "trim" and self.accept("from")):
                break
        self.expect(")")
        return arguments

    def _quantified(self) -> Size:
        self.expect("(")
        name = self.name()
        self.expect("in")
        with_each = self._each(name, self.expression())
        self._where()
        self.expect(")")
        self._leave(with_each)
        return SCALAR

    def _each(self, name: str, source: Size) -> tuple[str, Size | None, int]:
        left = (name, self.known.get(name), self.steps)
        self.steps *= max(source.count, 1)
        if self.steps > MAX_STEPS:
            raise self.forbidden("Lists are gone through inside each other, which no timeout stops; use UNWIND.")
        self.known[name] = source.element()
        return left

    def _leave(self, left: tuple[str, Size | None, int]) -> None:
        name, size, self.steps = left
        self.known.pop(name, None)
        if size is not None:
            self.known[name] = size

    def _bounded_weight(self, size: Size) -> Size:
        if size.weight > MAX_WEIGHT:
            raise self.forbidden("A value grows by adding it to itself again and again, which no timeout stops.")
        return size

    def _bounded_work(self, *values: Size) -> None:
        weight = max((value.weight for value in values), default=0)
        if weight > 4 * UNKNOWN and self.steps * weight > MAX_WORK:
            raise self.forbidden(
                "A long text or list is gone through for each element of another, which no timeout stops; use UNWIND."
            )
