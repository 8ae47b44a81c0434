"""A reviewer's answer on one line, taken apart: pure.

    accept [WHY]          reject WHY            note TEXT
    narrow NEW WORDING    split ONE || OTHER    resolve WHY    dismiss WHY
    skip    undo    quit    help

Numbers in brackets, `accept [1,3]`, name quotes as they are shown; after a new wording they say which ones bear it
out: `narrow The plant opens in June [2]`. `resolve [2] WHY` names a conflict. `3: accept` says it of the claim that is
shown as number 3, `claim.0f3a: accept` of the one whose key begins so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from agent.curate import Wording
from agent.errors import NotDecidable

Move = Literal["accept", "narrow", "reject", "split", "note", "resolve", "dismiss", "skip", "undo", "quit", "help"]
MOVES: tuple[Move, ...] = get_args(Move)
KEYS: dict[str, Move] = {
    "a": "accept", "n": "narrow", "r": "reject", "p": "split", "t": "note", "o": "resolve", "d": "dismiss",
    "s": "skip", "u": "undo", "q": "quit", "?": "help",
}  # fmt: skip
PROMPT = "(a)ccept (n)arrow (r)eject s(p)lit no(t)e res(o)lve (d)ismiss (s)kip (u)ndo (q)uit (?)"
_NEEDS: dict[Move, str] = {
    "narrow": "the new wording",
    "reject": "why",
    "split": "the new claims with || between",
    "note": "its text",
    "resolve": "why",
    "dismiss": "why",
}
_NUMBERED = frozenset({"accept", "reject", "resolve", "dismiss"})
_ADDRESS = re.compile(r"\s*(\d{1,6}|claim\.[0-9a-f]{4,}):\s+")
_FIRST = re.compile(r"\[\s*(\d[\d,\s]*)\]\s*")
_BARE = re.compile(r"\s*(\d{1,3})\s+(?=[\"“„'«])")
_LAST = re.compile(r"\s*\[\s*(\d[\d,\s]*)\]\s*$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reviewer said: `numbers` are those in brackets before the text, `text` the rest of the line."""

    move: Move
    text: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def lacks(self) -> str:
        """What must still be said before it can be carried out; "" when nothing."""
        return _NEEDS.get(self.move, "") if not self.text else ""


def read_address(line: str) -> tuple[str, str]:
    """Return the number or the beginning of the key of the claim that a line names, "" for none, and the rest of it."""
    found = _ADDRESS.match(line)
    return (found[1], line[found.end() :]) if found else ("", line)


def read_answer(line: str) -> Answer:
    """Return the answer that a line gives. Raises NotDecidable on a word that is none."""
    word, _, rest = line.strip().partition(" ")
    said = word.rstrip(":").casefold()
    move = KEYS.get(said, said)
    if move not in MOVES:
        shown = word if len(word) <= 40 else f"{word[:40]}…"
        raise NotDecidable(f"{shown!r} is no answer; say {', '.join(MOVES[:-1])} or help")
    rest = rest.strip().removeprefix(": ")
    numbers = _FIRST.match(rest) if move in _NUMBERED else None
    if numbers is None and move in {"resolve", "dismiss"}:
        numbers = _BARE.match(rest)
    return Answer(move, rest[numbers.end() :].strip() if numbers else rest, _numbers(numbers[1]) if numbers else ())


def join_texts(move: str, texts: Sequence[str]) -> str:
    """Return what stands behind a decision as one line: arguments of their own, of which a number may be the first."""
    if move in _NUMBERED and len(texts) > 1 and re.fullmatch(r"\d{1,3}", texts[0].strip()):
        texts = [f"[{texts[0].strip()}]", *texts[1:]]
    return (" || " if move == "split" else " ").join(texts)


def read_wordings(answer: Answer, quotes: Sequence[str]) -> tuple[Wording, ...]:
    """Return the new claims of an answer to narrow or split; `quotes` are the keys of the quotes as they are shown."""
    parts = answer.text.split("||") if answer.move == "split" else [answer.text]
    wordings: list[Wording] = []
    for part in parts:
        at = _LAST.search(part)
        text = part[: at.start()] if at else part
        wordings.append(Wording(text.strip(), named(_numbers(at[1]), quotes) if at else ()))
    return tuple(wordings)


def named(numbers: Sequence[int], keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of these numbers, which count from 1. Raises NotDecidable on a number that is not shown."""
    for number in numbers:
        if not 1 <= number <= len(keys):
            shown = f"1 to {len(keys)} are" if len(keys) > 1 else "1 is" if keys else "none is"
            raise NotDecidable(f"there is no [{number}]; {shown} shown")
    return tuple(dict.fromkeys(keys[number - 1] for number in numbers))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in re.findall(r"\d{1,6}", text))
