"""Regular expressions that may take for ever: the server tries every way to match, and no timeout stops it."""

import re
from typing import Final

from graph.guard.size import UNKNOWN

MAX_PATTERN: Final = 500
MAX_REPETITIONS: Final = 4
MAX_OPEN: Final = 2
"""Repetitions of nearly any character that no two plain ones part from the one before: `.*.*.*.*x` took minutes."""
MAX_CHOICES: Final = 6
"""Groups with a choice, and atoms that may be left out: each doubles the ways to try."""

_PART = re.compile(
    r"""
    (?P<escape>\\.)
  | (?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])
  | (?P<open>\((?:\?[^()|:=!>]*[:=!>]?)?)
  | (?P<close>\))
  | (?P<choice>\|)
  | (?P<exactly>\{\d+\}[?+]?)
  | (?P<repeat>(?:[*+?]|\{[^}]*\}?)[?+]?)
  | (?P<any>\.)
  | (?P<plain>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_NARROW_CLASS = re.compile(r"\[(?:[\w.-]|\\[d.-])*\]")


def ruinous_pattern(pattern: str, weight: int = UNKNOWN) -> str | None:
    """Return why a regular expression may take for ever on a text of about `weight` characters, None where it may not.

    Refused: repetition of what itself repeats or has a choice, references back, quoting by backslash Q, more
    repetitions and choices than the bounds above, more than one repetition on a text that grew.
    """
    if len(pattern) > MAX_PATTERN:
        return f"has more than {MAX_PATTERN} characters"
    return _Reading().of(pattern.replace("\\\\", "\\"), weight)


class _Reading:
    def __init__(self) -> None:
        self.groups = [(False, False)]  # what each open group holds: a repetition or choice, a choice
        self.repetitions = self.open = self.choices = self.plain = self.parted = 0
        self.is_wide = self.is_closed = False

    def of(self, pattern: str, weight: int) -> str | None:
        for part in _PART.finditer(pattern):
            if why := self._part(str(part.lastgroup), part.group()):
                return why
        for what, number, most in (
            ("repetitions", self.repetitions, 1 if weight > 10 * UNKNOWN else MAX_REPETITIONS),
            ("repetitions of nearly any character", self.open, MAX_OPEN),
            ("choices", self.choices, MAX_CHOICES),
        ):
            if number > most:
                return f"has {number} {what} (at most {most} are let through)"
        return None

    def _part(self, kind: str, text: str) -> str | None:
        if kind in ("repeat", "exactly"):
            return self._repeat(kind, text)
        self.is_closed = False
        is_plain = kind == "plain" or (kind == "escape" and not text[1].isalnum())
        self.parted = max(self.parted, self.plain)
        self.plain = self.plain + 1 if is_plain else 0
        self.is_wide = kind in ("any", "escape", "class") and not is_plain
        if kind == "escape":
            if text[1] in "123456789kQ":
                return "quotes" if text[1] == "Q" else "refers back to a group"
            self.is_wide &= text[1] != "d"
        elif kind == "class":
            self.is_wide = not _NARROW_CLASS.fullmatch(text)
        elif kind == "open":
            self.groups.append((False, False))
        elif kind == "choice":
            self.groups[-1] = (True, True)
        elif kind == "close" and len(self.groups) > 1:
            self.is_closed, has_choice = self.groups.pop()
            self.is_wide = True
            self.choices += has_choice
            self.groups[-1] = (self.groups[-1][0] or self.is_closed, self.groups[-1][1])
        return None

    def _repeat(self, kind: str, text: str) -> str | None:
        if self.is_closed and text[0] != "?":
            return "repeats a group that itself repeats or has a choice"
        self.groups[-1] = (True, self.groups[-1][1])
        if text[0] == "?":
            self.choices += 1
        elif kind == "repeat":
            parted = max(self.parted, self.plain - 1) >= 2 and self.repetitions > 0
            self.open += self.is_wide and not parted
            self.repetitions += 1
            self.parted = self.plain = 0
        return None
