"""Asking a model within a run: every call is a Step, a finished one is never paid for twice, the budget comes first."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from agent.budget import BudgetSpent, Meter
from agent.by_model.addresses import without_addresses
from agent.by_model.reserve import Reserve, price_of
from agent.deadline import within_seconds
from agent.llm import (
    ROLES,
    Attempt,
    AttemptOutcome,
    Check,
    MalformedReply,
    Model,
    ModelError,
    ModelRefused,
    Reply,
    Role,
)
from agent.prompts import PromptName, load_prompt
from agent.record.runs import RunRecorder, StepDone
from graph.errors import GraphError
from graph.keys import sha256_of
from graph.model import MAX_STEP_OUTPUT
from graph.store import Row
from retrievers.once import Once

T = TypeVar("T", bound=BaseModel)
TOOL = "model:"
_WENT_ON = {kind.__name__: kind for kind in (MalformedReply, ModelRefused)}
_CHARACTERS_A_TOKEN = 3
"""Cautious: most texts have four; what a call really took replaces the estimate."""


@dataclass(slots=True)
class _Used:
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Decimal | None = Decimal(0)


class ModelCalls:
    """The calls of one run. `taken` are its earlier steps by request hash, `elapsed` the seconds since it started."""

    def __init__(
        self,
        model: Model,
        run: RunRecorder,
        meter: Meter,
        taken: Mapping[str, Row],
        elapsed: Callable[[], float],
        *,
        once: Once[Reply[Any]] | None = None,
    ) -> None:
        self.model = model
        self._run = run
        self._meter = meter
        self._taken = dict(taken)
        self._elapsed = elapsed
        self._used: dict[tuple[Role, str], _Used] = {}
        self._under_way: set[asyncio.Future[None]] = set()
        self._recalled: dict[str, Row] = {}
        self._once = once or Once[Reply[Any]]()
        for row in taken.values():
            if str(row["tool"]).startswith(TOOL):
                self._count_earlier(json.loads(row["output_json"]).get("attempts", []))

    def recall(self, steps: Iterable[Row]) -> None:
        """Give the judgements in these steps of earlier runs again where the very same is asked of the same judge.

        What a writer wrote is not given again: where it is asked anew, what it wrote before did not hold.
        """
        asked = (row for row in steps if row["tool"] == TOOL + "judge" and row["outcome"] == "ok")
        self._recalled |= {str(row["request_sha256"]): row for row in asked}

    async def ask(
        self,
        prompt: PromptName,
        role: Role,
        values: Mapping[str, str],
        answer: type[T],
        *,
        round_: int,
        check: Check[T] | None = None,
        max_tokens: int = 2_000,
        is_final: bool = False,
    ) -> T:
        """Return the model's answer to a step's prompt; one that this run has got before is read from its Step.

        `is_final`: the call may use what the budget keeps for verification. Raises BudgetSpent before a call that does
        not fit, ModelError when no usable answer comes; what was spent is counted and recorded in both cases.
        """
        ordinal = self._run.next_ordinal()
        text = load_prompt(prompt)
        system, user = text.render(values)
        args: dict[str, Any] = {
            "role": role,
            "model": self.model.model_of(role),
            "prompt": prompt,
            "version": text.version,
            "messages_sha256": sha256_of(f"{system}\n\n{user}"),
            "try": 1,
        }
        if (kept := self._find_earlier(prompt, args, answer)) is not None:
            return kept
        again = self._recalled.get(self._run.request_of(TOOL + prompt, args))
        if again is not None and (known := _value_of(str(again["output_json"]), answer)) is not None:
            await self._keep(prompt, args, _step(prompt, args, round_, ordinal, [], known, None))
            return known
        attempts: list[Attempt] = []
        reserve = Reserve(
            self._meter, str(args["model"]), self._elapsed,
            tokens_in=(len(system) + len(user)) // _CHARACTERS_A_TOKEN, tokens_out=max_tokens, is_final=is_final,
        )  # fmt: skip

        def seen(attempt: Attempt) -> None:
            reserve.settle(attempt, self._count(attempt.role, attempt.model, asdict(attempt)))
            attempts.append(attempt)

        value: T | None = None
        error: ModelError | BudgetSpent | None = None
        began = time.monotonic()
        try:
            async with within_seconds(self._meter, self._elapsed, is_final=is_final), self._room_for(reserve):
                reply, _ = await self._once.do(
                    (role, self.model.model_of(role), system, user, answer),
                    lambda: self.model.ask(
                        role, system=system, user=user, answer=answer, check=check, max_tokens=max_tokens,
                        allow=reserve.hold, seen=seen,
                    ),
                )  # fmt: skip
            value = answer.model_validate(without_addresses(reply.value.model_dump(mode="json"), user))
        except (ModelError, BudgetSpent) as failed:
            error = failed
            if reserve.is_held:  # cut on its way: nobody knows what it takes, but it was a call
                name = self.model.model_of(role)
                waited = round((time.monotonic() - began) * 1000)
                seen(Attempt(role, name, "json_schema", "timeout", 0, 0, waited, str(failed)))
        except asyncio.CancelledError:
            reserve.release()
            if attempts:  # what was spent before the interruption is spent
                with contextlib.suppress(GraphError):
                    await self._run.step(_step(prompt, args, round_, ordinal, attempts, None, None))
            raise
        if attempts or value is not None:  # without an attempt it was asked for another run at the same time
            stored = await self._keep(prompt, args, _step(prompt, args, round_, ordinal, attempts, value, error))
            value = _value_of(stored, answer) or value
        if value is None:
            raise error or BudgetSpent(self._meter.stopped)
        return value

    async def _keep(self, prompt: PromptName, args: dict[str, Any], step: StepDone) -> str:
        """Record a call; return its output (JSON) as stored: the first writer's."""
        outcome, output = await self._run.step(step)
        self._taken[self._run.request_of(TOOL + prompt, args)] = {"outcome": outcome, "output_json": output}
        return output

    @contextlib.asynccontextmanager
    async def _room_for(self, reserve: Reserve) -> AsyncGenerator[None]:
        """Hold what the call of the body may take; where calls on their way hold too much for it, wait for what they
        really took. Raises BudgetSpent where it does not fit when none is on its way."""
        while True:
            try:
                reserve.hold_ahead()
                break
            except BudgetSpent:
                if not self._under_way:
                    raise
            await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
        ended = asyncio.get_running_loop().create_future()
        self._under_way.add(ended)
        try:
            yield
        finally:
            if not reserve.is_held:
                reserve.release()
            self._under_way.discard(ended)
            ended.set_result(None)

    def usage(self) -> list[dict[str, Any]]:
        """Return what each role has spent, earlier starts of the run and failed attempts included."""
        ordered = sorted(self._used.items(), key=lambda one: (ROLES.index(one[0][0]), one[0][1]))
        return [
            {
                "role": role,
                "model": model,
                "calls": used.calls,
                "tokens_in": used.tokens_in,
                "tokens_out": used.tokens_out,
                "cost": None if used.cost is None else float(used.cost),
            }
            for (role, model), used in ordered
        ]

    def _find_earlier(self, prompt: PromptName, args: dict[str, Any], answer: type[T]) -> T | None:
        """The answer that the run got before; None when it is to be asked, with `try` in `args` set to a free one.

        Raises again what a call ended with that the run went on without: asking anew would be paid for, and give
        another run than the one that was interrupted. Without a plan a run ends, so its key asks for one anew.
        """
        while (earlier := self._taken.get(self._run.request_of(TOOL + prompt, args))) is not None:
            output = str(earlier["output_json"])
            if (kept := _value_of(output, answer)) is not None:
                return kept
            failed = cast("dict[str, str]", json.loads(output).get("failed", {}))
            kind = _WENT_ON.get(failed.get("kind", ""))
            if kind is not None and prompt != "plan":
                raise kind(failed["error"], outcome=cast("AttemptOutcome", earlier["outcome"]))
            args["try"] += 1
        return None

    def _count(self, role: Role, model: str, spent: Mapping[str, Any]) -> Decimal:
        """Add the tokens of one attempt; return its price, 0 where nobody knows it."""
        used = self._used.setdefault((role, model), _Used())
        tokens_in, tokens_out = int(spent["tokens_in"]), int(spent["tokens_out"])
        used.calls += 1
        used.tokens_in += tokens_in
        used.tokens_out += tokens_out
        cost = price_of(self._meter, model, tokens_in, tokens_out, int(spent.get("cached_in", 0)))
        used.cost = None if cost is None or used.cost is None else used.cost + cost
        return cost or Decimal(0)

    def _count_earlier(self, attempts: list[dict[str, Any]]) -> None:
        for one in attempts:
            self._meter.pay(self._count(one["role"], one["model"], one))
            self._meter.spend("calls")
            self._meter.spend("tokens", one["tokens_in"] + one["tokens_out"])


def _value_of(output_json: str, answer: type[T]) -> T | None:
    value = json.loads(output_json).get("value")
    if value is None:
        return None
    try:
        return answer.model_validate(value)
    except ValidationError:
        return None


def _step(
    prompt: PromptName,
    args: Mapping[str, Any],
    round_: int,
    ordinal: int,
    attempts: list[Attempt],
    value: BaseModel | None,
    error: Exception | None,
) -> StepDone:
    """The Step of a call; of the attempts it keeps numbers and outcomes, never what the model thought or was sent."""
    kept = [
        {
            "role": one.role,
            "model": one.model,
            "form": one.form,
            "outcome": one.outcome,
            "tokens_in": one.tokens_in,
            "tokens_out": one.tokens_out,
            "estimated": one.estimated,
            "cached_in": one.cached_in,
        }
        for one in attempts
    ]
    output: dict[str, Any] = {"value": value.model_dump(mode="json") if value is not None else None, "attempts": kept}
    if error is not None:
        output["failed"] = {"kind": type(error).__name__, "error": str(error)}
    if len(json.dumps(output, ensure_ascii=False)) > MAX_STEP_OUTPUT:  # what was spent is kept whatever was said
        output["value"] = None
    return StepDone(
        round=round_,
        ordinal=ordinal,
        tool=TOOL + prompt,
        args=args,
        output=output,
        outcome=attempts[-1].outcome if attempts else "ok",
        latency_ms=sum(one.latency_ms for one in attempts),
        rows=1 if value is not None else 0,
        error=str(error) if error else None,
        tokens_in=sum(one.tokens_in for one in attempts),
        tokens_out=sum(one.tokens_out for one in attempts),
    )
