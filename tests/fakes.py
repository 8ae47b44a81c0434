"""Stand-ins that pass the same contract suites as the real things and need no weights."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from agent.llm import ROLES, Attempt, AttemptOutcome, Check, MalformedReply, ModelError, Reply, Role
from agent.llm.protocol import T, ToolShown
from agent.llm.reply import Problem, parse_answer
from retrievers.embed import Embedded, EmbeddingModelInfo, Kind

WINDOW = 256


class FakeEmbedder:
    """Texts that share words are near: a text is the sum of one fixed random direction for each word.

    Words, not meaning: "price" and "cost" are unrelated here. The same in every process and on every machine.
    """

    def __init__(self, dimension: int = 64) -> None:
        self.info = EmbeddingModelInfo(
            id=f"fake-{dimension}",
            dimension=dimension,
            query_prefix="",
            passage_prefix="",
            file_sha256=hashlib.sha256(b"fake").hexdigest(),
            max_tokens=WINDOW,
        )

    async def embed(self, texts: Sequence[str], *, kind: Kind) -> Embedded:
        dimension = self.info.dimension
        vectors = np.zeros((len(texts), dimension), dtype=np.float32)
        cut = 0
        for row, text in enumerate(texts):
            words = re.findall(r"\w+", text.casefold())
            cut += len(words) > WINDOW
            # The empty word leads, as a start token does: a text without words has a direction too.
            total = sum((_direction(word, dimension) for word in words[:WINDOW]), 0.1 * _direction("", dimension))
            vectors[row] = total / np.linalg.norm(total)
        return Embedded(vectors, cut)


@cache
def _direction(word: str, dimension: int) -> NDArray[np.float64]:
    seed = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(seed[:8], "big")).standard_normal(dimension)


Line = BaseModel | dict[str, Any] | str | ModelError


@dataclass(frozen=True, slots=True)
class Asked:
    """What a scripted model was asked, repair calls included."""

    role: Role
    system: str
    user: str
    answer: type[BaseModel]
    repairs: str = ""


class ScriptedModel:
    """A model that answers each role from its own list: objects, texts as a model would write them, or errors.

    A line can be a function of what was asked, for calls made at the same time. A missing line fails at once;
    `done` fails where lines are left over. Texts are read as real replies are, with at most two repair calls.
    """

    def __init__(self, **lines: Sequence[Line | Callable[[Asked], Line]]) -> None:
        self._lines = {role: deque(lines.get(role, ())) for role in ROLES}
        self._has_second = "second_judge" in lines
        self.asked: list[Asked] = []

    def model_of(self, role: Role) -> str:
        is_one = role == "second_judge" and not self._has_second  # the judge judges again, as where none is named
        return f"scripted-{'judge' if is_one else role}"

    def done(self) -> None:
        left = {role: len(lines) for role, lines in self._lines.items() if lines}
        assert not left, f"lines that nobody asked for: {left}"

    async def ask(
        self,
        role: Role,
        *,
        system: str,
        user: str,
        answer: type[T],
        check: Check[T] | None = None,
        max_tokens: int = 2000,
        allow: Callable[[], None] | None = None,
        seen: Callable[[Attempt], None] | None = None,
        tools: Sequence[ToolShown] = (),
    ) -> Reply[T]:
        attempts: list[Attempt] = []

        def note(outcome: AttemptOutcome, error: str | None) -> None:
            spent = (0, 0) if outcome not in {"ok", "malformed", "empty"} else (100, 20)
            attempts.append(Attempt(role, self.model_of(role), "json_schema", outcome, *spent, 1, error))
            if seen:
                seen(attempts[-1])

        problem = ""
        outcome: AttemptOutcome = "malformed"
        for _ in range(3):
            if allow:
                allow()
            line = self._next(Asked(role, system, user, answer, problem))
            if isinstance(line, ModelError):
                note(line.outcome, str(line))
                raise type(line)(str(line), outcome=line.outcome, attempts=tuple(attempts))
            text = _written(line)
            found = parse_answer(text, answer) if text.strip() else Problem("it is empty")
            wrong = found.says if isinstance(found, Problem) else (check(found) if check else None)
            if inspect.isawaitable(wrong):
                wrong = await wrong
            if not isinstance(found, Problem) and not wrong:
                note("ok", None)
                return Reply(found, tuple(attempts), "stop")
            problem = wrong or ""
            outcome = "malformed" if text.strip() else "empty"
            note(outcome, problem)
        raise MalformedReply(f"no usable answer: {problem}", outcome=outcome, attempts=tuple(attempts))

    def _next(self, asked: Asked) -> Line:
        self.asked.append(asked)
        assert self._lines[asked.role], f"no line is left for the {asked.role}, who was asked: {asked.user}"
        line = self._lines[asked.role].popleft()
        return line(asked) if callable(line) else line


def _written(line: BaseModel | dict[str, Any] | str) -> str:
    if isinstance(line, BaseModel):
        return line.model_dump_json()
    return line if isinstance(line, str) else json.dumps(line)
