"""What a run may spend, checked before it is spent: pure."""

from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any, Literal, get_args

from agent.prices import Prices, Unit

Spendable = Literal["rounds", "searches", "extractions", "calls", "tokens"]
_RESERVED: tuple[Spendable, ...] = ("calls", "tokens")
_UNITS: dict[Spendable, Unit] = {"searches": "search", "extractions": "page"}


class BudgetSpent(Exception):
    """A limit of the run would be passed; the message says which one. Not an error: the run ends with a report."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one run. `seconds` is wall time; everything counts before it is done, failed ones too.

    `searches` are requests to web search, `extractions` pages that are read from the web; the store costs nothing.
    `money` is in the unit of the price list, None: no limit.

    `reserve` is the share of calls, tokens, seconds and money that is kept, inside the limits, for verification and
    report.
    """

    rounds: int = 3
    searches: int = 8
    extractions: int = 12
    calls: int = 40
    tokens: int = 400_000
    seconds: float = 600.0
    reserve: float = 0.2
    money: Decimal | None = None


@dataclass(slots=True)
class Meter:
    """What a run has spent of its budget. `earlier_s` are the seconds that earlier starts of the run took.

    `money` is the sum of all that has a price in `prices`.
    """

    budget: Budget
    rounds: int = 0
    searches: int = 0
    extractions: int = 0
    calls: int = 0
    tokens: int = 0
    earlier_s: float = 0.0
    stopped: str = field(default="")
    prices: Prices | None = None
    money: Decimal = Decimal(0)

    def allows(
        self, what: Spendable, amount: int = 1, *, elapsed_s: float, is_final: bool = False, cost: Decimal | None = None
    ) -> bool:
        """Say whether `amount` more of `what` fits; where it does not, `stopped` says which limit was met.

        `is_final`: it is for verification or the report, which may use the reserve. `cost` is the most that it can
        cost; searches and pages cost what the price list says.
        """
        share = 1.0 if is_final else 1.0 - self.budget.reserve
        whole, used = getattr(self.budget, what), getattr(self, what)
        limit = int(whole * share) if what in _RESERVED else whole
        most = (self._price(what) or Decimal(0)) * amount if cost is None else cost
        if used + amount > limit:
            self.stopped = f"{what} limit of {limit} reached ({what}={used}{_kept(whole - limit)})"
        elif self.left_s(elapsed_s=elapsed_s, is_final=is_final) <= 0:
            self.note_seconds(elapsed_s=elapsed_s, is_final=is_final)
        elif self.budget.money is not None and self.money + most > (money := self.budget.money * _exact(share)):
            kept = f"{_kept(self.budget.money - money)}; the next step may cost {most:f}"
            self.stopped = f"money limit of {money.normalize():f} reached (money={self.money.normalize():f}{kept})"
        else:
            return True
        return False

    def left_s(self, *, elapsed_s: float, is_final: bool = False) -> float:
        """Return the seconds that are left, without what is kept for the end unless `is_final`; never below 0."""
        share = 1.0 if is_final else 1.0 - self.budget.reserve
        return max(0.0, self.budget.seconds * share - elapsed_s - self.earlier_s)

    def note_seconds(self, *, elapsed_s: float, is_final: bool = False) -> None:
        """Note that the limit of seconds was met."""
        seconds = self.budget.seconds * (1.0 if is_final else 1.0 - self.budget.reserve)
        kept = _kept(self.budget.seconds - seconds)
        self.stopped = f"seconds limit of {seconds:g} reached (seconds={elapsed_s + self.earlier_s:.0f}{kept})"

    def spend(self, what: Spendable, amount: int = 1) -> None:
        """Count `amount` of `what` and its price, before it is done."""
        setattr(self, what, getattr(self, what) + amount)
        self.money += (self._price(what) or Decimal(0)) * amount

    def settle(self, reserved: int, used: int) -> None:
        """Put the tokens that a call took in place of those that were counted for it."""
        self.tokens += used - reserved

    def pay(self, cost: Decimal, reserved: Decimal = Decimal(0)) -> None:
        """Count what something costs, in place of what was `reserved` for it."""
        self.money += cost - reserved

    def used(self) -> dict[str, Any]:
        """Return what was spent, as it is stored on the run; money where there is a price list."""
        used: dict[str, Any] = {kind: getattr(self, kind) for kind in get_args(Spendable)}
        return used if self.prices is None else {**used, "money": str(self.money)}

    def units(self) -> list[dict[str, Any]]:
        """Return searches and pages that have a price as rows of a report's usage."""
        return [
            {"role": unit, "model": None, "calls": count, "tokens_in": 0, "tokens_out": 0, "cost": price * count}
            for what, unit in _UNITS.items()
            if (price := self._price(what)) is not None and (count := int(getattr(self, what)))
        ]

    def limits(self) -> dict[str, Any]:
        """Return the limits, as they are stored on the run."""
        limits = asdict(self.budget)
        return limits | {"money": None if self.budget.money is None else str(self.budget.money)}

    def _price(self, what: Spendable) -> Decimal | None:
        unit = _UNITS.get(what)
        return self.prices.units.get(unit) if self.prices is not None and unit is not None else None


def _kept(amount: float | Decimal) -> str:
    return f"; {float(amount):g} kept for verification and report" if amount else ""


def _exact(share: float) -> Decimal:
    return Decimal(str(round(share, 9)))
