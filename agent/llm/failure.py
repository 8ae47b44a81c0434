"""From a fault to the error that a person reads: what happened, to which model where, and what to do next."""

from __future__ import annotations

from agent.llm.errors import (
    ModelError,
    ModelNotFound,
    ModelRefused,
    ModelUnauthorised,
    ModelUnavailable,
    ModelUnreachable,
)
from agent.llm.protocol import Attempt
from agent.llm.wire import Fault


def error_of(fault: Fault, *, model: str, base_url: str, has_key: bool, attempts: tuple[Attempt, ...]) -> ModelError:
    """Return the error of a request that is not tried again."""
    kind: type[ModelError] = ModelUnavailable
    words = fault.words
    match fault.outcome:
        case "unauthorised":
            kind = ModelUnauthorised
            wants = "refuses the key in OPENAI_API_KEY" if has_key else "wants a key"
            says = (
                f"{base_url} {wants} for the model {model} (status {fault.status}); set OPENAI_API_KEY to a valid one"
            )
        case "unsupported":
            kind = ModelNotFound
            says = f"{base_url} has no model {model} ({words}); name one that it has, or correct OPENAI_BASE_URL"
        case "offline" if not fault.status:
            kind = ModelUnreachable
            says = f"nothing answers at {base_url} ({words}); start the model server or correct OPENAI_BASE_URL"
        case _ if 300 <= fault.status < 400:
            says = f"{base_url} is not the address of {model} ({words}, which is not followed); correct OPENAI_BASE_URL"
        case "quota":
            says = f"the account at {base_url} has no credit left for {model} ({words}); add some or change the key"
        case "unreadable":
            says = (
                f"{base_url} answers, but not as a server of models ({words}); correct OPENAI_BASE_URL, or try again "
                "later"
            )
        case "too_large":
            says = (
                f"the request or its answer is too large for the model {model} ({words}); give its server a longer "
                "context, or use another model"
            )
        case "refused" if fault.is_declined:
            kind = ModelRefused
            says = f"a filter at {base_url} refuses the request ({words}); put the question another way"
        case "timeout" if not fault.status:
            says = (
                f"the model {model} at {base_url} {said(fault)} ({words}); raise CLAIMGRAPH_MODEL_TIMEOUT for a slow "
                "one, or try again later"
            )
        case _:
            says = f"the model {model} at {base_url} {said(fault)} ({words}); try again later or use another model"
    return kind(says, outcome=fault.outcome, attempts=attempts)


def said(fault: Fault) -> str:
    """Return what the server did, as the middle of a sentence."""
    if fault.status:
        return f"answered {fault.status}"
    return "did not answer in time" if fault.outcome == "timeout" else "cannot be reached"
