"""Remembers the hashes of large files, so that 90 MB of weights are read for checking only once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import cast


class SeenFiles:
    """What was found out about files, kept in ``home``; valid while size and modification time stay.

    A home that cannot be written only costs time: the files are then read again at the next start.
    """

    def __init__(self, home: Path) -> None:
        self._store = home / "embedding-files.json"
        self._rows = _load(self._store)

    def sha256(self, path: Path) -> str:
        """Hash of a file's bytes, 64 hexadecimal digits. Raises OSError when it cannot be read."""
        known = self._row(path).get("sha256")
        if known is not None:
            return str(known)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._remember(path, {"sha256": digest})
        return digest

    def dimension(self, path: Path) -> int | None:
        """Vector length of a model file, when ``remember_dimension`` was told it before."""
        known = self._row(path).get("dimension")
        return None if known is None else int(known)

    def remember_dimension(self, path: Path, dimension: int) -> None:
        """Keep the vector length of a model file."""
        self._remember(path, {"dimension": dimension})

    def facts(self, path: Path) -> Mapping[str, str | int]:
        """What ``remember_facts`` was told of a file before; empty when nothing, or the file has changed since."""
        return {name: value for name, value in self._row(path).items() if name not in {"stamp", "sha256"}}

    def remember_facts(self, path: Path, facts: Mapping[str, str | int]) -> None:
        """Keep what opening a model told of it, so that the next start needs not open it."""
        self._remember(path, facts)

    def _row(self, path: Path) -> Mapping[str, str | int]:
        row = self._rows.get(str(path.resolve()), {})
        return row if row.get("stamp") == _stamp(path) else {}

    def _remember(self, path: Path, found: Mapping[str, str | int]) -> None:
        row = {**self._row(path), "stamp": _stamp(path), **found}
        self._rows = {**_load(self._store), str(path.resolve()): row}
        with contextlib.suppress(OSError):
            self._store.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._store.parent, prefix=self._store.name)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(self._rows, file, indent=1)
            Path(name).replace(self._store)


def _stamp(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size}:{status.st_mtime_ns}"


def _load(store: Path) -> dict[str, dict[str, str | int]]:
    try:
        rows: object = json.loads(store.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(rows, dict):
        return {}
    return {
        path: cast("dict[str, str | int]", row)
        for path, row in cast("dict[str, object]", rows).items()
        if isinstance(row, dict)
    }
