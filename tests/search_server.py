"""A Tavily and a SearXNG on loopback that answer from a script and keep what was sent.

    with SearchServer(tavily(page("https://a.example/")), Scripted(status=429, headers={"Retry-After": "0"})) as server:
        ...
        assert server.sent[0].body["query"] == "q"

A request without a scripted reply, or a reply that nobody asked for, fails the test at the end of the block.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer; `body` as bytes is sent as it is, anything else as JSON; `drip_s` is a wait before each byte."""

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0
    drip_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it arrived; names of headers are lower case; `body` is the JSON, or a GET's parameters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


Answer = Scripted | Callable[[Sent], Scripted]


def page(url: str, title: str = "A page", content: str = "what it says", **fields: Any) -> dict[str, Any]:
    """One result, in the fields that Tavily and SearXNG share."""
    return {"url": url, "title": title, "content": content, "score": 0.5, **fields}


def tavily(*results: Mapping[str, Any]) -> Scripted:
    """Tavily's answer to a search."""
    return Scripted({"query": "", "answer": None, "images": [], "results": results, "response_time": 0.1})


def extracted(results: Mapping[str, str], failed: Mapping[str, str] | None = None) -> Scripted:
    """Tavily's answer to an extraction: texts by address, errors by address."""
    return Scripted(
        {
            "results": [{"url": url, "raw_content": text, "images": []} for url, text in results.items()],
            "failed_results": [{"url": url, "error": why} for url, why in (failed or {}).items()],
            "response_time": 0.1,
        }
    )


def tavily_refuses(status: int, words: str, **headers: str) -> Scripted:
    """Tavily's refusal in its wire format."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted({"detail": {"error": words}}, status, named)


def searxng(*results: Mapping[str, Any], silent: Sequence[Sequence[str]] = ()) -> Scripted:
    """An instance's answer in JSON."""
    found = [{"engine": "e", "engines": ["e"], "category": "general", **one} for one in results]
    return Scripted({"query": "", "number_of_results": 0, "results": found, "unresponsive_engines": list(silent)})


class SearchServer:
    """Serves its script in order; `url` is the base address of either provider."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: deque[Answer] = deque(answers)
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
                answer = server._next(Sent(self.command, urlsplit(self.path).path, headers, body))
                time.sleep(answer.delay_s)
                data = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
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
        if error is not None:
            return
        if self._surplus:
            raise AssertionError(f"{self._surplus} requests had no scripted reply; the last: {self.sent[-1]}")
        if self.answers:
            raise AssertionError(f"{len(self.answers)} scripted replies were never asked for")
