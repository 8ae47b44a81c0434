"""What a process spends its CPU on, by part: a sample of its stacks at every few milliseconds of processor time.

Unlike a profiler it does not slow down what is called often. The kernel's clock is coarse (4 ms on most machines): it
takes several runs to tell small parts.
"""

import signal
import sys
import threading
from collections import Counter
from types import FrameType

_EVERY_S = 0.001
_WAITING = frozenset({"select", "_worker", "wait", "get", "accept"})
_PARTS = (
    ("driver", ("neo4j/", "graph/store.py")),
    ("reading pages", ("retrievers/read/", "retrievers/web/page.py", "retrievers/web/classes.py", "/web/shape.py")),
    ("ranking passages", ("retrievers/websearch/rank.py",)),
    ("linking names", ("retrievers/names.py", "agent/record/names.py")),
    ("grouping works", ("retrievers/websearch/same_work.py", "/websearch/shingles.py", "agent/record/groups.py")),
    ("passages and keys", ("agent/record/sources.py", "retrievers/split.py", "agent/words/", "graph/keys.py")),
    ("fetching", ("retrievers/web/", "httpx/", "httpcore/")),
    ("searches and models", ("retrievers/websearch/", "agent/llm/", "agent/by_model/", "openai/", "tavily/")),
    ("event loop", ("asyncio/",)),
)


class CpuParts:
    """Counts samples between `start` and `stop`, in the main thread of a program."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def start(self) -> None:
        """Begin to sample; no other code may use SIGPROF."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, _EVERY_S, _EVERY_S)

    def stop(self) -> dict[str, float]:
        """End sampling and return each part's share (0 to 1)."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        total = max(1, self._seen.total())
        return {part: count / total for part, count in self._seen.most_common()}

    def _sample(self, _signal: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code.co_name in _WAITING:
            frame = next((f for f in _other_threads() if f.f_code.co_name not in _WAITING), frame)
        self._seen[_part_of(frame)] += 1


def _other_threads() -> list[FrameType]:
    # The interpreter has no public name for the frames of other threads.
    frames = sys._current_frames()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    return [frame for thread, frame in frames.items() if thread != threading.main_thread().ident]


def _part_of(frame: FrameType | None) -> str:
    while frame is not None:
        name = frame.f_code.co_filename
        if part := next((part for part, places in _PARTS if any(place in name for place in places)), None):
            return part
        frame = frame.f_back
    return "rest"
