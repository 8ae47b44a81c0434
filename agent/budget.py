"""What a run may spend, checked before it is spent: pure."""

from dataclasses import asdict, dataclass, field
from typing import Literal

Spendable = Literal["rounds", "searches"]


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one run. `seconds` is wall time; a search counts before it is made, failed ones too."""

    rounds: int = 3
    searches: int = 8
    seconds: float = 600.0


@dataclass(slots=True)
class Meter:
    """What a run has spent of its budget."""

    budget: Budget
    rounds: int = 0
    searches: int = 0
    stopped: str = field(default="")

    def allows(self, what: Spendable, *, elapsed_s: float) -> bool:
        """Say whether one more of `what` fits; where it does not, `stopped` says which limit was met."""
        limit, used = getattr(self.budget, what), getattr(self, what)
        if used >= limit:
            self.stopped = f"{what} limit of {limit} reached ({what}={used})"
        elif elapsed_s >= self.budget.seconds:
            self.stopped = f"seconds limit of {self.budget.seconds:g} reached (seconds={elapsed_s:.0f})"
        else:
            return True
        return False

    def spend(self, what: Spendable) -> None:
        """Count one of `what`, before it is done."""
        setattr(self, what, getattr(self, what) + 1)

    def used(self) -> dict[str, int]:
        """Return what was spent, as it is stored on the run."""
        return {"rounds": self.rounds, "searches": self.searches}

    def limits(self) -> dict[str, float]:
        """Return the limits, as they are stored on the run."""
        return asdict(self.budget)
