"""A model behind any OpenAI-compatible address, by the openai SDK; its own hidden retries are off."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agent.llm.asking import MISCOUNT, Asking, spent_of, weigh
from agent.llm.dialect import Dialect, Dialects, after_refusal, step_down
from agent.llm.errors import MalformedReply, ModelRefused
from agent.llm.failure import error_of, said
from agent.llm.protocol import Attempt, Check, Reply, Role, T, ToolShown
from agent.llm.reply import Problem, strip_reasoning
from agent.llm.request import first, repair, request_of, schema_of
from agent.llm.tool_calls import calls_as_text
from agent.llm.wire import Answered, Fault, fault_of, read_answer, room_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI

TIMEOUT_S = 60.0
RETRIES, REPAIRS = 2, 2
LONGEST_WAIT_S = 30.0
SLOW_S = 10.0
"""From one reply that took longer, a server on this machine is asked one thing at a time: it works on one at a time
anyway, and what waits in its queue would time out there."""
LEAST_ROOM = 300
"""Tokens below which a reply is not worth asking for."""
REPLY_BYTES = 4 * 1024 * 1024


class OpenAIModel:
    """Asks for typed objects; retries, repairs and changes of dialect are attempts that the caller sees and allows.

    `models` gives each role its model. `say` is told of every wait. `base_url` and `secret` are what errors show and
    what they must not. `backoff_s` is the first wait in seconds where the server names none; it doubles. `is_here`: the
    server is on this machine; once a reply took longer than `slow_s` seconds it is asked one thing at a time.
    """

    def __init__(
        self,
        client: AsyncOpenAI,
        models: Mapping[Role, str],
        *,
        dialects: Dialects,
        base_url: str,
        secret: str,
        say: Callable[[str], None],
        backoff_s: float = 1.0,
        timeout_s: float = TIMEOUT_S,
        is_here: bool = False,
        slow_s: float = SLOW_S,
    ) -> None:
        self._client = client
        self._models = models
        self._dialects = dialects
        self._base_url = base_url
        self._secret = secret
        self._say = say
        self._backoff_s = backoff_s
        self._timeout_s = timeout_s
        self._slow_s = slow_s if is_here else float("inf")
        self._turn = asyncio.Lock()
        self._is_slow = False

    def model_of(self, role: Role) -> str:
        """Return the id of the model that plays the role."""
        return self._models[role]

    async def ask(
        self,
        role: Role,
        *,
        system: str,
        user: str,
        answer: type[T],
        check: Check[T] | None = None,
        max_tokens: int = 2000,
        allow: Callable[[], None] | None = None,
        seen: Callable[[Attempt], None] | None = None,
        tools: Sequence[ToolShown] = (),
    ) -> Reply[T]:
        """Return a checked object; see `Model.ask`."""
        asking = Asking(
            role,
            self._models[role],
            system,
            user,
            answer,
            schema_of(answer),
            check,
            seen,
            first(system, user),
            max_tokens,
            tools,
        )
        while True:
            async with self._turn if self._is_slow else contextlib.nullcontext():
                if allow:
                    allow()
                dialect = self._dialects.get(self._base_url, asking.model)
                started = time.perf_counter()
                answered = await self._try(asking, dialect)
                self._is_slow = self._is_slow or time.perf_counter() - started > self._slow_s
            if isinstance(answered, Fault):
                await self._after_fault(asking, dialect, answered, started)
                continue
            if reply := await self._judge(asking, dialect, answered, started):
                return reply

    async def _try(self, asking: Asking[T], dialect: Dialect) -> Answered | Fault:
        try:
            return await self._send(asking, dialect)
        except Fault as fault:
            return fault

    async def _send(self, asking: Asking[T], dialect: Dialect) -> Answered:
        body = request_of(
            dialect,
            model=asking.model,
            messages=asking.messages,
            name=asking.answer.__name__,
            schema=asking.schema,
            max_tokens=asking.max_tokens,
            tools=asking.tools,
        )
        try:
            async with asyncio.timeout(self._timeout_s):
                got = await self._bytes_of(body)
        except Fault:
            raise
        except Exception as error:
            fault = fault_of(error, self._secret)
            if fault is None:
                raise
            if fault.outcome == "timeout" and not fault.status:
                fault.words = f"nothing came within {self._timeout_s:g} seconds"
            # The chain is cut: a request's headers, with the key, hang on these exceptions.
            raise fault from None
        return read_answer(got, self._secret)

    async def _bytes_of(self, body: dict[str, Any]) -> bytes:
        create: Any = self._client.chat.completions.with_streaming_response.create
        got = bytearray()
        async with create(**body) as response:
            async for part in response.iter_bytes():
                got += part
                if len(got) > REPLY_BYTES:
                    raise Fault("too_large", f"the answer is larger than {REPLY_BYTES} bytes", status=200)
        return bytes(got)

    async def _after_fault(self, asking: Asking[T], dialect: Dialect, fault: Fault, started: float) -> None:
        """Prepare the next attempt, or raise."""
        wait_s = self._wait_s(asking, fault)
        other = None
        if fault.may_be_of_dialect:
            other = after_refusal(
                dialect, status=fault.status, param=fault.param, words=fault.words, with_tools=bool(asking.tools)
            )
        if other is None and wait_s is None and fault.status == 500 and not dialect.proven:
            other = step_down(dialect)  # some servers fail on a form that they do not know
        room = room_of(fault.words) if fault.outcome == "too_large" else 0
        if LEAST_ROOM <= room < asking.max_tokens:  # the limit of the reply is counted as if it were used up
            asking.note(dialect, "too_large", started, error=fault.words)
            asking.max_tokens = room
            return
        asking.tried.add(dialect)
        if other is not None and other not in asking.tried:
            asking.note(dialect, "unsupported", started, error=fault.words)
            self._dialects.learn(self._base_url, asking.model, other)
            return
        asking.note(dialect, fault.outcome, started, error=fault.words)
        if wait_s is None:
            made = tuple(asking.attempts)
            has_key = bool(self._secret)
            raise error_of(fault, model=asking.model, base_url=self._base_url, has_key=has_key, attempts=made) from None
        asking.retries += 1
        self._say(f"the model {asking.model} {said(fault)}; waiting {wait_s:.2g} s")
        await asyncio.sleep(wait_s)

    def _wait_s(self, asking: Asking[T], fault: Fault) -> float | None:
        """Seconds until the next try; None where there is none, or where both waits together would be too short."""
        asked = fault.retry_after_s
        if not fault.is_passing or asking.retries >= RETRIES or (asked or 0) > RETRIES * LONGEST_WAIT_S:
            return None
        if asked is not None:
            return min(asked, LONGEST_WAIT_S)
        return min(self._backoff_s * 2**asking.retries * random.uniform(0.75, 1.25), LONGEST_WAIT_S)  # noqa: S311 - spreads waits, hides nothing

    async def _judge(self, asking: Asking[T], dialect: Dialect, answered: Answered, started: float) -> Reply[T] | None:
        """Return the reply, or None after asking for a repair; raises where no repair is left."""
        by_tools = bool(asking.tools) and dialect.tools
        if by_tools:
            answered = calls_as_text(answered)
        outcome, found = await weigh(asking, answered)
        spent = spent_of(asking.messages, answered)
        if not isinstance(found, Problem):
            asking.note(dialect, "ok", started, spent=spent)
            self._dialects.learn(self._base_url, asking.model, self._learnt(dialect, asking, answered))
            return Reply(found, tuple(asking.attempts), answered.finish)
        asking.note(dialect, outcome, started, error=found.says, spent=spent)
        if outcome == "refused":
            reason = (
                f"the model {asking.model} gave no answer as {asking.role}: {found.says}; put the question another way"
            )
            raise ModelRefused(reason, outcome=outcome, attempts=tuple(asking.attempts))
        if asking.repairs >= REPAIRS:
            raise MalformedReply(
                f"the model {asking.model} gave no usable answer as {asking.role} in {len(asking.attempts)} attempts: "
                f"{found.says}; use a stronger model for this role",
                outcome=outcome,
                attempts=tuple(asking.attempts),
            )
        asking.repairs += 1
        if outcome == "truncated":
            asking.max_tokens *= 2
        elif outcome == "malformed" and found.of_form and by_tools:  # tools were passed over
            self._dialects.learn(self._base_url, asking.model, replace(dialect, tools=False))
            by_tools = False
        elif outcome == "malformed" and found.of_form and dialect.step == "json_schema":
            self._dialects.learn(self._base_url, asking.model, replace(dialect, shows_schema=True))
        came = strip_reasoning(answered.text).strip() if outcome == "malformed" else ""
        wants = "by calling the tools again" if by_tools else "with one JSON object and nothing else"
        asking.messages = repair(asking.system, asking.user, reply=came, problem=found.says, wants=wants)
        return None

    def _learnt(self, dialect: Dialect, asking: Asking[T], answered: Answered) -> Dialect:
        """The dialect that worked; a server that wrote on beyond the limit does not know the limit's name."""
        beyond = (answered.tokens_out or 0) > asking.max_tokens + MISCOUNT
        if beyond and dialect.limit == "max_completion_tokens":
            dialect = replace(dialect, limit="max_tokens")
        # A form is proven by a reply in it, which calls of tools are not.
        return dialect if asking.tools and dialect.tools else replace(dialect, proven=True)
