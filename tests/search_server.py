"""A Tavily and a SearXNG on loopback that answer from a script and keep what was sent.

with SearchServer(tavily(page("https://a.example/")), Scripted(status=429, headers={"Retry-After": "0"})) as server:
    ...
    assert server.sent[0].body["query"] == "q"
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scripted_server import ScriptedServer, Sent


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer; `body` as bytes is sent as it is, anything else as JSON; `drip_s` is a wait before each byte."""

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0
    drip_s: float = 0.0

    def data_for(self, model: str) -> bytes:
        del model
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


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


class SearchServer(ScriptedServer[Scripted]):
    """Serves its script in order; `url` is the base address of either provider."""
