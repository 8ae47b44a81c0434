"""Servers of a run that take their time: latencies drawn around medians, and the longest chain that waits for them."""

import asyncio
import itertools
import math
import operator
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.loopback import Play
from tests.reader_model import Forever, reader
from tests.web_kill import Scene

MODEL_S, SEARCH_S, PAGE_S = 0.8, 0.4, 0.3
"""Medians of the latencies."""

_SPREAD = 0.35  # of a lognormal: one in twenty takes 1.8 times the median or more
_MARKS = (("write", "===part to answer"), ("review", "===parts "), ("judge", "===C1 "))


class SlowServers:
    """Makes the servers of a scene slow, and keeps what each request waited, in the order of arrival."""

    def __init__(self, scene: Scene, parts: dict[str, str], chance: random.Random) -> None:
        self.waits: list[tuple[str, float]] = []
        self._chance = chance
        find, answer = scene.find, reader(parts)

        def search(sent: Any) -> Any:
            return replace(find(sent), delay_s=self._draw("search", SEARCH_S))

        def model(sent: Any) -> Any:
            kind = next((kind for kind, mark in _MARKS if mark in sent.text), "plan")
            return replace(answer(sent), delay_s=self._draw(kind, MODEL_S))

        scene.find = search
        scene.llm.answers = Forever(model)
        for path, told in list(scene.site.pages.items()):
            if isinstance(told, bytes) and path != "/robots.txt":
                scene.site.pages[path] = self._slowly(told)

    @property
    def chain_s(self) -> float:
        """Seconds of the longest chain after the plan: of requests that go out together the slowest."""
        return chain_of([wait for wait in self.waits if wait[0] != "plan"])

    def _draw(self, kind: str, median_s: float) -> float:
        drawn = self._chance.lognormvariate(math.log(median_s), _SPREAD)
        self.waits.append((kind, drawn))
        return drawn

    def _slowly(self, told: bytes) -> Play:
        async def play(writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(self._draw("page", PAGE_S))
            writer.write(told)
            await writer.drain()

        return play


def chain_of(waits: Sequence[tuple[str, float]]) -> float:
    """Return the sum of the slowest of each group of neighbours of one kind."""
    groups = itertools.groupby(waits, operator.itemgetter(0))
    return sum(max(seconds for _, seconds in group) for _, group in groups)
