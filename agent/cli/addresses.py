"""`claimgraph read --check`: what the guard decides of web addresses, and why; nothing is connected to."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import click

from agent.cli.face import Face


def check_addresses(face: Face, words: Iterable[str], listed: Path | None) -> int:
    """Print a decision an address; returns 8 when any is refused.

    `listed` is a file of addresses, one a line, or of JSON objects with "url" and perhaps "id".
    """
    from retrievers.web.guard import Guard

    guard = Guard()
    refused = checked = 0
    for name, url in [*((None, word) for word in words), *(_read_list(listed) if listed else ())]:
        decision = guard.decide(url)
        checked += 1
        refused += not decision.allowed
        verdict = "allow" if decision.allowed else "refuse"
        if face.json:
            row = {"url": url, "decision": verdict, "reason": decision.reason, "normalised": decision.normalised}
            face.out_json(row if name is None else {"id": name, **row})
        else:
            face.out_line(f"{verdict:<6}  {url}  ({decision.reason})")
    if not checked:
        raise click.UsageError("give addresses to check, or a file of them by --file")
    face.say(f"{checked - refused} allowed, {refused} refused")
    return 8 if refused else 0


def _read_list(path: Path) -> Iterator[tuple[str | None, str]]:
    try:
        lines = path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read ({error.strerror}); check the path") from error
    for line in lines:
        if not line.strip():
            continue
        row = _as_object(line)
        if row is None:
            yield None, line.rstrip("\r")
        else:
            name = row.get("id")
            yield None if name is None else str(name), str(row.get("url", ""))


def _as_object(line: str) -> dict[str, Any] | None:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
