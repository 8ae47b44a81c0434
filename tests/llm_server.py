"""A scripted model server on loopback that speaks the wire format of chat completions, and keeps what was sent.

    with LLMServer(says({"queries": ["a"]}), Scripted(status=429, headers={"Retry-After": "0"})) as server:
        ...
        assert server.sent[0].body["model"] == "m"

A request without a scripted reply, or a reply that nobody asked for, fails the test at the end of the block. For calls
made at the same time a reply can be a function of what was sent.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer. `body` replaces the whole wire format; `usage` None leaves the count out."""

    content: object = None
    finish: str | None = "stop"
    status: int = 200
    usage: tuple[int, int] | None = (100, 20)
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0
    message: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: bytes | Mapping[str, Any] | None = None

    def bytes(self, model: str) -> bytes:
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


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it arrived; names of headers are lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All messages, one after another."""
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def form(self) -> str:
        """The type of the response format, "" without one."""
        return self.body.get("response_format", {}).get("type", "")


Answer = Scripted | Callable[[Sent], Scripted]


def says(value: object, **rest: Any) -> Scripted:
    """A reply whose content is the value as JSON."""
    return Scripted(json.dumps(value, ensure_ascii=False), **rest)


def refuses(words: str, *, status: int = 400, **fields: Any) -> Scripted:
    """A refusal with the words and fields (`param`, `code`) that servers use."""
    return Scripted(status=status, body={"error": {"message": words, "type": "invalid_request_error", **fields}})


class LLMServer:
    """Serves its script in order; `base_url` is what OPENAI_BASE_URL would be."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: deque[Answer] = deque(answers)
        self.sent: list[Sent] = []
        self._surplus = 0
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                sent = Sent(
                    self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(self.rfile.read(length))
                )
                answer = server._next(sent)
                time.sleep(answer.delay_s)
                body = answer.bytes(sent.body.get("model", ""))
                try:
                    self.send_response(answer.status)
                    for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    pass  # a client that timed out has gone

            def log_message(self, format: str, *args: object) -> None:
                del format, args

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = False
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def _next(self, sent: Sent) -> Scripted:
        with self._lock:
            self.sent.append(sent)
            if not self.answers:
                self._surplus += 1
                return Scripted(status=418)
            answer = self.answers.popleft()
        return answer if isinstance(answer, Scripted) else answer(sent)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()
        if self._surplus:
            raise AssertionError(f"{self._surplus} requests had no scripted reply; the last: {self.sent[-1].text}")
        if error is None and self.answers:
            raise AssertionError(f"{len(self.answers)} scripted replies were never asked for")
