"""One thing that a claim asserts: a figure, the date of what happens once, that something is so or not, who did it."""

from dataclasses import dataclass
from typing import Literal

from agent.conflicts.frames import Frame
from agent.words.measures import Measure
from agent.words.values import Value

Kind = Literal["numeric", "temporal", "direct", "attribution"]


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing a claim says.

    `value` is what two assertions may differ in, None where that is polarity or `agent` (stems of a name); `former` are
    the values that the sentence itself calls past; `others` the other values beside it, as they count. `part` is the
    share of the things spoken of, least and most percent, of which a sentence says that it is so ("most"), with a
    figure where `is_counted`. `is_called_off`: the thing will not come at all, whenever others say that it will.
    `disputed` are the values that the claim calls wrong without having given them, `told` the stems of all its words
    where it gives up a value or moves a date, `moved` those of the words for what it moves.
    """

    kind: Kind
    frame: Frame
    tags: frozenset[str]
    tense: str
    said: str
    value: Value | None = None
    measure: Measure | None = None
    times: tuple[Value, ...] = ()
    former: tuple[Value, ...] = ()
    others: frozenset[tuple[str, float, float, str]] = frozenset()
    is_negated: bool = False
    is_opposite: bool = False
    agent: frozenset[str] = frozenset()
    is_estimate: bool = False
    is_revised: bool = False
    part: tuple[float, float] | None = None
    is_counted: bool = False
    is_called_off: bool = False
    disputed: tuple[Value, ...] = ()
    told: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()

    @property
    def polarity(self) -> str:
        """Whether it says that something is so ("affirmed") or not ("denied")."""
        return "denied" if self.is_negated != self.is_opposite else "affirmed"
