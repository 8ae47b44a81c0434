"""What a model answers, without web addresses of its own making. Pure."""

from typing import Any, cast

from agent.fence import hide_addresses

_COPIED = frozenset({"quote", "words", "question"})
"""Fields of answers that repeat what was sent; a part of a plan may be the person's question as it is."""
_OF_GRAPH = "statement"
"""The field of an answer that asks the graph: an address that the person named may stand in it."""


def without_addresses(value: Any, sent: str, name: str = "") -> Any:
    """The answer with a marker in place of each web address, except in quoted words that stand in what was sent: an
    address that a model makes up or moves is neither stored nor followed."""
    if isinstance(value, str):
        return value if name in _COPIED and value in sent else hide_addresses(value, sent if name == _OF_GRAPH else "")
    if isinstance(value, list):
        return [without_addresses(one, sent, name) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: without_addresses(one, sent, key) for key, one in cast("dict[str, Any]", value).items()}
    return value
