"""What retrievers raise.

RetrieverError          a search, a fetch or a read did not succeed; carries its typed outcome
└── ReadingRefused      one input cannot be stored; the others go on
ToolError               a call that nobody can make: the message goes back to who chose it
├── UnknownTool         there is no tool of that name
└── WrongArguments      they are not what the tool's schema says
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


class ToolError(Exception):
    """A call that cannot be made; the message says why, in words for whoever chose it."""


class UnknownTool(ToolError):
    """There is no tool of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no tool {name!r}; the tools are {', '.join(known)}")
        self.name = name


class WrongArguments(ToolError):
    """The arguments of a call do not keep to the tool's schema."""
