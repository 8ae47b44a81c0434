"""An OpenAI-compatible embeddings endpoint on loopback that says what a test scripts."""

from __future__ import annotations

import base64
import contextlib
import json
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np

from retrievers.embed import Embedder, EmbeddingService, open_embedder

KEY = "sk-very-secret"
Reply = tuple[int, Any]
Answer = Callable[[dict[str, Any]], Reply]


def vector_of(text: str, dimension: int = 8) -> list[float]:
    """Some direction that depends on the text, of another length than one."""
    return [float(1 + (len(text) * 7 + i * 3) % 5) for i in range(dimension)]


def answered(request: dict[str, Any], vectors: Sequence[Sequence[float]]) -> Reply:
    """The reply that a server gives with these vectors, in the form that was asked for."""

    def form(vector: Sequence[float]) -> object:
        if request.get("encoding_format") == "base64":
            return base64.b64encode(np.asarray(vector, dtype="<f4").tobytes()).decode()
        return list(vector)

    rows = [{"object": "embedding", "index": i, "embedding": form(vector)} for i, vector in enumerate(vectors)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return 200, {"object": "list", "data": rows, "model": request["model"], "usage": usage}


def good(request: dict[str, Any]) -> Reply:
    return answered(request, [vector_of(text) for text in request["input"]])


@dataclass
class Service:
    """A scripted embeddings endpoint: `replies` are taken one a request, then `good` answers."""

    base_url: str = ""
    replies: list[Callable[[dict[str, Any]], Reply]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def open(self, home: Path, model: str = "some-embedder", timeout_s: float = 5.0) -> Embedder:
        service = EmbeddingService(self.base_url, KEY, timeout_s, (0.01, 0.01), self.said.append)
        opened = open_embedder(f"openai:{model}", home=home, service=service)
        assert opened is not None
        return opened


@contextlib.contextmanager
def running_service(answer: Answer = good) -> Generator[Service]:
    """Serve on a port of loopback until the block ends; `answer` is what is said when no reply is scripted."""
    script = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            script.asked.append(request)
            script.keys.append(self.headers["authorization"])
            status, body = (script.replies.pop(0) if script.replies else answer)(request)
            data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "text/html" if isinstance(body, str) else "application/json")
            self.send_header("content-length", str(len(data)))
            if status in (307, 308):
                self.send_header("location", f"{script.base_url}/embeddings")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing of a client that stopped waiting."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    script.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
