"""What a report that did not decide between sources says once a person has. Pure."""

from collections.abc import Sequence

from agent.report.markdown import escape
from agent.report.view import ConflictView

UNDECIDED = "this report does not decide between them"
_DONE = frozenset({"resolved", "dismissed"})


def say_settled(text: str, conflicts: Sequence[ConflictView]) -> str:
    """Return a sentence of the conclusion, escaped: where it leaves a difference open that a person has decided since,
    by whom and why; while one is open, the sentence as it was written too."""
    settled = list(dict.fromkeys(_say(one) for one in conflicts if one.conflict and one.state in _DONE))
    if UNDECIDED not in text or not settled:
        return text
    is_open = any(one.conflict and one.state not in _DONE for one in conflicts)
    said = f"since then {'; '.join(settled)}"
    if is_open:
        return f"{text} In part, {said}."
    return text.replace(UNDECIDED, f"this report did not decide between them, {said}")


def _say(one: ConflictView) -> str:
    by = f" by {escape(one.resolved_by.removeprefix('person:'))}" if one.resolved_by else ""
    why = escape(one.resolution).rstrip(".")
    return f"{one.state}{by}{f': {why}' if why else ''}"
