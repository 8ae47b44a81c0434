"""A scripted model server on loopback that speaks the wire format of chat completions, and keeps what was sent.

with LLMServer(says({"queries": ["a"]}), Scripted(status=429, headers={"Retry-After": "0"})) as server:
    ...
    assert server.sent[0].body["model"] == "m"
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scripted_server import ScriptedServer, Sent


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer. `body` replaces the whole wire format; `usage` None leaves the count out."""

    content: object = None
    finish: str | None = "stop"
    status: int = 200
    usage: tuple[int, int] | None = (100, 20)
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0
    drip_s: float = 0.0
    message: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: bytes | Mapping[str, Any] | None = None

    def data_for(self, model: str) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        if self.body is not None:
            return json.dumps(self.body).encode()
        if self.status != 200:
            return json.dumps({"error": {"message": f"scripted {self.status}", "type": "x", "code": None}}).encode()
        message = {"role": "assistant", "content": self.content, **self.message}
        made: dict[str, Any] = {
            "id": "c", "object": "chat.completion", "created": 1, "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
        }  # fmt: skip
        if self.usage:
            into, out = self.usage
            made["usage"] = {"prompt_tokens": into, "completion_tokens": out, "total_tokens": into + out}
        return json.dumps(made).encode()


Answer = Scripted | Callable[[Sent], Scripted]


def says(value: object, **rest: Any) -> Scripted:
    """A reply whose content is the value as JSON."""
    return Scripted(json.dumps(value, ensure_ascii=False), **rest)


def refuses(words: str, *, status: int = 400, **fields: Any) -> Scripted:
    """A refusal with the words and fields (`param`, `code`) that servers use."""
    return Scripted(status=status, body={"error": {"message": words, "type": "invalid_request_error", **fields}})


class LLMServer(ScriptedServer[Scripted]):
    """Serves its script in order; `base_url` is what OPENAI_BASE_URL would be."""

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"
