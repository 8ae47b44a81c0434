"""The model as the steps see it: ask a role for a typed object, get it checked, or a typed failure."""

from agent.llm.errors import (
    MalformedReply,
    ModelError,
    ModelNotFound,
    ModelRefused,
    ModelUnauthorised,
    ModelUnavailable,
    ModelUnreachable,
)
from agent.llm.protocol import ROLES, Attempt, AttemptOutcome, Check, Form, Model, Reply, Role

__all__ = [
    "ROLES",
    "Attempt",
    "AttemptOutcome",
    "Check",
    "Form",
    "MalformedReply",
    "Model",
    "ModelError",
    "ModelNotFound",
    "ModelRefused",
    "ModelUnauthorised",
    "ModelUnavailable",
    "ModelUnreachable",
    "Reply",
    "Role",
]
