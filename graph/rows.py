"""Rows cut into batches that a server takes well: pure."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
BATCH_ROWS = 500
BATCH_BYTES = 4 * 1024 * 1024


def batches(
    rows: Iterable[Mapping[str, Any]], *, max_rows: int = BATCH_ROWS, max_bytes: int = BATCH_BYTES
) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Yield the rows in their order, at most `max_rows` and about `max_bytes` (UTF-8) a batch.

    A single row over the cap travels alone. Nothing is dropped and nothing is empty.
    """
    return cut(rows, _weight, most=max_rows, heaviest=max_bytes)


def cut(items: Iterable[T], weigh: Callable[[T], int], *, most: int, heaviest: int) -> Iterator[list[T]]:
    """Yield the items in their order, at most `most` a batch, which together weigh at most `heaviest`; one that weighs
    more alone travels alone. Nothing is dropped and nothing is empty."""
    batch: list[T] = []
    size = 0
    for item in items:
        weight = weigh(item)
        if batch and (len(batch) >= most or size + weight > heaviest):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += weight
    if batch:
        yield batch


def bytes_of(values: Iterable[object]) -> int:
    """Return about how many bytes values take on their way to a server: text in UTF-8, anything else as a number."""
    return sum(len(one.encode("utf-8", "replace")) if isinstance(one, str) else 16 for one in values)


def _weight(row: Mapping[str, Any]) -> int:
    return bytes_of(row.values()) + 16 * len(row)


def bounded_json(value: object, limit: int) -> str:
    """Return the value as JSON of at most `limit` characters; a longer one becomes a marker that says its length."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text if len(text) <= limit else json.dumps({"cut": True, "characters": len(text)})
