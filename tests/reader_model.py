"""A model on the wire that answers any request of a run by what stands in it: the same request, the same answer.

For runs whose order nobody scripts: killed ones, concurrent ones, and those whose pages try to give orders.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from llm_server import LLMServer, Scripted, says
from scripted_server import Sent
from search_server import Scripted as SearchScripted
from search_server import SearchServer


class Forever(deque[Any]):
    """A script that gives one answer to whatever is asked, however often."""

    def __init__(self, answer: Callable[[Any], Any]) -> None:
        super().__init__([answer])

    def popleft(self) -> Any:
        return self[0]


class AnyLLM(LLMServer):
    """A model server without a script."""

    def __init__(self, answer: Callable[[Sent], Scripted]) -> None:
        super().__init__()
        self.answers = Forever(answer)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.answers = deque()
        super().__exit__(kind, error, trace)


class AnySearch(SearchServer):
    """A search server without a script."""

    def __init__(self, answer: Callable[[Sent], SearchScripted]) -> None:
        super().__init__()
        self.answers = Forever(answer)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.answers = deque()
        super().__exit__(kind, error, trace)


def reader(
    parts: Mapping[str, str], *, latency_s: float = 0.0, follow_up: str = "notice of {part}"
) -> Callable[[Sent], Scripted]:
    """Return a model that plans `parts` (question -> the sentence that answers it) and writes a part's sentence when a
    passage holds it, word for word."""

    def answer(sent: Sent) -> Scripted:
        time.sleep(latency_s)
        text = sent.text
        if "===part to answer" in text:
            return says(_write(text, parts))
        if "===parts " in text:
            return says(_review(text, follow_up))
        if re.search(r"===C1 \w+===", text):
            pairs = re.findall(r"===(C\d+) \w+===\nclaim: .*?\nquote: (.*?)\n===end ", text, re.DOTALL)
            return says({"pairs": [{"pair": name, "verdict": "supports", "words": quote} for name, quote in pairs]})
        return says({"parts": [{"question": part, "queries": [part.rstrip("?")]} for part in parts]})

    return answer


def _write(text: str, parts: Mapping[str, str]) -> dict[str, Any]:
    part = re.findall(r"===part to answer \w+===\n(.*?)\n===end", text, re.DOTALL)[0]
    fact = next(sentence for question, sentence in parts.items() if question in part)
    found = [
        name for name, passage in re.findall(r"===(P\d+) \w+===\n(.*?)\n===end", text, re.DOTALL) if fact in passage
    ]
    cited = [{"passage": name, "quote": fact} for name in found[:1]]
    sentences = [{"text": fact, "kind": "factual", "citations": cited}] if cited else []
    return {"sentences": sentences, "missing": "" if cited else f"what answers {part}"}


def _review(text: str, follow_up: str) -> dict[str, Any]:
    shown = re.findall(r"===parts \w+===\n(.*?)\n===end", text, re.DOTALL)[0]
    found: list[dict[str, Any]] = []
    for number, part, below in re.findall(r"Part (\d+): ([^\n]*)\n(.*?)(?=\nPart |\n\nQueries|$)", shown, re.DOTALL):
        names = re.findall(r"(S\d+):", below)
        query = "" if names else follow_up.format(part=part.rstrip("?"))
        missing = "" if names else f"what answers {part}"
        found.append({"part": int(number), "answered_by": names, "missing": missing, "next_query": query})
    return {"parts": found}
