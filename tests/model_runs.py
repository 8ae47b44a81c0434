"""Whole runs with a scripted model over two stored texts: what each role answers, by what it was shown."""

import re
from collections.abc import Callable
from typing import Any

from fakes import Asked, FakeEmbedder, ScriptedModel
from graphs import add_text

from agent.build import App
from agent.llm import Model
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

COUNCIL = "The Skerra plant will cost 48 million crowns. The council met on Tuesday."
GRID = "The Skerra plant will open in June 2028. The cable comes first."
COST, OPENING = "What will the Skerra plant cost?", "When will the Skerra plant open?"
QUESTION = "What will the Skerra plant cost and when will it open?"


def plan(*parts: str) -> dict[str, Any]:
    return {"parts": [{"question": part, "queries": [part.rstrip("?")]} for part in parts]}


def name_of(asked: Asked, words: str) -> str:
    """The short name under which the writer was shown the passage with these words."""
    for name, text in re.findall(r"===(P\d+) \w+===\n(.*?)\n===end", asked.user, re.DOTALL):
        if words in text:
            return str(name)
    raise AssertionError(f"no passage with {words!r} was offered")


def writes(*sentences: tuple[str, str], missing: str = "", kind: str = "factual") -> Callable[[Asked], Any]:
    """A writer's line: each sentence with one quote from the passage that holds it."""

    def line(asked: Asked) -> dict[str, Any]:
        return {
            "sentences": [
                {"text": text, "kind": kind, "citations": [{"passage": name_of(asked, quote), "quote": quote}]}
                for text, quote in sentences
            ],
            "missing": missing,
        }

    return line


def by_part(**lines: Callable[[Asked], Any]) -> Callable[[Asked], Any]:
    """A writer's line for calls made together: the one whose name is in the part that was asked."""

    def line(asked: Asked) -> Any:
        part = re.findall(r"===part to answer \w+===\n(.*?)\n===end", asked.user)[0]
        return next(made for word, made in lines.items() if word in part)(asked)

    return line


def reviews(*parts: tuple[list[str], str, str]) -> dict[str, Any]:
    return {
        "parts": [
            {"part": i, "answered_by": names, "missing": missing, "next_query": query}
            for i, (names, missing, query) in enumerate(parts, start=1)
        ]
    }


def judges(verdict: str) -> Callable[[Asked], Any]:
    """A judge's line: one verdict on every pair, with the quote as the words that decide."""

    def line(asked: Asked) -> dict[str, Any]:
        pairs = re.findall(r"===(C\d+) \w+===\nclaim: .*?\nquote: (.*?)\n===end ", asked.user, re.DOTALL)
        return {"pairs": [{"pair": name, "verdict": verdict, "words": quote} for name, quote in pairs]}

    return line


async def ask(store: GraphStore, model: Model | None, question: str = QUESTION, **options: Any) -> list[Any]:
    app = App(Settings(), store, FakeEmbedder(), (), None, model)
    options.setdefault("run_key", "r1")
    return [event async for event in research(question, app, **options)]


async def fill(store: GraphStore, *texts: str) -> None:
    for number, text in enumerate(texts or (COUNCIL, GRID)):
        await add_text(store, text, name=f"{number}.md", published_at=f"2026-0{number + 1}-03")


def whole_run() -> ScriptedModel:
    both = by_part(
        cost=writes(("Skerra's plant is to cost 48 million crowns.", "will cost 48 million crowns")),
        open=writes(("The Skerra plant will open in June 2028.", "The Skerra plant will open in June 2028.")),
    )
    return ScriptedModel(
        planner=[plan(COST, OPENING), reviews((["S1"], "", ""), (["S2"], "", ""))],
        writer=[both, both],
        judge=[judges("supports")],
    )
