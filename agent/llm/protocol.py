"""What a model is to the steps: roles, attempts, a typed reply; how it is reached is nobody's business here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from retrievers.outcome import Outcome

if TYPE_CHECKING:
    from pydantic import BaseModel  # a run without a model must not pay for loading it

Role = Literal["planner", "writer", "judge", "second_judge"]
ROLES: tuple[Role, ...] = ("planner", "writer", "judge", "second_judge")
Form = Literal["json_schema", "json_object", "prompt"]
"""How the object was asked for: by the server's schema, by its JSON mode, or in words alone."""

ToolShown = Mapping[str, Any]
"""A tool as a model is shown it: `name`, `description`, `parameters` (a JSON schema)."""

AttemptOutcome = Outcome | Literal["malformed", "truncated"]
T = TypeVar("T", bound="BaseModel")
Check = Callable[[T], "str | Awaitable[str | None] | None"]
"""What is wrong with an object's content in one sentence, or None; a database may have to be asked for it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request to a model, failed ones too, so that a run's spending is whole.

    `latency_ms` is milliseconds from sending to the last byte. Tokens are the server's count; where it gives none
    for a reply they are characters / 4 and `estimated` is true. A request without a reply counts 0 tokens.
    `cached_in` of the tokens in the server had read before, which may cost less.
    """

    role: Role
    model: str
    form: Form
    outcome: AttemptOutcome
    tokens_in: int
    tokens_out: int
    latency_ms: int
    error: str | None = None
    estimated: bool = False
    cached_in: int = 0


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """A checked answer, every attempt it took (the last one is `ok`), and why the model stopped."""

    value: T
    attempts: tuple[Attempt, ...]
    finish: str


class Model(Protocol):
    """Whatever answers the steps; tests put a scripted one in its place."""

    def model_of(self, role: Role) -> str:
        """Return the id of the model that plays the role."""
        ...

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
        """Return an object of the type `answer`, every field of it given by the model.

        `check` says in one sentence what is wrong with an object's content, or None; the sentence goes back to the
        model. `max_tokens` bounds one reply. `allow` is called before every attempt and raises to stop. `seen` gets
        every attempt as it ends, so that what was spent is known however the call ends. With `tools` the model calls
        those, where its server has that, and `answer` gets the calls: see `agent.llm.tool_calls`.

        Raises MalformedReply after two repair calls, ModelRefused when the model declines, ModelUnavailable,
        ModelUnreachable, ModelUnauthorised or ModelNotFound when no reply can be had; each carries its attempts.
        """
        ...
