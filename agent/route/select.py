"""Choosing the few tools that a model is shown: thirty are too many. By words and by meaning, without a model.

A tool's score is the nearness of what it says of itself (without and with its parameters), or of its nearest example,
and a little of its words' rank; bench/routing.py measures both halves and what the sum gains.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.route.parts import split_requests
from agent.words.relevance import rank_texts
from agent.words.terms import stems
from retrievers import Tools
from retrievers.embed import Embedder
from retrievers.tool import Tool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = 12
"""Tools that a model is shown at most, those of `ALWAYS` included."""

ALWAYS = ("answer_given", "memory_search", "text2cypher", "web_search")
"""What every question may need stays in reach, whatever is selected."""

WORDS = 0.15
"""Share of the words' rank, from 0 to 1, beside a cosine."""

_REQUESTS = 4
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.]")


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a tool before it is called: what it `says` of itself, `words` with its parameters too, and
    `examples` of questions."""

    name: str
    says: str
    words: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """How near a tool is to a question: `nearness` is the cosine (0 without an embedding model), `score` ranks."""

    name: str
    score: float
    nearness: float


def describe(tool: Tool) -> Described:
    """Return what a tool says of itself."""
    properties: Mapping[str, Mapping[str, str]] = tool.parameters.get("properties", {})
    said = " ".join(f"{name} {schema.get('description', '')}" for name, schema in properties.items())
    says = f"{spaced(tool.name)}: {tool.sentence}"
    return Described(tool.name, says, f"{says} {said}", tool.examples)


def spaced(name: str) -> str:
    """Return a tool's name as words: "claims_by_status" and "claimsByStatus" as "claims by status"."""
    return _CAMEL.sub(" ", name)


class Selector:
    """Ranks tools for questions; the tools' vectors are made once, at the first question."""

    def __init__(self, described: Sequence[Described], embedder: Embedder | None, *, words: float = WORDS) -> None:
        self._described = tuple(described)
        self._words = [stems(" ".join((one.words, *one.examples)), "en") for one in described]
        self._embedder = embedder
        self._share = words
        self._vectors: NDArray[np.float32] | None = None

    async def rank(self, question: str) -> list[Scored]:
        """Return all tools, best first. Raises EmbeddingError where the model fails."""
        words = rank_texts(stems(question, "en"), self._words)
        near = await self._nearness(question)
        scored = [
            Scored(one.name, nearness + self._share * word if self._embedder else word, nearness)
            for one, nearness, word in zip(self._described, near, words, strict=True)
        ]
        return sorted(scored, key=lambda one: -one.score)

    async def _nearness(self, question: str) -> list[float]:
        if self._embedder is None or not self._described:
            return [0.0] * len(self._described)
        if self._vectors is None:
            texts = [text for one in self._described for text in (one.says, one.words, *one.examples)]
            self._vectors = (await self._embedder.embed(texts, kind="passage")).vectors
        asked = (await self._embedder.embed([question], kind="query")).vectors[0]
        cosines: Iterator[float] = iter((self._vectors @ asked).tolist())
        near: list[float] = []
        for one in self._described:
            said = (next(cosines) + next(cosines)) / 2
            near.append(max([said, *(next(cosines) for _ in one.examples)]))
        return near


async def select_tools(
    question: str, tools: Tools, embedder: Embedder | None, *, first: Sequence[str] = (), limit: int = SHOWN
) -> Tools:
    """Return at most `limit` tools for a question, those that are always in reach and those of `first` among them.

    Each request of a compound question has its turn. `first` are tools that something else proposes, such as the rules.
    """
    if len(tools) <= limit:
        return tools
    kept = [name for name in dict.fromkeys((*ALWAYS, *first)) if name in tools][:limit]
    selector = Selector([describe(tool) for tool in tools if tool.name not in kept], embedder)
    ranked = [[one.name for one in await selector.rank(request)] for request in split_requests(question)[:_REQUESTS]]
    in_turn = [name for names in zip(*ranked, strict=True) for name in names]
    return tools.only(list(dict.fromkeys([*kept, *in_turn]))[:limit])
