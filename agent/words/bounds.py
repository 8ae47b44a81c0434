"""What makes a value a limit or a rough figure: "about", "more than", "not before", "by the end of". Pure."""

import re
from typing import Literal

from agent.words.moves import is_moved_from, is_moved_to

Bound = Literal["", "about", "least", "most"]

_BOUND_WORDS: dict[Bound, str] = {
    "least": "(?<!no )(?<!not )more than|not less than|no fewer than|not fewer than|"
    "over|at least|no less than|upwards of|exceeding|minimum of|mehr als|über|mindestens|"
    "plus de|au moins|más de|al menos|超过|至少",
    "most": "up to|at most|less than|fewer than|under|no more than|not more than|below|maximum of|bis zu|höchstens|"
    "weniger als|unter|jusqu'à|moins de|hasta|menos de|不到|至多",
    "about": "about|around|approximately|approx\\.?|roughly|some|nearly|almost|circa|ca\\.?|c\\.|~|≈|close to|"
    "an estimated|rund|etwa|ungefähr|knapp|gut|fast|environ|près de|presque|unos|unas|cerca de|"
    "aproximadamente|casi|约|大约|近",
}
_BOUNDS: list[tuple[Bound, re.Pattern[str]]] = [
    (bound, re.compile(rf"(?:^|[^\w])(?P<words>{words})\s*(?:[€£$]\s?)?$", re.IGNORECASE))
    for bound, words in _BOUND_WORDS.items()
]
_NOT_BEFORE = re.compile(
    r"(?:(?:\bnot|n['’]t|\bnever|\bcannot) (?:(?!(?:but|and)\b)\w+ ){0,6}(?:before|until)|\bno(?:t)? earlier than|"
    r"\bpas avant|\bno (?:\w+ ){0,3}antes de|\bat the earliest in|\bafter|\bsince|\bfrom|"
    r"\bfrühestens|\bnicht vor|"
    r"\bnach|\bseit|\bab|\baprès|\bdepuis|\bdesde|\bdespués de)\s*(?:the|in|im|dem|den)?\s*$",
    re.IGNORECASE,
)
_BY_DATE = re.compile(
    r"(?:\bby|\bbefore|\buntil|\bnot? later than|\bat the latest in|\bbis|\bspätestens|\bvor|\bavant|"
    r"\bjusqu'en|\bantes de|\bhasta)"
    r"\s*(?:the|in|im|zum|dem|den|end of)?\s*$",
    re.IGNORECASE,
)
SAID_LIMIT = re.compile(
    r"(?:(?P<denied>\bnot|n['’]t|\bnever|\bcannot) (?:(?!(?:but|and)\b)\w+ ){0,6}?)?"
    r"(?P<limit>\b(?:before|until|after|(?:no|not) (?:earlier|later) than|nicht vor|frühestens|spätestens|pas avant|"
    r"no antes de))\s*(?:the|in|im|dem|den)?\s*$",
    re.IGNORECASE,
)
"""The words of a date that only bounds, right before it, as a pattern."""


def bound_of(text: str, start: int) -> Bound:
    """Return what the words before a number make of it."""
    return _find(text, start)[0]


def bound_words(text: str, start: int) -> str:
    """Return the words that make a number before which they stand a limit or a rough figure; "" where none do."""
    return _find(text, start)[1]


def _find(text: str, start: int) -> tuple[Bound, str]:
    before = text[max(0, start - 24) : start]
    for bound, pattern in _BOUNDS:
        if found := pattern.search(before):
            return bound, found["words"]
    return "", ""


def date_bound_of(text: str, start: int, end: int) -> Bound:
    """Return what the words before a date make of it; none where something is moved from or to it."""
    before = text[max(0, start - 80) : start]
    if is_moved_from(text, start, end) or is_moved_to(text, start, end):
        return ""
    if _NOT_BEFORE.search(before):
        return "least"
    return "most" if _BY_DATE.search(before) else ""
