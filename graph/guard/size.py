"""How large a value can get, estimated from the text alone: what no timeout stops must be seen before it runs.

Lists of the graph's own size (collect, pattern comprehensions) count as 10,000, any other unknown value as 1,000: the
server's memory limit holds for the first, and what writers bound for the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

COLLECTED = 10_000
UNKNOWN = 1_000
PATH = 100


@dataclass(frozen=True, slots=True)
class Size:
    """One value: `count` elements as a list, `weight` characters and elements in all, `low` to `high` as an integer.

    `item` is what its elements are; `text` is the string itself where it is written out.
    """

    count: int = UNKNOWN
    weight: int = UNKNOWN
    item: "Size | None" = None
    low: int | None = None
    high: int | None = None
    text: str | None = None

    def element(self) -> "Size":
        """Return the size of one element."""
        return self.item or Size(max(self.count, UNKNOWN), max(self.weight, UNKNOWN))

    def part(self) -> "Size":
        """Return the size of a property or an entry of it."""
        return Size(max(self.count, UNKNOWN), max(self.weight, UNKNOWN))


ANY = Size()
SCALAR = Size(1, 1)


def integer(value: int) -> Size:
    """Return the size of an integer that is written out."""
    return Size(1, 1, low=value, high=value)


def largest(sizes: Sequence[Size]) -> Size:
    """Return a size that holds each of them."""
    if not sizes:
        return SCALAR
    items = [size.item for size in sizes if size.item]
    return Size(
        max(size.count for size in sizes),
        max(size.weight for size in sizes),
        largest(items) if items else None,
        None if any(size.low is None for size in sizes) else min(size.low or 0 for size in sizes),
        None if any(size.high is None for size in sizes) else max(size.high or 0 for size in sizes),
    )


def together(left: Size, right: Size, *, minus: bool = False) -> Size:
    """Return the size of `left + right`, or of `left - right`, which joins nothing."""
    low = high = None
    if None not in (left.low, left.high, right.low, right.high):
        bounds = (-(right.high or 0), -(right.low or 0)) if minus else (right.low or 0, right.high or 0)
        low, high = (left.low or 0) + bounds[0], (left.high or 0) + bounds[1]
    if low is not None:
        return Size(1, 1, low=low, high=high)
    if minus:
        return largest([replace(left, low=None), replace(right, low=None)])
    return Size(left.count + right.count, left.weight + right.weight, largest([left.element(), right.element()]))


def of_function(name: str, arguments: Sequence[Size], rows: int = 1) -> Size | None:
    """Return the size of a function's value in a query of so many rows, None for a range() without known bounds."""
    first = arguments[0] if arguments else SCALAR
    match name:
        case "range":
            return _of_range(arguments)
        case "collect":
            count = max(COLLECTED, rows)
            return Size(count, count * min(first.weight, UNKNOWN), first)
        case "size" | "char_length" | "character_length":
            return Size(1, 1, low=0, high=first.count if first.item else max(first.count, first.weight))
        case "length":
            return Size(1, 1, low=0, high=PATH)
        case "keys" | "labels" | "nodes" | "relationships":
            return Size(PATH, PATH, SCALAR)
        case "head" | "last":
            return first.element()
        case "split":
            return Size(first.weight + 1, 2 * first.weight, first)
        case "replace":
            new = arguments[2].weight if len(arguments) > 2 else UNKNOWN
            return Size(first.count, (first.weight + 1) * (new + 1))
        case "count" | "id" | "tointeger" | "tofloat" | "exists" | "timestamp" | "rand" | "abs":
            return SCALAR
        case _:
            return replace(largest(list(arguments)), low=None, high=None)


def _of_range(arguments: Sequence[Size]) -> Size | None:
    start, end = arguments[0], arguments[1]
    step = arguments[2] if len(arguments) > 2 else integer(1)
    if start.low is None or start.high is None or end.low is None or end.high is None or step.low is None:
        return None
    smallest_step = min(abs(step.low), abs(step.high or step.low)) or 1
    count = max(abs(end.high - start.low), abs(start.high - end.low)) // smallest_step + 1
    low, high = min(start.low, end.low), max(start.high, end.high)
    return Size(count, count, Size(1, 1, low=low, high=high))
