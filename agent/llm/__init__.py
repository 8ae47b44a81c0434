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
from agent.llm.protocol import ROLES, Attempt, AttemptOutcome, Form, Model, Reply, Role

__all__ = [
    "ROLES",
    "Attempt",
    "AttemptOutcome",
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
