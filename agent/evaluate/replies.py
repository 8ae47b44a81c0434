"""Recorded choices of tools, of a model or of anyone else: a line a question."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.route.calls import Call, Routed


def read_replies(path: Path) -> dict[str, tuple[Call, ...]]:
    """Return the recorded calls by question id. Raises ValueError, KeyError or TypeError on a malformed line."""
    found: dict[str, tuple[Call, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            row: dict[str, Any] = json.loads(line)
            found[str(row["id"])] = tuple(
                Call(str(one["tool"]), dict(one["arguments"]), str(one.get("reason", "")), one.get("after"))
                for one in row["calls"]
            )
    return found


def reply_line(id: str, routed: Routed) -> str:
    """Return the line that records a choice."""
    calls: Sequence[dict[str, Any]] = [
        {"tool": call.tool, "arguments": dict(call.arguments), "reason": call.reason, "after": call.after}
        for call in routed.calls
    ]
    return json.dumps({"id": id, "calls": calls, "by": routed.by, "notes": list(routed.notes)}, ensure_ascii=False)


def write_replies(path: Path, lines: Sequence[str]) -> None:
    """Write the lines of `reply_line` to a file."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
