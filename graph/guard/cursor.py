"""A place in the stream of tokens, and what is gathered on the way: the node patterns and the calls of procedures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from graph.guard.size import ANY, Size
from graph.guard.tokens import MAX_NESTING, Misspelt, Token, Unreadable, place, read_tokens

T = TypeVar("T")


class Forbidden(Unreadable):
    """The text is understood, and what it asks for is not let through."""


@dataclass(slots=True)
class NodePattern:
    """One node pattern: where a property may be written in, and what it says already.

    `at` is the index of the token after which to write; `has_map` says that it is the opening brace of a map.
    `is_plain` says that it has neither labels nor properties. `namespace` is `given` where the map has it as the
    parameter, `other` where it has another value.
    """

    at: int
    has_map: bool = False
    map_is_empty: bool = False
    labels: tuple[str, ...] = ()
    has_name: bool = False
    is_plain: bool = True
    namespace: Literal["", "given", "other"] = ""
    repeated: bool = False


@dataclass(slots=True)
class PathPattern:
    """Node patterns that relationships connect; `start` is the index of its first token.

    `bound` says that it is an expression: its names are bound before it, it introduces none.
    """

    start: int
    nodes: list[NodePattern] = field(default_factory=list["NodePattern"])
    bound: bool = False
    named: bool = False


class Cursor:
    """Reads tokens one by one. Raises Unreadable where the grammar does not go on, Forbidden where it must not."""

    def __init__(self, text: str, parameters: frozenset[str]) -> None:
        self.text = text
        self.tokens = read_tokens(text)
        self.parameters = parameters
        self.at = 0
        self.depth: int = 0
        self.steps: int = 1
        self.rows: int = 1
        self.relationships: int = 0
        self.subqueries: int = 0
        self.in_comprehension = False
        self.unwinding = False
        self.paths: list[PathPattern] = []
        self.procedures: list[str] = []
        self.known: dict[str, Size] = {}
        self._not_a_pattern: set[int] = set()

    def peek(self, ahead: int = 0) -> Token:
        """Return a token without taking it."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Take the next token."""
        token = self.peek()
        self.at += 1
        return token

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these symbols, or of these words in lower case."""
        token = self.peek()
        return token.text in texts if token.kind == "symbol" else bool(token.word) and token.word in texts

    def accept(self, *texts: str) -> bool:
        """Take the next token if it is one of these."""
        if self.sees(*texts):
            self.at += 1
            return True
        return False

    def expect(self, *texts: str) -> None:
        """Take the next token, which must be one of these."""
        if not self.accept(*texts):
            raise self.unreadable(" or ".join(repr(text) for text in texts))

    def name(self, what: str = "a name") -> str:
        """Take a name, in back-ticks or not, and return it."""
        if self.peek().kind not in ("name", "quoted"):
            raise self.unreadable(what)
        return self.take().value

    def unreadable(self, expected: str) -> Misspelt:
        """Return the error that says what was expected here, and what stands here."""
        token = self.peek()
        found = repr(token.text) if token.text else "the end"
        return Misspelt(f"Expected {expected} at {place(self.text, token.start)}, found {found}.")

    def forbidden(self, sentence: str) -> Forbidden:
        """Return the error of something that is understood and not let through."""
        return Forbidden(sentence)

    def deeper(self) -> None:
        """Count one more level; the caller takes it off again."""
        self.depth += 1
        if self.depth > 2 * MAX_NESTING:
            raise self.forbidden("The statement nests too deeply; write it with WITH in steps.")

    def attempt(self, read: Callable[[], T]) -> T | None:
        """Return what `read` reads, or None with the cursor where it was when it is not that."""
        if self.at in self._not_a_pattern:
            return None
        start, paths, known = self.at, len(self.paths), dict(self.known)
        counts = self.depth, self.steps, self.relationships, self.subqueries, self.in_comprehension
        try:
            return read()
        except Forbidden:
            raise
        except Unreadable:
            self._not_a_pattern.add(start)
            del self.paths[paths:]
            self.at, self.known = start, known
            self.depth, self.steps, self.relationships, self.subqueries, self.in_comprehension = counts
            return None

    def size_of(self, name: str) -> Size:
        """Return what is known of a variable's size."""
        return self.known.get(name, ANY)
