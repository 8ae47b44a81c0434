"""What a run may spend, checked before it is spent: pure."""

from dataclasses import asdict, dataclass, field
from typing import Literal, get_args

Spendable = Literal["rounds", "searches", "extractions", "calls", "tokens"]
_RESERVED: tuple[Spendable, ...] = ("calls", "tokens")


class BudgetSpent(Exception):
    """A limit of the run would be passed; the message says which one. Not an error: the run ends with a report."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one run. `seconds` is wall time; everything counts before it is done, failed ones too.

    `searches` are requests to web search, `extractions` pages that are read from the web; the store costs nothing.

    `reserve` is the share of calls, tokens and seconds that is kept, inside the limits, for verification and report.
    """

    rounds: int = 3
    searches: int = 8
    extractions: int = 12
    calls: int = 40
    tokens: int = 400_000
    seconds: float = 600.0
    reserve: float = 0.2


@dataclass(slots=True)
class Meter:
    """What a run has spent of its budget. `earlier_s` are the seconds that earlier starts of the run took."""

    budget: Budget
    rounds: int = 0
    searches: int = 0
    extractions: int = 0
    calls: int = 0
    tokens: int = 0
    earlier_s: float = 0.0
    stopped: str = field(default="")

    def allows(self, what: Spendable, amount: int = 1, *, elapsed_s: float, is_final: bool = False) -> bool:
        """Say whether `amount` more of `what` fits; where it does not, `stopped` says which limit was met.

        `is_final`: it is for verification or the report, which may use the reserve.
        """
        share = 1.0 if is_final else 1.0 - self.budget.reserve
        whole, used = getattr(self.budget, what), getattr(self, what)
        limit = int(whole * share) if what in _RESERVED else whole
        seconds, elapsed = self.budget.seconds * share, elapsed_s + self.earlier_s
        if used + amount > limit:
            self.stopped = f"{what} limit of {limit} reached ({what}={used}{_kept(whole - limit)})"
        elif elapsed >= seconds:
            kept = _kept(self.budget.seconds - seconds)
            self.stopped = f"seconds limit of {seconds:g} reached (seconds={elapsed:.0f}{kept})"
        else:
            return True
        return False

    def spend(self, what: Spendable, amount: int = 1) -> None:
        """Count `amount` of `what`, before it is done."""
        setattr(self, what, getattr(self, what) + amount)

    def settle(self, reserved: int, used: int) -> None:
        """Put the tokens that a call took in place of those that were counted for it."""
        self.tokens += used - reserved

    def used(self) -> dict[str, int]:
        """Return what was spent, as it is stored on the run."""
        return {kind: getattr(self, kind) for kind in get_args(Spendable)}

    def limits(self) -> dict[str, float]:
        """Return the limits, as they are stored on the run."""
        return asdict(self.budget)


def _kept(amount: float) -> str:
    return f"; {amount:g} kept for verification and report" if amount else ""
