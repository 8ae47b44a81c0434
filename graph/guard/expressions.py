"""Expressions, with the size that their value can grow to."""

from collections.abc import Callable
from dataclasses import replace

from graph.guard.allowed import REFUSED_CLAUSES
from graph.guard.calls import FORMS
from graph.guard.cursor import PathPattern
from graph.guard.lists import BELOW_IN, Lists
from graph.guard.regular import ruinous_pattern
from graph.guard.size import (
    ANY,
    COLLECTED,
    SCALAR,
    Size,
    integer,
    largest,
    together,
)

_POWERS = {
    "or": 1,
    "xor": 2,
    "and": 3,
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">=", "=~", "in", "starts", "ends", "contains", "is", ":"), BELOW_IN),
    **dict.fromkeys(("+", "-", "||"), 6),
    **dict.fromkeys(("*", "/", "%"), 7),
    "^": 8,
}
_NOT, _SIGN = 4, 9
_WITHOUT_WORK = ("or", "xor", "and", "in")


class Expressions(Lists):
    """Reads expressions by the powers of their operators."""

    def subquery(self) -> None:
        """Read what stands in the braces of EXISTS, COUNT and COLLECT."""
        raise NotImplementedError  # the parser below gives it

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
        if operator not in _WITHOUT_WORK:
            self._bounded_work(left, right)
        if operator in ("+", "||", "-"):
            return self._bounded_weight(together(left, right, minus=operator == "-"))
        if operator == "=~":
            self._regular_expression(left, right)
        return SCALAR

    def _regular_expression(self, text: Size, pattern: Size) -> None:
        if pattern.text is None:
            raise self.forbidden("The pattern after =~ is not written out; use CONTAINS, or write it as a string.")
        if why := ruinous_pattern(pattern.text, text.weight):
            raise self.forbidden(f"The pattern after =~ {why}, which may never end; use CONTAINS or a simpler one.")

    def _is(self) -> Size:
        self.accept("not")
        if self.accept("::", "typed"):
            self._type()
        elif self.sees(*FORMS) and self.peek(1).word == "normalized":
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
            raise self.forbidden(
                f"The parameter ${name} is not given; write the value itself (or --param {name}=VALUE)."
            )
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
