"""What comes back: a chat completion read with a cap, or a fault with its typed outcome."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from agent.llm.protocol import AttemptOutcome

_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_CODES: Mapping[str, AttemptOutcome] = {
    "insufficient_quota": "quota",
    "context_length_exceeded": "too_large",
    "model_not_found": "unsupported",
}
_DECLINES = frozenset({"content_filter", "content_policy_violation"})
_STATUSES: Mapping[int, AttemptOutcome] = {
    401: "unauthorised", 402: "quota", 403: "unauthorised", 404: "unsupported", 408: "timeout", 413: "too_large",
    429: "rate_limited", 504: "timeout",
}  # fmt: skip
_TOO_LONG = re.compile(r"context (?:length|window|size)|maximum context|prompt is too long", re.IGNORECASE)
_CONTEXT = re.compile(r"maximum context length is (\d+)", re.IGNORECASE)
_SENT = re.compile(r"(\d+) in the messages|(\d+) input tokens|prompt contains at least (\d+)", re.IGNORECASE)
_HTTP_CLIENTS = frozenset({"httpx", "httpx2", "httpcore", "httpcore2"})
"""The SDK changed its client between its second and third release; errors while reading a body are the client's."""

_WORDS = 300
_MOST = 10**9
"""Tokens beyond this are no count of one reply, and might not fit what a graph can hold."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One reply. `text` is without reasoning that the server keeps apart; tokens are None where it counts none.

    `calls` are the tools it calls, each with its arguments as the model wrote them.
    """

    text: str
    finish: str
    refusal: str
    tokens_in: int | None
    tokens_out: int | None
    cached_in: int = 0
    calls: tuple[tuple[str, str], ...] = ()


class Fault(Exception):
    """A request without a reply; `words` are the server's, without the key."""

    def __init__(self, outcome: AttemptOutcome, words: str, *, status: int = 0) -> None:
        super().__init__(words)
        self.outcome: AttemptOutcome = outcome
        self.words = words
        self.status = status
        self.param = ""
        self.is_declined = False
        self.retry_after_s: float | None = None

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.outcome in {"offline", "timeout", "rate_limited"} and (not self.status or self.status in _PASSING)

    @property
    def may_be_of_dialect(self) -> bool:
        """Whether the server may have refused how it was asked, and not what, or by whom."""
        return self.outcome in {"refused", "unsupported", "offline"} and not self.is_declined


def read_answer(body: bytes, secret: str) -> Answered:
    """Return the reply in the body of a success. Raises Fault where there is none."""
    try:
        data: object = json.loads(body)
    except (ValueError, RecursionError):
        raise Fault("unreadable", "the answer is no JSON", status=200) from None
    choices = _get(data, "choices")
    choice = cast("list[object]", choices)[0] if isinstance(choices, list) and choices else None
    if choice is None:
        if error := _get(data, "error"):  # some routers put the provider's failure into a success
            raise fault_of_error(error, status=_number(_get(error, "code")) or 200, secret=secret)
        raise Fault("unreadable", "the answer holds no choices", status=200)
    message, usage = _get(choice, "message"), _get(data, "usage")
    return Answered(
        text=_text(_get(message, "content")),
        finish=str(_get(choice, "finish_reason") or ""),
        refusal=_text(_get(message, "refusal")),
        tokens_in=_number(_get(usage, "prompt_tokens")),
        tokens_out=_number(_get(usage, "completion_tokens")),
        cached_in=_number(_get(_get(usage, "prompt_tokens_details"), "cached_tokens")) or 0,
        calls=_calls(_get(message, "tool_calls")),
    )


def _calls(calls: object) -> tuple[tuple[str, str], ...]:
    """The functions that a message calls; servers give arguments as JSON text, some as the object itself."""
    found: list[tuple[str, str]] = []
    for call in cast("list[object]", calls) if isinstance(calls, list) else ():
        function = _get(call, "function")
        given = _get(function, "arguments")
        text = given if isinstance(given, str) else json.dumps(given if given is not None else {})
        found.append((str(_get(function, "name") or ""), _text(text)))
    return tuple(found)


def fault_of(error: Exception, secret: str) -> Fault | None:
    """Return the fault behind an exception of the SDK, of its HTTP client or of a timeout; None for any other."""
    import openai

    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return Fault("timeout", "no answer in time")
    if isinstance(error, openai.APIStatusError):
        fault = fault_of_error(error.body or error.response.text, status=error.status_code, secret=secret)
        fault.retry_after_s = retry_after(error.response.headers, time.time())
        if 300 <= error.status_code < 400:
            fault.words = scrub(f"it sends on to {error.response.headers.get('location', 'nowhere')}", secret)
        return fault
    if isinstance(error, openai.OpenAIError) or type(error).__module__.partition(".")[0] in _HTTP_CLIENTS:
        return Fault("offline", scrub(str(error.__cause__ or error) or type(error.__cause__ or error).__name__, secret))
    return None


def fault_of_error(body: object, *, status: int, secret: str) -> Fault:
    """Return the fault that an error object, or the text of an error page, tells of."""
    inner = _get(body, "error")
    if inner:
        body = inner
    code = str(_get(body, "code") or _get(body, "type") or "")
    words = _get(body, "message") or (body if isinstance(body, str) else json.dumps(body, default=str))
    outcome: AttemptOutcome = _CODES.get(code) or _STATUSES.get(status) or ("offline" if status >= 500 else "refused")
    if status == 200:
        outcome = "unreadable"
    if outcome == "refused" and _TOO_LONG.search(str(words)):
        outcome = "too_large"
    fault = Fault(outcome, scrub(str(words), secret), status=status)
    fault.is_declined = code in _DECLINES
    fault.param = str(_get(body, "param") or "")
    return fault


def room_of(words: str) -> int:
    """Return the tokens that a server says are left for a reply beside what was sent, 0 where it does not say."""
    context, sent = _CONTEXT.search(words), _SENT.search(words)
    if context is None or sent is None:
        return 0
    return max(0, int(context[1]) - int(next(filter(None, sent.groups()))) - 1)


def retry_after(headers: Mapping[str, str], now_s: float) -> float | None:
    """Return the seconds a server asks to wait, given in milliseconds, seconds or as a date; None where it does not."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name, "")
        try:
            return max(0.0, min(float(value) / unit, 1e9))
        except ValueError:
            continue
    try:
        return max(0.0, email.utils.parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - now_s)
    except (ValueError, OverflowError):
        return None


def scrub(words: str, secret: str) -> str:
    """Return a server's words on one line, shortened, without the key."""
    if secret:
        words = words.replace(secret, "***")
    words = " ".join(words.split())
    return words if len(words) <= _WORDS else words[:_WORDS] + " …"


def _get(value: object, name: str) -> Any:
    return cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None


def _text(content: object) -> str:
    """The text of a message: a string, or the text parts of a list (reasoning parts are of another type)."""
    if isinstance(content, str):
        return content.encode("utf-8", "replace").decode("utf-8")  # halves of characters cannot be sent or stored
    if not isinstance(content, list):
        return ""
    parts = [
        _get(part, "text") for part in cast("list[object]", content) if _get(part, "type") in {"text", "output_text"}
    ]
    return "".join(_text(part) for part in parts if isinstance(part, str))


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST else None
