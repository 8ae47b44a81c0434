"""An HTTP server on loopback that answers from a script and keeps what was sent: what a test's model and search share.

A request without a scripted answer, or an answer that nobody asked for, fails the test at the end of the block.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it arrived; names of headers are lower case; `body` is the JSON, or a GET's parameters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All messages that a model was sent, one after another."""
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def form(self) -> str:
        """The type of the response format that a model was asked for, "" without one."""
        return self.body.get("response_format", {}).get("type", "")


class Written(Protocol):
    """One answer: its head, a wait before it and one before each byte (0: sent at once)."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def delay_s(self) -> float: ...
    @property
    def drip_s(self) -> float: ...

    def data_for(self, model: str) -> bytes:
        """Return the body that goes over the wire; `model` is the one that was asked, "" for a search."""
        ...


AnswerT = TypeVar("AnswerT", bound=Written)


class ScriptedServer(Generic[AnswerT]):
    """Serves its script in order; for calls made at the same time an answer can be a function of what was sent."""

    def __init__(self, *answers: AnswerT | Callable[[Sent], AnswerT]) -> None:
        self.answers: deque[AnswerT | Callable[[Sent], AnswerT]] = deque(answers)
        self.sent: list[Sent] = []
        self._surplus = 0
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                self.answer(json.loads(self.rfile.read(length)))

            def do_GET(self) -> None:
                self.answer(dict(parse_qsl(urlsplit(self.path).query)))

            def answer(self, body: dict[str, Any]) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                sent = Sent(self.command, urlsplit(self.path).path, headers, body)
                answer = server._next(sent)
                if answer is None:
                    self.send_error(418, "nothing was scripted for this")
                    return
                time.sleep(answer.delay_s)
                data = answer.data_for(body.get("model", ""))
                try:
                    self.send_response(answer.status)
                    for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    for part in [data] if not answer.drip_s else [bytes([one]) for one in data]:
                        time.sleep(answer.drip_s)
                        self.wfile.write(part)
                except ConnectionError:
                    pass  # a client that timed out has gone

            def log_message(self, format: str, *args: object) -> None:
                del format, args

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = False
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def _next(self, sent: Sent) -> AnswerT | None:
        with self._lock:
            self.sent.append(sent)
            if not self.answers:
                self._surplus += 1
                return None
            answer = self.answers.popleft()
        return answer(sent) if callable(answer) else answer

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
            raise AssertionError(f"{self._surplus} requests had no scripted answer; the last: {self.sent[-1]}")
        if error is None and self.answers:
            raise AssertionError(f"{len(self.answers)} scripted answers were never asked for")
