"""What sources say differently: the sides, who gives which value and when, and what of it was replaced. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from agent.words.dates import moment

Kind = Literal["numeric", "temporal", "direct", "attribution", "spread", "replaced"]


@dataclass(frozen=True, slots=True)
class Side:
    """One value and who gives it: indexes of the candidates, their distinct texts, the newest publication date.

    `origins` counts sources with different text: copies of one text are one. `said_at` is when somebody last gave the
    value as the present one: a newer text that only quotes it makes it no newer; None where that is not known.
    `is_past`: all give it only as what was said or foreseen once. `is_replaced`: another side stands in its place.
    `own`: in their own words what those candidates give that agree with the value but do not say it ("about 3,100").
    """

    value: str
    candidates: tuple[int, ...]
    texts: tuple[str, ...]
    published_at: str | None
    origins: int = 1
    said_at: str | None = None
    is_past: bool = False
    is_replaced: bool = False
    own: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that sources say differently: replaced sides first, then the oldest; undated ones before dated ones.

    `conflicts` are the keys of the Conflict nodes between its sides; none where both can hold (a `spread` of what
    several parties expect, a figure that was `replaced`) or where only the question says that they compare.
    """

    kind: Kind
    subquestion: int
    sides: tuple[Side, ...]
    conflicts: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether sources differ on it still: more than one value stands."""
        return self.kind != "replaced"


def settled(kind: Kind, subquestion: int, sides: Iterable[Side], conflicts: tuple[str, ...] = ()) -> Difference:
    """Return a difference with its sides in the order in which a report gives them: the one that leads is the last.

    Where only one side is left that was not replaced, nothing differs any more.
    """
    ordered = sorted(
        sides, key=lambda one: (not one.is_replaced, not one.is_past, moment(one.said_at or ""), one.value, one.texts)
    )
    is_over = sum(not one.is_replaced for one in ordered) == 1
    return Difference("replaced" if is_over else kind, subquestion, tuple(ordered), () if is_over else conflicts)
