"""What retrievers raise.

RetrieverError          a search, a fetch or a read did not succeed; carries its typed outcome
└── ReadingRefused      one input cannot be stored; the others go on
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
