"""What one call to a model may take at most, counted before each attempt and put right after it."""

from collections.abc import Callable
from decimal import Decimal

from agent.budget import BudgetSpent, Meter, Spendable
from agent.llm import Attempt

_REPAIR = 200
"""Tokens of the sentence that asks for a repair."""


class Reserve:
    """The tokens and the money of one call. A repair sends the answer along; an answer that was cut off gets twice the
    room."""

    def __init__(
        self,
        meter: Meter,
        model: str,
        elapsed: Callable[[], float],
        *,
        tokens_in: int,
        tokens_out: int,
        is_final: bool,
    ) -> None:
        self._meter = meter
        self._model = model
        self._elapsed = elapsed
        self._tokens_in = tokens_in
        self._tokens_out = tokens_out
        self._is_final = is_final
        self._held: list[tuple[int, Decimal]] = []
        self._is_ahead = False

    @property
    def is_held(self) -> bool:
        """Whether an attempt is on its way."""
        return bool(self._held) and not self._is_ahead

    def hold_ahead(self) -> None:
        """Count the first attempt now, so that nobody else takes its place. Raises as `hold`."""
        self.hold()
        self._is_ahead = True

    def hold(self) -> None:
        """Count an attempt before it is sent. Raises BudgetSpent where the most that it can take does not fit."""
        if self._is_ahead:
            self._is_ahead = False
            return
        tokens = self._tokens_in + self._tokens_out
        cost = price_of(self._meter, self._model, self._tokens_in, self._tokens_out) or Decimal(0)
        wanted: tuple[tuple[Spendable, int], ...] = (("calls", 1), ("tokens", tokens))
        for what, amount in wanted:
            if not self._meter.allows(what, amount, elapsed_s=self._elapsed(), is_final=self._is_final, cost=cost):
                raise BudgetSpent(self._meter.stopped)
        for what, amount in wanted:
            self._meter.spend(what, amount)
        self._meter.pay(cost)
        self._held.append((tokens, cost))

    def settle(self, attempt: Attempt, cost: Decimal) -> None:
        """Put what an attempt took and cost in place of what was held for it."""
        tokens, held = self._held.pop()
        self._meter.settle(tokens, attempt.tokens_in + attempt.tokens_out)
        self._meter.pay(cost, held)
        if attempt.outcome == "truncated":
            self._tokens_out *= 2
        elif attempt.outcome == "malformed":
            self._tokens_in += attempt.tokens_out + _REPAIR

    def release(self) -> None:
        """Give back what is held for an attempt that was not sent or was broken off: nobody knows what it takes."""
        self._is_ahead = False
        for tokens, cost in self._held:
            self._meter.settle(tokens, 0)
            self._meter.pay(Decimal(0), cost)
        self._held.clear()


def price_of(meter: Meter, model: str, tokens_in: int, tokens_out: int, cached_in: int = 0) -> Decimal | None:
    """Return what tokens of a model cost by the run's price list, None where it says nothing of them."""
    return None if meter.prices is None else meter.prices.cost(model, tokens_in, tokens_out, cached_in)
