"""What retrievers raise.

RetrieverError          a search, a fetch, a read or a call did not succeed; carries its typed outcome
├── ReadingRefused      one input cannot be stored; the others go on
├── UnknownTool         there is no tool of that name
├── NoCompletion        a language model gave nothing that can be used
└── WrongArguments      a call's arguments are not what the tool's schema says: whoever chose them may choose again
"""

from retrievers.outcome import Outcome


class RetrieverError(Exception):
    """A search, fetch or read that did not succeed.

    The message is one sentence: what happened, to what, what to do next.
    """

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome: Outcome = outcome
        self.reason = reason


class ReadingRefused(RetrieverError):
    """One input has nothing that can be stored; says why and what would help."""


class UnknownTool(RetrieverError):
    """There is no tool of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__("refused", f"there is no tool {name!r}; the tools are {', '.join(known)}")
        self.name = name


class NoCompletion(RetrieverError):
    """A language model gave nothing that can be used, or may not be asked any more."""


class WrongArguments(RetrieverError):
    """The arguments of a call do not keep to the tool's schema, or name nothing that there is."""

    def __init__(self, reason: str) -> None:
        super().__init__("refused", reason)
