"""Expressions, with the size that their value can grow to."""

from collections.abc import Callable
from dataclasses import replace

from graph.guard.allowed import (
    FUNCTIONS,
    MAX_RANGE,
    MAX_ROWS_OF_RANGE,
    MAX_STEPS,
    MAX_WEIGHT,
    REFUSED_CLAUSES,
)
from graph.guard.cursor import PathPattern
from graph.guard.patterns import Patterns
from graph.guard.size import (
    ANY,
    COLLECTED,
    SCALAR,
    Size,
    integer,
    largest,
    of_function,
    ruinous_pattern,
    together,
)

_POWERS = {
    "or": 1,
    "xor": 2,
    "and": 3,
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">=", "=~", "in", "starts", "ends", "contains", "is", ":"), 5),
    **dict.fromkeys(("+", "-", "||"), 6),
    **dict.fromkeys(("*", "/", "%"), 7),
    "^": 8,
}
_NOT, _SIGN = 4, 9
_QUANTIFIERS = ("all", "any", "none", "single")
_FORMS = ("nfc", "nfd", "nfkc", "nfkd")


class Expressions(Patterns):
    """Reads expressions by the powers of their operators."""

    def subquery(self) -> None:
        """Read what stands in the braces of EXISTS, COUNT and COLLECT."""
        raise NotImplementedError

    def expression(self, power: int = 0) -> Size:
        """Read one expression of operators that bind at least so strongly."""
        self.deeper()
        left = self._prefix()
        while True:
            token = self.peek()
            operator = token.word or token.text
            if token.kind not in ("symbol", "name") or _POWERS.get(operator, -1) <= power:
                break
            if operator == ":" and self._ends_label():
                break
            self.take()
            left = self._operation(operator, left)
        self.depth -= 1
        return left

    def _ends_label(self) -> bool:
        return self.peek(1).kind not in ("name", "quoted") and self.peek(1).text not in ("!", "%", "(", "$")

    def _operation(self, operator: str, left: Size) -> Size:
        if operator == "is":
            return self._is()
        if operator == ":":
            self.label_expression(choice=not self.in_comprehension)
            return SCALAR
        if operator in ("starts", "ends"):
            self.expect("with")
        right = self.expression(_POWERS[operator])
        if operator in ("+", "||", "-"):
            return self._bounded_weight(together(left, right, minus=operator == "-"))
        if operator == "=~":
            self._regular_expression(right)
        return SCALAR

    def _bounded_weight(self, size: Size) -> Size:
        if size.weight > MAX_WEIGHT:
            raise self.forbidden("A value grows by adding it to itself again and again, which no timeout stops.")
        return size

    def _regular_expression(self, pattern: Size) -> None:
        if pattern.text is None:
            raise self.forbidden("The pattern after =~ is not written out; use CONTAINS, or write it as a string.")
        if why := ruinous_pattern(pattern.text):
            raise self.forbidden(f"The pattern after =~ {why}, which may never end; use CONTAINS or a simpler one.")

    def _is(self) -> Size:
        self.accept("not")
        if self.accept("::", "typed"):
            self._type()
        elif self.sees(*_FORMS) and self.peek(1).word == "normalized":
            self.take()
            self.take()
        elif not self.accept("null", "normalized"):
            self.label_expression(choice=not self.in_comprehension)
        return SCALAR

    def _type(self) -> None:
        self.name("a type")
        while self.sees(
            "zoned", "local", "with", "without", "time", "datetime", "timezone", "zone", "value", "not", "null", "|"
        ):
            following = self.peek(1).word
            if self.sees("with", "without") and following not in ("time", "timezone"):
                return
            if self.take().text == "|":
                self.name("a type")
        if self.accept("<"):
            self._type()
            self.expect(">")

    def _prefix(self) -> Size:
        if self.accept("not"):
            self.expression(_NOT - 1)
            return SCALAR
        if self.accept("-"):
            value = self.expression(_SIGN - 1)
            if value.low is None or value.high is None:
                return value
            return replace(value, low=-value.high, high=-value.low)
        if self.accept("+"):
            return self.expression(_SIGN - 1)
        return self._after(self._primary())

    def _after(self, value: Size) -> Size:
        while True:
            if self.accept("."):
                self.name("a property")
                value = value.part()
            elif self.accept("["):
                value = self._index(value)
            else:
                return value

    def _index(self, value: Size) -> Size:
        if not self.sees(".."):
            self.expression()
        if self.accept(".."):
            if not self.sees("]"):
                self.expression()
            self.expect("]")
            return value
        self.expect("]")
        return value.element()

    def _primary(self) -> Size:
        token = self.peek()
        if token.kind == "number":
            self.take()
            return integer(int(token.text)) if token.text.isdigit() else SCALAR
        if token.kind == "string":
            self.take()
            return Size(1, len(token.value) + 1, text=token.value)
        if token.kind in ("name", "quoted"):
            return self._named()
        readers: dict[str, Callable[[], Size]] = {
            "$": self._parameter,
            "[": self._brackets,
            "{": self.property_map,
            "(": self._parentheses,
        }
        if token.text not in readers:
            raise self.unreadable("an expression")
        return readers[token.text]()

    def _parameter(self) -> Size:
        self.expect("$")
        name = self.take().value
        if name not in self.parameters:
            raise self.forbidden(f"The parameter ${name} is not given; write the value itself.")
        return ANY

    def _parentheses(self) -> Size:
        if self.tokens[self.peek().partner + 1].text in ("-", "<") and self.attempt(self._pattern_expression):
            return SCALAR
        self.expect("(")
        outside, self.in_comprehension = self.in_comprehension, False
        value = self.expression()
        self.in_comprehension = outside
        self.expect(")")
        return value

    def _pattern_expression(self) -> bool:
        path = PathPattern(self.at, bound=True)
        self.paths.append(path)
        self.chain(path)
        if len(path.nodes) < 2:
            raise self.unreadable("a relationship")
        return True

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
        source = self.expression(_POWERS["in"])
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

    def _named(self) -> Size:
        token, following = self.peek(), self.peek(1).text
        word = token.word
        if following == "{" and word in ("exists", "count", "collect"):
            self.take()
            self.expect("{")
            known = dict(self.known)
            self.subquery()
            self.known = known
            self.expect("}")
            return Size(COLLECTED, COLLECTED * ANY.weight) if word == "collect" else SCALAR
        if word == "case" and following not in (".", ")", ",", "["):
            return self._case()
        if word in ("true", "false", "null", "nan", "inf", "infinity") and following != "(":
            self.take()
            return SCALAR
        if self._is_call():
            return self._call()
        return self._variable()

    def _variable(self) -> Size:
        token = self.take()
        if token.word in REFUSED_CLAUSES and token.word not in ("start", "stop", "show", "search", "profile", "drop"):
            raise self.forbidden(REFUSED_CLAUSES[token.word])
        value = self.size_of(token.value)
        if self.accept("{"):
            self._projection()
            return value.part()
        return value

    def _projection(self) -> None:
        while not self.sees("}"):
            if self.accept("."):
                if not self.accept("*"):
                    self.name("a property")
            else:
                self.name()
                if self.accept(":"):
                    self.expression()
            if not self.accept(","):
                break
        self.expect("}")

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
        if name in _QUANTIFIERS:
            return self._quantified()
        return self._of_function(name, self._arguments(name))

    def _of_function(self, name: str, arguments: list[Size]) -> Size:
        if name == "range" and len(arguments) < 2:
            raise self.unreadable("two bounds of range()")
        size = of_function(name, arguments)
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
            if name == "normalize" and self.accept(*_FORMS):
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

    def _case(self) -> Size:
        self.expect("case")
        if not self.sees("when"):
            self.expression()
        branches: list[Size] = []
        while self.accept("when"):
            self._when()
            while self.accept(","):
                self._when()
            self.expect("then")
            branches.append(self.expression())
        if self.accept("else"):
            branches.append(self.expression())
        self.expect("end")
        return largest(branches)

    def _when(self) -> None:
        if self.accept("is"):
            self._is()
            return
        if self.accept("starts", "ends"):
            self.expect("with")
        else:
            self.accept("=", "<>", "<", ">", "<=", ">=", "contains", "in")
        self.expression()
