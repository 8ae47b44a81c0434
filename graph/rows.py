"""Rows cut into batches that a server takes well: pure."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

BATCH_ROWS = 500
BATCH_BYTES = 4 * 1024 * 1024


def batches(
    rows: Iterable[Mapping[str, Any]], *, max_rows: int = BATCH_ROWS, max_bytes: int = BATCH_BYTES
) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Yield the rows in their order, at most `max_rows` and about `max_bytes` (UTF-8) a batch.

    A single row over the cap travels alone. Nothing is dropped and nothing is empty.
    """
    batch: list[Mapping[str, Any]] = []
    size = 0
    for row in rows:
        weight = _weight(row)
        if batch and (len(batch) >= max_rows or size + weight > max_bytes):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += weight
    if batch:
        yield batch


def _weight(row: Mapping[str, Any]) -> int:
    return sum(len(v.encode("utf-8", "replace")) if isinstance(v, str) else 16 for v in row.values()) + 16 * len(row)


def bounded_json(value: object, limit: int) -> str:
    """Return the value as JSON of at most `limit` characters; a longer one becomes a marker that says its length."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text if len(text) <= limit else json.dumps({"cut": True, "characters": len(text)})
