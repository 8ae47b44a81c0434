"""What the guard says of a statement."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `layer` made it (the last one asked, where it is `allow`); `reason` is one sentence.

    `is_misspelt`: what is refused is no Cypher, as far as can be told; nothing in it was found that may not be.
    """

    decision: Literal["allow", "refuse"]
    layer: int
    reason: str
    is_misspelt: bool = False
