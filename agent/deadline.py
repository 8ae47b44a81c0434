"""Cutting what is on its way at the run's limit of seconds, so that a slow server does not lengthen a run."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable

from agent.budget import BudgetSpent, Meter


@contextlib.asynccontextmanager
async def within_seconds(meter: Meter, elapsed: Callable[[], float], *, is_final: bool = False) -> AsyncGenerator[None]:
    """Let the body run until the limit of seconds; `elapsed` gives those since this start of the run.

    `is_final`: it may use what is kept for verification. Raises BudgetSpent where it was cut.
    """
    cut = asyncio.timeout(meter.left_s(elapsed_s=elapsed(), is_final=is_final))
    try:
        async with cut:
            yield
    except TimeoutError:
        if not cut.expired():
            raise
        meter.note_seconds(elapsed_s=elapsed(), is_final=is_final)
        raise BudgetSpent(meter.stopped) from None
