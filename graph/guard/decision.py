"""What the guard says of a statement, and the exception that carries a refusal up to whoever asked."""

from dataclasses import dataclass
from typing import Literal

from graph.errors import GraphError


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `layer` made it (the last one asked, where it is `allow`); `reason` is one sentence."""

    decision: Literal["allow", "refuse"]
    layer: int
    reason: str


class StatementRefused(GraphError):
    """The guard does not let a statement run; nothing was sent to the server."""

    exit_code = 8

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.reason)
        self.decision = decision
