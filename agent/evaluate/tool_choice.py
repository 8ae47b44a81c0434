"""Scoring the choice of tools on labelled questions: tool recall, tool precision, arguments, whole questions. Pure."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from agent.route.calls import Call, Turn

LABELLED = Path(__file__).parent / "tool_choice.jsonl"
NOTHING = "(none)"

Half = Literal["tuning", "held_out"]
_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")
_TOKEN = re.compile(r"[^\W_]+(?:[./-][^\W_]+)*")
_EMPTY = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "to",
        "for",
        "is",
        "are",
        "was",
        "were",
        "do",
        "does",
        "did",
        "we",
        "our",
        "what",
        "which",
        "who",
        "that",
        "and",
    ]
)


@dataclass(frozen=True, slots=True)
class Expected:
    """A call that a person would expect; `after` is the index of the expected call whose result it needs."""

    tool: str
    arguments: Mapping[str, Any]
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled question. `may` are further tools that are no fault."""

    id: str
    half: Half
    kind: str
    question: str
    conversation: tuple[Turn, ...]
    expected: tuple[Expected, ...]
    may: frozenset[str]


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's score. `pairs` are (expected tool, chosen tool), with NOTHING where one side has none."""

    case: Case
    found: int
    chosen: int
    arguments_right: int
    arguments: int
    is_right: bool
    pairs: tuple[tuple[str, str], ...]
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares from 0 to 1 over `questions` questions; `confused` counts (expected, chosen)."""

    questions: int
    recall: float
    precision: float
    arguments: float
    end_to_end: float
    confused: Mapping[tuple[str, str], int]


def read_cases(path: Path = LABELLED) -> tuple[date, list[Case]]:
    """Return the day that relative dates count from, and the cases. Raises ValueError on a malformed file."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    if not rows or "today" not in rows[0]:
        raise ValueError(f"{path} does not begin with a line that says which day today is")
    return date.fromisoformat(rows[0]["today"]), [_case(row) for row in rows[1:]]


def _case(row: Mapping[str, Any]) -> Case:
    return Case(
        id=row["id"],
        half=row["half"],
        kind=row["kind"],
        question=row["question"],
        conversation=tuple(Turn(turn["role"], turn["text"]) for turn in row["conversation"]),
        expected=tuple(Expected(one["tool"], one["arguments"], one.get("after")) for one in row["expected"]),
        may=frozenset(row["may"]),
    )


def judge(case: Case, calls: Sequence[Call]) -> Judged:
    """Hold the calls that were chosen against those that were expected; each is used once, best arguments first."""
    left = list(range(len(calls)))
    partner: dict[int, int] = {}
    right = total = 0
    for at, expected in enumerate(case.expected):
        total += len(expected.arguments)
        same = [i for i in left if calls[i].tool == expected.tool]
        if not same:
            continue
        best = max(same, key=lambda i: (_count_right(expected, calls[i]), -i))
        left.remove(best)
        partner[at] = best
        right += _count_right(expected, calls[best])
    surplus = [i for i in left if calls[i].tool not in case.may]
    missed = [expected.tool for at, expected in enumerate(case.expected) if at not in partner]
    extra = [calls[i].tool for i in surplus]
    width = max(len(missed), len(extra))
    unmatched = zip(
        [*missed, *[NOTHING] * (width - len(missed))], [*extra, *[NOTHING] * (width - len(extra))], strict=True
    )
    pairs = [(case.expected[at].tool, case.expected[at].tool) for at in partner]
    if not case.expected and not surplus:
        pairs.append((NOTHING, NOTHING))
    waits = all(
        expected.after is None or calls[partner[at]].after == partner.get(expected.after)
        for at, expected in enumerate(case.expected)
        if at in partner
    )
    return Judged(
        case=case,
        found=len(partner),
        chosen=len(partner) + len(surplus),
        arguments_right=right,
        arguments=total,
        is_right=not surplus and not missed and right == total and waits,
        pairs=(*pairs, *unmatched),
        calls=tuple(calls),
    )


def score(judged: Iterable[Judged]) -> Scores:
    """Return the shares over all calls and arguments together, end to end over questions."""
    rows = list(judged)
    expected = sum(len(row.case.expected) for row in rows)
    return Scores(
        questions=len(rows),
        recall=_share(sum(row.found for row in rows), expected),
        precision=_share(sum(row.found for row in rows), sum(row.chosen for row in rows)),
        arguments=_share(sum(row.arguments_right for row in rows), sum(row.arguments for row in rows)),
        end_to_end=_share(sum(row.is_right for row in rows), len(rows)),
        confused=Counter(pair for row in rows for pair in row.pairs),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _count_right(expected: Expected, call: Call) -> int:
    return sum(
        1 for name, value in expected.arguments.items() if name in call.arguments and _same(value, call.arguments[name])
    )


def _same(expected: Any, given: Any) -> bool:
    """Dates agree where one is the other's beginning; words where the expected ones are there and few others."""
    if not isinstance(expected, str) or not isinstance(given, str):
        return expected == given
    if _DATE.fullmatch(expected):
        return bool(_DATE.fullmatch(given)) and (given.startswith(expected) or expected.startswith(given))
    wanted, there = _words(expected), _words(given)
    return bool(wanted) and wanted <= there and len(there) <= 2 * len(wanted) + 1


def _words(text: str) -> set[str]:
    found = {word.casefold() for word in _TOKEN.findall(text)}
    return found - _EMPTY or found
