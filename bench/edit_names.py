"""One edit that swaps a name of a true English sentence for another one of its kind. Pure, seeded."""

import re
from collections.abc import Callable, Sequence
from random import Random

from bench.edits import MONTHS, Change

_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'’.&-]*[\w’](?:(?: (?:of|de|von|van) )?(?: [A-Z][\w'’.&-]*\w)+)?(?![\w'’-])")
_NO_NAME = {*"Monday Tuesday Wednesday Thursday Friday Saturday Sunday I".split(), *MONTHS["en"].split()}  # noqa: SIM905 # words in a row read better
_BEFORE = {
    "in",
    "at",
    "by",
    "from",
    "near",
    "to",
    "of",
    "with",
    "against",
    "president",
    "director",
    "and",
    "for",
    "named",
}
_AFTER = re.compile(r"[,.;)]|$| (?:to|and|or|in|on|for|was|were|is|are|as|by|at|from|with|who|which|that)\b")


def name_changer(names: Sequence[tuple[str, str]]) -> Callable[[str, str, str, Random], Change | None]:
    """Return an edit that swaps a name for one that stands behind the same word in the text, or among `names`
    (word before, name)."""

    def change_name(sentence: str, text: str, language: str, random: Random) -> Change | None:
        if language != "en":
            return None
        found: list[Change] = []
        for match in _NAME.finditer(sentence):
            before = _word_before(sentence, match.start())
            if before not in _BEFORE or not _is_name(match[0]) or not _stands_alone(sentence, *match.span()):
                continue
            there = [new for word, new in find_names(text) if word == before and _fits(match[0], new, sentence)]
            elsewhere = [new for word, new in names if word == before and _fits(match[0], new, text)]
            if there or elsewhere:
                new = random.choice(there or elsewhere)
                found.append(Change(match.start(), match.end(), new, is_of_text=bool(there)))
        return random.choice(found) if found else None

    return change_name


def find_names(text: str) -> list[tuple[str, str]]:
    """Return the names of an English text, each with the word before it."""
    found = [
        (_word_before(text, match.start()), match[0])
        for match in _NAME.finditer(text)
        if _stands_alone(text, *match.span())
    ]
    return [(word, name) for word, name in found if word in _BEFORE and _is_name(name)]


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a whole name: "Connecticut" in "the University of Connecticut" is none."""
    return re.search(r"[A-Z][\w.]* (?:of|and|for) $", text[:start]) is None and _AFTER.match(text, end) is not None


def _word_before(text: str, at: int) -> str:
    words = text[:at].rstrip().rsplit(None, 1)
    return words[-1].lower() if words else ""


def _is_name(name: str) -> bool:
    return len(name) > 3 and not set(name.split()) & _NO_NAME and not any(c.isdigit() for c in name)


def _fits(old: str, new: str, around: str) -> bool:
    """Whether a name is of the other's shape, and no part of it stands where it is to go."""
    alike = old.isupper() == new.isupper() and (" " in old) == (" " in new) and (" of " in old) == (" of " in new)
    shares = _beginnings(new) & _beginnings(around)
    return alike and not shares


def _beginnings(text: str) -> set[str]:
    return {word[:5].lower() for word in re.findall(r"\w+", text)}
