"""What the guard says of a statement."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `layer` made it (the last one asked, where it is `allow`); `reason` is one sentence."""

    decision: Literal["allow", "refuse"]
    layer: int
    reason: str
