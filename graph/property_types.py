"""Of which type each property of the graph is: what is not named here is a string."""

from typing import Any, Literal

PropertyType = Literal["string", "integer", "float", "boolean", "strings"]

_INTEGERS = (
    "assessments, char_end, char_len, char_start, citations, claims, compared, dimension, latency_ms, linked, marker, "
    "max_tokens, ordinal, page, passages, rank, redacted, round, rows, subquestion, tokens_in, tokens_out, versions"
)
_FLOATS = "cost, min_similarity, score"
_BOOLEANS = "coverage_review_passed, erases, in_use, is_final, is_hub, needs_review, truncated"
_STRINGS = "absent, aliases, avoid, flags, gaps, models, prefer, prompts, queries, said_sha256, same_as"

TYPES: dict[str, PropertyType] = {
    **dict.fromkeys(_INTEGERS.split(", "), "integer"),
    **dict.fromkeys(_FLOATS.split(", "), "float"),
    **dict.fromkeys(_BOOLEANS.split(", "), "boolean"),
    **dict.fromkeys(_STRINGS.split(", "), "strings"),
}
"""By the property's name, which means the same under every label."""

LARGEST = 2**63 - 1


def type_of(name: str) -> PropertyType:
    """Return the type of a property: every name that ends in `_ms` is a point in time in milliseconds."""
    return "integer" if name.endswith("_ms") else TYPES.get(name, "string")


def has_type(value: Any, wanted: PropertyType) -> bool:
    """Whether a value from JSON is of the type, as the server would store it."""
    if wanted == "strings":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)  # pyright: ignore[reportUnknownVariableType] # from JSON
    if wanted == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and -LARGEST - 1 <= value <= LARGEST
    return isinstance(value, {"string": str, "float": float, "boolean": bool}[wanted])
