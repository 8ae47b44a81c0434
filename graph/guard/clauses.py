"""Clauses: the reading part of Cypher, and no more. What is not in this grammar is refused."""

from graph.guard.allowed import (
    MAX_NEIGHBOURS,
    MAX_NODES,
    MAX_RELATIONSHIPS,
    MAX_ROWS_OF_RANGE,
    MAX_SUBQUERIES,
    MAX_UNIONS,
    MAX_XOR,
    PROCEDURES,
    REFUSED_CLAUSES,
)
from graph.guard.expressions import Expressions
from graph.guard.size import COLLECTED, PATH, SCALAR, Size, largest

_CLAUSES = ("match", "optional", "unwind", "with", "return", "call", "order", "skip", "offset", "limit")


class Statement(Expressions):
    """One whole statement that only reads."""

    def __init__(self, text: str, parameters: frozenset[str]) -> None:
        super().__init__(text, parameters)
        if self.peek().kind == "end":
            raise self.unreadable("a statement")
        self._query()
        if self.accept(";") and self.peek().kind != "end":
            raise self.forbidden("More than one statement; give one.")
        if self.peek().kind != "end":
            self._refuse_clause()
        self._refuse_what_is_dear_to_plan()

    def _refuse_what_is_dear_to_plan(self) -> None:
        words = [token.word for token in self.tokens]
        for what, number, most in (
            ("relationships in its patterns", self.relationships, MAX_RELATIONSHIPS),
            ("node patterns", sum(len(path.nodes) for path in self.paths), MAX_NODES),
            ("XOR", words.count("xor"), MAX_XOR),
            ("UNION", words.count("union"), MAX_UNIONS),
        ):
            if number > most:
                raise self.forbidden(f"The statement has {number} {what}; at most {most} are let through.")

    def _query(self) -> None:
        self.deeper()
        self._enter()
        before = dict(self.known)
        self._single_query()
        while self.accept("union"):
            self.accept("all", "distinct")
            first, self.known = self.known, dict(before)
            self._single_query()
            self.known = {
                name: largest([first[name], size]) if name in first else size for name, size in self.known.items()
            }
        self.subqueries -= 1
        self.depth -= 1

    def _enter(self) -> None:
        self.subqueries += 1
        if self.subqueries > MAX_SUBQUERIES + 1:
            raise self.forbidden(f"More than {MAX_SUBQUERIES} subqueries stand in each other; write them in a row.")

    def _single_query(self) -> None:
        if not self.sees(*_CLAUSES):
            self._refuse_clause()
        while self.sees(*_CLAUSES):
            word = self.peek().word
            if word in ("order", "skip", "offset", "limit"):
                self._order_and_limit()
                continue
            self.take()
            if word in ("match", "optional"):
                self._match(optional=word == "optional")
            elif word == "unwind":
                self._unwind()
            elif word == "call":
                self._call_clause()
            else:
                self._projection_clause()
            if word == "return":
                return

    def _refuse_clause(self) -> None:
        token = self.peek()
        if token.text == ";":
            raise self.forbidden("More than one statement; give one.")
        if token.word in REFUSED_CLAUSES:
            raise self.forbidden(REFUSED_CLAUSES[token.word])
        if token.word in _CLAUSES:
            raise self.unreadable("the end, as RETURN ends a statement (WITH stands where it goes on)")
        raise self.unreadable("a clause that reads (MATCH, WITH, UNWIND, CALL, RETURN)")

    def _match(self, *, optional: bool) -> None:
        if optional:
            if self.accept("call"):
                self._call_clause()
                return
            self.expect("match")
        self.patterns()
        while self.sees("using") and self.peek(1).word != "periodic":
            self._hint()
        self._where()

    def _hint(self) -> None:
        self.expect("using")
        if self.accept("join"):
            self.expect("on")
            self.name()
            while self.accept(","):
                self.name()
            return
        self.accept("text", "range", "point")
        has_properties = self.sees("index")
        self.expect("index", "scan")
        self.accept("seek")
        self.name()
        self.expect(":")
        self.name("a label or type")
        if has_properties:
            self.expect("(")
            self.name("a property")
            while self.accept(","):
                self.name("a property")
            self.expect(")")

    def _unwind(self) -> None:
        outside = self.unwinding
        self.unwinding = self.sees("range") and self.tokens[self.peek(1).partner + 1].word == "as"
        values = self.expression()
        self.unwinding = outside
        self.expect("as")
        self.known[self.name()] = values.element()
        if values.item and values.count not in (COLLECTED, PATH):  # written out: a list or a range
            self.rows = min(self.rows * max(values.count, 1), MAX_ROWS_OF_RANGE)

    def _projection_clause(self) -> None:
        self.accept("distinct")
        known: dict[str, Size] = {}
        if self.accept("*"):
            known.update(self.known)
            more = self.accept(",")
        else:
            more = True
        while more:
            token = self.peek()
            size = self.expression()
            name = self.name() if self.accept("as") else token.value
            known[name] = size
            more = self.accept(",")
        before, self.known = self.known, {**self.known, **known}
        self._order_and_limit()
        self._where()
        self.known = known or before

    def _order_and_limit(self) -> None:
        if self.accept("order"):
            self.expect("by")
            while True:
                self.expression()
                self.accept("asc", "ascending", "desc", "descending")
                if not self.accept(","):
                    break
        while self.accept("skip", "offset", "limit"):
            self.expression()

    def _call_clause(self) -> None:
        if self.sees("{", "("):
            self._call_subquery()
        else:
            self._call_procedure()

    def _call_subquery(self) -> None:
        if self.accept("("):
            while not self.sees(")"):
                if not self.accept("*"):
                    self.name()
                if not self.accept(","):
                    break
            self.expect(")")
        self.expect("{")
        outside = dict(self.known)
        self._query()
        self.known = {**outside, **self.known}
        self.expect("}")
        if self.sees("in"):
            raise self.forbidden("CALL { } IN TRANSACTIONS writes step by step; leave IN TRANSACTIONS out.")

    def _call_procedure(self) -> None:
        parts = [self.name("a procedure or '{'")]
        while self.accept("."):
            parts.append(self.name())
        name = ".".join(parts)
        if name.lower() not in PROCEDURES:
            raise self.forbidden(f"The procedure {name} is not among those let through.")
        self.procedures.append(name)
        arguments: list[Size] = []
        if self.sees("("):
            arguments = self._arguments("")
        most = arguments[1].high if len(arguments) > 1 else None
        if name.lower() == "db.index.vector.querynodes" and (most is None or most > MAX_NEIGHBOURS):
            raise self.forbidden(f"The number of neighbours must be written out and at most {MAX_NEIGHBOURS}.")
        if self.accept("yield"):
            self._yield()

    def _yield(self) -> None:
        if self.accept("*"):
            return
        while True:
            name = self.name()
            self.known[self.name() if self.accept("as") else name] = SCALAR if name == "score" else Size()
            if not self.accept(","):
                break
        self._where()

    def subquery(self) -> None:
        """Read what stands in the braces of EXISTS, COUNT and COLLECT: a query, or patterns alone.

        A condition joined to a pattern by AND or OR is read too, though no server takes it: its own message is better.
        """
        named = self.peek(1).text == "=" and self.peek().kind in ("name", "quoted")
        if named or self.sees("(", "any", "all", "shortest", "shortestpath", "allshortestpaths"):
            self._patterns_alone()
        else:
            outside = dict(self.known)
            self._query()
            self.known = outside

    def _patterns_alone(self) -> None:
        self._enter()
        self.patterns()
        while self.sees("using"):
            self._hint()
        self._where()
        while self.accept("and", "or", "xor"):
            self.expression()
        self.subqueries -= 1
