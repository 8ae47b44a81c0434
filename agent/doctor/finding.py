"""One line of what `claimgraph doctor` finds."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "missing", "broken", "off"]
"""missing: not there, and nothing that is configured needs it; off: not configured; broken: configured, and fails."""

DATABASE_EXIT, CONFIGURATION_EXIT = 5, 6


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing. `do` says what to do next, "" for nothing; `exit_code` counts when broken."""

    about: str
    state: State
    says: str
    do: str = ""
    exit_code: int = 0


def exit_code_of(findings: Iterable[Finding]) -> int:
    """Return the exit code of the first broken thing, 0 when nothing that is configured is broken."""
    return next((finding.exit_code or 1 for finding in findings if finding.state == "broken"), 0)


def broken(about: str, error: Exception, exit_code: int | None = None) -> Finding:
    """Return the finding of an error of ours."""
    code = exit_code if exit_code is not None else int(getattr(error, "exit_code", 1))
    says, do = split_advice(str(error))
    return Finding(about, "broken", says, do, code)


def split_advice(sentence: str) -> tuple[str, str]:
    """Return what happened and what to do next: in our messages the last semicolon stands between them."""
    says, _, do = sentence.rpartition("; ")
    return (says, do) if says else (sentence, "")
