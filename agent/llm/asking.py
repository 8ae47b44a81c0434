"""One `ask` under way: what was tried, what each reply is worth and what it cost."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple

from agent.fence import hide_addresses
from agent.llm.dialect import Dialect
from agent.llm.protocol import Attempt, AttemptOutcome, Check, Role, T, ToolShown
from agent.llm.reply import Problem, parse_answer
from agent.llm.request import Message
from agent.llm.wire import Answered

_CHARACTERS_A_TOKEN = 4
MISCOUNT = 4
"""Tokens by which the counts of servers differ: some count end marks too."""


class Spent(NamedTuple):
    """The tokens of one attempt; `estimated` where the server counts none."""

    tokens_in: int
    tokens_out: int
    estimated: bool
    cached_in: int = 0


NOTHING_SPENT = Spent(0, 0, estimated=False)


@dataclass(slots=True)
class Asking(Generic[T]):
    """The state of one `ask`."""

    role: Role
    model: str
    system: str
    user: str
    answer: type[T]
    schema: dict[str, Any]
    check: Check[T] | None
    seen: Callable[[Attempt], None] | None
    messages: list[Message]
    max_tokens: int
    tools: Sequence[ToolShown] = ()
    retries: int = 0
    repairs: int = 0
    attempts: list[Attempt] = field(default_factory=list[Attempt])
    tried: set[Dialect] = field(default_factory=set[Dialect])

    def note(
        self,
        dialect: Dialect,
        outcome: AttemptOutcome,
        started: float,
        *,
        error: str | None = None,
        spent: Spent = NOTHING_SPENT,
    ) -> None:
        """Keep one attempt; `started` is the clock of `time.perf_counter` when it was sent."""
        latency_ms = round((time.perf_counter() - started) * 1000)
        attempt = Attempt(
            self.role, self.model, dialect.form, outcome, spent.tokens_in, spent.tokens_out, latency_ms, error,
            estimated=spent.estimated, cached_in=spent.cached_in,
        )  # fmt: skip
        self.attempts.append(attempt)
        if self.seen:
            self.seen(attempt)


async def weigh(asking: Asking[T], answered: Answered) -> tuple[AttemptOutcome, T | Problem]:
    """Return what a reply is worth: a checked object, or the outcome and the problem; its words, which errors show and
    the graph keeps, may be the model's, so they hold no web address."""
    outcome, found = await _weigh(asking, answered)
    if isinstance(found, Problem):
        found = replace(found, says=hide_addresses(found.says))
    return outcome, found


async def _weigh(asking: Asking[T], answered: Answered) -> tuple[AttemptOutcome, T | Problem]:
    if answered.refusal:
        return "refused", Problem(f"it declined ({' '.join(answered.refusal.split())[:200]})")
    if answered.finish == "content_filter":
        return "refused", Problem("a content filter took the answer away")
    if answered.finish in {"length", "max_tokens"}:
        return "truncated", Problem(_cut_off(answered, asking.max_tokens))
    if not answered.text.strip():
        return "empty", Problem("it is empty")
    found = parse_answer(answered.text, asking.answer)
    if isinstance(found, Problem):
        return "malformed", found
    wrong = asking.check(found) if asking.check else None
    if inspect.isawaitable(wrong):
        wrong = await wrong
    return ("malformed", Problem(wrong.rstrip("."), of_form=False)) if wrong else ("ok", found)


def _cut_off(answered: Answered, max_tokens: int) -> str:
    """Say where a reply was cut off: at the limit we set, or before it, where the model's context was full."""
    came, sent = answered.tokens_out, answered.tokens_in
    if came is None or sent is None or came + MISCOUNT >= max_tokens:
        return f"it was cut off at {max_tokens} tokens; be shorter"
    return (
        f"it was cut off after {came} tokens because the model's context of about {sent + came} tokens was full; give "
        "the model server a longer one"
    )


def spent_of(messages: list[Message], answered: Answered) -> Spent:
    """Return the tokens of one attempt: the server's count, or an estimate that says so."""
    sent = sum(len(message["content"]) for message in messages) // _CHARACTERS_A_TOKEN + 1
    came = len(answered.text) // _CHARACTERS_A_TOKEN + 1
    return Spent(
        tokens_in=sent if answered.tokens_in is None else answered.tokens_in,
        tokens_out=came if answered.tokens_out is None else answered.tokens_out,
        estimated=answered.tokens_in is None or answered.tokens_out is None,
        cached_in=answered.cached_in,
    )
