"""What can go wrong with a model, as one tree; the message is one sentence and never holds a key.

ModelError                  no usable answer; carries a typed outcome and every attempt made
+- ModelUnauthorised        the server refuses the key
+- ModelNotFound            the server does not know the model
+- ModelUnreachable         nothing answers at the address
+- ModelUnavailable         rate limit, quota, timeout, a fault of the server, or a request it will not take
+- ModelRefused             the model declined to answer, or a filter took the answer away
+- MalformedReply           the answers were not what was asked for, repair calls included
"""

from agent.errors import AgentError
from agent.llm.protocol import Attempt, AttemptOutcome


class ModelError(AgentError):
    """A model gave no usable answer."""

    exit_code = 6

    def __init__(self, reason: str, *, outcome: AttemptOutcome, attempts: tuple[Attempt, ...] = ()) -> None:
        super().__init__(reason)
        self.outcome: AttemptOutcome = outcome
        self.attempts = attempts


class ModelUnauthorised(ModelError):
    """The server refuses the key, or asks for one."""


class ModelNotFound(ModelError):
    """The server does not know the model, or has no such address."""


class ModelUnreachable(ModelError):
    """Nothing answers at the base URL."""


class ModelUnavailable(ModelError):
    """The server answers, but not with a reply: rate limit, quota, timeout, fault, or a request it will not take."""


class ModelRefused(ModelError):
    """The model declined, or a filter took its answer away."""


class MalformedReply(ModelError):
    """The answers were empty, cut off or not what was asked for, and two repair calls did not help."""
