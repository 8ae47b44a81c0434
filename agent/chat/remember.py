"""What of earlier turns is kept in view for a question: the last ones, the best by words, the nearest by meaning.

One window of tokens for all three; a share of it is reserved for what is near in meaning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from agent.chat.exchange import Exchange
from agent.route.calls import Turn
from agent.words.relevance import rank_texts
from agent.words.terms import guess_language, stems

How = Literal["window", "words", "meaning"]
_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """How much is kept in view: `tokens` in all, of which `meaning_share` (0 to 1) is for the nearest exchanges.

    `last` are the turns of the sliding window, `by_words` and `by_meaning` the exchanges found either way, at most;
    `elsewhere` is how many answers of other conversations are compared.
    """

    tokens: int = 2_000
    meaning_share: float = 0.3
    last: int = 6
    by_words: int = 3
    by_meaning: int = 3
    elsewhere: int = 500


LIMITS = MemoryLimits()


@dataclass(frozen=True, slots=True)
class Recalled:
    """An exchange that is kept in view: how it was found, its size in tokens, its score (0 to 1; 1 for the last)."""

    exchange: Exchange
    how: How
    tokens: int
    score: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What was chosen for a question, oldest first; `left_out` counts earlier turns that did not fit."""

    recalled: tuple[Recalled, ...]
    limits: MemoryLimits
    left_out: int = 0

    def conversation(self, name: str) -> tuple[list[Turn], list[Exchange]]:
        """Return what was said in the conversation of that name, oldest first, and the exchange of each two turns."""
        own = [one.exchange for one in self.recalled if one.exchange.conversation == name]
        return [turn for one in own for turn in one.as_turns()], own

    def data(self) -> dict[str, Any]:
        """Return what a turn keeps of it, for `/why`."""
        chosen = [
            {
                "turn": one.exchange.turn,
                "conversation": one.exchange.conversation,
                "ordinal": one.exchange.ordinal,
                "question": one.exchange.question,
                "how": one.how,
                "tokens": one.tokens,
                "score": round(one.score, 3),
            }
            for one in self.recalled
        ]
        return {"tokens": self.limits.tokens, "chosen": chosen, "left_out": self.left_out}


def tokens_of(exchange: Exchange) -> int:
    """Return about how many tokens a model would take for an exchange: four characters make one."""
    return (len(exchange.question) + len(exchange.answer)) // _CHARACTERS_A_TOKEN + 1


def remember(
    question: str,
    earlier: Sequence[Exchange],
    elsewhere: Sequence[Exchange] = (),
    *,
    vector: Sequence[float] | None = None,
    min_similarity: float = -1.0,
    limits: MemoryLimits = LIMITS,
) -> Memory:
    """Choose what is kept in view for a question. `earlier` are this conversation's turns, oldest first.

    `vector` is the question's, of the same model as the exchanges'; without it nothing is found by meaning.
    """
    reserved = int(limits.tokens * limits.meaning_share)
    left = limits.tokens - reserved
    chosen: dict[str, Recalled] = {}

    def take(exchange: Exchange, how: How, score: float, room: int) -> int:
        size = tokens_of(exchange)
        if size > room or exchange.turn in chosen:
            return room
        chosen[exchange.turn] = Recalled(exchange, how, size, score)
        return room - size

    for one in reversed(earlier[-limits.last :] if limits.last else ()):
        if tokens_of(one) > left:
            break  # the window has no holes
        left = take(one, "window", 1.0, left)
    older = [one for one in earlier if one.turn not in chosen]
    for score, one in _by_words(question, older)[: limits.by_words]:
        left = take(one, "words", score, left)
    near = [one for one in _by_meaning(vector, [*earlier, *elsewhere], min_similarity) if one[1].turn not in chosen]
    for score, one in near[: limits.by_meaning]:
        reserved = take(one, "meaning", score, reserved)
    recalled = sorted(chosen.values(), key=lambda one: (one.exchange.answered_at_ms, one.exchange.ordinal))
    return Memory(tuple(recalled), limits, left_out=sum(one.turn not in chosen for one in earlier))


def _by_words(question: str, exchanges: Sequence[Exchange]) -> list[tuple[float, Exchange]]:
    language = guess_language(question)
    texts = [stems(f"{one.question} {one.answer}", language) for one in exchanges]
    scores = rank_texts(stems(question, language), texts)
    found = [(score, one) for score, one in zip(scores, exchanges, strict=True) if score > 0]
    return sorted(found, key=lambda pair: -pair[0])


def _by_meaning(
    vector: Sequence[float] | None, exchanges: Sequence[Exchange], min_similarity: float
) -> list[tuple[float, Exchange]]:
    with_vector = [one for one in exchanges if one.vector is not None and vector is not None]
    if vector is None or not with_vector:
        return []
    there = np.asarray([one.vector for one in with_vector], dtype=np.float32)
    asked = np.asarray(vector, dtype=np.float32)
    lengths = np.linalg.norm(there, axis=1) * np.linalg.norm(asked)
    cosines: list[float] = (there @ asked / np.where(lengths == 0, 1, lengths)).tolist()
    near = [(score, one) for score, one in zip(cosines, with_vector, strict=True) if score >= min_similarity]
    return sorted(near, key=lambda pair: -pair[0])
